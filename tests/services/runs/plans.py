"""Plans and connections for the tests of runs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from svcconsole.api.client import Client, Connection
from svcconsole.api.models.catalog import Product
from svcconsole.api.token import Token
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState

HEADER = ("Handle", "Title")


def product(number: int, **changes: Any) -> dict[str, Any]:
    """An invented product on the wire."""
    key = f"candle-{number:05}"
    variant = {
        "id": f"{key}-1",
        "name": "Default",
        "productId": key,
        "price": 35,
        "discountedPrice": 31.5,
        "quantity": number % 50,
        "image": f"https://images.example/{key}.png",
        "productUrl": f"https://shop.example/products/{key}",
    }
    return {
        "id": key,
        "name": f"Candle {number}",
        "url": f"https://shop.example/products/{key}",
        "photos": [],
        "combinations": [variant],
        **changes,
    }


def items(count: int, bad: Collection[int] = (), rows_each: int = 2) -> Iterator[PlanItem]:
    """Products of `rows_each` file rows; those numbered in `bad` name a catalog that no store has."""
    row = 0
    for number in range(count):
        made = product(number, **({"catalogIds": [f"no-such-{number}"]} if number in bad else {}))
        numbers = range(row + 1, row + rows_each + 1)
        rows = tuple(FileRow(n, n + 1, (made["id"], f"Candle {number}")) for n in numbers)
        row += rows_each
        yield PlanItem(made["id"], rows, Product.read(made).wire())


def blocked(first_row: int) -> PlanItem:
    row = FileRow(first_row, first_row + 1, ("", "Nameless"))
    return PlanItem("", (row,), None, ItemState.BLOCKED, "Handle is empty.", is_record=True)


def new_run(kind: str = "products") -> NewRun:
    return NewRun(kind, "Import products", "/shop/products.csv", "products.csv", "f" * 64, HEADER)


def planned(workspace: Workspace, count: int, bad: Collection[int] = (), rows_each: int = 2) -> str:
    return workspace.runs.create(new_run(), items(count, bad, rows_each))


def client_of(store: Any, **changes: Any) -> Client:
    return Client(Connection(store.base_url, Token(changes.pop("token", store.token))), **changes)


def stored(payloads: Collection[bytes]) -> dict[str, Any]:
    return {record["id"]: record for record in map(json.loads, payloads)}
