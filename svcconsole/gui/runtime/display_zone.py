"""The zone all times in the window are shown in: the store's, this computer's or UTC; what names none is in
the store's."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QObject, QTime, QTimeZone, Signal

from svcconsole.gui.design.words import mark, tr
from svcconsole.tables.values.moments import aware, zone_named

CHOICES: Final[Mapping[str, str]] = {
    "store": mark("The store's time"),
    "computer": mark("This computer's time"),
    "utc": mark("UTC"),
}
"""The zones that can be chosen, as they are offered; the first is what holds when nothing is chosen."""


SETTING: Final = "times"
"""The program's setting that remembers the choice."""


class DisplayZone(QObject):
    """`changed()`: times are shown in another zone from now on. One for the window, as the theme is."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._store = ""
        self.choice = "store"

    def set_store(self, time_zone: str | None) -> None:
        """Another store, by its zone's IANA name; None where it has none, which is as this computer's."""
        if (time_zone or "") != self._store:
            self._store = time_zone or ""
            self.changed.emit()

    def choose(self, choice: str) -> None:
        """Show times in the store's zone, this computer's or UTC; anything else is the store's."""
        wanted = choice if choice in CHOICES else "store"
        if wanted != self.choice:
            self.choice = wanted
            self.changed.emit()

    def has_store_zone(self) -> bool:
        """Whether the store's profile names a zone."""
        return bool(self._store)

    def store_name(self) -> str:
        """The IANA name of the store's zone."""
        return self._store or computer_zone()

    def name(self) -> str:
        """The IANA name of the zone times are shown in."""
        if self.choice == "utc":
            return "UTC"
        return computer_zone() if self.choice == "computer" else self.store_name()

    def zone(self) -> tzinfo:
        """The zone times are shown in."""
        return zone_named(self.name())

    def place(self) -> str:
        """The zone in a word or two: "Berlin", "UTC", "This computer"."""
        if self.choice == "utc":
            return "UTC"
        if self.choice == "computer" or not self._store:
            return tr("This computer")
        return place_of(self._store)

    def read(self, text: str) -> tuple[QDateTime, bool] | None:
        """A moment in the zone times are shown in, and whether it has a time of day: a date alone is that day
        in every zone. None for what is no moment."""
        found = aware(text, zone_named(self.store_name()))
        if found is None:
            return None
        at, timed = found
        if timed:
            moment = QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000), self.qt_zone())
        else:
            moment = QDateTime(QDate(at.year, at.month, at.day), QTime(0, 0), self.qt_zone())
        return (moment, timed) if moment.isValid() else None

    def qt_zone(self) -> QTimeZone:
        """The same for Qt."""
        found = QTimeZone(self.name().encode())
        return found if found.isValid() else QTimeZone(QTimeZone.Initialization.UTC)

    def now(self) -> QDateTime:
        """This moment there."""
        return QDateTime.currentDateTimeUtc().toTimeZone(self.qt_zone())

    def at(self, epoch: float) -> datetime:
        """A moment of epoch seconds there."""
        return datetime.fromtimestamp(epoch, UTC).astimezone(self.zone())


def place_of(name: str) -> str:
    """The place an IANA name names: "Berlin", "New York"."""
    return name.rpartition("/")[2].replace("_", " ")


def computer_zone() -> str:
    """The IANA name of this computer's zone, which may travel: it is looked for anew each second, as that
    takes longer than to write a time."""
    return _zone_in(int(time.monotonic()))


@lru_cache(maxsize=1)
def _zone_in(_second: int) -> str:
    return bytes(QTimeZone.systemTimeZoneId().data()).decode("ascii", "replace") or "UTC"


@cache
def display_zone() -> DisplayZone:
    """The window's one."""
    return DisplayZone()
