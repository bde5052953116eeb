"""Copies the tables of one workspace into another database, each counted and hashed on both sides."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Table, func, insert, inspect, select, text

from svcconsole.words.message import message, number
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.schema import audit_log, events, lease, meta, metadata
from svcconsole.workspace.schema.team_tables import console_leases, held_runs

AT_ONCE = 1000
OWN = (meta, lease, events)
"""Of each database its own: what it says of itself, who is sending from it, and what it told of late. So is
what only a team has."""


class CopyDiffers(WorkspaceError):
    """A table was not read back as it was written."""


def copy_tables(source: Connection, target: Connection, *, log: bool) -> dict[str, int]:
    """Copy every row of every table that both have into the empty tables of `target`; rows by table.

    The log of what was done comes `log` with them, entry by entry as it was written, where the target has not
    begun one of its own. Both are transactions, `source` of one moment. Each table is read back afterwards:
    raises CopyDiffers where its count or its SHA-256 is another one.
    """
    counts: dict[str, int] = {}
    for table in _in_both(source, target):
        if table is audit_log and not log:
            continue
        digest, count = hashlib.sha256(), 0
        for rows in _rows(source, table):
            target.execute(insert(table), rows)
            _take_in(digest, table, rows)
            count += len(rows)
        back, again = hashlib.sha256(), 0
        for rows in _rows(target, table):
            _take_in(back, table, rows)
            again += len(rows)
        if (again, back.digest()) != (count, digest.digest()):
            raise CopyDiffers(
                message(
                    "The table {name} was not copied whole: {count} rows read, {again} found again.",
                    name=table.name,
                    count=number(count),
                    again=number(again),
                ),
                message("Nothing was changed. Try again, or report this as a fault."),
            )
        _count_on(target, table)
        counts[table.name] = count
    return counts


@contextmanager
def cleared(source: Connection, target: Connection) -> Iterator[None]:
    """Empty the tables of a shared workspace that `source` brings, and the leases of whoever sent from it; in
    the block rows are taken as they come, as if each of those who wrote them did it again.

    Its log stays, and so do its operators and the rights that they have to the tables.
    """
    brought = [f'"{table.name}"' for table in _in_both(source, target) if table is not audit_log]
    leases = [f'"{table.name}"' for table in (lease, console_leases, held_runs)]
    target.exec_driver_sql(f"TRUNCATE {', '.join((*brought, *leases))} CASCADE")
    for name in brought:
        target.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER USER")
    yield
    for name in brought:
        target.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def _in_both(source: Connection, target: Connection) -> Iterator[Table]:
    """Those that a reference leads to before those that refer to them."""
    there = set(inspect(source).get_table_names()) & set(inspect(target).get_table_names())
    for table in metadata.sorted_tables:
        if table not in OWN and table.name in there:
            yield table


def _rows(connection: Connection, table: Table) -> Iterator[Sequence[dict[str, Any]]]:
    """All rows by their key, some at a time."""
    query = select(table).order_by(*table.primary_key)
    # The option is this statement's alone: a connection that keeps it can write nothing.
    found = connection.execute(query, execution_options={"yield_per": AT_ONCE})
    for rows in found.mappings().partitions():
        yield [dict(row) for row in rows]


def _take_in(digest: Any, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    names = table.columns.keys()
    for row in rows:
        digest.update(repr([_plain(row[name]) for name in names]).encode())


def _plain(value: Any) -> Any:
    """A value as both databases give it: PostgreSQL's texts hold no NUL, it stands there as its picture."""
    if isinstance(value, str):
        return str(value).replace("\0", "␀")
    return bytes(value) if isinstance(value, memoryview) else value


def _count_on(target: Connection, table: Table) -> None:
    """Let the numbers that the database gives go on after those copied; SQLite does it by itself."""
    column = table.autoincrement_column
    if target.dialect.name == "postgresql" and column is not None:
        highest = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        target.execute(select(func.setval(sequence, highest, text("false"))))
