"""The rows and cells of the price grid: what the store holds of a variant, and what is typed into a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from svcconsole.services.catalog.prices import product_currency
from svcconsole.tables.values.values import Amount, Mark, amount
from svcconsole.words.message import Message, message, sentences

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct

MOST_DIGITS = 15
"""What the service takes of a number (`api.models.common.Number`)."""


class VariantKey(NamedTuple):
    """Which variant: of the variants of a product that have the same id, the `nth` from 0."""

    product: str
    variant: str
    nth: int = 0


class Field(StrEnum):
    """What can be edited of a variant, by the Python name of its field."""

    PRICE = "price"
    REDUCED = "discounted_price"
    STOCK = "quantity"


MONEY = (Field.PRICE, Field.REDUCED)


class CellKey(NamedTuple):
    """One cell of the grid."""

    row: VariantKey
    field: Field


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A variant as the store has it; `reduced` is None where nothing is reduced, `currency` the variant's own
    or else its product's."""

    key: VariantKey
    product: str
    variant: str
    image: str
    currency: str
    price: Decimal | None
    reduced: Decimal | None
    stock: Decimal | None

    def value(self, field: Field) -> Decimal | None:
        """What the store holds in one of its cells."""
        return {Field.PRICE: self.price, Field.REDUCED: self.reduced, Field.STOCK: self.stock}[field]

    def after(self, values: Mapping[Field, Decimal | None]) -> dict[str, Decimal | None]:
        """Its fields as they are sent with `values` in its cells: what is not reduced costs its price."""
        price = values.get(Field.PRICE, self.price)
        reduced = values.get(Field.REDUCED, self.reduced)
        stock = values.get(Field.STOCK, self.stock)
        return {"price": price, "discounted_price": price if reduced is None else reduced, "quantity": stock}


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into a cell: a number, None to take a reduction away; `currency` is the code beside it,
    or a sign that several currencies have."""

    value: Decimal | None
    currency: str = ""


def variant_rows(product: StoredProduct) -> tuple[VariantRow, ...]:
    """The rows of a product in the order of its variants; none of one without an id."""
    if not product.id:
        return ()
    currency = product_currency(product)
    seen: Counter[str] = Counter()
    rows = []
    for entry in product.combinations or ():
        identity = entry.id or ""
        key = VariantKey(product.id, identity, seen[identity])
        seen[identity] += 1
        reduced = None if entry.discounted_price == entry.price else entry.discounted_price
        rows.append(
            VariantRow(
                key=key,
                product=product.name or product.id,
                variant=entry.name or identity,
                image=entry.image or product.image or "",
                currency=entry.currency or currency,
                price=entry.price,
                reduced=reduced,
                stock=entry.quantity,
            )
        )
    return tuple(rows)


def variant_keys(product: str, combinations: Any) -> list[VariantKey]:
    """The key of each variant, by Python names, of a product."""
    seen: Counter[str] = Counter()
    keys = []
    for entry in combinations or ():
        identity = str(entry.get("id") or "")
        keys.append(VariantKey(product, identity, seen[identity]))
        seen[identity] += 1
    return keys


def read_cell(field: Field, text: str, mark: Mark | None) -> Typed | Message:
    """What is typed into a cell, or what is wrong with it; `mark` is the sign before this person's cents."""
    if not text.strip():
        if field is Field.REDUCED:
            return Typed(None)
        return message("Type a number. The service keeps no empty price or stock.")
    found = amount(text, mark)
    if not isinstance(found, Amount):
        return sentences(found.sentence, message("Type it in digits."))
    if (wrong := number_problem(found.number)) is not None:
        return wrong
    if field is Field.STOCK and found.is_money:
        return message("A stock number has no currency.")
    return Typed(found.number, found.currency or found.sign)


def number_problem(number: Decimal) -> Message | None:
    """Why a number is no price and no stock; None where it may be one."""
    if number < 0:
        return message("Prices and stock cannot be below zero. Type 0 or more.")
    if len(number.as_tuple().digits) > MOST_DIGITS:
        return message("The number has more digits than the service takes.")
    return None
