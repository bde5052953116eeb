"""A thread that hears what happens in a workspace and hands it on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from svcconsole.workspace.engines.engine import Channel, ChannelKind
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import Event
from svcconsole.workspace.known.event_reader import EventReader
from svcconsole.workspace.known.events import Events

Heard = Callable[[Sequence[Event]], None]
LOOK_EVERY = {ChannelKind.DIRECT: 5.0, ChannelKind.POOLED: 0.7, ChannelKind.FILE: 5.0}
"""Seconds after which it looks although nobody told of anything."""
PAUSE_SECONDS = 0.2
"""Between two looks: what a run notes several times a second is read in pieces."""
RECONNECT_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ListenerState:
    """How others' changes are heard of; `kind` None: not at all, `trouble` says why. `looked_at` is the last
    look that found the workspace, in seconds of time.monotonic; 0.0 before the first."""

    kind: ChannelKind | None = None
    looked_at: float = 0.0
    trouble: str = ""


class EventListener:
    """Calls `heard` in its own thread with all that happens from its beginning on, also what this workspace
    does itself, and `changed`, if given, when its way to hear is another one.

    While the database is away it tries again; what happened meanwhile is heard afterwards. Raises
    WorkspaceError when the workspace cannot be read at its beginning.
    """

    def __init__(
        self,
        events: Events,
        listen: Callable[[], AbstractContextManager[Channel]],
        heard: Heard,
        changed: Callable[[], None] | None = None,
    ) -> None:
        self._listen = listen
        self._heard = heard
        self._changed = changed
        self._reader = EventReader(events)
        self._guard = threading.Lock()
        self._channel: Channel | None = None
        self._closed = threading.Event()
        self.state = ListenerState()
        self._thread = threading.Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear nothing more; waits for a look that is under way."""
        self._closed.set()
        with self._guard:
            if self._channel is not None:
                self._channel.wake()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._listen() as channel:
                    self._follow(channel)
            except WorkspaceError as error:
                self._set(ListenerState(None, self.state.looked_at, error.sentence))
                self._closed.wait(RECONNECT_SECONDS)

    def _follow(self, channel: Channel) -> None:
        with self._guard:
            self._channel = channel
        try:
            while not self._closed.is_set():
                if found := self._reader.read():
                    self._heard(found)
                self._set(ListenerState(channel.kind, time.monotonic()))
                if found and self._closed.wait(PAUSE_SECONDS):
                    return
                if not channel.wait(LOOK_EVERY[channel.kind]):
                    channel.check()
        finally:
            with self._guard:
                self._channel = None

    def _set(self, state: ListenerState) -> None:
        before, self.state = self.state, state
        if self._changed is not None and (before.kind, before.trouble) != (state.kind, state.trouble):
            self._changed()
