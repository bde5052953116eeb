"""Writes files whole or not at all: beside their place under a name of their own, then renamed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from svcconsole.words.system_reason import unwritten


class FileNotWritten(OSError):
    """A file or folder that could not be written: what the system said, and the same for people."""

    @property
    def sentence(self) -> str:
        """Which it is, and why."""
        return unwritten(Path(self.filename).name, self)[0]

    @property
    def advice(self) -> str:
        """What to do."""
        return unwritten(Path(self.filename).name, self)[1]


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise FileNotWritten, which names `path`, for every OSError of the block."""
    try:
        yield
    except FileNotWritten:
        raise
    except OSError as error:
        words = error.strerror or (error.args[0] if error.args else str(error))
        system = getattr(error, "winerror", None)
        raise FileNotWritten(error.errno, words, str(path), system) from error


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give the path of a new file to write, which takes the place of `path` when the block ends well and is
    gone when it does not.

    Its name is nobody else's, so that of two that write the same file at once each is whole and the last one
    stays. Raises FileNotWritten.
    """
    written = path.with_name(f".{secrets.token_hex(8)}.partial")
    try:
        with writing(path):
            yield written
            with written.open("rb+") as file:
                os.fsync(file.fileno())
            put_in_place(written, path)
    finally:
        with suppress(OSError):
            written.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file of which everything is there already, whole or not at all. Raises FileNotWritten."""
    with whole_file(path) as written:
        written.write_bytes(content)


def put_in_place(written: Path, path: Path) -> None:
    """Let a whole file that was written beside it, flushed to the disk, take the place of `path` in one step;
    a crash leaves the old one or the new one. Raises OSError."""
    written.replace(path)
    if os.name == "posix":
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
