"""The rows of the phone doctor: the number as it is, as it would be, and how that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.grid.table import Mark, RecordModel, RecordTable
from svcconsole.gui.panels.runs.paged_columns import column

if TYPE_CHECKING:
    from svcconsole.services.imports.phone_views import PhonePage, PhoneRow

NEAR_END = 20
AFTER = "after"


class PhoneGrid(QWidget):
    """`typed(row, column, text)`: another text for the whole cell. `more_wanted(offset)`: the next page."""

    typed = Signal(int, str, str)
    more_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.total = 0
        self.model: RecordModel[PhoneRow] = RecordModel(
            [
                column("row", tr("Row"), lambda row: row.number, kind="row", width=56),
                column("name", tr("Name"), lambda row: row.name, kind="strong", width=180),
                column("country", tr("Country"), lambda row: country_words(row.country), width=140, drop=1),
                column("before", tr("In the file"), _before, kind="mark", width=160),
                column(
                    AFTER,
                    tr("Repaired"),
                    _after,
                    kind="strong_mark",
                    width=180,
                    set_value=lambda _row, _text: None,
                    edit_text=lambda row: row.after or row.before,
                    edited=lambda row: bool(row.after),
                    tone=lambda row: "text" if row.after else "text2",
                ),
                column("how", tr("How we know"), _how, kind="mark", width=220, stretch=True),
            ],
            key=lambda row: (row.number, row.column),
        )
        self.table = RecordTable(self.model, tr("Phone numbers"))
        self.table.value_edited.connect(self._edited)
        self.table.verticalScrollBar().valueChanged.connect(self._scrolled)
        vbox(self.table, parent=self)

    def show_page(self, page: PhonePage, offset: int) -> None:
        """The first page replaces what was shown, later ones are added at the end."""
        self.total = page.total
        if offset == 0:
            self.model.set_records(list(page.rows))
        else:
            self.model.append(list(page.rows))

    def _edited(self, record: object, _key: str, text: str) -> None:
        row = cast("PhoneRow", record)
        self.typed.emit(row.number, row.column, row.cell.replace(row.before, text, 1))

    def _scrolled(self, value: int) -> None:
        if self.model.total() >= self.total:
            return
        if value >= self.table.verticalScrollBar().maximum() - NEAR_END * dp(34):
            self.more_wanted.emit(self.model.total())


def _before(row: PhoneRow) -> Mark:
    return Mark("minus", "danger", row.before)


def _after(row: PhoneRow) -> Mark:
    return Mark("plus", "success", row.after) if row.after else Mark("", "text2", tr("stays as it is"))


def _how(row: PhoneRow) -> Mark:
    if not row.after:
        return Mark("error", "danger", row.how)
    return Mark("warning", "warning", row.how) if row.doubtful else Mark("check", "success", row.how)
