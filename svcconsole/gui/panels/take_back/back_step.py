"""Step What changes back: the tiles, the records with their fields, and the button that restores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.facts import Fact
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.record_changes.changes_layout import NARROW, ChangesParts, changes_layout
from svcconsole.gui.panels.record_changes.changes_side import ChangesSide
from svcconsole.gui.panels.record_changes.changes_table import ChangesTable
from svcconsole.gui.panels.take_back import back_text
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.take_back.views import SENT_BACK, BackFilter, Restore

if TYPE_CHECKING:
    from svcconsole.services.take_back.session import RunFacts
    from svcconsole.services.take_back.views import BackPage, TakeBackSummary

SEGMENTS: tuple[tuple[Restore, ...], ...] = ((), SENT_BACK, (Restore.SINCE,), (Restore.STAYS,))


class BackStep(QWidget):
    """Knows what to show; the page asks the worker and the store.

    `filter_changed()`: other records are wanted (see `filter`). `more_wanted(offset)`. `since_changed(bool)`:
    whether what was changed since goes back, too. `restore_wanted()`,
    `rehearse_wanted()`, `again_wanted()`.
    """

    filter_changed = Signal()
    more_wanted = Signal(int)
    since_changed = Signal(bool)
    restore_wanted = Signal()
    rehearse_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind
        self._chosen = back_text.EVERYTHING
        self._refusal = ""
        self.side = ChangesSide(tr("The run"))
        self.can = Tile("undo", "accent_text", tr("Can be restored"))
        self.since = Tile("warning", "warning", tr("Changed since"))
        self.stays = Tile("ban", "text2", tr("Stay as they are"))
        self.in_part = Tile("minus", "text2", tr("Restored in part"))
        self.as_before = Tile("check", "text2", tr("Nothing to restore"))
        self.adds_up = Tile("check", "success", tr("Adds up to"))
        self.since.set_note(tr("not by this run"))
        self.stays.set_note(tr("cannot be undone"))
        self.search = SearchField(tr("Search name or id"))
        self.segments = Segments()
        for title in (tr("All"), tr("Change back"), tr("Changed since"), tr("Stay")):
            self.segments.add(title, 0)
        self.loading = LoadingBar(tr("Reading the store"))
        self.table = ChangesTable(tr(back_text.COLUMN.get(kind, back_text.COLUMN["products"])), tr("Back to"))
        self.footer = Footer()
        self.with_since = CheckBox("")
        self.copy_code = tool_button("copy", tr("Copy the plan’s code"))
        self.again = button(tr("Read the store again"), "refresh")
        self.rehearse = button(tr("Rehearse first"), "practice")
        self.restore = button("", "lock", "primary")
        self._code = ""
        self._build_layout()
        self.search.searched.connect(lambda _text: self.filter_changed.emit())
        self.segments.currentChanged.connect(self._segment)
        self.side.chosen.connect(self._choose)
        self.table.more_wanted.connect(self.more_wanted)
        self.with_since.toggled.connect(self.since_changed)
        self.copy_code.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._code))
        self.again.clicked.connect(self.again_wanted)
        self.rehearse.clicked.connect(self.rehearse_wanted)
        self.restore.clicked.connect(self.restore_wanted)

    def _build_layout(self) -> None:
        tiles = TileRow([self.can, self.since, self.stays, self.in_part, self.as_before, self.adds_up])
        parts = ChangesParts(self.side, tiles, self.search, self.segments, self.loading, self.table)
        self.split = changes_layout(self, parts, self.footer)
        self.footer.add_first(self.with_since)
        for control in (self.copy_code, self.again, self.rehearse, self.restore):
            self.footer.add(control)
        self.with_since.hide()
        self.in_part.hide()
        self.as_before.hide()
        self.restore.setEnabled(False)
        self.rehearse.setEnabled(False)

    @property
    def filter(self) -> BackFilter:
        """Which records are wanted."""
        if self._chosen.startswith(back_text.FIELD):
            return BackFilter(
                field=self._chosen.removeprefix(back_text.FIELD), text=self.search.text().strip()
            )
        states = SEGMENTS[self.segments.current()]
        if self._chosen:
            states = (Restore(self._chosen),)
        return BackFilter(states, text=self.search.text().strip())

    def show_facts(self, facts: RunFacts) -> None:
        """The run that is taken back."""
        when = tr("{day}, {time}", day=quantity_words.day(facts.at), time=clock_of(facts.at))
        self.side.set_facts(
            [
                Fact(tr("File"), facts.file_name),
                Fact(tr("By"), called(facts.operator) or "–"),
                Fact(tr("When"), when),
                Fact(tr("Plan"), facts.code, mono=True),
                Fact(tr("Kept until"), quantity_words.day(facts.kept_until)),
            ]
        )

    def show_reading(self, done: int, total: int) -> None:
        """How much of the store is read."""
        self.loading.start()
        self.loading.set_fraction(done / max(1, total))
        self.restore.setEnabled(False)
        self.rehearse.setEnabled(False)
        words = tr("Reading the store…") if not total else tr(
            "Read {done} of {total} from the store", done=quantity_words.count(done),
            total=quantity_words.count(total),
        )  # fmt: skip
        self.footer.set_message(FooterPart(words))

    def show_summary(self, summary: TakeBackSummary, refusal: str) -> None:
        """The tiles and the lists; `refusal` says why nothing can be sent now, blank where it can."""
        self.loading.stop()
        self._refusal, self._code = refusal, summary.code
        states = summary.states
        for tile, state in (
            (self.can, Restore.WHOLE), (self.since, Restore.SINCE), (self.stays, Restore.STAYS),
            (self.in_part, Restore.IN_PART), (self.as_before, Restore.AS_BEFORE),
        ):  # fmt: skip
            tile.set_value(quantity_words.count(states.get(state, 0)))
        self.in_part.setVisible(bool(states.get(Restore.IN_PART)))
        self.as_before.setVisible(bool(states.get(Restore.AS_BEFORE)))
        self.adds_up.set_value(quantity_words.count(summary.records))
        self.can.set_note(back_text.fields_words(summary.fields))
        self.in_part.set_note(back_text.stuck_words(summary.stuck_fields))
        self.as_before.set_note(
            tr_plural("{n} was not sent", "{n} were not sent", summary.never)
            if summary.never
            else tr("as it was before")
        )
        self.adds_up.set_note(tr(back_text.RECORDS.get(self._kind, back_text.RECORDS["products"])))
        counts = (
            summary.records, summary.sent(), states.get(Restore.SINCE, 0), states.get(Restore.STAYS, 0),
        )  # fmt: skip
        for at, count in enumerate(counts):
            self.segments.set_count(at, count)
        self.side.set_lists(back_text.choices_of(summary), self._chosen)
        since = states.get(Restore.SINCE, 0)
        self.with_since.setVisible(since > 0)
        self.with_since.setText(
            tr_plural(
                "Take back the {n} changed since as well", "Take back the {n} changed since as well", since
            )
        )
        self.show_footer(summary)

    def show_footer(self, summary: TakeBackSummary) -> None:
        """What would be sent now, and the button for it."""
        self._code = summary.code
        count = summary.sent(with_since=self.with_since.isChecked())
        self.restore.setText(back_text.restore_verb(self._kind, count))
        self.restore.setEnabled(count > 0 and not self._refusal)
        self.rehearse.setEnabled(count > 0)
        if self._refusal:
            self.footer.set_message(FooterPart(self._refusal, "danger", "error"))
            return
        self.footer.set_message(
            FooterPart(tr("Nothing has been sent yet"), icon="shield"),
            FooterPart(tr("plan {code}", code=summary.code)),
        )

    def show_failure(self, sentence: str, advice: str) -> None:
        """The store could not be read: nothing is known, and nothing can be restored."""
        self.loading.stop()
        self.restore.setEnabled(False)
        self.footer.set_message(FooterPart(show(sentence), "danger", "error"), FooterPart(show(advice)))

    def show_page(self, page: BackPage, offset: int) -> None:
        """Records as they were asked for."""
        self.table.show_groups([back_text.group_of(each) for each in page.records], page.total, offset)

    def _choose(self, key: str) -> None:
        self._chosen = key
        with QSignalBlocker(self.segments):
            self.segments.set_current(0)
        self.filter_changed.emit()

    def _segment(self, _index: int) -> None:
        self._chosen = back_text.EVERYTHING
        if (row := self.side.choices.get(back_text.EVERYTHING)) is not None:
            row.setChecked(True)
        self.filter_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window shows the records without the side."""
        super().resizeEvent(event)
        self.side.setVisible(self.width() >= dp(NARROW))
