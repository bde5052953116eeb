"""The result of a comparison: the counts, its warnings, the rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget
from shiboken6 import isValid

from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.panels.compare import compare_text
from svcconsole.gui.panels.compare.key_columns import KeyButton
from svcconsole.gui.panels.compare.notes import Notes
from svcconsole.gui.panels.compare.table import DifferenceTable, total_of
from svcconsole.services.analysis.compare import Comparison
from svcconsole.services.analysis.results import Change

CHANGES: Final[tuple[Change, ...]] = ("changed", "added", "removed")


class Result(QWidget):
    """`other_wanted()`, `swap_wanted()`, `export_wanted()`; `key.changed(tuple)`."""

    other_wanted = Signal()
    swap_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before = ElidedLabel("", "strong")
        self.after = ElidedLabel("", "strong")
        self.key = KeyButton()
        self.segments = Segments()
        self.same = ElidedLabel("", "caption", "text2")
        self.export = button(tr("Save the differences"), "export")
        self.notes = Notes()
        self.table = DifferenceTable()
        self.sentence = EmptyState("compare", "")
        self.loading = LoadingBar(tr("Comparing"))
        self.shown = QStackedWidget()
        self._compared: Comparison | None = None
        self._build()

    def _build(self) -> None:
        sides = Toolbar("canvas", "bottom")
        swap = tool_button("swap", tr("Swap before and after"))
        swap.clicked.connect(self.swap_wanted)
        other = link(tr("Another report"))
        other.clicked.connect(self.other_wanted)
        for name, label in ((tr("Before"), self.before), (tr("After"), self.after)):
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            sides.add(PlainLabel(name, "caption", "text2"))
            sides.add(label)
            if label is self.before:
                sides.add(swap)
        sides.add(other)
        sides.add_stretch()
        sides.add(self.key)
        bar = Toolbar("surface")
        for change in CHANGES:
            self.segments.add(compare_text.title_of(change))
        self.segments.currentChanged.connect(lambda _at: self._show_rows())
        self.export.clicked.connect(self.export_wanted)
        self.same.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        bar.add(self.segments)
        bar.add(self.same)
        bar.add_stretch()
        bar.add(self.export)
        vbox(sides, bar, self.notes, self.loading, (self.shown, 1), parent=self, spacing=0)
        self.shown.addWidget(self.sentence)
        self.shown.addWidget(self.table)
        self._enable(False)

    def name_sides(self, before: str, after: str) -> None:
        """What is compared with what."""
        self.before.setText(visible(before))
        self.after.setText(visible(after))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts something is read; what is shown stays."""
        self.loading.start()
        try:
            yield
        except BaseException:
            if isValid(self):
                self.loading.stop()
            raise
        self.loading.stop()

    def set_message(self, sentence: str) -> None:
        """A sentence in the place of the rows."""
        self._compared = None
        self._enable(False)
        self.notes.hide()
        self.same.setText("")
        for at in range(len(CHANGES)):
            self.segments.set_count(at, None)
        self.sentence.set("compare", sentence)
        self.shown.setCurrentWidget(self.sentence)

    def set_headings(self, headings: Mapping[str, str]) -> None:
        """What columns are called on screen, by their names in the files."""
        self.table.headings = self.key.headings = self.notes.headings = headings

    def show_comparison(self, compared: Comparison) -> None:
        """Counts and rows; the kind that was looked at stays, unless it has no rows and another one has."""
        self._compared = compared
        totals = [total_of(compared, change) for change in CHANGES]
        for at, total in enumerate(totals):
            self.segments.set_count(at, total)
        self.same.setText(compare_text.unchanged(compared))
        self.notes.set_comparison(compared)
        self._enable(any(totals))
        if not totals[self.segments.current()] and any(totals):
            self.segments.set_current(next(at for at, total in enumerate(totals) if total))
        self._show_rows()

    def _enable(self, enabled: bool) -> None:
        self.segments.setEnabled(self._compared is not None)
        self.export.setEnabled(enabled)
        set_tip(self.export, "" if enabled else tr("There are no differences to save."))

    def change(self) -> Change:
        """The kind of difference that is looked at."""
        return CHANGES[max(0, self.segments.current())]

    def _show_rows(self) -> None:
        if self._compared is None:
            return
        totals = [total_of(self._compared, change) for change in CHANGES]
        if not any(totals):
            self.sentence.set("check", tr("No differences."), compare_text.unchanged(self._compared))
            self.shown.setCurrentWidget(self.sentence)
            return
        self.table.show_change(self._compared, self.change())
        self.shown.setCurrentWidget(self.table)
