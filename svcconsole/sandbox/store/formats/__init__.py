"""Brings the practice store's records of any earlier format to today's tables, one format at a time.

Each format has a file of its own that never changes once it is released: the statements that made its
tables, in portable SQL, and the step that leads there from the format before. Nothing here imports today's
tables (`tables/`), which go on changing. When they do: a new file `format_N.py` holds what is new, `SCHEMAS`,
`UPGRADES` and `FORMAT` name it, and a store of that format is kept in `tests/sandbox/formats/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

from svcconsole.sandbox.store.formats import format_1, format_2

SCHEMAS: Mapping[int, Mapping[str, str]] = {1: format_1.SCHEMA, 2: format_2.SCHEMA}
"""Format → the statements that made its tables and indexes, by name."""

UPGRADES: dict[int, Callable[[Connection], None]] = {2: format_2.upgrade}
"""Format → the step that brings the tables of the format before to it."""

FORMAT = 2
"""The format of today's tables."""


def upgrade(connection: Connection, found: int) -> None:
    """Take every step from the format that was found to today's, inside a transaction that is open."""
    for number in range(found + 1, FORMAT + 1):
        UPGRADES[number](connection)
