"""The cached rows: saved, replaced, updated, and never a reason not to open the window."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from svcconsole.workspace.known import list_snapshot

ROWS: list[list[Any]] = [["b", "Mint", None, 2.5], ["a", 'Sage "S" <b>', ["x"], 1]]


def rows(folder: Path, kind: str) -> list[list[Any]]:
    """All rows of a snapshot, read one at a time."""
    return [row for part in list_snapshot.load(folder, kind).parts(1) for row in part]


def test_rows_come_back_by_id_with_their_time(tmp_path: Path) -> None:
    list_snapshot.save(tmp_path, "products", ROWS, "2026-01-02T03:04:05Z")
    list_snapshot.save(tmp_path, "catalogs", [["c", "Candles"]], "2026-01-02T03:04:06Z")
    assert rows(tmp_path, "products") == [ROWS[1], ROWS[0]]
    assert list_snapshot.load(tmp_path, "products").as_of == "2026-01-02T03:04:05Z"
    list_snapshot.update(tmp_path, "products", [["a", "Sage", [], 3]])
    assert rows(tmp_path, "products") == [["a", "Sage", [], 3], ROWS[0]]
    list_snapshot.save(tmp_path, "products", [], "2026-01-03T00:00:00Z")
    assert rows(tmp_path, "products") == []
    assert rows(tmp_path, "catalogs") == [["c", "Candles"]]


def test_nothing_there_is_an_empty_snapshot(tmp_path: Path) -> None:
    assert list_snapshot.load(tmp_path / "absent", "products") == list_snapshot.Snapshot([], None)


@pytest.mark.parametrize(
    "content", [b"", b"no database at all, only some words " * 40, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_a_damaged_snapshot_is_empty_and_makes_room(tmp_path: Path, content: bytes) -> None:
    (tmp_path / list_snapshot.FILE_NAME).write_bytes(content)
    assert rows(tmp_path, "products") == []
    list_snapshot.save(tmp_path, "products", ROWS, "t")
    list_snapshot.save(tmp_path, "products", ROWS, "t")
    assert len(rows(tmp_path, "products")) == 2


def test_rows_end_where_they_are_damaged(tmp_path: Path) -> None:
    list_snapshot.save(tmp_path, "products", ROWS, "t")
    with closing(sqlite3.connect(tmp_path / list_snapshot.FILE_NAME)) as connection, connection:
        connection.execute("UPDATE snapshot_rows SET row = '[\"b' WHERE id = 'b'")
    assert rows(tmp_path, "products") == [ROWS[1]]


def test_it_loads_without_the_heavy_libraries() -> None:
    program = (
        "import sys, svcconsole.workspace.known.list_snapshot;"
        "print([m for m in ('sqlalchemy', 'pydantic', 'aiohttp', 'PySide6') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
