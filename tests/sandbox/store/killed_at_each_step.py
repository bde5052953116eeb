"""Killed after each step of a change to a practice folder, what is there when it is opened again?

`python -m tests.sandbox.store.killed_at_each_step FOLDER CHANGE`: for n = 1, 2, … a fork of this process
makes the change on a
copy of FOLDER and is killed at its nth touch of the file system, until one gets to the end.
Prints as JSON what each copy holds afterwards. POSIX only.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import select

from svcconsole.sandbox.store.folder import held
from svcconsole.sandbox.store.record_files import RecordFiles
from svcconsole.sandbox.store.snapshots import SUFFIX, listed
from svcconsole.sandbox.store.tables.catalog import products

TOUCHES = (
    "open",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.mkdir",
    "shutil.",
    "sqlite3.connect",
    "sqlite3.enable",
)
CHANGES: Mapping[str, Callable[[RecordFiles], object]] = {
    "restore": lambda kept: kept.restore("before"),
    "snapshot": lambda kept: kept.snapshot("before"),
    "reset": lambda kept: kept.reset("empty"),
}


def states(folder: Path, change: str) -> list[Any]:
    """What each killed change left, and at last what the whole change leaves."""
    found: list[Any] = []
    while True:
        with TemporaryDirectory() as temporary:
            copy = Path(temporary) / "copy"
            shutil.copytree(folder, copy)
            child = os.fork()
            if child == 0:
                _change(copy, CHANGES[change], len(found) + 1)
            _, status = os.waitpid(child, 0)
            found.append(state(copy))
            if os.WIFEXITED(status):
                if os.WEXITSTATUS(status):
                    raise SystemExit(f"the change failed at its end, after {len(found)} states")
                return found


def _change(folder: Path, change: Callable[[RecordFiles], object], step: int) -> None:
    touched = [0]

    def count(event: str, _: tuple[Any, ...]) -> None:
        if event.startswith(TOUCHES):
            touched[0] += 1
            if touched[0] == step:
                os.kill(os.getpid(), signal.SIGKILL)

    with closing(RecordFiles(folder, "empty")) as kept:
        sys.addaudithook(count)
        change(kept)
    os._exit(0)


def state(folder: Path) -> Any:
    """The products, the files that go with them, and what a snapshot of the folder would bring back."""
    with held(folder), closing(RecordFiles(folder, "empty")) as kept:
        now = _seen(kept)
        snapshots = [one.name for one in listed(folder)]
        kept.restore("before")
        litter = [path.name for path in (*folder.glob(".*"), *(folder / "snapshots").glob(".*"))]
        return [
            now,
            snapshots,
            _seen(kept),
            litter,
            (folder / f"snapshots/before{SUFFIX}").stat().st_mode & 0o777,
        ]


def _seen(kept: RecordFiles) -> Any:
    with kept.database.transaction() as connection:
        ids = list(connection.scalars(select(products.c.id)))
    return [ids, sorted(path.name for path in kept.folder.glob("[ro][eu]*/*"))]


if __name__ == "__main__":
    print(json.dumps(states(Path(sys.argv[1]), sys.argv[2])))
