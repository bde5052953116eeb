"""Draws the focus ring once around a button that a person is led to; Esc, a click or a key puts it away."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from shiboken6 import isValid

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import ring
from svcconsole.gui.kit.window_overlay import WindowOverlay

AROUND = 5
FOLLOW_MS = 100
LOOK_SECONDS, LOOK_EVERY = 4.0, 0.1
FILLED_SECONDS = 1.5
"""So long a page may take to show the button that is meant."""


class ButtonRing(WindowOverlay):
    """Follows the button while it is there."""

    def __init__(self, target: QWidget) -> None:
        super().__init__(target.window())
        self._target = target
        self._follow = QTimer(self, interval=FOLLOW_MS)
        self._follow.timeout.connect(self._place)
        self._follow.start()
        self._place()
        self.show()
        self.raise_()

    def put_away(self) -> None:
        self._follow.stop()
        super().put_away()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.KeyPress:
                self.put_away()
            return True
        if event.type() == QEvent.Type.MouseButtonPress:
            self.put_away()
        return False

    def _place(self) -> None:
        if not isValid(self._target) or not self._target.isVisible():
            self.put_away()
            return
        around = dp(AROUND)
        corner = self._target.mapTo(self._target.window(), QPoint(0, 0))
        place = QRect(corner, self._target.size()).adjusted(-around, -around, around, around)
        if place != self.geometry():
            self.setGeometry(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            ring(painter, self.rect().adjusted(1, 1, -1, -1), dp(8))


async def ring_button(window: QWidget, *words: str) -> ButtonRing | None:
    """Put the ring around the first button of these words as soon as one can be seen, with the focus in it;
    on a page that has none of them around its filled one, which leads on. None where there is neither."""
    waited = 0.0
    while waited < LOOK_SECONDS:
        seen = [each for each in window.findChildren(QAbstractButton) if each.isVisible()]
        named = [
            each for text in words for each in seen if text and text in (each.text(), each.accessibleName())
        ]
        if not named and waited >= FILLED_SECONDS:
            named = [each for each in seen if each.property("kind") == "primary"]
        if named:
            named[0].setFocus(Qt.FocusReason.OtherFocusReason)
            return ButtonRing(named[0])
        await asyncio.sleep(LOOK_EVERY)
        waited += LOOK_EVERY
    return None
