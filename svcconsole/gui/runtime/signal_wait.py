"""Waiting for one Qt signal before asyncio's loop exists; light enough for the first paint."""

from __future__ import annotations

from PySide6.QtCore import QEventLoop, QTimer, SignalInstance


def wait_for(signal: SignalInstance, milliseconds: int) -> None:
    """Run Qt until `signal` is emitted, at most so long.

    Never call it inside a coroutine: it would stall all others.
    """
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
