"""GarbageCollector: collects reference cycles in the window's thread, never in another."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWindow

EVERY_MS = 100
NEW_OBJECTS = 2_000
"""New objects before those since the last collection are looked at."""
ALL_AFTER = 4_000
"""Collections of new objects before all are looked at: that stops the window for 40 to 200 ms, so it is put
off while somebody is at it."""
ALL_BY_THEN = 4 * ALL_AFTER
"""Collections of new objects before all are looked at whatever somebody does."""
QUIET_SECONDS = 3.0
"""So long nobody pressed, typed or moved anything."""
AT_IT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.InputMethod,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
        QEvent.Type.Resize,
    }
)
"""What comes to a window while somebody is at it."""


class GarbageCollector(QObject):
    """Takes the place of Python's automatic collection, which runs in whichever thread makes an object.

    A widget in a reference cycle is deleted by the thread that collects it, and Qt ends the process where
    that is not the widget's own. Until `start`, nothing is collected at all.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._collect)
        self._last_input = time.monotonic()
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._watch)

    def start(self) -> None:
        """Collect from now on; what exists by now (modules, the first window) is not looked at again.

        Going through everything that was imported stops the window for 40 to 200 ms each time. It is done
        once where another store's window has taken the place of one, whose objects were set aside like this.
        """
        if self._timer.isActive():
            gc.unfreeze()
            gc.collect()
        gc.freeze()
        self._timer.start()
        self._watch(QGuiApplication.focusWindow())

    def stop(self) -> None:
        """Collect no more."""
        self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in AT_IT:
            self._last_input = time.monotonic()
        return False

    def _watch(self, window: QWindow | None) -> None:
        """Hear what comes to a whole window, a few events a second: its widgets have thousands."""
        if window is not None:
            window.installEventFilter(self)

    def _collect(self) -> None:
        new, _, collected = gc.get_count()
        quiet = time.monotonic() - self._last_input > QUIET_SECONDS
        if collected > (ALL_AFTER if quiet else ALL_BY_THEN):
            gc.collect()
        elif new > NEW_OBJECTS:
            # Of the two young generations at once: what a file of 100,000 rows leaves in the second would be
            # one long look later.
            gc.collect(1)
