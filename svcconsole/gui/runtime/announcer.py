"""Says to a screen reader what changes on screen by itself: notices, progress, what a search found.

One thing after the other, and no more often than somebody can listen. What matters at once cuts in; of
several words about one thing that wait, the newest are said.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication

LISTEN_SECONDS: Final = 1.5
"""Between two announcements that can wait."""
MOST_WAITING: Final = 5
"""More of them, and the oldest is not worth hearing any more."""


class Announcer(QObject):
    """`said(words, urgent)`: these were given to the screen reader just now."""

    said = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[str, str] = {}
        self._last = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._say_next)

    def say(self, words: str, *, urgent: bool = False, about: str = "") -> None:
        """Say something once it is its turn, or at once where it is urgent; in the place of what waits about
        the same thing."""
        if not words.strip():
            return
        if urgent:
            self._waiting.pop(about, None)
            self._announce(words, urgent=True)
            return
        key = about or words
        self._waiting.pop(key, None)
        self._waiting[key] = words
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        if not self._timer.isActive():
            self._timer.start(self._milliseconds())

    def _milliseconds(self) -> int:
        """Until somebody can listen again."""
        return max(0, round(1000 * (self._last + LISTEN_SECONDS - time.monotonic())))

    def _say_next(self) -> None:
        if not self._waiting:
            return
        if (left := self._milliseconds()) > 0:  # something urgent was said meanwhile
            self._timer.start(left)
            return
        self._announce(self._waiting.pop(next(iter(self._waiting))), urgent=False)
        if self._waiting:
            self._timer.start(self._milliseconds())

    def _announce(self, words: str, *, urgent: bool) -> None:
        self._last = time.monotonic()
        heard_from = QApplication.focusWidget() or QApplication.activeWindow()
        if heard_from is not None and QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(heard_from, words)
            politeness = QAccessible.AnnouncementPoliteness
            event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
            QAccessible.updateAccessibility(event)
        self.said.emit(words, urgent)


@cache
def announcer() -> Announcer:
    """The program's one."""
    return Announcer()
