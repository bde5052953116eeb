"""Builds many widgets and takes them down in slices of a few milliseconds: the window answers in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget
from shiboken6 import isValid

from svcconsole.gui.runtime.event_loop import TURN_SECONDS

SLICE_SECONDS = TURN_SECONDS
BREATH_SECONDS = 0.001
"""Longer than nothing: the loop then goes back to Qt."""


async def next_turn() -> None:
    """Go on in a turn of its own: Qt paints and hears the keyboard before."""
    await asyncio.sleep(BREATH_SECONDS)


async def in_slices(work: Iterable[object]) -> None:
    """Run `work` to its end with a breath for the window every few milliseconds."""
    begun = time.perf_counter()
    for _ in work:
        if time.perf_counter() - begun > SLICE_SECONDS:
            await next_turn()
            begun = time.perf_counter()


def polished(page: QWidget) -> Iterator[None]:
    """Give every part of a hidden page its style and sizes now: its first show would do it all at once."""
    parts = page.findChildren(QWidget)
    for part in parts:
        if isValid(part):
            part.ensurePolished()
        yield
    # Inner layouts first: sizes are then known when the page itself is laid out.
    for part in reversed(parts):
        if isValid(part) and (layout := part.layout()) is not None:
            layout.activate()
        yield


async def take_down(page: QWidget) -> None:
    """Delete a hidden page, of each stack in it the pages behind the one in front first: all of it would hold
    the window up for 30 milliseconds."""
    for stack in page.findChildren(QStackedWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        for part in [stack.widget(at) for at in range(stack.count()) if at != stack.currentIndex()]:
            if part is not None and isValid(part):
                part.deleteLater()
                await next_turn()
    if isValid(page):
        page.deleteLater()
