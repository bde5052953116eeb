"""What a workspace asks of the database it lives in, whichever that is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Protocol

from sqlalchemy import ColumnElement, Connection

from svcconsole.workspace.errors import WorkspaceError


class ChannelKind(StrEnum):
    """How one hears of others' changes: told by the server; not told, because a pool of connections stands
    between; by looking at the file."""

    DIRECT = "direct"
    POOLED = "pooled"
    FILE = "file"


class Channel(Protocol):
    """Where one thread waits until somebody has changed something."""

    kind: ChannelKind

    def wait(self, seconds: float) -> bool:
        """Whether something was, or may have been, changed within so many seconds."""

    def check(self) -> None:
        """Make sure that changes are still heard of here."""

    def wake(self) -> None:
        """End the waiting, from any thread."""

    def close(self) -> None:
        """Let go of the connection."""


class DatabaseEngine(Protocol):
    """One database. All transactions raise WorkspaceError where it cannot be used.

    `actor` is what it calls whoever is connected, `moment` its clock as the workspace writes it.
    """

    actor: ColumnElement[str]
    moment: ColumnElement[str]

    @property
    def place(self) -> str:
        """Where it is, for people: never with a password."""

    @property
    def account(self) -> str:
        """The name by which the database knows us; blank where it knows nobody."""

    def address_for(self, name: str) -> str:
        """The address under which another account comes here, without a password."""

    def verifier(self, name: str, password: str) -> str:
        """What the database keeps of an account's password."""

    def prepare(self) -> None:
        """Make sure that it is there and can be trusted; raises WorkspaceError."""

    def add_rules(self, connection: Connection) -> None:
        """Give tables that were just made the rules that the database keeps by itself."""

    def begin(self) -> None:
        """Its tables are of today's version from now on."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one moment."""

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction beside which nobody else writes: what it has read stays true until it commits."""

    def in_work(self, name: str) -> AbstractContextManager[None]:
        """Shows others that `name` is in work, until the block ends or this process does, however it ends."""

    def is_in_work(self, name: str) -> bool:
        """Whether a process that lives has `name` in work."""

    def keep_copy(self, version: int) -> None:
        """Keep what is there, of an earlier version, before its tables are changed."""

    def announce(self, connection: Connection) -> None:
        """Tell whoever listens, once this transaction commits, that it has noted events."""

    def listen(self) -> AbstractContextManager[Channel]:
        """Hear of changes from now on, in the block; all it raises is a WorkspaceError."""

    def checkpoint(self) -> None:
        """Bring what was written to where a copy of it would be looked for."""

    def rewrite(self, tables: Sequence[str]) -> bool:
        """Leave nothing of what was removed from these tables in the database's files. False where others
        who go on reading an earlier moment keep some of it there."""

    def nonsense(self) -> WorkspaceError:
        """What is said of values that none of ours has written."""

    def close(self) -> None:
        """Let go of every connection."""
