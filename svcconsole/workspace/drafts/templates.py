"""The local library of templates as JSON, because the service lists none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import templates
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or


class Templates:
    """Templates by their id in the store."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def all(self) -> tuple[Mapping[str, Any], ...]:
        """Every template, by id, without those that were damaged on the disk."""
        query = select(templates.c.value).order_by(func.lower(templates.c.id), templates.c.id)
        with self._access.reading() as connection:
            found = [read_or(value, None) for value in connection.execute(query).scalars()]
            return tuple(value for value in found if isinstance(value, dict))

    def save(self, identity: str, value: Mapping[str, Any], replacing: str | None = None) -> None:
        """Keep one, in place of what had its id; `replacing` is the id it had before."""
        with self._access.writing() as connection:
            if replacing is not None and replacing != identity:
                connection.execute(delete(templates).where(templates.c.id == replacing))
                Events.note(connection, EventKind.TEMPLATE, replacing)
            _put(connection, identity, value)

    def merge(self, values: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[int, int]:
        """Merge templates from elsewhere in one transaction: how many were new, how many changed."""
        new = changed = 0
        with self._access.writing() as connection:
            held = {row.id: row.value for row in connection.execute(select(templates))}
            for identity, value in values:
                before = held.get(identity)
                new += before is None
                changed += before is not None and read_or(before, None) != dict(value)
                _put(connection, identity, value)
        return new, changed

    def forget(self, identity: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(templates).where(templates.c.id == identity))
            Events.note(connection, EventKind.TEMPLATE, identity)


def _put(connection: Connection, identity: str, value: Mapping[str, Any]) -> None:
    connection.execute(delete(templates).where(templates.c.id == identity))
    text = json.dumps(value, ensure_ascii=False)
    connection.execute(insert(templates).values(id=identity, value=text, at=now()))
    Events.note(connection, EventKind.TEMPLATE, identity)
