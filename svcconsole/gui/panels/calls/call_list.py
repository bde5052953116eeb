"""The list of the last calls: search, two filters, the newest on top without moving the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.grid.keys import Command
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.relative_time import clock_of, exact
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.calls import call_words
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.api.call_log import KeptCall
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace

GATHER_MS = 100
"""New calls are listed at most ten times a second."""
KEYS_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call with its words; `of` names the person where they are known here, as it may be shown."""

    call: KeptCall
    what: str
    of: str
    pill: PillValue
    keys: tuple[str, ...]

    def holds(self, words: Iterable[str]) -> bool:
        """Whether all of these stand in what is seen of it, in its request or in its answer."""
        call = self.call
        seen = (
            f"{self.what}\n{self.of}\n{show(self.pill.word)}\n{call.status}\n{call.operation.path}".casefold()
        )
        bodies = (call.request.data or b"").lower() + (call.answer.data or b"").lower()
        return all(word in seen or word.encode() in bodies for word in words)


class _Table(RecordTable[CallRow]):
    copy_wanted = Signal()

    def run_command(self, command: Command) -> bool:
        if command == Command.COPY:
            self.copy_wanted.emit()
            return True
        return super().run_command(command)


class CallList(QWidget):
    """`chosen(KeptCall | None)`: another one is to be shown. `copy_wanted()`: its answer is to be copied."""

    chosen = Signal(object)
    copy_wanted = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._rows: dict[int, CallRow] = {}
        self._names: dict[str, str] = {}
        self._what = self._outcome = ""
        self._top = 0
        self.search = SearchField(tr("Search calls"))
        self.what_chip = FilterChip(tr("What: any"))
        self.outcome_chip = FilterChip(tr("Outcome: any"))
        bar = Toolbar()
        bar.add(self.search, 1)
        bar.add(self.what_chip)
        bar.add(self.outcome_chip)
        bar.add_stretch()
        self.model: RecordModel[CallRow] = RecordModel(_columns(), key=lambda row: row.call.number)
        self.table = _Table(self.model, tr("Calls"))
        self.table.set_density("compact")
        self.table.set_inset(20)
        self.newer = link("", "caption")
        self._newer_line = QWidget()
        hbox(STRETCH, self.newer, STRETCH, parent=self._newer_line, margins=(8, 2, 8, 2))
        self.nothing = PlainLabel("", "strong", "text2", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clear = link(tr("Clear the filters"))
        self._none = QWidget()
        vbox(
            STRETCH, self.nothing, hbox(STRETCH, self.clear, STRETCH), STRETCH,
            parent=self._none, spacing=6, margins=20,
        )  # fmt: skip
        vbox(bar, self._newer_line, (self.table, 1), (self._none, 1), parent=self, spacing=0)
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self.refresh)
        self._connect()
        self._newer_line.hide()
        self._none.hide()

    def _connect(self) -> None:
        self._console.called.connect(self._came)
        self.search.searched.connect(lambda _: self._filter())
        self.search.left_down.connect(self.table.focus_current)
        self.what_chip.clicked.connect(self._offer_what)
        self.what_chip.cleared.connect(lambda: self.set_filters("", self._outcome))
        self.outcome_chip.clicked.connect(self._offer_outcomes)
        self.outcome_chip.cleared.connect(lambda: self.set_filters(self._what, ""))
        self.table.current_changed.connect(lambda row: self.chosen.emit(row.call if row else None))
        self.table.copy_wanted.connect(self.copy_wanted)
        self.table.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.newer.clicked.connect(self.table.scrollToTop)
        self.clear.clicked.connect(self.clear_filters)

    def refresh(self) -> None:
        """List the calls there are now."""
        calls = self._console.calls
        kept: dict[int, CallRow] = {}
        for call in calls.newest_first() if calls is not None else ():
            kept[call.number] = self._rows.get(call.number) or self._row(call)
        self._rows = kept
        self.model.set_records(kept.values())
        self._show_state()
        unknown = {key for row in kept.values() for key in row.keys} - self._names.keys()
        if unknown and not self.scope.is_busy("names"):
            self.scope.start(self._read_names(sorted(unknown)[:KEYS_AT_ONCE]), key="names")

    def say_anew(self) -> None:
        """People are hidden from now on, or shown."""
        self._rows.clear()
        self.refresh()

    def row_of(self, call: KeptCall) -> CallRow:
        """A call with its words."""
        return self._rows.get(call.number) or self._row(call)

    def choose(self, number: int) -> bool:
        """Show one call, whatever is filtered; False once it is not among the last any more."""
        self.refresh()
        if number not in self._rows:
            return False
        if self.model.row_of(number) is None:
            self.clear_filters()
        return self.table.set_current(number)

    def clear_filters(self) -> None:
        """Every call again."""
        self.search.clear()
        self.set_filters("", "")

    def set_filters(self, what: str, outcome: str) -> None:
        """Only calls of this operation (by its name), and of this outcome (by its word); blank for any."""
        self._what, self._outcome = what, outcome
        self.what_chip.set_filter(tr(call_words.WHAT[what]) if what else None)
        self.outcome_chip.set_filter(outcome or None)
        self._filter()

    def focus_start(self) -> QWidget:
        """Where the keys begin."""
        return self.table if self.model.shown() else self.search

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._gather.stop()

    def _came(self) -> None:
        if self.isVisible() and not self._gather.isActive():
            self._gather.start()

    def _row(self, call: KeptCall) -> CallRow:
        subject = call_words.subject_of(call)
        named = next((self._names[key] for key in subject.keys if self._names.get(key)), "")
        of = hidden_name(named or subject.words) if subject.keys else subject.words
        return CallRow(call, call_words.what(call), of, call_words.pill(call), subject.keys)

    async def _read_names(self, keys: list[str]) -> None:
        """What the people are called to whom something was sent."""

        def read(space: Workspace) -> dict[str, str]:
            return {key: person.name for person in space.people.of(keys) for key in person.keys}

        found = await self._console.db(read)
        self._names |= {key: found.get(key, "") for key in keys}
        if any(found.get(key) for key in keys):
            self._rows = {
                number: row
                for number, row in self._rows.items()
                if not any(self._names.get(key) for key in row.keys)
            }
        self._gather.start()

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        what, outcome = self._what, self._outcome

        def keep(row: CallRow) -> bool:
            return (
                (not what or row.call.operation.name == what)
                and (not outcome or show(row.pill.word) == outcome)
                and row.holds(words)
            )

        self.model.set_filter(keep if words or what or outcome else None)
        self._show_state()

    def _show_state(self) -> None:
        shown = bool(self.model.shown())
        self.table.setVisible(shown)
        self._none.setVisible(not shown)
        self.clear.setVisible(bool(self._rows))
        self.nothing.setText(
            tr("No call is like that.") if self._rows else tr("No calls yet in this window.")
        )
        if self.table.verticalScrollBar().value() == 0:
            self._top = self._newest()
        newer = sum(1 for row in self.model.shown() if row.call.number > self._top)
        self.newer.setText(tr_plural("{n} newer", "{n} newer", newer))
        self._newer_line.setVisible(newer > 0)

    def _scrolled(self, value: int) -> None:
        if value == 0:
            self._show_state()

    def _newest(self) -> int:
        return next(iter(self._rows), 0)

    def _offer_what(self) -> None:
        found = dict.fromkeys(row.call.operation.name for row in self._rows.values())
        names = {name: tr(call_words.WHAT[name]) for name in found}
        self._offer(self.what_chip, names, lambda name: self.set_filters(name, self._outcome))

    def _offer_outcomes(self) -> None:
        found = dict.fromkeys(show(row.pill.word) for row in self._rows.values())
        self._offer(self.outcome_chip, {word: word for word in found}, partial(self.set_filters, self._what))

    def _offer(self, chip: FilterChip, names: dict[str, str], choose: Callable[[str], None]) -> None:
        menu = QMenu(self)
        for name, words in sorted(names.items(), key=lambda pair: pair[1]):
            menu.addAction(words).triggered.connect(lambda _=False, name=name: choose(name))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + 2)))


def _columns() -> list[ColumnSpec[CallRow]]:
    return [
        ColumnSpec(
            key="at", title=tr("Time"), width=92, sort=lambda row: row.call.number,
            value=lambda row: clock_of(call_words.at_iso(row.call), seconds=True),
            tip=lambda row: exact(call_words.at_iso(row.call)),
        ),
        ColumnSpec(key="what", title=tr("What"), value=lambda row: row.what, kind="strong", width=136),
        ColumnSpec(key="of", title=tr("Of"), value=lambda row: row.of, width=84, stretch=True),
        ColumnSpec(
            key="outcome", title=tr("Outcome"), value=lambda row: row.pill, kind="pill", width=104,
            tip=lambda row: row.call.sentence or None,
        ),
        ColumnSpec(
            key="ms", title=tr("ms"), kind="number", width=60, drop=2,
            value=lambda row: round(row.call.elapsed * 1000),
        ),
        ColumnSpec(
            key="tries", title=tr("Tries"), kind="number", width=50, drop=1,
            value=lambda row: max(1, len(row.call.attempts)),
        ),
    ]  # fmt: skip
