"""The list of what will change: field by field, each variant with what it was and what it becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.grid.columns import Mark
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.tabs.catalog.prices.words import FIELDS, name_words, short_name, spread_words, value_words
from svcconsole.services.catalog.price_grid.cells import CellKey, Field
from svcconsole.services.catalog.price_grid.pending import Change, PendingChanges

LETTERS = 22
"""So many letters of a name fit."""
ARROW = Mark("right", "text2", "")


class ChangeLine(NamedTuple):
    """One line: a cell that changes, or the heading of a field (`cell` None) with its `note`."""

    field: Field
    cell: CellKey | None = None
    note: str = ""


def change_lines(pending: PendingChanges) -> Iterator[ChangeLine]:
    """The changes nobody asks about, under the heading of their field."""
    for field, cells in pending.by_field():
        note = quantity_words.count(len(cells))
        if field is not Field.STOCK:
            changes = [pending.changes[cell] for cell in cells]
            spread = spread_words([(each.before, each.after) for each in changes])
            note = tr("{count} · {spread}", count=note, spread=spread) if spread else note
        yield ChangeLine(field, None, note)
        yield from (ChangeLine(field, cell) for cell in cells)


class ChangeList(RecordTable[ChangeLine]):
    """A table without a header, of the changes in `pending`; choosing a line is `current_changed`."""

    def __init__(self, pending: PendingChanges, currency: str, parent: QWidget | None = None) -> None:
        self._pending = pending
        self._currency = currency
        self._lines: RecordModel[ChangeLine] = RecordModel(self._columns(), key=lambda line: line[:2])
        super().__init__(self._lines, tr("What will change"), parent)
        self._lines.setParent(self)
        self.horizontalHeader().hide()
        self.set_inset(16)

    def refresh(self) -> None:
        """Show what changes now."""
        self._lines.set_records(change_lines(self._pending))

    def lines(self) -> list[tuple[str, ...]]:
        """What it says, line by line."""
        columns = self._lines.columns()
        return [tuple(column.plain_text(line) for column in columns) for line in self._lines.shown()]

    def _columns(self) -> list[ColumnSpec[ChangeLine]]:
        return [
            ColumnSpec(
                key="title", title=tr("Product"), value=self._title, width=96, stretch=True, tip=self._whole,
                heads=lambda line: line.cell is None, strong=lambda line: line.cell is None,
            ),
            ColumnSpec(
                key="was", title=tr("was"), value=self._amount(lambda change: change.before), kind="money",
                width=72, tone=lambda _: "text2",
            ),
            ColumnSpec(
                key="arrow", title="", value=lambda line: line.cell and ARROW, kind="mark", width=36,
            ),
            ColumnSpec(
                key="after", title=tr("becomes"), value=self._amount(lambda change: change.after),
                kind="money", width=76, strong=lambda _: True,
            ),
        ]  # fmt: skip

    def _title(self, line: ChangeLine) -> str:
        if line.cell is None:
            return tr("{field}  {note}", field=tr(FIELDS[line.field]), note=line.note)
        row = self._pending.rows.get(line.cell.row)
        return line.cell.row.product if row is None else short_name(row, LETTERS)

    def _whole(self, line: ChangeLine) -> str:
        row = None if line.cell is None else self._pending.rows.get(line.cell.row)
        return "" if row is None else name_words(row)

    def _amount(self, part: Callable[[Change], Decimal | None]) -> Callable[[ChangeLine], str]:
        def words(line: ChangeLine) -> str:
            change = None if line.cell is None else self._pending.changes.get(line.cell)
            if change is None or line.cell is None:
                return ""
            row = self._pending.rows.get(line.cell.row)
            unit = (row.currency if row is not None else "") or self._currency
            return value_words(line.field, part(change), unit) or "–"

        return words
