"""One entry of the log: facts, what became of it, its place in the chain, what can be done about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.footer import FooterFrame
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact, within_sentence
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.activity.chain_place import ChainPlace, Linked
from svcconsole.gui.panels.activity.log_words import outcome_pill, short, what_words
from svcconsole.gui.runtime.colleagues import called
from svcconsole.workspace.team.audit_entries import DETAIL_WORDS

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import Totals
    from svcconsole.workspace.team.audit_entries import LogEntry

SIDE, EXPLANATION = 364, 320
BECAME = ("sent", "refused", "needs_decision", "not_sent")
"""Details that stand under what became of it."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is read for an entry: how its run ended, until when that can be taken back (ISO, UTC; blank where
    it cannot), the entries after and before it."""

    totals: Totals | None
    kept_until: str
    newer: LogEntry | None
    older: LogEntry | None


def read_around(space: Workspace, entry: LogEntry) -> Around:
    """Read it all at once; on the workspace's thread."""
    from svcconsole.workspace.errors import WorkspaceError

    totals, kept = None, ""
    if entry.run_id:
        try:
            totals = space.runs.totals(entry.run_id)
            kept = space.before.kept_until().get(entry.run_id, "")
        except WorkspaceError:
            totals = None  # the run is deleted; the entry stays
    return Around(totals, kept, space.log.get(entry.seq + 1), space.log.get(entry.seq - 1))


