"""Reads what a page shows again when somebody else has changed it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.runtime.workspace_events import Happened, WorkspaceEvents

LEAST_SECONDS = 0.7
"""Between two readings of one page, however much others do."""
TIMES_AS_LONG = 4
"""What takes long to read is read more seldom: a fifth of the time at most."""
Read = Callable[[frozenset[str]], Awaitable[None]]


class LiveRefresh(QObject):
    """Calls `read` with the keys of what others did of some kinds (`EventKind`): at once while the page is on
    screen, several deeds together, else when it is shown again."""

    def __init__(
        self, page: QWidget, events: WorkspaceEvents, scope: TaskScope, kinds: tuple[str, ...], read: Read
    ) -> None:
        super().__init__(page)
        self._page, self._scope, self._kinds, self._read = page, scope, kinds, read
        self._keys: set[str] = set()
        self._going = False
        page.installEventFilter(self)
        events.happened.connect(self._happened)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._begin()
        return False

    def _happened(self, what: Happened) -> None:
        self._keys |= what.keys(*self._kinds)
        if self._page.isVisible():
            self._begin()

    def _begin(self) -> None:
        if self._keys and not self._going and not self._scope.is_closed():
            self._going = True
            self._scope.start(self._go_on())

    async def _go_on(self) -> None:
        try:
            while self._keys and self._page.isVisible():
                keys, self._keys = frozenset(self._keys), set()
                begun = time.monotonic()
                await self._read(keys)
                await asyncio.sleep(max(LEAST_SECONDS, TIMES_AS_LONG * (time.monotonic() - begun)))
        finally:
            self._going = False
