"""What keys and tools do to the cells of the price grid: fill, paste, copy, tick, rules."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator, Sequence
from decimal import Decimal

from PySide6.QtGui import QGuiApplication

from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.time_slices import in_slices
from svcconsole.gui.tabs.catalog.prices.table import PricesTable
from svcconsole.gui.tabs.catalog.prices.words import cents_mark, typed_words
from svcconsole.services.catalog.price_grid.cells import CellKey, Field, Typed, VariantRow, read_cell
from svcconsole.services.catalog.price_grid.pending import PendingChanges
from svcconsole.services.catalog.price_grid.rules import Rule


class NotDone(Exception):
    """Nothing was changed: why, in one sentence."""


class CellActions:
    """Changes `pending` as the chosen cells of `table` say; raises NotDone."""

    def __init__(self, table: PricesTable, pending: PendingChanges, currency: str) -> None:
        self._table = table
        self._pending = pending
        self._currency = currency

    def fill_down(self) -> list[CellKey]:
        """The first row of the range into the rows under it; of one row alone, the row above it."""
        rows = self._table.chosen_rows()
        fields = [Field(name) for name in self._table.chosen_cells()]
        model = self._table.records_model()
        if not len(rows) or not fields:
            return []
        first = rows.start - 1 if len(rows) == 1 else rows.start
        if first < 0:
            return []
        source = model.record(first)
        typed = {
            CellKey(model.record(row).key, field): Typed(self._pending.shown(source, field))
            for row in rows
            for field in fields
            if row != first and self._fits(source, model.record(row), field)
        }
        self._pending.set_cells(typed)
        return list(typed)

    def _fits(self, source: VariantRow, row: VariantRow, field: Field) -> bool:
        """A price goes only where it is in the same currency; a stock number or a price is never emptied."""
        value = self._pending.shown(source, field)
        if field is Field.STOCK:
            return value is not None
        return source.currency == row.currency and (value is not None or field is Field.REDUCED)

    def paste(self) -> list[CellKey]:
        """The clipboard over the chosen cells: one value into all of them, a range from the first one on."""
        lines = QGuiApplication.clipboard().text().rstrip("\r\n").splitlines()
        values = list(csv.reader(lines, delimiter="\t"))
        if not any(values):
            return []
        rows, names = self._table.chosen_rows(), self._table.chosen_cells()
        if not names:
            raise NotDone(tr("Choose a price or a stock number first, then paste."))
        model = self._table.records_model()
        if len(values) == 1 and len(values[0]) == 1:
            cells = dict.fromkeys(self._table.chosen(), values[0][0])
        else:
            fields = self._fields_from(Field(names[0]))
            targets = [model.record(row) for row in range(rows.start, model.rowCount())]
            cells = {
                CellKey(row.key, field): text
                for row, texts in zip(targets, values, strict=False)
                for field, text in zip(fields, texts, strict=False)
            }
        typed: dict[CellKey, Typed] = {}
        for cell, text in cells.items():
            found = read_cell(cell.field, text, cents_mark())
            if not isinstance(found, Typed):
                raise NotDone(
                    tr(
                        "“{text}” was not pasted: {reason} Nothing was changed.",
                        text=text,
                        reason=show(found),
                    )
                )
            typed[cell] = found
        self._pending.set_cells(typed)
        return list(typed)

    def _fields_from(self, first: Field) -> list[Field]:
        """The editable columns as they are shown, from one on."""
        model = self._table.records_model()
        shown = [field for field in Field if not self._table.isColumnHidden(model.column(field.value))]
        return shown[shown.index(first) :]

    def copy(self) -> None:
        """The chosen cells to the clipboard, as a spreadsheet takes them."""
        fields = [Field(name) for name in self._table.chosen_cells()]
        if not fields:
            self._table.copy_cell()
            return
        lines = (
            "\t".join(
                typed_words(field, self._pending.shown(row, field), row.currency or self._currency)
                for field in fields
            )
            for row in self._table.chosen_records()
        )
        QGuiApplication.clipboard().setText("\n".join(lines))

    def clear(self) -> None:
        """Take reductions away; a price and a stock number cannot be emptied."""
        cells = self._table.chosen()
        reduced = {cell: Typed(None) for cell in cells if cell.field is Field.REDUCED}
        if not reduced and cells:
            raise NotDone(tr("The service keeps no empty price or stock. Type 0 in place of it."))
        self._pending.set_cells(reduced)

    async def apply(self, rule: Rule, rows: Sequence[VariantRow]) -> str:
        """Apply a rule to rows as one step; what is to be said of those it did nothing to, blank for none."""
        typed: dict[CellKey, Typed] = {}
        left: list[Decimal | None] = []

        def work() -> Iterator[None]:
            for row in rows:
                old = self._pending.shown(row, rule.field)
                new = rule.applied(old, row.currency or self._currency)
                if new is None:
                    left.append(old)
                else:
                    typed[CellKey(row.key, rule.field)] = Typed(new)
                yield

        await in_slices(work())
        setting = self._pending.setting(typed)
        try:
            await in_slices(setting)
        finally:
            deque(setting, maxlen=0)  # a step is done whole, also where the tab is closed meanwhile
        if not left:
            return ""
        return tr_plural(
            "{n} row was left as it is: it has nothing to reckon with, or would fall below zero.",
            "{n} rows were left as they are: they have nothing to reckon with, or would fall below zero.",
            len(left),
        )
