"""A workspace that goes along into helper processes, where it is opened to ask it something."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from svcconsole.workspace.address import address_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.session import Session


class CarriedWorkspace:
    """In its own process the workspace itself. In another one a file is opened for each question and closed
    again, so that no helper holds it while it has nothing to do; a shared database, to which connecting takes
    longer than asking, stays open as long as this lives."""

    def __init__(self, workspace: Workspace) -> None:
        self.folder: Path = workspace.folder
        self._address = address_of(workspace.folder)
        self._open: Session | None = workspace

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_open": None}

    @contextmanager
    def opened(self) -> Iterator[Session]:
        """What to ask, until the block ends. Raises WorkspaceError where it cannot be read."""
        if self._open is not None:
            yield self._open
            return
        workspace = Workspace(self.folder, self._address)
        if workspace.shared:
            weakref.finalize(self, workspace.close)
            self._open = workspace
            yield workspace
            return
        with workspace:
            yield workspace
