"""GarbageCollector: collects reference cycles in the window's thread, never in another."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer

EVERY_MS = 100
YOUNG, MIDDLE, OLD = 2_000, 20, 200
"""New objects before the youngest are looked at, and how often each older generation follows."""


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
        """Collect from now on; what exists by now (modules, the first window) is never looked at.

        Going through everything that was imported stops the window for 40 to 200 ms each time.
        """
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """Collect no more."""
        self._timer.stop()

    def _collect(self) -> None:
        young, middle, old = gc.get_count()
        if old > OLD:
            gc.collect()
        elif middle > MIDDLE:
            gc.collect(1)
        elif young > YOUNG:
            gc.collect(0)
