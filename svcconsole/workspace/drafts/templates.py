"""The local library of templates as JSON, because the service lists none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import ChangedMeanwhile, WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import templates
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or

AsSeen = Callable[[Mapping[str, Any] | None], bool]
"""Whether what the library holds, None for nothing, is what was looked at."""


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

    def save(
        self,
        identity: str,
        value: Mapping[str, Any],
        replacing: str | None = None,
        as_seen: AsSeen | None = None,
    ) -> None:
        """Keep one, in place of what had its id; `replacing` is the id it had before.

        With `as_seen` it is looked in the same transaction whether what is replaced is still what was looked
        at, and whether a new id is free; raises ChangedMeanwhile where it is not.
        """
        with self._access.writing() as connection:
            if as_seen is not None:
                _refuse_changed(connection, identity, replacing, as_seen)
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


def _refuse_changed(connection: Connection, identity: str, replacing: str | None, as_seen: AsSeen) -> None:
    ids = {identity, replacing or identity}
    query = select(templates).where(templates.c.id.in_(sorted(ids))).order_by(templates.c.id)
    # The rows are nobody else's until this is written.
    held = {row.id: read_or(row.value, None) for row in connection.execute(query.with_for_update())}
    if not as_seen(held.get(replacing) if replacing is not None else None):
        raise _changed()
    if identity != replacing and identity in held:
        raise WorkspaceError(
            message("Somebody has saved a template with the id {id} meanwhile.", id=identity),
            message("Nothing was changed. Choose another id, or open that one."),
        )


def _changed() -> ChangedMeanwhile:
    return ChangedMeanwhile(
        message("Somebody has saved this template meanwhile."),
        message("Nothing was changed. Look at it anew."),
    )


def _put(connection: Connection, identity: str, value: Mapping[str, Any]) -> None:
    connection.execute(delete(templates).where(templates.c.id == identity))
    text = json.dumps(value, ensure_ascii=False)
    try:
        connection.execute(insert(templates).values(id=identity, value=text, at=now()))
    except IntegrityError as error:  # of two that make one of this id at the same moment
        raise _changed() from error
    Events.note(connection, EventKind.TEMPLATE, identity)
