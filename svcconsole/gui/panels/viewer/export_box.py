"""The popover that exports the view: format, contents, target."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox

KINDS: Final = (("csv", "CSV"), ("xlsx", "Excel"), ("parquet", "Parquet"))
SHEET_ROWS: Final = 1_048_575
"""What a sheet of a spreadsheet holds beside its header."""
NOTES: Final = {
    "csv": mark("In UTF-8. What a spreadsheet would run as a formula is made harmless."),
    "xlsx": mark("One sheet; numbers and dates as such, long ids and phones as text."),
    "parquet": mark("For other programs; numbers and dates where every cell is one."),
}


class ExportBox(QWidget):
    """`save_wanted(kind, all_columns)`: choose a place now."""

    save_wanted = Signal(str, bool)

    def __init__(self, rows: int, shown_columns: int, columns: int) -> None:
        super().__init__()
        self._rows = rows
        self.kinds = Segments()
        for _, title in KINDS:
            self.kinds.add(title)
        self.note = PlainLabel("", "caption", "text2", wrap=True)
        self.hidden = CheckBox(
            tr_plural("With {n} hidden column", "With {n} hidden columns", columns - shown_columns)
        )
        self.hidden.setVisible(columns > shown_columns)
        self.what = PlainLabel(numbers.rows(rows), "strong")
        self.save = button(tr("Choose where"), kind="primary")
        self.setMinimumWidth(dp(300))
        column = vbox(parent=self, spacing=10)
        for part in (self.what, self.kinds, self.note, self.hidden):
            column.addWidget(part)
        foot = hbox(STRETCH, self.save)
        column.addLayout(foot)
        self.kinds.currentChanged.connect(self._update_look)
        self.save.clicked.connect(lambda: self.save_wanted.emit(self.kind(), self.hidden.isChecked()))
        self._update_look()

    def kind(self) -> str:
        """csv, xlsx or parquet."""
        return KINDS[self.kinds.current()][0]

    def _update_look(self) -> None:
        kind = self.kind()
        too_many = kind == "xlsx" and self._rows > SHEET_ROWS
        self.note.setText(
            tr(
                "A sheet holds {sheet_rows} rows. Set a filter, or choose CSV or Parquet.",
                sheet_rows=numbers.count(SHEET_ROWS),
            )
            if too_many
            else tr(NOTES[kind])
        )
        self.note.set_tone("warning" if too_many else "text2")
        self.save.setEnabled(not too_many)
        set_tip(self.save, self.note.text() if too_many else "")
