"""Notes on the desktop while no window is in front: whether one may pop up, and what a click on it does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from svcconsole.gui.runtime.quiet_hours import QuietHours
from svcconsole.gui.runtime.setting_keys import DESKTOP, NEEDED, QUIET
from svcconsole.gui.runtime.settings import Settings

LONG_SECONDS = 30.0
"""What took less needs no note: whoever started it is still there."""


class Kind(StrEnum):
    """Why somebody is told; the setting that allows it."""

    DONE = DESKTOP
    NEEDED = NEEDED


def may_pop_up(settings: Settings, kind: Kind, now: datetime) -> bool:
    """Whether a note of this kind may pop up at this moment."""
    return settings.get(str(kind), False) and not QuietHours.read(settings.get(QUIET, "")).holds(now)


def can_pop_up() -> bool:
    """Whether this desktop shows notes at all."""
    return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()


class DesktopNotes(QObject):
    """Shows notes by an icon in the tray. `asked(kind, text)`: there is something to tell, shown or not."""

    asked = Signal(object, str)

    def __init__(self, settings: Settings, icon: Callable[[], QIcon], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._icon = settings, icon
        self._tray: QSystemTrayIcon | None = None
        self._clicked: Callable[[], None] = lambda: None

    def show(self, kind: Kind, text: str, clicked: Callable[[], None]) -> None:
        """Tell, unless a window is in front, the person does not want it, or it is quiet."""
        self.asked.emit(kind, text)
        in_front = QApplication.activeWindow() is not None
        if in_front or not may_pop_up(self._settings, kind, datetime.now().astimezone()) or not can_pop_up():
            return
        self._clicked = clicked
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._icon(), self)
            self._tray.messageClicked.connect(self._was_clicked)
        self._tray.show()
        self._tray.showMessage("svcconsole", text, self._icon())

    def _was_clicked(self) -> None:
        self._clicked()
