"""Records of a small shop, and a table of them as a screen would put one together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.pills import PillValue
from tests.support.qt import show


@dataclass
class Item:
    """One product of the shop."""

    id: str
    name: str
    price: float | None
    stock: int
    catalogs: tuple[str, ...] = ()
    edited: bool = False
    wrong: str | None = None


ITEMS = [
    Item("planter", "Terracotta Planter", 18.0, 214, ("Garden", "Autumn")),
    Item("apron", "Linen Apron", 39.0, 58, ("Kitchen",)),
    Item("mug", "كوب فخار", 16.0, 7, ("Kitchen", "Gifts")),
    Item("box", "Midnight Snack Box", 24.9, 0, ("Gifts", "Tea", "Home", "Garden")),
    Item("lamp", "Reading Lamp", None, 9),
    Item("size", "Size <S> Kids’ Apron", 19.0, 91, ("Kitchen",)),
]


def set_price(item: Item, typed: str) -> str | None:
    """What a screen's own setter does: take it or say what is wrong."""
    try:
        item.price = float(typed)
    except ValueError:
        return f"“{typed}” is not a price"
    item.edited = True
    return None


def _stock_pill(item: Item) -> PillValue | None:
    return PillValue("Out", "close", "danger") if item.stock == 0 else None


def columns(asked: list[str] | None = None) -> list[ColumnSpec[Item]]:
    """The columns; `asked` collects the ids whose picture was asked for."""

    def picture(item: Item) -> QPixmap | str | None:
        if asked is not None:
            asked.append(item.id)
        return "404" if item.id == "lamp" else None

    return [
        ColumnSpec(
            key="name",
            title="Product",
            kind="strong",
            value=lambda item: item.name,
            width=200,
            stretch=True,
            thumb=picture,
        ),
        ColumnSpec(key="id", title="Product id", kind="mono", value=lambda item: item.id, width=140, drop=2),
        ColumnSpec(
            key="catalogs", title="Catalogs", kind="pills", value=lambda item: item.catalogs, width=150
        ),
        ColumnSpec(
            key="price",
            title="Price",
            kind="money",
            width=100,
            sort=lambda item: item.price,
            set_value=set_price,
            value=lambda item: "" if item.price is None else f"{item.price:.2f}",
            edited=lambda item: item.edited,
            problem=lambda item: item.wrong,
        ),
        ColumnSpec(
            key="stock", title="Stock", kind="number", value=lambda item: item.stock, width=80, drop=1
        ),
        ColumnSpec(key="state", title="", kind="pill", value=_stock_pill, width=70, sortable=False),
        ColumnSpec(key="secret", title="Hidden", value=lambda item: item.id, hidden=True),
    ]


MakeTable = Callable[..., RecordTable[Item]]


@pytest.fixture
def make_table(qtbot: QtBot) -> MakeTable:
    """`make_table(width, items)`: a shown table of fresh copies of the shop's records."""

    def make(
        width: int = 900, items: list[Item] | None = None, asked: list[str] | None = None
    ) -> RecordTable[Item]:
        model = RecordModel(columns(asked), key=lambda item: item.id)
        model.set_records(items if items is not None else [Item(**vars(item)) for item in ITEMS])
        table = RecordTable(model, "Products")
        model.setParent(table)
        show(qtbot, table, width, 320)
        return table

    return make
