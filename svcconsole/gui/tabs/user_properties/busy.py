"""A long operation on the table that blocks others and shows its progress."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.kit.time_slices import in_slices

OPENING, EDITING, SENDING = "opening", "editing", "sending"
IDLE: Final = ""


class BusyBlock(QObject):
    """`what` is one of the words above, or nothing. `changed()`: it is another."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.what = IDLE
        self._free = asyncio.Event()
        self._free.set()

    async def free(self) -> None:
        """Until nothing has its turn."""
        while self.what:
            await self._free.wait()

    @contextmanager
    def taken(self, what: str) -> Iterator[None]:
        """The block has its turn."""
        self._set_state(what)
        try:
            yield
        finally:
            self._set_state(IDLE)

    def long(self, what: str, work: Iterable[None]) -> Coroutine[None, None, None]:
        """Has its turn from now on; to be started, it goes through `work` a few milliseconds at a time."""
        self._set_state(what)
        return self._through(work)

    async def _through(self, work: Iterable[None]) -> None:
        try:
            await in_slices(work)
        finally:
            self._set_state(IDLE)

    def _set_state(self, what: str) -> None:
        self.what = what
        if what:
            self._free.clear()
        else:
            self._free.set()
        self.changed.emit()
