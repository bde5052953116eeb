"""The session that every part of a workspace uses to reach its file."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection


class Session(Protocol):
    """Read and write transactions; both raise WorkspaceError in words."""

    def reading(self) -> AbstractContextManager[Connection]: ...

    def writing(self) -> AbstractContextManager[Connection]: ...