class EntrySide(Ground):
    """`opened(run_id)`: show the run; `taken_back(run_id)`: give back what it changed; `call_wanted(run_id)`:
    show the newest call in which something of it went."""

    opened = Signal(str)
    taken_back = Signal(str)
    call_wanted = Signal(str)

    def __init__(self, where: str) -> None:
        super().__init__("canvas")
        self._where = where
        self._run_id = ""
        self.title = PlainLabel("", "section", wrap=True)
        self.pill = Pill("", None)
        self.number = PlainLabel("", "caption", "text2")
        self._state = QWidget()
        hbox(self.pill, self.number, STRETCH, parent=self._state, spacing=8)
        self.facts = Facts()
        self.became = QWidget()
        self.bar = ProportionBar(8, tr("What became of it"))
        self.counts = Facts()
        vbox(
            Hairline(), SectionHeading(tr("What became of it")), self.bar, self.counts,
            parent=self.became, spacing=10,
        )  # fmt: skip
        self.what_is_this = link(tr("What is this?"), "caption")
        self.chain = ChainPlace()
        self.place = QWidget()
        vbox(
            Hairline(), SectionHeading(tr("Its place in the chain"), trailing=self.what_is_this), self.chain,
            parent=self.place, spacing=10,
        )  # fmt: skip
        self.open = button(tr("Open the run"), "right")
        self.back = button(tr("Take back"), "undo")
        self.call = button(tr("Show the call"), "swap", kind="quiet")
        self.foot = FooterFrame("surface", "top")
        hbox(self.open, self.back, STRETCH, self.call, parent=self.foot, spacing=8, margins=(16, 10, 16, 10))
        page = ScrollPage("canvas")
        page.body.setSpacing(dp(12))
        for part in (self.title, self._state, self.facts, self.became, self.place):
            page.body.addWidget(part)
        page.body.addStretch(1)
        vbox((page, 1), self.foot, parent=self, spacing=0)
        self.open.clicked.connect(lambda: self.opened.emit(self._run_id))
        self.back.clicked.connect(lambda: self.taken_back.emit(self._run_id))
        self.call.clicked.connect(lambda: self.call_wanted.emit(self._run_id))
        self.what_is_this.clicked.connect(self._explain)
        self.setMinimumWidth(dp(SIDE))
        self.setMaximumWidth(dp(SIDE))
        self.show_entry(None)

    def show_entry(self, entry: LogEntry | None) -> None:
        """Show one entry; None says how to. What is around it comes by `show_around`."""
        shown = entry is not None
        for part in (self._state, self.facts, self.place):
            part.setVisible(shown)
        self.became.hide()
        self.back.hide()
        self._run_id = entry.run_id if entry is not None else ""
        self.foot.setVisible(bool(self._run_id))
        if entry is None:
            self.title.setText(tr("Choose an entry to see all of it."))
            return
        self.title.setText(visible(what_words(entry)))
        value = outcome_pill(entry)
        self.pill.setVisible(value is not None)
        if value is not None:
            self.pill.set_value(value)
        self.number.setText(tr("entry {n}", n=count(entry.seq)))
        self.facts.set_facts(self._facts(entry))
        self.chain.set_entries([_linked(entry, None, is_this=True)])

    def show_around(self, entry: LogEntry, around: Around, broken: int | None) -> None:
        """What became of it, what can be done, and its neighbours; from the entry `broken` on none stands."""
        linked = [each for each in (around.newer, entry, around.older) if each is not None]
        self.chain.set_entries([_linked(each, broken, is_this=each is entry) for each in linked])
        self.back.setVisible(bool(around.kept_until))
        facts = self._facts(entry, without=BECAME if around.totals is not None else ())
        if around.kept_until:
            until = tr("possible until {day}", day=within_sentence(around.kept_until))
            facts.append(Fact(tr("Take back"), until))
        self.facts.set_facts(facts)
        self.became.setVisible(around.totals is not None)
        if around.totals is not None:
            totals = around.totals.products
            parts = (
                (tr("Accepted"), totals.sent, "success"),
                (tr("Refused"), totals.refused, "danger"),
                (tr("To decide"), totals.needs_decision, "warning"),
                (tr("Not sent"), totals.not_sent, "neutral"),
            )
            self.bar.set_parts([Part(number, tone, label) for label, number, tone in parts if number])
            self.counts.set_facts([Fact(label, count(number)) for label, number, _ in parts])

    def _facts(self, entry: LogEntry, without: Sequence[str] = ()) -> list[Fact]:
        facts = [
            Fact(tr("Who"), called(entry.operator)),
            Fact(tr("Account"), visible(entry.operator)),
            Fact(tr("Machine"), visible(entry.machine)),
            Fact(tr("When"), exact(entry.at)),
            Fact(tr("Where"), self._where),
            Fact(tr("How many"), count(entry.count)),
        ]
        if entry.people:
            facts.append(Fact(tr("Person"), ", ".join(map(hidden_name, entry.people)), lines=2))
        return facts + [
            Fact(tr(DETAIL_WORDS.get(name, name)), _detail(value), lines=2)
            for name, value in entry.details.items()
            if name not in without and name != "person"
        ]

    def _explain(self) -> None:
        popover = Popover(self)
        text = PlainLabel(
            tr(
                "Each entry carries a mark that is computed from what it says and from the mark before it."
                " Nobody can change an entry, or take one out, without every mark after it being wrong."
            ),
            wrap=True,
        )
        text.setFixedWidth(dp(EXPLANATION))
        popover.set_content(text)
        popover.closed.connect(popover.deleteLater)
        popover.open_at(self.what_is_this)


class EntryStrip(FooterFrame):
    """The same in one line, where there is no room beside the list; its buttons are the side's."""

    def __init__(self, side: EntrySide) -> None:
        super().__init__("surface", "top")
        self._side = side
        self.title = ElidedLabel("", role="strong")
        self.open = button(tr("Open the run"), "right")
        self.back = button(tr("Take back"), "undo")
        hbox((self.title, 1), self.open, self.back, parent=self, spacing=8, margins=(20, 10, 20, 10))
        self.open.clicked.connect(side.open.click)
        self.back.clicked.connect(side.back.click)

    def follow(self) -> None:
        """Show what the side shows."""
        self.title.setText(self._side.title.text())
        self.open.setVisible(not self._side.foot.isHidden())
        self.back.setVisible(not self._side.foot.isHidden() and not self._side.back.isHidden())


def _linked(entry: LogEntry, broken: int | None, *, is_this: bool) -> Linked:
    text = tr("This entry") if is_this else visible(what_words(entry))
    return Linked(text, short(entry.sha256), is_this, broken is None or entry.seq < broken)


def _detail(value: object) -> str:
    """A detail as a person reads it: a rule with its parts one after the other."""
    if isinstance(value, int):
        return count(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{part} {_detail(each)}" for part, each in value.items() if each not in (None, ""))
    return "" if value is None else visible(str(value))
