"""Waits until nothing of a window moves any more, by a look that costs little."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QWidget

from tests.support.coroutines import until

STILL_MILLISECONDS = 500
"""So long everything has to stay where it is."""
Place = tuple[int, int, int, int]


def places(top: QWidget) -> list[Place]:
    """Every visible part of a window and where it stands."""
    shown = (each for each in top.findChildren(QWidget) if each.isVisible())
    return [(each.x(), each.y(), each.width(), each.height()) for each in shown]


async def still(top: QWidget) -> None:
    """Wait until all has stayed in its place for a while."""
    since = QElapsedTimer()
    seen: list[Place] = []

    def rests() -> bool:
        nonlocal seen
        if (now := places(top)) != seen:
            seen = now
            since.start()
        return since.elapsed() >= STILL_MILLISECONDS

    await until(rests, seconds=60)
