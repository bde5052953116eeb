"""The timeline of a person, day by day: icon, title, outcome, time, links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import grid_box, set_margins, vbox
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.relative_time import clock_of, day, exact
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.round_mark import RoundMark
from svcconsole.gui.panels.person.timeline_text import ending_of, mark_of, title_of
from svcconsole.services.customers.customer_timeline import TimelineEntry, TimelineKind


class TimelineList(QWidget):
    """Newest first, under the day it was. `decide_wanted(run_id)`, `run_wanted(run_id)`: where to go on.
    `undo_wanted(TimelineEntry)`: take it back. `call_wanted(run_id, seq)`: show the call in which it went."""

    decide_wanted = Signal(str)
    run_wanted = Signal(str)
    undo_wanted = Signal(object)
    call_wanted = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self._column = vbox(parent=self, spacing=10)
        self.shown: Sequence[TimelineEntry] = ()

    def show_happenings(
        self, happenings: Sequence[TimelineEntry], nothing: str, *, whole: bool = False
    ) -> None:
        """Show them; `nothing` says so where there are none; `whole` leaves out nothing: reasons in full, the
        store's own words, and the ways on."""
        self.shown = happenings
        clear_layout(self._column)
        if not happenings:
            self._column.addWidget(PlainLabel(nothing, "caption", "text2", wrap=True))
        for its_day, of_day in groupby(happenings, key=lambda each: day(each.at)):
            self._column.addWidget(PlainLabel(its_day, "label", "text2"))
            for entry in of_day:
                self._column.addWidget(self._line(entry, whole))

    def _line(self, entry: TimelineEntry, whole: bool) -> QWidget:
        line = _Line(entry, whole)
        if whole:
            if entry.undecided:
                line.add_way(tr("Decide"), lambda: self.decide_wanted.emit(entry.run_id))
            if entry.what is TimelineKind.IMPORTED and entry.run_id:
                line.add_way(tr("Show the run"), lambda: self.run_wanted.emit(entry.run_id))
            if entry.run_id and (entry.failed or entry.undecided):
                line.add_way(tr("Show the call"), lambda: self.call_wanted.emit(entry.run_id, entry.seq))
            if entry.undo:
                line.add_way(tr("Undo"), lambda: self.undo_wanted.emit(entry))
        return line


class _Line(QWidget):
    def __init__(self, entry: TimelineEntry, whole: bool) -> None:
        super().__init__()
        title, ending = title_of(entry), ending_of(entry)
        grid = grid_box(parent=self, spacing=(12, 1))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        time = PlainLabel(clock_of(entry.at), "caption", "text2")
        set_tip(time, exact(entry.at))
        self._words = vbox(spacing=1)
        grid.addWidget(RoundMark(*mark_of(entry), size=26), 0, 0, 2, 1, top)
        grid.addWidget(_text(title, "strong", "text", whole), 0, 1)
        grid.addWidget(time, 0, 2, top)
        grid.addLayout(self._words, 1, 1, 1, 2)
        if ending:
            self._words.addWidget(_text(ending, "caption", "text2", whole))
        if whole and entry.server_words:
            self._words.addWidget(_text(f"“{visible(entry.server_words)}”", "caption", "text2", True))
        self._ways: QHBoxLayout | None = None
        self.setAccessibleName(title)
        self.setAccessibleDescription(ending)

    def add_way(self, words: str, go: Callable[[], None]) -> None:
        """A link to where this can be gone on with."""
        if self._ways is None:
            self._ways = QHBoxLayout()
            set_margins(self._ways, -5, 0, 0, 0)  # a link's padding: its words begin at the edge
            self._ways.setSpacing(dp(16))
            self._ways.addStretch(1)
            self._words.addLayout(self._ways)
        way = link(words)
        way.clicked.connect(go)
        self._ways.insertWidget(self._ways.count() - 1, way)


def _text(text: str, role: str, tone: str, whole: bool) -> PlainLabel:
    label = PlainLabel(text, role, tone, wrap=True) if whole else ElidedLabel(text, role, tone)
    label.setMinimumWidth(dp(24))  # a word longer than the page is cut, and does not push the page apart
    if whole:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
