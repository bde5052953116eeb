"""Refuses a file that a command cannot read or write, or would write over."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from svcconsole.api.errors import RefusedHere
from svcconsole.words.message import Message, mark, message
from svcconsole.words.system_reason import system_reason

READ = mark("{file} cannot be read: {reason}.")
WRITTEN = mark("{file} cannot be written: {reason}.")
ANOTHER_PLACE = message("Choose another place.")


@contextmanager
def refuse_unusable(path: Path, said: str, advice: Message | str = "") -> Iterator[None]:
    """Raise what the system says of a file as RefusedHere: that it cannot be `READ`, or `WRITTEN`."""
    try:
        yield
    except OSError as error:
        raise RefusedHere(message(said, file=path, reason=system_reason(error)), advice=advice) from error


def refuse_there(path: Path) -> None:
    """Raise RefusedHere where something is at `path` already."""
    if path.exists():
        raise RefusedHere(message("{file} is there already.", file=path), advice=message("Name a new file."))


def refuse_unwritable(path: Path) -> None:
    """Raise RefusedHere where no file can be written to `path`: it is a folder, or its folder takes none."""
    with refuse_unusable(path, WRITTEN, ANOTHER_PLACE):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        with TemporaryFile(dir=path.parent):  # what the system says beforehand is not all that may refuse it
            pass
