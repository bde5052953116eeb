"""Private temporary folders for copies and spills; those of dead processes are removed at the next start."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from pathlib import Path

from svcconsole.folders import cache_dir, private

_MARK = "in-use"


class Scratch:
    """A folder of its own in the user's cache (mode 0700); `close` removes it with all that is in it."""

    def __init__(self) -> None:
        parent = private(cache_dir() / "viewing")
        _sweep(parent)
        self.folder = private(parent / secrets.token_hex(8))
        self._mark = _take(self.folder)

    def close(self) -> None:
        """Remove the folder; a second call does nothing."""
        if self._mark >= 0:
            os.close(self._mark)
            self._mark = -1
            shutil.rmtree(self.folder, ignore_errors=True)


if sys.platform == "win32":

    def _take(folder: Path) -> int:
        """Windows lets nobody remove a file that is open."""
        return os.open(folder / _MARK, os.O_RDWR | os.O_CREAT, 0o600)

    def _free(mark: Path) -> bool:
        try:
            mark.unlink()
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(folder: Path) -> int:
        """The mark has its name once it is locked: one that is seen unlocked would be swept away."""
        unnamed = folder / f"{_MARK}.new"
        handle = os.open(unnamed, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        unnamed.rename(folder / _MARK)
        return handle

    def _free(mark: Path) -> bool:
        try:
            handle = os.open(mark, os.O_RDWR)
        except OSError:  # its owner, or another sweep, has just removed it
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        finally:
            os.close(handle)
        return True


def _sweep(parent: Path) -> None:
    for folder in parent.iterdir():
        mark = folder / _MARK
        if mark.exists() and _free(mark):
            shutil.rmtree(folder, ignore_errors=True)
