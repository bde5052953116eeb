"""Step Rehearse: the tiles, the records that would change, and the button that sends exactly this."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.record_changes.changes_layout import NARROW, ChangesParts, changes_layout
from svcconsole.gui.panels.record_changes.changes_side import ChangesSide
from svcconsole.gui.panels.record_changes.changes_table import ChangesTable
from svcconsole.gui.panels.rehearsal import rehearsal_text as said
from svcconsole.gui.panels.take_back.back_text import COLUMN
from svcconsole.services.rehearsal.views import AfterFilter, Look, Rehearsed

if TYPE_CHECKING:
    from svcconsole.services.rehearsal.rehearse import RehearsalProgress
    from svcconsole.services.rehearsal.views import AfterPage, RehearsalSummary

OLD_SECONDS = 3600
"""A rehearsal older than this is read again before anything is sent."""
SEGMENTS: tuple[tuple[Rehearsed, ...], ...] = (
    (Rehearsed.CHANGED, Rehearsed.COUNTED),
    (Rehearsed.NEW,),
    (Rehearsed.REFUSED,),
)
ALL = (Rehearsed.CHANGED, Rehearsed.NEW, Rehearsed.REFUSED, Rehearsed.COUNTED)


class RehearsalStep(QWidget):
    """Knows what to show; the page asks the worker and the stores.

    `filter_changed()`: other records are wanted (see `filter`). `more_wanted(offset)`. `again_wanted()`: read
    the store again. `commit_wanted()`. `stop_wanted()`: end the rehearsal that is under way.
    `save_wanted()`: save the comparison.
    """

    filter_changed = Signal()
    more_wanted = Signal(int)
    again_wanted = Signal()
    commit_wanted = Signal()
    stop_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind
        self._chosen = said.EVERYTHING
        self._code, self._read_at, self._refusal, self._sent = "", 0.0, "", 0
        self._parts: tuple[FooterPart, ...] = ()
        self.side = ChangesSide()
        self.changed = Tile("edit", "accent_text", tr("Will change"))
        self.new = Tile("plus", "success", tr("Will be new"))
        self.same = Tile("check", "text2", tr("Same already"))
        self.refused = Tile("error", "danger", tr("Refused"))
        self.counted = Tile("check", "success", tr("Accepted"))
        self.adds_up = Tile("check", "success", tr("Adds up to"))
        for tile, note in (
            (self.changed, ""), (self.adds_up, ""),
            (self.new, tr("cannot be deleted")), (self.same, tr("skipped, not sent")),
            (self.refused, tr("in the store’s own words")), (self.counted, tr("what changes is not known")),
        ):  # fmt: skip
            tile.set_note(note)
        self.search = SearchField(tr("Search name or id"))
        self.segments = Segments()
        for title in (tr("Will change"), tr("Will be new"), tr("Refused")):
            self.segments.add(title, 0)
        self.loading = LoadingBar(tr("Rehearsing"))
        self.table = ChangesTable(tr(COLUMN.get(kind, COLUMN["products"])), tr("After this import"))
        self.footer = Footer()
        self.copy_code = tool_button("copy", tr("Copy the plan’s code"))
        self.stop = button(tr("Stop"), "stop")
        self.again = button(tr("Read the store again"), "refresh")
        self.save = button(tr("Save the comparison"), "export")
        self.save.hide()
        self.commit = button(tr("Send exactly this"), "lock", "primary")
        self._age = QTimer(self)
        self._age.setInterval(30_000)
        self._age.timeout.connect(self.show_age)
        tiles = TileRow([self.changed, self.new, self.same, self.counted, self.refused, self.adds_up])
        parts = ChangesParts(self.side, tiles, self.search, self.segments, self.loading, self.table)
        self.split = changes_layout(self, parts, self.footer)
        for control in (self.copy_code, self.stop, self.again, self.save, self.commit):
            self.footer.add(control)
        self.counted.hide()
        self.copy_code.hide()
        self.again.hide()
        self.commit.setEnabled(False)
        self._connect()

    def _connect(self) -> None:
        self.search.searched.connect(lambda _text: self.filter_changed.emit())
        self.segments.currentChanged.connect(self._segment)
        self.side.chosen.connect(self._choose)
        self.table.more_wanted.connect(self.more_wanted)
        self.copy_code.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._code))
        self.stop.clicked.connect(self.stop_wanted)
        self.again.clicked.connect(self.again_wanted)
        self.save.clicked.connect(self.save_wanted)
        self.commit.clicked.connect(self.commit_wanted)

    @property
    def filter(self) -> AfterFilter:
        """Which records are wanted."""
        text, chosen = self.search.text().strip(), self._chosen
        if chosen.startswith(said.LOOK):
            return AfterFilter(look=Look(chosen.removeprefix(said.LOOK)), text=text)
        if chosen.startswith(said.FIELD):
            return AfterFilter(field=chosen.removeprefix(said.FIELD), text=text)
        if chosen.startswith(said.REFUSAL):
            return AfterFilter(refusal=chosen.removeprefix(said.REFUSAL), text=text)
        states = SEGMENTS[self.segments.current()] if self.segments.current() >= 0 else ALL
        return AfterFilter(states, text=text)

    def show_progress(self, progress: RehearsalProgress) -> None:
        """What the rehearsal is doing."""
        self.loading.start()
        self.loading.set_fraction(progress.done / max(1, progress.total))
        self.commit.setEnabled(False)
        self.again.hide()
        self.stop.show()
        self.footer.set_message(
            FooterPart(said.phase_words(progress.phase, progress.done, progress.total), icon="practice"),
        )

    def show_failure(self, sentence: str, advice: str) -> None:
        """It could not be rehearsed: what is known stays, and it can be tried again."""
        self.loading.stop()
        self.stop.hide()
        self.again.show()
        self.again.setText(tr("Try again"))
        self.commit.setEnabled(False)
        self.footer.set_message(FooterPart(show(sentence), "danger", "error"), FooterPart(show(advice)))

    def show_summary(self, summary: RehearsalSummary, store: str, refusal: str) -> None:
        """The tiles and the lists; `refusal` says why nothing can be sent, blank where it can."""
        self.loading.stop()
        self.stop.hide()
        self._code, self._refusal = summary.code, refusal
        self._read_at = quantity_words.moment(summary.read_at).timestamp()
        states = summary.states
        for tile, state in (
            (self.changed, Rehearsed.CHANGED), (self.new, Rehearsed.NEW), (self.same, Rehearsed.SAME),
            (self.refused, Rehearsed.REFUSED), (self.counted, Rehearsed.COUNTED),
        ):  # fmt: skip
            tile.set_value(quantity_words.count(states.get(state, 0)))
        for tile in (self.changed, self.new, self.same):
            tile.setVisible(summary.reads)
        self.counted.setVisible(bool(states.get(Rehearsed.COUNTED)) or not summary.reads)
        self.adds_up.set_value(quantity_words.count(summary.records))
        self.changed.set_note(tr_plural("{n} field", "{n} fields", summary.fields))
        self.adds_up.set_note(tr("in {file}", file=summary.file_name))
        shown = states.get(Rehearsed.CHANGED, 0) + states.get(Rehearsed.COUNTED, 0)
        for at, count in enumerate((shown, states.get(Rehearsed.NEW, 0), states.get(Rehearsed.REFUSED, 0))):
            self.segments.set_count(at, count)
        self.side.set_lists(said.choices_of(summary), self._chosen)
        self._sent = summary.records - states.get(Rehearsed.SAME, 0)
        self._parts = (
            FooterPart(tr("Nothing has reached {store} yet", store=store), icon="shield"),
            FooterPart(tr("read at {time}", time=clock_of(summary.read_at))),
            FooterPart(tr("plan {code}", code=summary.code)),
        )
        self.copy_code.show()
        self.save.show()
        self._age.start()
        self.show_age()

    def show_age(self) -> None:
        """An old rehearsal is read again before it is sent; the button says so."""
        old = time.time() - self._read_at > OLD_SECONDS
        self.again.setText(tr("Read the store again"))
        self.again.setVisible(True)
        self.again.set_kind("primary" if old else "plain")
        self.commit.setVisible(not old)
        self.commit.setEnabled(not old and self._sent > 0 and not self._refusal)
        if self._refusal:
            self.footer.set_message(FooterPart(self._refusal, "warning", "ban"), self._parts[-1])
        elif not self._sent:
            same = tr("The store has all of it already: there is nothing to send.")
            self.footer.set_message(FooterPart(same, icon="check"))
        else:
            self.footer.set_message(*self._parts)

    def set_read_at(self, seconds: float) -> None:
        """The store was read then (epoch seconds)."""
        self._read_at = seconds
        self.show_age()

    def show_page(self, page: AfterPage, offset: int) -> None:
        """Records as they were asked for."""
        self.table.show_groups([said.group_of(each) for each in page.records], page.total, offset)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self.filter_changed.emit()

    def _segment(self, _index: int) -> None:
        self._chosen = said.EVERYTHING
        if (row := self.side.choices.get(said.EVERYTHING)) is not None:
            with QSignalBlocker(row):
                row.setChecked(True)
        self.filter_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window shows the records without the side."""
        super().resizeEvent(event)
        self.side.setVisible(self.width() >= dp(NARROW))
