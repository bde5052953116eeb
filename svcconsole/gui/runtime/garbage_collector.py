"""GarbageCollector: collects reference cycles in the window's thread, never in another."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer

EVERY_MS = 100
NEW_OBJECTS = 2_000
"""New objects before those since the last collection are looked at."""
ALL_AFTER = 4_000
"""Collections of new objects before all are looked at: that stops the window for 40 to 200 ms."""


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

    def stop(self) -> None:
        """Collect no more."""
        self._timer.stop()

    def _collect(self) -> None:
        new, _, collected = gc.get_count()
        if collected > ALL_AFTER:
            gc.collect()
        elif new > NEW_OBJECTS:
            # Of the two young generations at once: what a file of 100,000 rows leaves in the second would be
            # one long look later.
            gc.collect(1)
