"""The session that every part of a workspace uses to reach its file."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection


class Session(Protocol):
    """Read and write transactions, which raise WorkspaceError in words, and what is in work over several."""

    def reading(self) -> AbstractContextManager[Connection]: ...

    def writing(self) -> AbstractContextManager[Connection]: ...

    def in_work(self, name: str) -> AbstractContextManager[None]: ...

    def is_in_work(self, name: str) -> bool: ...
