"""Asks about prices that are easily a slip: zero, a reduction above the price, a jump, another currency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Protocol

from svcconsole.tables.checking.price_levels import KnownPrices
from svcconsole.tables.checking.problems import Loc
from svcconsole.tables.checking.rules import Decision
from svcconsole.tables.reading.row import Row
from svcconsole.words.message import number

_PATHS = {"price": "combinations.price", "discounted_price": "combinations.discountedPrice"}
"""The field of each place of a variant that is asked about."""


class PriceFindings(Protocol):
    """Takes the guard's questions, and knows what was answered to them."""

    def decided(self, rule: str) -> Decision | None:
        """The answer of a rule, if there is one."""

    def add_problem(
        self, code: str, row: Row, path: str, loc: Loc, /, *, suggestion: str | None = None, **words: object
    ) -> None:
        """Add a question of kind `code` about the value at `loc`; `words` fill the kind's sentence."""


class PriceGuard:
    """Looks at the variants of one product; `usual` is the currency of most products of the file."""

    def __init__(self, findings: PriceFindings, known: KnownPrices, usual: str) -> None:
        self._findings = findings
        self._known = known
        self._usual = usual
        self.leaves_out = False

    def look(self, product: str, variants: Iterable[tuple[dict[str, Any], Row]]) -> None:
        """Ask about the variants (as the models take them) with their rows; an answer changes them or, in
        `leaves_out`, keeps the whole product out."""
        own = ""
        for index, (variant, row) in enumerate(variants):
            at = ("combinations", index)
            own = own or str(variant.get("currency") or "")
            price = variant.get("price")
            if not isinstance(price, Decimal):
                continue
            if not _paid(variant):
                free = "discounted_price" if price else "price"
                self._ask("price_zero", "price_zero", row, (*at, free), {})
            self._look_at_discount(variant, row, at, price)
            self._look_at_change(product, variant, row, at, own)

    def _look_at_discount(self, variant: dict[str, Any], row: Row, at: Loc, price: Decimal) -> None:
        given = variant.get("discounted_price")
        if not isinstance(given, Decimal) or given <= price:
            return
        place = (*at, "discounted_price")
        words: dict[str, object] = {"text": given, "price": price}
        if self._ask("price_discount", "discount_above_price", row, place, words) == "price":
            variant["discounted_price"] = price

    def _look_at_change(self, product: str, variant: dict[str, Any], row: Row, at: Loc, own: str) -> None:
        """`own` is the currency of the product: a variant in another one is asked about for that already."""
        paid, currency = _paid(variant), str(variant.get("currency") or "")
        place, rule = (*at, "price"), "price_currency"
        now = self._known.of(product, str(variant.get("id") or ""))
        if now is not None and now.currency and currency and now.currency != currency:
            self._ask(rule, "price_currency_other", row, place, {"found": currency, "currency": now.currency})
            return
        if self._usual and currency == own and currency not in ("", self._usual):
            self._ask(rule, "price_currency_mixed", row, place, {"found": currency, "currency": self._usual})
        if now is None or not paid:
            return
        change = now.change(paid)
        if abs(change) > self._known.limit:
            before = now.low if change < 0 else now.high
            words: dict[str, object] = {"now": before, "after": paid, "change": _percent(change)}
            self._ask("price_change", "price_change", row, place, words)

    def _ask(self, rule: str, code: str, row: Row, loc: Loc, words: Mapping[str, object]) -> str:
        """Ask, or do as was answered and say so; returns the answer."""
        made = self._findings.decided(rule)
        path = _PATHS[str(loc[-1])]
        if made is None:
            hint = str(words["price"]) if rule == "price_discount" else None
            self._findings.add_problem(code, row, path, loc, suggestion=hint, **words)
            return ""
        if made.choice == "leave_out":
            self.leaves_out = True
        elif made.choice == "send":
            self._findings.add_problem(f"{rule}_sent", row, path, loc)
        return made.choice


def _paid(variant: Mapping[str, Any]) -> Decimal:
    """What is to be paid for a variant."""
    known = [variant.get(name) for name in ("price", "discounted_price")]
    return min((one for one in known if isinstance(one, Decimal)), default=Decimal(0))


def _percent(change: Decimal) -> object:
    return number(round(float(change)), grouped=False)
