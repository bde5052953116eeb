"""What others do in the workspace of the open store, told to the pages of this window."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.workspace.known.event_kinds import Event, EventKind

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.known.event_listener import EventListener, ListenerState


@dataclass(frozen=True, slots=True)
class Happened:
    """What came to be known of at one look."""

    events: Sequence[Event]

    def keys(self, *kinds: str) -> frozenset[str]:
        """The keys of what happened of these kinds, blank for several or all; empty where nothing did."""
        told = (*kinds, EventKind.EVERYTHING)
        return frozenset(event.key for event in self.events if event.kind in told)


class WorkspaceEvents(QObject):
    """`happened(Happened)`: others did something, in the window's thread, at most five times a second.
    `state_changed()`: others' deeds are heard of in another way, or not at all (`state`)."""

    happened = Signal(object)
    state_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listener: EventListener | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._own = ""
        self._closed = False

    @property
    def state(self) -> ListenerState | None:
        """How others' deeds are heard of; None before the workspace is open."""
        return None if self._listener is None else self._listener.state

    def begin(self, workspace: Workspace, loop: asyncio.AbstractEventLoop) -> None:
        """Listen from now on; on the workspace's thread, which waits for its database."""
        self._loop, self._own = loop, workspace.events.console
        self._listener = workspace.listen(self._heard, self._changed)

    def end(self) -> None:
        """Listen no more; on the workspace's thread, before the workspace is closed."""
        self._closed = True
        if self._listener is not None:
            self._listener.close()

    def _heard(self, found: Sequence[Event]) -> None:
        others = tuple(event for event in found if event.console != self._own)
        if others:
            self._in_window(others)

    def _changed(self) -> None:
        self._in_window(())

    def _in_window(self, found: Sequence[Event]) -> None:
        """From the listener's thread to the window's."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and the window with it
                self._loop.call_soon_threadsafe(self._tell, found)

    def _tell(self, found: Sequence[Event]) -> None:
        if self._closed:
            return
        if found:
            self.happened.emit(Happened(found))
        else:
            self.state_changed.emit()
