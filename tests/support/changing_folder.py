"""A folder in which files come and go all the time, as those of a database and uploads do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def changing_folder(folder: Path) -> Iterator[Path]:
    """`stays.csv` is always there and has four bytes; empty ones beside it come and go, until it ends."""
    (folder / "stays.csv").write_text("id\n1")
    over = threading.Event()

    def come_and_go() -> None:
        while not over.is_set():
            for number in range(20):
                (folder / f"{number}.csv").touch()
            for number in range(20):
                (folder / f"{number}.csv").unlink()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        yield folder
    finally:
        over.set()
        thread.join()
