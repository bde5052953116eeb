"""The suppression list as it goes along, or stays where an earlier moment takes a workspace's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, exists, insert, inspect, select, true

from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.schema import person_keys, registry
from svcconsole.workspace.team.person_marks import MARK

LISTED = registry.c.kind == RegistryKind.SUPPRESSED
OF_SUPPRESSED: Mapping[Table, Select[Any]] = {
    registry: select(registry).where(LISTED),
    person_keys: select(person_keys).where(exists().where(LISTED, registry.c.key.startswith(MARK))),
}
"""The list, and what the marks in it were made with."""
Suppressed = Mapping[Table, Sequence[dict[str, Any]]]


def read_suppressed(connection: Connection) -> Suppressed:
    """The suppression list as it is; earlier versions have less of it."""
    there = set(inspect(connection).get_table_names())
    return {
        table: [dict(row._mapping) for row in connection.execute(query)]
        for table, query in OF_SUPPRESSED.items()
        if table.name in there
    }


def add_missing(connection: Connection, suppressed: Suppressed) -> int:
    """Add what is not listed any more; how many numbers that were."""
    added = 0
    for table, rows in suppressed.items():
        of_kind = LISTED if table is registry else true()
        known = set(connection.execute(select(table.c.key).where(of_kind)).scalars())
        missing = [row for row in rows if row["key"] not in known]
        if missing:
            connection.execute(insert(table), missing)
        added += len(missing) if table is registry else 0
    if added:
        Events.note(connection, EventKind.REGISTRY, RegistryKind.SUPPRESSED)
    return added
