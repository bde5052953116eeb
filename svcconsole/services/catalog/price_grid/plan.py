"""Plans the changes of the price grid: each product as the store holds it, with its new values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from svcconsole.api.models.catalog import StoredProduct
from svcconsole.api.models.unusual import read_record
from svcconsole.services.catalog.price_grid.cells import CellKey, Field, VariantKey, variant_keys
from svcconsole.services.catalog.price_grid.pending import Change
from svcconsole.services.catalog.products import PRODUCTS
from svcconsole.services.catalog.records import Seen, Upsert
from svcconsole.services.imports.views import Planned
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState

HEADER = ("Product", "Name", "Variant", "Field", "Was", "Becomes")
"""The columns of such a run's rows: one row a changed cell."""
FILE = message("Prices and stock")
NOT_SENDABLE = message("The product lacks what the service asks for. Open it in the editor and complete it.")
NOT_THERE = message("The store does not have this product any more.")

Pending = Mapping[CellKey, Change]


class PricePlan:
    """Plans in a worker process, synchronously; nothing is sent by it."""

    def __init__(self, folder: str) -> None:
        self._workspace = Workspace.open(Path(folder))

    def close(self) -> None:
        self._workspace.close()

    def plan(self, answers: Sequence[bytes], changes: Pending) -> Planned:
        """Freeze the changes into a run: `answers` are the store's, from just now, to what it holds of the
        products."""
        new = NewRun(
            kind="products",
            title=FILE,
            path="",
            file_name=FILE,
            fingerprint="",
            header=HEADER,
            operator=self._workspace.operator,
            keeps_before=True,
        )
        run_id = self._workspace.runs.create(new, tuple(plan_items(answers, changes)))
        made = self._workspace.runs.get(run_id)
        return Planned(run_id, made.code, made.rows, made.products, made.left_out)


def plan_items(answers: Iterable[bytes], changes: Pending) -> Iterator[PlanItem]:
    """One item a product, in the order of the answers; what cannot be sent says why."""
    wanted: dict[str, dict[VariantKey, dict[Field, Change]]] = {}
    for cell, change in changes.items():
        wanted.setdefault(cell.row.product, {}).setdefault(cell.row, {})[cell.field] = change
    number = 0
    for raw in _products_in(answers):
        product = str(raw.get("id") or "")
        cells = wanted.pop(product, None)
        if cells is not None:
            rows = tuple(_file_rows(number, product, str(raw.get("name") or ""), cells))
            number += len(rows)
            body = _body(raw, cells)
            if body is None:
                yield PlanItem(product, rows, None, ItemState.BLOCKED, NOT_SENDABLE)
            else:
                yield PlanItem(product, rows, body)
    for product, cells in wanted.items():
        rows = tuple(_file_rows(number, product, "", cells))
        number += len(rows)
        yield PlanItem(product, rows, None, ItemState.BLOCKED, NOT_THERE)


def _products_in(answers: Iterable[bytes]) -> Iterator[Mapping[str, Any]]:
    for answer in answers:
        data = read_exact(answer).get("data") or {}
        yield from (raw for raw in data.get("products") or () if isinstance(raw, dict))


def _body(raw: Mapping[str, Any], cells: Mapping[VariantKey, Mapping[Field, Change]]) -> bytes | None:
    """The product's bytes with the new values in it and everything else as the store has it; None where the
    service would not take it."""
    seen = Seen(read_record(StoredProduct, raw), raw, 0.0)
    values = PRODUCTS.values_of(seen)
    entries = values.get("combinations") or []
    for key, entry in zip(variant_keys(str(raw.get("id") or ""), entries), entries, strict=True):
        _change(entry, cells.get(key, {}))
    try:
        record = PRODUCTS.checked(values)
    except ValidationError:
        return None
    return write_exact(Upsert(PRODUCTS, record, before=seen, known_of=seen).body()["products"][0]).encode()


def _change(entry: dict[str, Any], changed: Mapping[Field, Change]) -> None:
    """Put the new values into a variant: what is not reduced goes on costing its price."""
    plain = entry.get("discounted_price") in (None, entry.get("price"))
    for field, change in changed.items():
        if field is not Field.REDUCED:
            entry[field.value] = change.after
    reduced = changed.get(Field.REDUCED)
    if reduced is not None:
        plain = reduced.after is None
        entry["discounted_price"] = reduced.after
    if plain:
        entry["discounted_price"] = entry.get("price")


def _file_rows(
    number: int, product: str, name: str, cells: Mapping[VariantKey, Mapping[Field, Change]]
) -> Iterator[FileRow]:
    changed = ((key, field, change) for key, fields in cells.items() for field, change in fields.items())
    for at, (key, field, change) in enumerate(changed, number + 1):
        cells_of_row = (product, name, key.variant, field.value, _text(change.before), _text(change.after))
        yield FileRow(at, at + 1, cells_of_row)


def _text(value: Decimal | None) -> str:
    return "" if value is None else str(value)
