"""The exception hooks, which report to the notices, and the signal handlers that end the program."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from svcconsole.gui.runtime.notices import Notices

log = logging.getLogger("svcconsole.app")

SIGNAL_TICK_MS = 250


class ExceptionHooks:
    """Sends every loose exception of the process to the notices; made once, by the running program."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._loop_error)
        sys.excepthook = self._loose_error
        threading.excepthook = self._thread_error
        sys.unraisablehook = _unraisable

    def end_on_signals(self, app: QApplication, end: Callable[[], None]) -> None:
        """Call `end` on an interrupt, a request to terminate and a lost terminal."""
        if sys.platform == "win32":
            signal.signal(signal.SIGINT, lambda *_: end())
            tick = QTimer(app)
            tick.start(SIGNAL_TICK_MS)  # Python looks at signals only while it runs
            tick.timeout.connect(lambda: None)
            return
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._loop.add_signal_handler(number, end)

    def _loop_error(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self._notices.report(error)
        else:
            log.error("loop: %s", context.get("message"))

    def _loose_error(
        self, _kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        self._notices.report(error)

    def _thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._loop.call_soon_threadsafe(self._notices.report, args.exc_value)


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    log.error("unraisable in %r", args.object, exc_info=args.exc_value)
