"""Ends the practice store with the process that started it, so that it never outlives its window or test."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable

PARENT_VARIABLE = "SVCCONSOLE_SANDBOX_PARENT"
LOOK_EVERY = 0.25

_SYNCHRONIZE = 0x0010_0000
_FOREVER = 0xFFFF_FFFF


def when_parent_ends(run: Callable[[], None]) -> None:
    """Call `run` in a thread once the process that started this one is gone.

    A starter that puts its own process id into `SVCCONSOLE_SANDBOX_PARENT` is noticed even if it ends
    before this program has got this far.
    """
    started_by = int(os.environ.get(PARENT_VARIABLE) or os.getppid())
    wait = _wait_windows if sys.platform == "win32" else _wait_posix

    def watch() -> None:
        wait(started_by)
        run()

    threading.Thread(target=watch, name="parent", daemon=True).start()


def _wait_posix(started_by: int) -> None:
    # an orphan is handed to another process, so its parent's id changes; asking costs one system call
    while os.getppid() == started_by:
        time.sleep(LOOK_EVERY)


def _wait_windows(started_by: int) -> None:
    # an orphan keeps its parent's id there, so the wait is on the process itself
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, started_by)
        if handle:
            kernel.WaitForSingleObject(handle, _FOREVER)
