"""Refuses a file that a command could not write, or would write over, before it does anything else."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from tempfile import TemporaryFile

from svcconsole.api.errors import RefusedHere
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason


def refuse_there(path: Path) -> None:
    """Raise RefusedHere where something is at `path` already."""
    if path.exists():
        raise RefusedHere(message("{file} is there already.", file=path), advice=message("Name a new file."))


def refuse_unwritable(path: Path) -> None:
    """Raise RefusedHere where no file can be written to `path`: it is a folder, or its folder takes none."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        with TemporaryFile(dir=path.parent):  # what the system says beforehand is not all that may refuse it
            pass
    except OSError as error:
        raise RefusedHere(
            message("{file} cannot be written: {reason}.", file=path, reason=system_reason(error)),
            advice=message("Choose another place."),
        ) from error
