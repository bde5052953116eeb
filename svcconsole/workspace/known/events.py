"""What changed in a workspace: noted by the transaction that changes it, read by whoever has it open."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    String,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    union_all,
)

from svcconsole.workspace.clock import written
from svcconsole.workspace.database_clock import database_moment
from svcconsole.workspace.known.event_kinds import Event
from svcconsole.workspace.schema import events
from svcconsole.workspace.session import Session
from svcconsole.workspace.statement_queue import queue_of

NOTED = "noted"
"""The option of a connection that holds what its transaction notes."""
MOST_KEYS = 50
"""A transaction that changes more of one kind notes the kind alone."""
KEPT = timedelta(hours=1)
MOST_TOGETHER = 4
"""So many events are written by one statement."""
WORDS = ("kind", "key")
PRUNED_EVERY = 1000
"""So many transactions with events pass between two prunings."""
Noted = dict[tuple[str, str], None]


class Events:
    """The events of a workspace. `actor` and `moment` are what the engine calls whoever writes, and now."""

    def __init__(self, access: Session, actor: ColumnElement[str], moment: ColumnElement[str]) -> None:
        self._access = access
        self.console = secrets.token_hex(4)
        said_by = literal(self.console), actor, moment
        self._add = [_add(count, said_by) for count in range(1, MOST_TOGETHER + 1)]
        self._until_pruned = PRUNED_EVERY

    @staticmethod
    def note(connection: Connection, kind: str, key: str = "") -> None:
        """Note that the open transaction changes this; told to others once it has committed."""
        noted: Noted = connection.get_execution_options()[NOTED]
        noted[kind, key] = None

    def write(self, connection: Connection, noted: Noted) -> None:
        """Write what a transaction has noted, as its last statement."""
        keys: dict[str, list[str]] = {}
        for kind, key in noted:
            keys.setdefault(kind, []).append(key)
        rows = [
            (kind, key)
            for kind, named in keys.items()
            for key in (named if len(named) <= MOST_KEYS else ("",))
        ]
        for start in range(0, len(rows), MOST_TOGETHER):
            some = rows[start : start + MOST_TOGETHER]
            values = {
                f"{name}_{n}": word
                for n, row in enumerate(some)
                for name, word in zip(WORDS, row, strict=True)
            }
            queue_of(connection).execute(self._add[len(some) - 1], values)
        self._until_pruned -= 1
        if not self._until_pruned:
            self._until_pruned = PRUNED_EVERY
            prune(connection)

    def last(self) -> int:
        """The number of the newest event; 0 where there is none."""
        with self._access.reading() as connection:
            return int(connection.execute(select(func.coalesce(func.max(events.c.seq), 0))).scalar_one())

    def oldest(self) -> int:
        """The number of the oldest event that is still known; 0 where there is none."""
        with self._access.reading() as connection:
            return int(connection.execute(select(func.coalesce(func.min(events.c.seq), 0))).scalar_one())

    def since(self, seq: int, also: Collection[int] = (), limit: int | None = None) -> list[Event]:
        """The events after the one numbered `seq` and those numbered `also`, in the order of their numbers.

        Transactions may commit in another order: a number that is missing here may still come
        (`EventReader`).
        """
        after: ColumnElement[bool] = events.c.seq > seq
        query = select(events).where(or_(after, events.c.seq.in_(list(also))) if also else after)
        with self._access.reading() as connection:
            found = connection.execute(query.order_by(events.c.seq).limit(limit))
            return [Event(row.seq, row.kind, row.key, row.actor, row.at, row.console) for row in found]

    def recent(self, kinds: Sequence[str], limit: int = 50, *, key: str | None = None) -> list[Event]:
        """The newest events of some kinds, of what `key` names alone where it is given, the newest first."""
        query = select(events).where(events.c.kind.in_(kinds))
        if key is not None:
            query = query.where(events.c.key == key)
        with self._access.reading() as connection:
            found = connection.execute(query.order_by(events.c.seq.desc()).limit(limit))
            return [Event(row.seq, row.kind, row.key, row.actor, row.at, row.console) for row in found]

    def last_by_others(self, kind: str, key: str) -> Event | None:
        """The newest event about this that was not of this console, while it is known."""
        own = events.c.console == self.console
        query = select(events).where(events.c.kind == kind, events.c.key == key, ~own)
        with self._access.reading() as connection:
            row = connection.execute(query.order_by(events.c.seq.desc()).limit(1)).one_or_none()
        return None if row is None else Event(row.seq, row.kind, row.key, row.actor, row.at, row.console)

    def prune(self) -> None:
        """Forget what is older than anybody waits for."""
        with self._access.writing() as connection:
            prune(connection)


def _add(count: int, said_by: Sequence[ColumnElement[str]]) -> Insert:
    """The statement that writes so many events."""
    rows = [
        select(*(bindparam(f"{name}_{number}", type_=String()) for name in WORDS), *said_by)
        for number in range(count)
    ]
    return insert(events).from_select((*WORDS, "console", "actor", "at"), union_all(*rows))


def prune(connection: Connection) -> None:
    """The same in a transaction that is open. The newest stays: a file counts on from it."""
    since = written(database_moment(connection) - KEPT)
    newest = select(func.max(events.c.seq)).scalar_subquery()
    connection.execute(delete(events).where(events.c.at < since, events.c.seq < newest))
