"""What the price guard asks about a variant whose prices were changed in the grid."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from svcconsole.services.catalog.price_grid.cells import CellKey, Field, VariantRow
from svcconsole.tables.checking.price_guard import PriceGuard
from svcconsole.tables.checking.price_levels import KnownPrices, PriceLevel
from svcconsole.tables.checking.problems import Loc
from svcconsole.tables.checking.rules import Decision
from svcconsole.tables.reading.row import Row

SLIPS = (Decimal(10), Decimal(100), Decimal("0.1"), Decimal("0.01"))
"""By how much a price is wrong with a digit or two too few or too many."""
NO_ROW = Row(1, 1, ())


@dataclass(frozen=True, slots=True)
class Question:
    """One question about one cell, `code` of `tables.checking.problems.KINDS`.

    `now` is what is paid in the store, `after` what would be; `suggestion` a price that may be meant.
    """

    cell: CellKey
    code: str
    now: Decimal | None
    after: Decimal
    change: int = 0
    suggestion: Decimal | None = None
    currency: str = ""


class _Asked:
    """Collects what the guard asks and about which of the prices; what was agreed to is asked no more."""

    def __init__(self, agreed: Collection[str]) -> None:
        self._agreed = agreed
        self.asked: dict[str, Field] = {}

    def decided(self, rule: str) -> Decision | None:
        return Decision("send") if rule in self._agreed else None

    def add_problem(
        self, code: str, row: Row, path: str, loc: Loc, /, *, suggestion: str | None = None, **words: object
    ) -> None:
        del row, path, suggestion, words
        if not code.endswith("_sent"):
            self.asked[code] = Field.REDUCED if loc[-1] == "discounted_price" else Field.PRICE


RULES = {
    "price_zero": "price_zero",
    "discount_above_price": "price_discount",
    "price_change": "price_change",
    "price_currency_other": "price_currency",
}
"""The guard's rule behind each question the grid can meet."""


def question_of(
    row: VariantRow,
    values: Mapping[Field, Decimal | None],
    *,
    limit: int,
    currency: str = "",
    agreed: Collection[str] = (),
) -> Question | None:
    """What is asked first about the variant with `values` in its cells; None where all is plain.

    `currency` is the one somebody typed beside a price, `agreed` the rules that were answered for it.
    """
    if Field.PRICE not in values and Field.REDUCED not in values:
        return None
    sent: dict[str, Any] = {**row.after(values), "id": row.key.variant, "currency": currency or row.currency}
    before = _paid(row.after({}))
    levels = {} if before is None else {row.key[:2]: PriceLevel(before, before, row.currency)}
    found = _Asked(agreed)
    PriceGuard(found, KnownPrices(variants=levels, limit=limit), "").look(row.key.product, [(sent, NO_ROW)])
    if not found.asked:
        return None
    code = next(code for code in RULES if code in found.asked)
    field = found.asked[code]
    if field not in values:
        field = Field.PRICE if Field.PRICE in values else Field.REDUCED
    after = _paid(sent) or Decimal(0)
    suggestion = None
    if code == "price_change" and before:
        level = PriceLevel(before, before)
        meant = (after * slip for slip in SLIPS)
        near = (price for price in meant if abs(level.change(price)) <= limit and price != before)
        suggestion = next(near, None)
    elif code == "discount_above_price":
        after = sent["discounted_price"]
        suggestion = sent["price"]
    percent = round(float((after - before) / before * 100)) if before else 0
    return Question(CellKey(row.key, field), code, before, after, percent, suggestion, currency)


def _paid(fields: Mapping[str, Any]) -> Decimal | None:
    known = [fields.get(name) for name in ("price", "discounted_price")]
    return min((one for one in known if isinstance(one, Decimal)), default=None)
