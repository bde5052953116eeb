"""Lets what a view paints wait for the next turn of the loop where the painting of the window takes long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.paint_turn import paint_turn

if TYPE_CHECKING:
    Base = QAbstractItemView
else:
    Base = object


class DeferredPainting(Base):
    """For views that paint every pixel of their viewport (`class Grid(DeferredPainting, QTableView)`): until
    a deferred painting has its turn, what was there stays, or `GROUND` where nothing was."""

    GROUND = "surface"
    _deferred = _is_painted = False

    def is_deferred(self, dirty: QRect) -> bool:
        """Whether `dirty` is painted in the next turn instead, which happens once."""
        viewport = self.viewport()
        if self._deferred or not paint_turn.is_long():
            self._deferred, self._is_painted = False, True
            return False
        self._deferred = True
        if not self._is_painted:
            with QPainter(viewport) as painter:
                painter.fillRect(dirty, colour(self.GROUND))
        viewport.update(dirty)
        return True

    def keep_painted(self) -> None:
        """Have Qt leave what was painted until it is painted over; called once, when the view is made."""
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def showEvent(self, event: QShowEvent) -> None:
        self._is_painted = False
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._is_painted = False
        super().resizeEvent(event)
