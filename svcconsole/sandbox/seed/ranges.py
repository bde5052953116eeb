"""The demo store's product ranges: each piece in every one of several materials."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from svcconsole.resources import resource
from svcconsole.sandbox.seed.item import BED, CLAY, LINEN, ONE, SIZES, Choice, Item, item
from svcconsole.sandbox.seed.random_source import RandomSource

CHOICES: dict[str, Choice] = {
    "": ONE,
    "bed": BED,
    "clay": CLAY,
    "linen": LINEN,
    "pan": ("Diameter", ("20 cm", "24 cm", "28 cm")),
    "pillow": ("Size", ("40 × 80", "80 × 80")),
    "pot": ("Volume", ("1.5 l", "3 l", "5 l")),
    "rug": ("Size", ("120 × 180", "170 × 240", "200 × 300")),
    "sheet": ("Size", ("90 × 200", "140 × 200", "180 × 200")),
    "sizes": SIZES,
    "table": ("Size", ("140 × 180", "140 × 240", "160 × 300")),
    "warm": ("Colour", ("Natural", "Smoke", "Terracotta")),
}
"""What there is to choose, by the word for it in the file."""


class Make(NamedTuple):
    """What a range is made of; `dearer` is the price in hundredths of the piece's."""

    word: str
    name: str
    dearer: int
    text: str


class Piece(NamedTuple):
    """One piece of a range; the make's name goes to the `{}` of `name`, `price` is in EUR."""

    words: str
    name: str
    price: int
    choice: str
    catalogs: str
    text: str


def composed() -> Iterator[Item]:
    """Every piece of every range in every make of it."""
    for one in tomllib.loads(resource("practice", "ranges.toml").read_text("utf-8"))["ranges"]:
        for make in one["makes"]:
            for piece in one["pieces"]:
                yield _made(Make(*make), Piece(*piece))


def _made(make: Make, piece: Piece) -> Item:
    identifier = f"{piece.words}-{make.word}"
    dice = RandomSource(identifier)
    price = _price(Decimal(piece.price * make.dearer) / 100)
    reduced = f"{_price(price * 8 / 10)}" if dice.falls(0.09) else ""
    choice = CHOICES[piece.choice]
    stock = tuple(0 if dice.falls(0.06) else dice.soon(1, 90) for _ in choice[1] or ("Default",))
    name, text = piece.name.format(make.name), f"{piece.text} {make.text}"
    return item(f"{identifier}|{name}|{piece.catalogs}|{price}|{text}", choice, stock, reduced)


def _price(amount: Decimal) -> Decimal:
    """As a shop writes it: ten cents below the whole euro from 50 on, to 50 cents from 20 on, else to ten."""
    if amount >= 50:
        return amount.quantize(Decimal(1), ROUND_HALF_UP) - Decimal("0.10")
    step = Decimal("0.50") if amount >= 20 else Decimal("0.10")
    return (amount / step).quantize(Decimal(1), ROUND_HALF_UP) * step
