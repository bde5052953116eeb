"""Notes on the desktop while no window is in front, and the icon in the tray while something runs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from svcconsole.gui.runtime.quiet_hours import QuietHours
from svcconsole.gui.runtime.setting_keys import DESKTOP, NEEDED, QUIET
from svcconsole.gui.runtime.settings import Settings

NOTE_MS = 15_000
"""A note is shown at most so long: then its icon goes."""
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
    """Shows notes by an icon in the tray, which is there while something runs or a note is shown, and only
    where the person wants notes. `asked(kind, text)`: there is something to tell, shown or not."""

    asked = Signal(object, str)

    def __init__(self, settings: Settings, icon: Callable[[], QIcon], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._icon = settings, icon
        self._tray: QSystemTrayIcon | None = None
        self._clicked: Callable[[], None] = _nothing
        self.clicked: Callable[[], None] = _nothing
        """Brings the window to the front that the notes are about."""
        self._running: dict[str, str] = {}
        self._note_over = QTimer(self, interval=NOTE_MS, singleShot=True)
        self._note_over.timeout.connect(self._show_tray)

    def show(self, kind: Kind, text: str, clicked: Callable[[], None]) -> None:
        """Tell, unless a window is in front, the person does not want it, or it is quiet."""
        self._clicked = clicked
        self.asked.emit(kind, text)
        in_front = QApplication.activeWindow() is not None
        if in_front or not may_pop_up(self._settings, kind, datetime.now().astimezone()) or not can_pop_up():
            return
        self._note_over.start()
        self._show_tray()
        if self._tray is not None:
            self._tray.showMessage("svcconsole", text, self._icon())

    def set_running(self, key: str, words: str) -> None:
        """What runs now of one sort, in words; blank for nothing."""
        if self._running.get(key, "") != words:
            self._running[key] = words
            self._show_tray()

    def tray_words(self) -> str:
        """What the icon's hint says; blank where there is no icon to be."""
        running = "\n".join(words for words in self._running.values() if words)
        if running and self._settings.get(DESKTOP, False):
            return running
        return "svcconsole" if self._note_over.isActive() else ""

    def _show_tray(self) -> None:
        words = self.tray_words()
        if not words or not can_pop_up():
            if self._tray is not None:
                self._tray.hide()
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._icon(), self)
            self._tray.messageClicked.connect(self.note_clicked)
            self._tray.activated.connect(lambda _: self.clicked())
        self._tray.setToolTip(words)
        self._tray.show()

    def note_clicked(self) -> None:
        """The note was clicked: its window comes to the front with what it is about."""
        self.clicked()
        self._clicked()


def _nothing() -> None:
    """No window is known yet."""
