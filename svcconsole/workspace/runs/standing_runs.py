"""The runs that wait for their hour while others may send: each has a lock of its own, as long as somebody
drives it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from svcconsole.workspace.file_lock import FileLock

LOCK = "waiting-{}.lock"


class StandingRuns:
    """Those of this instance (`in`), and what it can tell of others on this computer; their locks lie beside
    the `runner`'s."""

    def __init__(self, runner: FileLock) -> None:
        self._runner = runner
        self._locks: dict[str, FileLock] = {}

    def __contains__(self, run_id: object) -> bool:
        return run_id in self._locks

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._locks))

    def enter(self, run_id: str) -> bool:
        """Let the run stand by from here; False where the folder does not take its lock."""
        lock = self._lock_of(run_id)
        with suppress(OSError):
            if lock.acquire():
                self._locks[run_id] = lock
        return run_id in self._locks

    def leave(self, run_id: str) -> None:
        """It does not stand by any more."""
        if (lock := self._locks.pop(run_id, None)) is not None:
            lock.remove()

    def is_driven(self, run_id: str) -> bool:
        """Whether it stands by, here or elsewhere."""
        return run_id in self or self.is_elsewhere(run_id)

    def is_elsewhere(self, run_id: str) -> bool:
        """Whether another instance lets it stand by, and lives."""
        lock = self._lock_of(run_id)
        if run_id in self or not lock.is_there():
            return False
        if not lock.acquire():
            return True
        lock.remove()
        return False

    def _lock_of(self, run_id: str) -> FileLock:
        return self._runner.beside(LOCK.format(run_id))
