"""A lock on a file that ends with its process: one instance at a time runs sends of a workspace (rule W5)."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _give_back(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give_back(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


POLL_SECONDS = 0.02


class FileLock:
    """An exclusive lock on one file; the system frees it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self, patience: float = 0.0) -> bool:
        """Take the lock, waiting at most `patience` seconds; False when another instance holds it."""
        deadline = time.monotonic() + patience
        while not self._taken():
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def _taken(self) -> bool:
        if self._handle is not None:
            return True
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _take(handle)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def beside(self, name: str) -> FileLock:
        """Another lock in the same folder."""
        return FileLock(self._path.with_name(name))

    def is_there(self) -> bool:
        """Whether somebody made its file, and has not removed it."""
        return self._path.exists()

    def remove(self) -> None:
        """Give the lock back, its file with it."""
        self.release()
        with suppress(OSError):
            self._path.unlink()

    def release(self) -> None:
        if self._handle is None:
            return
        _give_back(self._handle)
        os.close(self._handle)
        self._handle = None
