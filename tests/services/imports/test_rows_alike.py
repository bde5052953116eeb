"""Rows that all have the same key take no more work each, however many there are.

A shop writes "none@shop.example" for everybody who has no address. The work is counted in instructions of the
interpreter, so that it does not depend on the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults

FEW, MANY = 200, 600
MOST = 1.15
"""So many times the work of a row among few may one among many take."""

ROWS: dict[str, tuple[str, str, Callable[[int], str]]] = {
    "one e-mail address": ("customers", "customer id,name,email", lambda at: f"C{at},N{at},no@x.example"),
    "one person": ("customers", "customer id,first name,email", lambda _: "C,Nina,nina@x.example"),
    "addresses of one person": (
        "customers", "customer id,name,address 1,city,country", lambda at: f"C,Nina,Road {at},Rome,Italy",
    ),
    "variants of one product": ("products", "id,name,sku,price", lambda at: f"A,Mug,S{at},1.00"),
    "one SKU": ("products", "id,name,sku,price", lambda at: f"A{at},Mug,S,1.00"),
    "one product named by all": ("products", "id,name,sku,parent sku", lambda at: f"A{at},Mug,S{at},S0"),
    "one product in many languages": (
        "products", "sku,store_view_code,product_type,name", lambda at: f"S,l{at},simple,Mug",
    ),
    "one catalog": ("catalogs", "id,name", lambda at: f"C,N{at}"),
}  # fmt: skip


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many instructions are carried out in the block."""
    count = [0]

    def each(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count[0] += event == "opcode"
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        yield count
    finally:
        sys.settrace(before)


def work(folder: Path, name: str, rows: int) -> float:
    """Instructions for a row in a file of so many."""
    kind, head, row = ROWS[name]
    path = folder / f"{rows}.csv"
    path.write_text("\n".join((head, *map(row, range(rows)), "")))
    store = str(folder / str(rows))
    made = ImportSession(store, kind=kind, path=str(path), defaults=Defaults(region="DE"))
    with closing(made) as session, counted() as count:
        summary = session.check()
    assert summary.rows == rows
    return count[0] / rows


@pytest.mark.parametrize("name", ROWS)
def test_a_row_among_many_alike_takes_no_more_work_than_among_few(name: str, tmp_path: Path) -> None:
    work(tmp_path, name, 2)  # what is made once
    assert work(tmp_path, name, MANY) < MOST * work(tmp_path, name, FEW)
