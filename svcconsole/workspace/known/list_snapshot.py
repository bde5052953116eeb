"""The last rows of a store's lists, so that a window shows something before the store answers.

Standard library only, because it is read before the first paint; a lost or damaged snapshot is an empty one.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE_NAME = "snapshot.sqlite3"
TABLES = """
CREATE TABLE IF NOT EXISTS snapshot_rows (
    kind TEXT, id TEXT, row TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshot_times (kind TEXT PRIMARY KEY, as_of TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Rows as they were saved, ordered by id; `as_of` is ISO in UTC."""

    texts: list[str]
    as_of: str | None

    def parts(self, size: int) -> Iterator[list[list[Any]]]:
        """The rows (lists of JSON values, the first is the id), `size` at a time.

        They are parsed as they are asked for: parsing holds every thread up, the window's among them. Where
        they are damaged, they end.
        """
        for start in range(0, len(self.texts), size):
            try:
                yield json.loads(f"[{','.join(self.texts[start : start + size])}]")
            except ValueError:
                return


def load(folder: Path, kind: str) -> Snapshot:
    """The rows of `kind` (`products`, `catalogs`) last saved in `folder`; empty when there are none to be
    had."""
    path = folder / FILE_NAME
    if not path.exists():
        return Snapshot([], None)
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            _guard(connection)
            found = connection.execute("SELECT row FROM snapshot_rows WHERE kind = ? ORDER BY id", (kind,))
            texts = [row for (row,) in found]
            as_of = connection.execute("SELECT as_of FROM snapshot_times WHERE kind = ?", (kind,)).fetchone()
    except (sqlite3.Error, ValueError):
        return Snapshot([], None)
    return Snapshot(texts, as_of[0] if as_of else None)


def save(folder: Path, kind: str, rows: Iterable[Sequence[Any]], as_of: str) -> None:
    """Replace the rows of `kind`; the first value of a row is its id."""
    with _writing(folder) as connection:
        connection.execute("DELETE FROM snapshot_rows WHERE kind = ?", (kind,))
        _put(connection, kind, rows)
        connection.execute("INSERT OR REPLACE INTO snapshot_times VALUES (?, ?)", (kind, as_of))


def update(folder: Path, kind: str, rows: Iterable[Sequence[Any]]) -> None:
    """Put `rows` over those with the same id and keep the others."""
    with _writing(folder) as connection:
        _put(connection, kind, rows)


def _put(connection: sqlite3.Connection, kind: str, rows: Iterable[Sequence[Any]]) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO snapshot_rows VALUES (?, ?, ?)",
        ((kind, str(row[0]), json.dumps(list(row), ensure_ascii=False)) for row in rows),
    )


@contextmanager
def _writing(folder: Path) -> Iterator[sqlite3.Connection]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / FILE_NAME
    try:
        connection = _open(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Only a cache: a file that is no database any more makes room for a new one.
        path.unlink()
        connection = _open(path)
    with closing(connection), connection:
        yield connection


def _open(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=5)
    try:
        _guard(connection)
        connection.executescript(TABLES)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _guard(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
