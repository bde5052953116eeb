"""The history of what this console did to each record; the store keeps no times for products and catalogs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any

from sqlalchemy import Connection, Row, func, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import changes
from svcconsole.workspace.session import Session
from svcconsole.workspace.statement_queue import queue_of
from svcconsole.workspace.stored_json import read_stored

CREATED, UPDATED = "created", "updated"
EDITOR, COMMAND = "editor", "command"
COLUMNS = ("kind", "record_id", "at", "action", "source", "run_id", "before", "after")
RAW = "raw"
"""In `before`, beside a customer's fields: the record as the store answered it, which an Undo needs."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change; `source` is `editor`, `command` or `import`; `before` and `after` are the record's JSON
    where known."""

    at: str
    action: str
    source: str
    run_id: str | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


class Changes:
    """The history of records by kind (`products`, `catalogs`) and id."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def record(
        self,
        kind: str,
        ids: Iterable[str],
        action: str,
        *,
        source: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """Note that `action` (created, updated, sent) happened to each of `ids` just now."""
        changed = tuple(ids)
        with self._access.writing() as connection:
            note(connection, kind, changed, action, source=source, before=before, after=after)
            for record_id in changed:
                Events.note(connection, kind, record_id)

    def last_changed(self, kind: str) -> dict[str, str]:
        """Id → time of its last change from here, ISO in UTC."""
        with self._access.reading() as connection:
            found = connection.execute(
                select(changes.c.record_id, func.max(changes.c.at))
                .where(changes.c.kind == kind)
                .group_by(changes.c.record_id)
            )
            # Whoever lists the records holds the same ids, and a batch shares its time.
            return {intern(record): intern(at) for record, at in found}

    def history(self, kind: str, record_id: str, limit: int = 50) -> list[Change]:
        """The changes of one record, newest first."""
        with self._access.reading() as connection:
            found = connection.execute(
                select(changes)
                .where(changes.c.kind == kind, changes.c.record_id == record_id)
                .order_by(changes.c.id.desc())
                .limit(limit)
            )
            return [_change(row) for row in found]

    def recent(self, kind: str, source: str, limit: int) -> list[tuple[int, str, Change]]:
        """The changes of one kind that came from `source`, newest first, each with its number and record."""
        with self._access.reading() as connection:
            found = connection.execute(
                select(changes)
                .where(changes.c.kind == kind, changes.c.source == source)
                .order_by(changes.c.id.desc())
                .limit(limit)
            )
            return [(int(row.id), str(row.record_id), _change(row)) for row in found]


def note(
    connection: Connection,
    kind: str,
    ids: Iterable[str],
    action: str,
    *,
    source: str,
    run_id: str | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write the changes inside a transaction that is already open."""
    shared = (
        now(),
        action,
        source,
        run_id,
        None if before is None else json.dumps(before),
        None if after is None else json.dumps(after),
    )
    queue_of(connection).insert(changes, COLUMNS, [(kind, record_id, *shared) for record_id in ids])


def _change(row: Row[Any]) -> Change:
    return Change(row.at, row.action, row.source, row.run_id, _loads(row.before), _loads(row.after))


def _loads(text: str | None) -> Mapping[str, Any] | None:
    return None if text is None else read_stored(text)
