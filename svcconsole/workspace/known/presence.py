"""Who has a shared workspace open, and what each looks at."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.console_lease import DATABASE_CLOCK
from svcconsole.workspace.schema.team_tables import presence
from svcconsole.workspace.session import Session

PRESENT_SECONDS = 60.0
"""So long a window counts as open after it was heard of last."""
FORGOTTEN_SECONDS = 3600.0
FOLLOWS = "follows"
"""The kind of a row that is no window: what its name names is followed by the console in its key."""


@dataclass(frozen=True, slots=True)
class Present:
    """A window that is open: whose, on which computer, what it looks at since when (ISO in UTC; blank kind:
    nothing in particular), and how many seconds ago it was heard of."""

    console: str
    actor: str
    host: str
    kind: str
    key: str
    since: str
    heard: float
    mine: bool


class Presence:
    """The windows of a workspace; nobody but oneself where it is not shared."""

    def __init__(self, access: Session, console: str, *, shared: bool) -> None:
        self._access = access
        self._console = console
        self._shared = shared

    def look_at(self, kind: str = "", key: str = "") -> None:
        """Tell the others that this window is open, and what somebody looks at in it."""
        if not self._shared:
            return
        seen = {"kind": kind, "key": key, "since": now(), "expires_at": DATABASE_CLOCK + PRESENT_SECONDS}
        own = presence.c.console == self._console
        with self._access.writing() as connection:
            connection.execute(
                delete(presence).where(presence.c.expires_at + FORGOTTEN_SECONDS < DATABASE_CLOCK)
            )
            if not connection.execute(update(presence).where(own).values(seen)).rowcount:
                host = socket.gethostname()
                connection.execute(insert(presence).values(console=self._console, host=host, **seen))
            Events.note(connection, EventKind.CONSOLE, self._console)

    def keep(self) -> None:
        """Be heard of again; nobody needs to be told."""
        if self._shared:
            own = presence.c.console == self._console
            with self._access.writing() as connection:
                connection.execute(
                    update(presence).where(own).values(expires_at=DATABASE_CLOCK + PRESENT_SECONDS)
                )

    def leave(self) -> None:
        """The window closes."""
        if self._shared:
            with self._access.writing() as connection:
                connection.execute(delete(presence).where(presence.c.console == self._console))
                Events.note(connection, EventKind.CONSOLE, self._console)

    def all(self) -> tuple[Present, ...]:
        """Every window that is open, those heard of last first."""
        if not self._shared:
            return ()
        left = presence.c.expires_at - DATABASE_CLOCK
        query = (
            select(presence, left.label("left"))
            .where(presence.c.expires_at > DATABASE_CLOCK, presence.c.kind != FOLLOWS)
            .order_by(presence.c.expires_at.desc(), presence.c.console)
        )
        with self._access.reading() as connection:
            return tuple(
                _present(row, mine=row.console == self._console) for row in connection.execute(query)
            )

    def follow(self, what: str) -> Present | None:
        """Be the only window or worker that follows `what`, for a minute from now; say it again before that
        is over. The other one where there is one, None where it is this one.

        A workspace that is not shared lies on one computer, where a file's lock tells.
        """
        if not self._shared:
            return None
        seen = {
            "key": self._console, "host": socket.gethostname(), "actor": func.session_user(),
            "since": now(), "expires_at": DATABASE_CLOCK + PRESENT_SECONDS,
        }  # fmt: skip
        this = presence.c.console == what
        free = (presence.c.key == self._console) | (presence.c.expires_at <= DATABASE_CLOCK)
        with self._access.writing() as connection:
            if connection.execute(update(presence).where(this, free).values(seen)).rowcount:
                return None
            with suppress(IntegrityError), connection.begin_nested():
                connection.execute(insert(presence).values(console=what, kind=FOLLOWS, **seen))
                return None
            left = (presence.c.expires_at - DATABASE_CLOCK).label("left")
            return _present(connection.execute(select(presence, left).where(this)).one(), mine=False)

    def let_go(self, what: str) -> None:
        """Follow it no more."""
        if self._shared:
            own = presence.c.console == what, presence.c.key == self._console
            with self._access.writing() as connection:
                connection.execute(delete(presence).where(*own))

    def lookers(self, kind: str, key: str) -> tuple[Present, ...]:
        """The other windows that look at this now."""
        return tuple(one for one in self.all() if (one.kind, one.key) == (kind, key) and not one.mine)


def _present(row: Row[*tuple[Any, ...]], *, mine: bool) -> Present:
    heard = max(0.0, PRESENT_SECONDS - row.left)
    return Present(row.console, row.actor, row.host, row.kind, row.key, row.since, heard, mine)
