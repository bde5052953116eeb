"""The notation of the demo's product lists: catalogs, one product, the options of its variants."""

from __future__ import annotations

from typing import NamedTuple

CATALOGS = (
    ("kitchen", "Kitchen & table", "Stoneware, linen and tools for everyday cooking."),
    ("bedroom", "Bedroom", "Bed linen, throws and quiet light."),
    ("living", "Living room", "Cushions, lamps and small furniture."),
    ("bath", "Bath", "Towels, soap and what keeps them dry."),
    ("outdoor", "Balcony & garden", "Planters, lanterns and seats for outside."),
    ("gifts", "Gifts under 30", "Small things, wrapped on request."),
)


class Item(NamedTuple):
    """One product of the demo; prices in EUR, `stock` one number per variant (the last one repeats)."""

    id: str
    name: str
    catalogs: str
    price: str
    reduced: str
    option: str
    values: tuple[str, ...]
    stock: tuple[int, ...]
    text: str


Choice = tuple[str, tuple[str, ...]]
"""The name of what can be chosen, and the values."""

ONE: Choice = ("", ())
SIZES = ("Size", ("S", "M", "L"))
BED = ("Size", ("90 × 200", "140 × 200", "160 × 200"))
CLAY = ("Colour", ("Oat", "Slate", "Moss"))
LINEN = ("Colour", ("Natural", "Terracotta", "Ink"))


def item(line: str, choice: Choice = ONE, stock: tuple[int, ...] = (24,), reduced: str = "") -> Item:
    """A product from `id|name|catalogs|price|text`."""
    identifier, name, catalogs, price, text = (part.strip() for part in line.split("|"))
    option, values = choice
    # not every product shows the same colour first
    turn = len(identifier) % len(values) if option == "Colour" else 0
    values = values[turn:] + values[:turn]
    return Item(identifier, name, catalogs, price, reduced or price, option, values, stock, text)
