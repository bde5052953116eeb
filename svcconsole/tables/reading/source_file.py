"""Opens the file of an import; every reason it cannot be one is a sentence."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import BinaryIO

from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason


def open_file(path: Path) -> BinaryIO:
    """The bytes of `path`; TableError when it is missing, locked, a folder or no file on a disk."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise TableError(message("{path} is a folder.", path=path), message("Choose a file in it."))
        if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
            raise TableError(
                message("{path} is a device, not a file.", path=path),
                message("Choose a file that holds a table."),
            )
        if stat.S_ISFIFO(mode):  # opening one waits for a writer, perhaps for ever
            raise TableError(
                message("{path} is a pipe, not a file.", path=path),
                message("Save the table as a file first."),
            )
        return path.open("rb")
    except OSError as error:
        raise TableError(
            message("{file} cannot be opened: {reason}.", file=path.name, reason=system_reason(error)),
            message("Check that it is still there and that you may read it."),
        ) from None
