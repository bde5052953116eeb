"""Brings a workspace file of any earlier version to today's tables, one version at a time.

Each version has a file of its own that never changes once it is released: the statements that made its
tables, word for word as SQLite kept them, and the step that leads there from the version before. Nothing
here imports today's tables (`schema/`), which go on changing. When they do: a new file `version_N.py` holds
what is new, `SCHEMAS`, `UPGRADES` and `VERSION` name it, and a workspace of that version is kept in
`tests/workspace/versions/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, column, delete, insert, inspect, select, table, update

from svcconsole.workspace.versions import (
    version_1,
    version_2,
    version_3,
    version_4,
    version_5,
    version_6,
    version_7,
    version_8,
    version_9,
    version_10,
    version_11,
    version_12,
)

SCHEMAS: Mapping[int, Mapping[str, str]] = {
    1: version_1.SCHEMA,
    2: version_2.SCHEMA,
    3: version_3.SCHEMA,
    4: version_4.SCHEMA,
    5: version_5.SCHEMA,
    6: version_6.SCHEMA,
    7: version_7.SCHEMA,
    8: version_8.SCHEMA,
    9: version_9.SCHEMA,
    10: version_10.SCHEMA,
    11: version_11.SCHEMA,
    12: version_12.SCHEMA,
}
"""Version → the statements that made its tables and indexes, by name."""

UPGRADES: dict[int, Callable[[Connection], None]] = {
    2: version_2.upgrade,
    3: version_3.upgrade,
    4: version_4.upgrade,
    5: version_5.upgrade,
    6: version_6.upgrade,
    7: version_7.upgrade,
    8: version_8.upgrade,
    9: version_9.upgrade,
    10: version_10.upgrade,
    11: version_11.upgrade,
    12: version_12.upgrade,
}
"""Version → the step that brings the tables of the version before to it."""

VERSION = 12
"""The version of today's tables."""

SCHEMA_KEY = "schema"
"""The entry that says which version the tables are."""
LIMITS = {"oldest_reader": VERSION, "oldest_writer": VERSION, "newest_writer": VERSION}
"""The versions of tables a console has to know to read and to write today's, noted beside them. Where a
version only adds what older consoles can do without, they stay at the older one: such a console then goes on
reading, or writing, what a newer one has made."""

META = table("meta", column("key"), column("value"))
"""The one table that every version has, as every version reads it."""
_SCHEMA_ROW = META.c.key == SCHEMA_KEY


def read_version(connection: Connection) -> int | None:
    """The version a file says it has; None where it has no tables yet. ValueError where it cannot be one."""
    if not inspect(connection).has_table(META.name):
        return None
    found = connection.execute(select(META.c.value).where(_SCHEMA_ROW)).scalar_one_or_none()
    if found is not None and int(found) < 1:
        raise ValueError(f"version {found}")
    return None if found is None else int(found)


def upgrade(connection: Connection) -> None:
    """Take every step from the version of the file to today's, inside a transaction that is open."""
    for version in range((read_version(connection) or 0) + 1, VERSION + 1):
        UPGRADES[version](connection)
        connection.execute(update(META).where(_SCHEMA_ROW).values(value=str(version)))
    say_limits(connection)


def say_limits(connection: Connection) -> None:
    """Note which consoles may read and write these tables, by the version of the tables that they know."""
    connection.execute(delete(META).where(META.c.key.in_(LIMITS)))
    connection.execute(insert(META), [{"key": key, "value": str(value)} for key, value in LIMITS.items()])
