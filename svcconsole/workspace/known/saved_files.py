"""Where files were saved that a person asked for: listed when somebody, or everything, is removed here."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

from sqlalchemy import insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import ReadOnly
from svcconsole.workspace.schema import saved_files
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_path import stored_path


class SavedFiles:
    """The list of a workspace; what was saved 90 days ago goes from it (`retention`)."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def add(self, path: Path) -> None:
        """A file, or a folder of files, is written there, or was; a workspace that may only be read lists
        none."""
        with suppress(ReadOnly), self._access.writing() as connection:
            row = {"path": stored_path(path.resolve()), "machine": socket.gethostname(), "at": now()}
            connection.execute(insert(saved_files), row)

    def paths(self) -> tuple[str, ...]:
        """Every place once."""
        query = select(saved_files.c.path).distinct().order_by(saved_files.c.path)
        with self._access.reading() as connection:
            return tuple(connection.execute(query).scalars())
