"""Keeps a table that comes on standard input in a file of this process while a command works with it."""

from __future__ import annotations

import io
import select
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import Message, message, plural

DASH = Path("-")
NAME = "standard-input"
SIZE_LIMIT = 1 << 30
LINE_LIMIT = 20_000_000
LONGEST_LINE = 32 << 20
SILENT_SECONDS = 60.0
"""What never ends, or never begins, is given up: bytes, lines, bytes of one line, seconds without a byte."""
_STEP = 1 << 20


@contextmanager
def as_file(path: Path | None) -> Iterator[Path | None]:
    """`path` itself, or for "-" a private file with all of standard input, gone afterwards. TableError for
    what ends nowhere, is no table, or does not come."""
    if path != DASH:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="svcconsole-") as folder:
        kept = Path(folder) / NAME
        with kept.open("wb") as file:
            _take(sys.stdin.buffer, file)
        yield kept


def _take(source: BinaryIO, target: BinaryIO) -> None:
    from svcconsole.tables.reading import encoding
    from svcconsole.tables.reading.unpacked import is_packed

    if source.isatty():
        raise TableError(
            message("Standard input is the terminal, and a table is expected."),
            message("Send a file into it: svcconsole import products - < products.csv"),
        )
    size = lines = 0
    packed = False
    for number, block in enumerate(_blocks(source)):
        if number == 0:
            packed = is_packed(block)
            if not packed and block.strip():
                encoding.decide(io.BytesIO(block))  # what is no text is refused before all of it has come
        target.write(block)
        size += len(block)
        lines += 0 if packed else block.count(b"\n") + (block.count(b"\r") if b"\n" not in block else 0)
        if size > SIZE_LIMIT:
            raise _endless(
                plural(
                    "More than {n} MiB came on standard input.",
                    "More than {n} MiB came on standard input.",
                    SIZE_LIMIT >> 20,
                )
            )
        if lines > LINE_LIMIT:
            raise _endless(
                plural(
                    "More than {n} line came on standard input.",
                    "More than {n} lines came on standard input.",
                    LINE_LIMIT,
                )
            )
        if not packed and not lines and size > LONGEST_LINE:
            raise _endless(
                plural(
                    "The first line on standard input is longer than {n} MiB.",
                    "The first line on standard input is longer than {n} MiB.",
                    LONGEST_LINE >> 20,
                )
            )


def _blocks(source: BinaryIO) -> Iterator[bytes]:
    """What comes, in blocks of a mebibyte at most; the first ones are gathered until there is one."""
    raw = source.raw if isinstance(source, io.BufferedReader) else source
    gathered = b""
    while _comes(source):
        block = raw.read(_STEP)
        if not block:
            break
        gathered += block
        if len(gathered) >= _STEP:
            yield gathered
            gathered = b""
    yield gathered


def _comes(source: BinaryIO) -> bool:
    """Wait until there is something to read, or the end of it."""
    if sys.platform == "win32":
        return True
    ready, _, _ = select.select([source.fileno()], [], [], SILENT_SECONDS)
    if not ready:
        raise TableError(
            plural(
                "Nothing came on standard input for {n} second.",
                "Nothing came on standard input for {n} seconds.",
                round(SILENT_SECONDS),
            ),
            message("Check the command that writes it, or name a file."),
        )
    return True


def _endless(sentence: Message) -> TableError:
    return TableError(sentence, message("Save the table as a file first, and import that."))
