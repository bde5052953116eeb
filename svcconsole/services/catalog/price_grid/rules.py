"""One rule for many cells: set, add, multiply or round them, with the ways a result is rounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from enum import StrEnum
from functools import cache

from svcconsole.services.catalog.price_grid.cells import Field
from svcconsole.tables.values.values import Amount, Mark, amount
from svcconsole.words.message import Message, mark, message


class Operation(StrEnum):
    """What is done to each cell."""

    SET = "set"
    ADD = "add"
    MULTIPLY = "multiply"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Rounding:
    """A way to round: to `ending` after a multiple of `step`, in the `direction` that `decimal` names.

    A `step` of 0 is the smallest coin of the currency, and one piece of stock.
    """

    words: str
    step: Decimal
    ending: Decimal
    direction: str

    def applied(self, value: Decimal, smallest: Decimal) -> Decimal:
        """The value rounded; `smallest` is what the step 0 stands for."""
        step = self.step or smallest
        return ((value - self.ending) / step).to_integral_value(self.direction) * step + self.ending


_ONE, _ZERO = Decimal(1), Decimal(0)
ROUNDINGS: Mapping[str, Rounding] = {
    "": Rounding(mark("not rounded"), _ZERO, _ZERO, ROUND_HALF_UP),
    "up_90": Rounding(mark("round up to .90"), _ONE, Decimal("0.90"), ROUND_CEILING),
    "up_95": Rounding(mark("round up to .95"), _ONE, Decimal("0.95"), ROUND_CEILING),
    "up_99": Rounding(mark("round up to .99"), _ONE, Decimal("0.99"), ROUND_CEILING),
    "near_05": Rounding(mark("round to 0.05"), Decimal("0.05"), _ZERO, ROUND_HALF_UP),
    "near_1": Rounding(mark("round to whole"), _ONE, _ZERO, ROUND_HALF_UP),
    "up_1": Rounding(mark("round up to whole"), _ONE, _ZERO, ROUND_CEILING),
    "down_1": Rounding(mark("round down to whole"), _ONE, _ZERO, ROUND_FLOOR),
    "near_10": Rounding(mark("round to tens"), Decimal(10), _ZERO, ROUND_HALF_UP),
}
OF_MONEY = ("", "up_90", "up_95", "up_99", "near_05", "near_1", "up_1", "down_1")
OF_STOCK = ("near_1", "up_1", "down_1", "near_10")
OFFERED: Mapping[Field, tuple[str, ...]] = {
    Field.PRICE: OF_MONEY, Field.REDUCED: OF_MONEY, Field.STOCK: OF_STOCK,
}  # fmt: skip
"""The ways to round that make sense for a field."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is done to the cells of a field; `amount` is what is set, added or multiplied by."""

    field: Field
    operation: Operation
    amount: Decimal
    rounding: str = ""

    def applied(self, value: Decimal | None, currency: str) -> Decimal | None:
        """The cell's new value; None where there is nothing to reckon with, or it would fall below zero."""
        if self.operation is Operation.SET:
            made = self.amount
        elif value is None:
            return None
        elif self.operation is Operation.ADD:
            made = value + self.amount
        elif self.operation is Operation.MULTIPLY:
            made = value * self.amount
        else:
            made = value
        smallest = _ONE if self.field is Field.STOCK else smallest_coin(currency)
        exact = self.operation in (Operation.SET, Operation.ADD) and not self.rounding
        made = made if exact else ROUNDINGS[self.rounding].applied(made, smallest)
        if not exact and self.field is not Field.STOCK:
            made = made.quantize(smallest, ROUND_HALF_UP)
        return made if made >= 0 else None


@cache
def smallest_coin(currency: str) -> Decimal:
    """0.01 for most currencies, 1 for yen, 0.001 for dinars."""
    from babel.numbers import get_currency_precision

    return Decimal(1).scaleb(-get_currency_precision(currency)) if currency else Decimal("0.01")


_PERCENT = re.compile(r"\s*(?P<sign>[+\-−]?)\s*(?P<number>[^%+\-−]+?)\s*%\s*")
_TIMES = re.compile(r"\s*[×x*]\s*")


def read_amount(operation: Operation, text: str, mark: Mark | None) -> Decimal | Message:
    """What is typed beside a rule, or what is wrong with it: to multiply by, "+4 %", "90 %" and "1.04"; to
    add, "2" and "-0.50"; `mark` is the sign before this person's cents."""
    if operation is Operation.ROUND:
        return Decimal(0)
    percent = _PERCENT.fullmatch(text)
    if percent is not None and operation is not Operation.MULTIPLY:
        return message("For per cent, choose Multiply.")
    bare = percent["number"] if percent is not None else _TIMES.sub("", text, count=1)
    found = amount(bare.strip().replace("−", "-").removeprefix("+"), mark) if bare.strip() else None
    if not isinstance(found, Amount):
        return message("Type a number, such as {example}.", example=EXAMPLES[operation])
    number = found.number
    if percent is not None:
        part = number / 100
        number = {"": part, "+": 1 + part}.get(percent["sign"], 1 - part)
    if number < 0 and operation is not Operation.ADD:
        return message("Prices and stock cannot be below zero. Type 0 or more.")
    return number


EXAMPLES: Mapping[Operation, str] = {
    Operation.SET: "12.90", Operation.ADD: "-0.50", Operation.MULTIPLY: "+4 %", Operation.ROUND: "",
}  # fmt: skip
