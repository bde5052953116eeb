"""The file of a high-water mark: how many attempts a console has begun, on the disk when `write` returns."""

from __future__ import annotations

import os
import re
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.errors import WorkspaceError

SLOTS, SLOT_BYTES = 2, 4096
"""Two places that are written in turn, each in a block of its own: a power cut spoils one of them at most."""
_LINE = re.compile(rb"svcconsole-mark ([0-9a-f]{16}) (\d{1,18}) ([0-9a-f]{8})\n")


class MarkNotKept(WorkspaceError):
    """The mark could not be read or written, so nothing may leave."""


@dataclass(frozen=True, slots=True)
class Mark:
    """So many attempts were begun by a console, whose name was made with the file."""

    console: str
    attempts: int


class MarkFile:
    """One mark; the file stays open from the first write on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None
        self._turn = 0

    def read(self) -> Mark | None:
        """The highest mark that is whole; None where there is no file, or nothing in it can be trusted."""
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._trouble(error) from error
        found = [_parsed(content[start : start + SLOT_BYTES]) for start in range(0, len(content), SLOT_BYTES)]
        return max((mark for mark in found if mark), key=lambda mark: mark.attempts, default=None)

    def write(self, mark: Mark) -> None:
        """Replace the older of both places and wait until the disk has it; raises MarkNotKept."""
        try:
            handle = self._opened()
            os.lseek(handle, self._turn * SLOT_BYTES, os.SEEK_SET)
            line = _line(mark)
            if os.write(handle, line) != len(line):
                raise OSError("the disk took a part of it only")
            _to_disk(handle)
        except OSError as error:
            self.close()
            raise self._trouble(error) from error
        self._turn = (self._turn + 1) % SLOTS

    def close(self) -> None:
        """Let go of the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _opened(self) -> int:
        if self._handle is None:
            binary = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
            new = not self._path.exists()
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | binary, 0o600)
            if new:
                os.ftruncate(self._handle, SLOTS * SLOT_BYTES)
                folder_to_disk(self._path.parent)
            else:
                self._turn = self._older()
        return self._handle

    def _older(self) -> int:
        """The place that may be overwritten: the one without the highest mark."""
        content = self._path.read_bytes()
        marks = [_parsed(content[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES]) for slot in range(SLOTS)]
        return min(range(SLOTS), key=lambda slot: -1 if (mark := marks[slot]) is None else mark.attempts)

    def _trouble(self, error: OSError) -> MarkNotKept:
        return MarkNotKept(
            message(
                "{file}, which notes how much was sent, cannot be used: {reason}.",
                file=self._path,
                reason=system_reason(error),
            ),
            message(
                "Nothing is sent until it can be written. Give write access to its folder, or make room."
            ),
        )


def _line(mark: Mark) -> bytes:
    text = b"%s %d" % (mark.console.encode(), mark.attempts)
    return b"svcconsole-mark %s %08x\n" % (text, zlib.crc32(text))


def _parsed(slot: bytes) -> Mark | None:
    found = _LINE.match(slot)
    if found is None or zlib.crc32(b"%s %s" % (found[1], found[2])) != int(found[3], 16):
        return None
    return Mark(found[1].decode(), int(found[2]))


def _to_disk(handle: int) -> None:
    if sys.platform == "darwin":
        import fcntl

        # fsync leaves the bytes in the drive's own memory there.
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
    else:
        os.fsync(handle)


def folder_to_disk(folder: Path) -> None:
    """Make the file's name durable, too; Windows does that by itself."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
