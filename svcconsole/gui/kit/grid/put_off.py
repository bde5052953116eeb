"""Lets what a viewport paints wait for the next turn of the loop where the window's painting takes long."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.paint_turn import paint_turn


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
