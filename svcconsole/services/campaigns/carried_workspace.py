"""A workspace that goes along into helper processes, where it is open only while something is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from svcconsole.workspace.address import address_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.session import Session


class CarriedWorkspace:
    """In its own process the workspace itself; in another one it is opened anew for each question and closed
    again, so that no helper holds its file while it has nothing to do."""

    def __init__(self, workspace: Workspace) -> None:
        self.folder: Path = workspace.folder
        self._address = address_of(workspace.folder)
        self._here: Session | None = workspace

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_here": None}

    @contextmanager
    def opened(self) -> Iterator[Session]:
        """What to ask, until the block ends. Raises WorkspaceError where it cannot be read."""
        if self._here is not None:
            yield self._here
            return
        with Workspace(self.folder, self._address) as workspace:
            yield workspace
