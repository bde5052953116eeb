"""What of the log is shown: the search, and chips for when, who, what and outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu

from svcconsole.gui.design.text import PlainLabel, literal, visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.workspace.team.audit_entries import ACTION_WORDS, RESULT_WORDS

DAYS = {1: mark("Today"), 7: mark("Last 7 days"), 30: mark("Last 30 days"), 365: mark("Last 12 months")}


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which entries; `days` back from now, 0 for all of them, blank words for any."""

    text: str = ""
    days: int = 0
    who: str = ""
    what: str = ""
    outcome: str = ""

    def arguments(self) -> tuple[tuple[Sequence[str], Sequence[str], str], dict[str, Any]]:
        """What `AuditLog.page` and `count` are given."""
        chosen = ([self.what] if self.what else [], [self.who] if self.who else [], self.text)
        return chosen, {"outcomes": [self.outcome] if self.outcome else [], "since": self._since()}

    def _since(self) -> str:
        if not self.days:
            return ""
        midnight = datetime.now(display_zone().zone()).replace(hour=0, minute=0, second=0, microsecond=0)
        begin = midnight - timedelta(days=self.days - 1)
        return begin.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def nothing(self) -> str:
        """What is said where no entry is like that."""
        if self == LogFilter():
            return tr("Nothing was done yet.")
        only_who_and_when = not (self.text or self.what or self.outcome)
        when = {
            1: tr("Nothing by {who} today.", who=called(self.who)),
            7: tr("Nothing by {who} in the last 7 days.", who=called(self.who)),
            30: tr("Nothing by {who} in the last 30 days.", who=called(self.who)),
            365: tr("Nothing by {who} in the last 12 months.", who=called(self.who)),
            0: tr("Nothing by {who}.", who=called(self.who)),
        }
        if self.who and only_who_and_when:
            return when[self.days]
        return tr("Nothing like that was done.")


def action_words(name: str) -> str:
    """What was done, in words; a newer program's is shown as it is."""
    return tr(ACTION_WORDS[name]) if name in ACTION_WORDS else visible(name)


def result_words(name: str) -> str:
    """How it ended, in words."""
    return tr(RESULT_WORDS.get(name, name))


class LogFilters(Toolbar):
    """`changed()`: other entries are to be shown."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(line="bottom")
        self.wanted = LogFilter()
        self._operators: Sequence[str] = ()
        self._actions: Sequence[str] = ()
        self.search = SearchField(tr("Search the log"))
        self.when, self.who = FilterChip(tr("When: any")), FilterChip(tr("Who: any"))
        self.what, self.outcome = FilterChip(tr("What: any")), FilterChip(tr("Outcome: any"))
        self.counted = PlainLabel("", "caption", "text2")
        self.add(self.search, 1)
        for chip in (self.when, self.who, self.what, self.outcome):
            self.add(chip)
        self.add_stretch()
        self.add(self.counted)
        self.search.searched.connect(lambda text: self.set_wanted(replace(self.wanted, text=text)))
        self.when.clicked.connect(self._offer_when)
        self.who.clicked.connect(self._offer_who)
        self.what.clicked.connect(self._offer_what)
        self.outcome.clicked.connect(self._offer_outcomes)
        self.when.cleared.connect(lambda: self.set_wanted(replace(self.wanted, days=0)))
        self.who.cleared.connect(lambda: self.set_wanted(replace(self.wanted, who="")))
        self.what.cleared.connect(lambda: self.set_wanted(replace(self.wanted, what="")))
        self.outcome.cleared.connect(lambda: self.set_wanted(replace(self.wanted, outcome="")))

    def set_wanted(self, wanted: LogFilter) -> None:
        """Show these; search and chips say so."""
        if wanted == self.wanted:
            return
        self.wanted = wanted
        if self.search.text() != wanted.text:
            self.search.setText(wanted.text)
        self.when.set_filter(tr(DAYS[wanted.days]) if wanted.days else None)
        self.who.set_filter(called(wanted.who) or None)
        self.what.set_filter(action_words(wanted.what) if wanted.what else None)
        self.outcome.set_filter(result_words(wanted.outcome) if wanted.outcome else None)
        self.changed.emit()

    def clear(self) -> None:
        """Every entry again."""
        self.set_wanted(LogFilter())

    def know(self, operators: Sequence[str], actions: Sequence[str]) -> None:
        """Who did something, and what was done: what there is to choose from."""
        self._operators, self._actions = operators, actions

    def _offer_when(self) -> None:
        self._offer(self.when, [(days, tr(words)) for days, words in DAYS.items()], "days")

    def _offer_who(self) -> None:
        self._offer(self.who, [(name, called(name)) for name in self._operators], "who")

    def _offer_what(self) -> None:
        self._offer(self.what, [(name, action_words(name)) for name in self._actions], "what")

    def _offer_outcomes(self) -> None:
        results = [(str(name), result_words(name)) for name in RESULT_WORDS]
        self._offer(self.outcome, results, "outcome")

    def _offer(self, chip: FilterChip, choices: Sequence[tuple[Any, str]], name: str) -> None:
        menu = QMenu(self)
        for value, words in choices:
            action = menu.addAction(literal(words))
            action.triggered.connect(
                lambda _=False, value=value: self.set_wanted(replace(self.wanted, **{name: value}))
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + 2)))
