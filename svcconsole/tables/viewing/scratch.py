"""Private folders for copies and spills, removed when done; those of dead processes at the next one."""

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
        self._mark = os.open(self.folder / _MARK, os.O_RDWR | os.O_CREAT, 0o600)
        _hold(self._mark)

    def close(self) -> None:
        """Remove the folder; a second call does nothing."""
        if self._mark >= 0:
            os.close(self._mark)
            self._mark = -1
            shutil.rmtree(self.folder, ignore_errors=True)


if sys.platform == "win32":

    def _hold(handle: int) -> None:
        """Windows lets nobody remove a file that is open."""

    def _free(mark: Path) -> bool:
        try:
            mark.unlink()
        except OSError:
            return False
        return True

else:
    import fcntl

    def _hold(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _free(mark: Path) -> bool:
        handle = os.open(mark, os.O_RDWR)
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
