"""Tells when another day has begun in the zone times are shown in: what says "today" is said anew then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QDateTime, QObject, QTimer, Signal

from svcconsole.gui.runtime.display_zone import display_zone

MOST_MS: Final = 60_000
"""The date is looked at again after this: a clock may be set, and no timer runs while a computer sleeps."""


class DayWatch(QObject):
    """`changed()`: it is another day, after midnight or since the clock or the zone changed."""

    changed = Signal()

    def __init__(self, parent: QObject, now: Callable[[], QDateTime]) -> None:
        """`now` is this moment in the zone that is shown."""
        super().__init__(parent)
        self._now = now
        self._day = now().date()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        display_zone().changed.connect(self.look)

    def start(self) -> None:
        """Look at the date from now on: each minute, and at midnight."""
        self._timer.start(self.milliseconds())

    def look(self) -> None:
        """Look at the date now; while it is started, again in a minute or at midnight."""
        day = self._now().date()
        self._timer.setInterval(self.milliseconds())
        if day != self._day:
            self._day = day
            self.changed.emit()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def milliseconds(self) -> int:
        """Until the date is to be looked at again."""
        now = self._now()
        midnight = now.date().addDays(1).startOfDay(now.timeZone())
        return min(MOST_MS, max(1, now.msecsTo(midnight)))
