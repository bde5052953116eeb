"""What a workspace asks of the database it lives in, whichever that is."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection

from svcconsole.workspace.errors import WorkspaceError


class DatabaseEngine(Protocol):
    """One database. All transactions raise WorkspaceError where it cannot be used."""

    def prepare(self) -> None:
        """Make sure that it is there and can be trusted; raises WorkspaceError."""

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

    def checkpoint(self) -> None:
        """Bring what was written to where a copy of it would be looked for."""

    def nonsense(self) -> WorkspaceError:
        """What is said of values that none of ours has written."""

    def close(self) -> None:
        """Let go of every connection."""
