"""What stands in a SQLite file: tables and indexes in a form that can be compared, rows, and all as SQL."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

Schema = dict[str, list[str]]
"""The definition of every table and index by its name: a table's columns and constraints are sorted."""


def schema_of(path: Path) -> Schema:
    """Every table and index of a file, whatever the order of columns (one added later stands last) and the
    line ends."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {name: _definition(" ".join(sql.split())) for name, sql in found}


def dump_of(path: Path) -> list[str]:
    """Every table and row of a file, as statements."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def rows_of(path: Path, table: str) -> list[dict[str, object]]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]


def _definition(sql: str) -> list[str]:
    table = re.fullmatch(r"CREATE TABLE (\w+) \((.*)\)", sql)
    return [sql] if table is None else [table[1], *sorted(_parts(table[2]))]


def _parts(definitions: str) -> list[str]:
    """What stands between the outermost commas."""
    parts, depth = [""], 0
    for sign in definitions:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]
