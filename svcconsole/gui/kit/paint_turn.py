"""The turn of the loop in which a window is painted: what comes late in a long one waits for the next."""

from __future__ import annotations

import time

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.colours import colour

LONG_SECONDS = 0.008


class PaintTurn:
    """How long the painting goes on that a window is in the middle of."""

    def __init__(self) -> None:
        self._began: float | None = None

    def begin(self) -> None:
        """A window is painted from now on."""
        self._began = time.perf_counter()

    def end(self) -> None:
        """It is painted."""
        self._began = None

    def is_long(self) -> bool:
        """Whether it has taken so long by now that the rest should wait."""
        return self._began is not None and time.perf_counter() - self._began > LONG_SECONDS


paint_turn = PaintTurn()


class PutOff:
    """For a `viewport` that paints every pixel of itself: lets a painting wait for the next turn, once, and
    shows what was there meanwhile, or `ground` where nothing was."""

    def __init__(self, viewport: QWidget, ground: str) -> None:
        viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._viewport, self._ground = viewport, ground
        self._waited = self._painted = False

    def anew(self) -> None:
        """It was shown or has another size: what was there is gone."""
        self._painted = False

    def waits(self, dirty: QRect) -> bool:
        """Whether `dirty` is painted in the next turn instead."""
        if self._waited or not paint_turn.is_long():
            self._waited, self._painted = False, True
            return False
        self._waited = True
        if not self._painted:
            with QPainter(self._viewport) as painter:
                painter.fillRect(dirty, colour(self._ground))
        self._viewport.update(dirty)
        return True
