"""What the controllers of runs and reports need of the open store; `Console` is the one implementation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtCore import SignalInstance

from svcconsole.gui.runtime.notices import Notices

if TYPE_CHECKING:
    from svcconsole.api.client import Client
    from svcconsole.api.network import Network
    from svcconsole.gui.runtime.connection_state import ConnectionState
    from svcconsole.gui.runtime.workspace_events import WorkspaceEvents
    from svcconsole.services.sends.sending import Sender
    from svcconsole.workspace.database import Workspace

T = TypeVar("T")


class StoreAccess(Protocol):
    """The client and the workspace of one store, and the signals that tell pages what changed in it."""

    notices: Notices
    state: ConnectionState
    store_folder: Path
    client: Client | None

    def network(self) -> Network:
        """How servers are reached now."""

    @property
    def sends(self) -> Sender:
        """Sends what must not happen twice."""

    @property
    def events(self) -> WorkspaceEvents:
        """What others do."""

    @property
    def connection_changed(self) -> SignalInstance: ...
    @property
    def sends_changed(self) -> SignalInstance: ...
    @property
    def products_changed(self) -> SignalInstance: ...
    @property
    def decisions_wanted(self) -> SignalInstance: ...
    @property
    def report_wanted(self) -> SignalInstance: ...

    async def ready(self) -> Client:
        """The connected client; raises an expected error where the store cannot be reached."""

    async def db(self, fn: Callable[[Workspace], T]) -> T:
        """Run `fn` with the workspace on its one thread."""
