"""The columns of the price grid: the variant, its editable cells, and beside each what it was."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.tabs.catalog.lists.columns import Thumbs
from svcconsole.gui.tabs.catalog.prices.words import (
    FIELDS,
    cents_mark,
    conflict_words,
    question_words,
    typed_words,
    value_words,
)
from svcconsole.services.catalog.list_rows import LOW_STOCK
from svcconsole.services.catalog.price_grid.cells import (
    CellKey,
    Field,
    Typed,
    VariantKey,
    VariantRow,
    read_cell,
)
from svcconsole.services.catalog.price_grid.pending import PendingChanges

TICK: Final = "tick"
Type = Callable[[CellKey, Typed], None]


def was(field: Field) -> str:
    """The key of the column that says what a field was."""
    return f"was_{field}"


class PriceColumns:
    """What the cells of the grid show of `pending`; `type_in` takes what is typed into one."""

    def __init__(
        self, pending: PendingChanges, ticked: Collection[VariantKey], currency: str, type_in: Type
    ) -> None:
        self._pending = pending
        self._ticked = ticked
        self._currency = currency
        self._type_in = type_in

    def specs(self, thumb: Thumbs) -> list[ColumnSpec[VariantRow]]:
        """All columns, in their order."""
        made = [
            ColumnSpec[VariantRow](
                key=TICK,
                title="",
                value=lambda row: row.key in self._ticked,
                kind="check",
                width=44,
                sortable=False,
            ),
            ColumnSpec[VariantRow](
                key="product",
                title=tr("Product"),
                value=lambda row: row.product,
                kind="strong",
                width=190,
                stretch=True,
                thumb=lambda row: thumb(row.image),
            ),
            ColumnSpec[VariantRow](
                key="variant", title=tr("Variant"), value=lambda row: row.variant, width=86, drop=1
            ),
            ColumnSpec[VariantRow](
                key="id",
                title=tr("Variant id"),
                value=lambda row: row.key.variant,
                kind="mono",
                width=92,
                drop=2,
            ),
        ]
        for field in Field:
            made += self._pair(field)
        made.append(
            ColumnSpec[VariantRow](
                key="level", title="", value=self._level, kind="pill", width=72, drop=3, sortable=False
            )
        )
        return made

    def _pair(self, field: Field) -> list[ColumnSpec[VariantRow]]:
        money = field is not Field.STOCK
        cell = ColumnSpec[VariantRow](
            key=field.value,
            title=tr(FIELDS[field]),
            value=partial(self._shown, field),
            kind="money" if money else "number",
            width=96 if money else 72,
            hidden=field is Field.REDUCED,
            sort=lambda row: self._pending.shown(row, field),
            set_value=partial(self._set, field),
            edit_text=lambda row: typed_words(field, self._pending.shown(row, field), self._unit(row)),
            edited=lambda row: CellKey(row.key, field) in self._pending.changes,
            problem=lambda row: self._pending.refused.get(CellKey(row.key, field)),
            look=partial(self._look, field),
        )
        before = ColumnSpec[VariantRow](
            key=was(field),
            title=tr("was"),
            value=partial(self._was, field),
            kind="money" if money else "number",
            width=82 if money else 60,
            hidden=True,
            sortable=False,
            tone=lambda _: "text2",
        )
        return [cell, before]

    def _unit(self, row: VariantRow) -> str:
        return row.currency or self._currency

    def _shown(self, field: Field, row: VariantRow) -> str:
        change = self._pending.changes.get(CellKey(row.key, field))
        typed = "" if change is None else change.currency
        return value_words(field, self._pending.shown(row, field), typed or self._unit(row))

    def _was(self, field: Field, row: VariantRow) -> str:
        changed = CellKey(row.key, field) in self._pending.changes
        return value_words(field, row.value(field), self._unit(row)) if changed else ""

    def _set(self, field: Field, row: VariantRow, text: str) -> str | None:
        cell = CellKey(row.key, field)
        if cell in self._pending.on_the_way:
            return tr("This change is being sent. It can be changed again once its run has ended.")
        found = read_cell(field, text, cents_mark())
        if not isinstance(found, Typed):
            return show(found)
        self._type_in(cell, found)
        return None

    def _look(self, field: Field, row: VariantRow) -> str | None:
        cell = CellKey(row.key, field)
        question = self._pending.questions.get(cell)
        if question is not None:
            return question_words(question, self._unit(row))
        if self._pending.is_conflict(cell) and cell not in self._pending.on_the_way:
            return conflict_words(row, field, self._pending.changes[cell].after)
        return None

    def _level(self, row: VariantRow) -> PillValue | None:
        if row.stock is None or row.stock >= LOW_STOCK:
            return None
        if row.stock <= 0:
            return PillValue(tr("Out"), "close", "danger")
        return PillValue(tr("Low"), "down", "warning")
