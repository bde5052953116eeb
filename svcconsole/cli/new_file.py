"""Refuses a file that a command cannot write, or would write over."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from svcconsole.api.errors import RefusedHere
from svcconsole.words.message import Message, message
from svcconsole.words.system_reason import unwritten


@contextmanager
def writing_file(path: Path, kept: Message | str = "") -> Iterator[None]:
    """Raise that a file cannot be written as RefusedHere, for every OSError of the block; `kept` says where
    the same is kept, in place of what to do."""
    try:
        yield
    except OSError as error:
        sentence, advice = unwritten(path, error)
        raise RefusedHere(sentence, advice=kept or advice) from error


def refuse_there(path: Path) -> None:
    """Raise RefusedHere where something is at `path` already."""
    if path.exists():
        raise RefusedHere(message("{file} is there already.", file=path), advice=message("Name a new file."))


def refuse_unwritable(path: Path) -> None:
    """Raise RefusedHere where no file can be written to `path`: it is a folder, or its folder takes none."""
    with writing_file(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        with TemporaryFile(dir=path.parent):  # what the system says beforehand is not all that may refuse it
            pass
