"""Writes a private copy of a table as UTF-8 with commas and rows of one width, in a subprocess."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import read
from svcconsole.tables.viewing.pages import fitted
from svcconsole.tables.viewing.row_index import FIRST
from svcconsole.tables.viewing.subprocess_iterator import iterate_in_subprocess
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason

PLAIN = Dialect(newline="\r\n")
"""How a copy is written: UTF-8, commas, doubled quotes, a header; CR LF, so that a lone CR is quoted."""

PROGRESS_ROWS = 20_000
SMALL_BYTES = 1 << 18
"""Read in less time than a process takes to start."""

_MENDED = ("stray_quote", "unclosed_quote", "nul", "bytes", "text_formula")


@dataclass(frozen=True, slots=True)
class PrivateCopy:
    """What the reader met: rows, ragged rows, lines left out, what it put right and the first about it."""

    rows: int
    width: int
    short: int = 0
    long: int = 0
    first: tuple[int, ...] = ()
    blank: int = 0
    comments: int = 0
    mended: int = 0
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class CopyProgress:
    """Rows written and bytes of the original read so far; `done` comes with the last one."""

    rows: int
    read: int
    done: PrivateCopy | None = None


def copy(path: Path, dialect: Dialect, target: Path, stop: Callable[[], bool]) -> Iterator[CopyProgress]:
    """Write `target` in a worker process, from the caller's thread; a small file takes no process.

    TableError where the reader refuses or the disk is full; WorkStopped once `stop()` is true.
    """
    try:
        if path.stat().st_size <= SMALL_BYTES:
            yield from write(path, dialect, target)
        else:
            yield from iterate_in_subprocess(write, (path, dialect, target), stop)
    except OSError as error:
        raise TableError(
            message(
                "A copy of {file} could not be written: {reason}.",
                file=path.name,
                reason=system_reason(error),
            ),
            message("Make room on the disk, then open it again."),
        ) from None


def write(path: Path, dialect: Dialect, target: Path) -> Iterator[CopyProgress]:
    """Write the copy here and now; every row as wide as the widest one."""
    table = read(path, dialect)
    width, rows, short, long = len(table.header), 0, 0, 0
    widest, first = width, list[int]()
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(_names(table.header, width))
        for row in table.rows:
            if not any(row.cells):  # Nothing is left of a row of NUL characters.
                continue
            writer.writerow(row.cells)
            rows += 1
            widest = max(widest, len(row.cells))
            if len(row.cells) > width:
                long += 1
            if rows % PROGRESS_ROWS == 0:
                yield CopyProgress(rows, min(file.tell(), path.stat().st_size))
    counts = table.repairs.counts
    short = counts["short_row"]
    for found in table.repairs.kept:
        if found.kind in ("short_row", "long_row") and len(first) < FIRST:
            first.append(found.row)
    if widest > width:
        _widen(target, width, widest)
    mended = [found for found in table.repairs.kept if found.kind in _MENDED]
    yield CopyProgress(
        rows,
        path.stat().st_size,
        PrivateCopy(
            rows=rows,
            width=widest,
            short=short,
            long=long,
            first=tuple(first),
            blank=counts["blank_row"],
            comments=counts["comment"],
            mended=sum(counts[kind] for kind in _MENDED),
            sentence=mended[0].sentence if mended else "",
        ),
    )


def _names(header: tuple[str, ...], width: int) -> list[str]:
    return [*header, *(f"Column {number}" for number in range(len(header) + 1, width + 1))]


def _widen(target: Path, width: int, widest: int) -> None:
    """Give every row the cells of the widest one."""
    narrow = target.with_name(target.name + ".narrow")
    target.replace(narrow)
    with (
        narrow.open(encoding="utf-8", newline="") as source,
        target.open("w", encoding="utf-8", newline="") as file,
    ):
        writer = csv.writer(file, lineterminator="\r\n")
        lines = csv.reader(source)
        header = next(lines)
        writer.writerow(_names(tuple(header), widest))
        writer.writerows(fitted(cells, widest) for cells in lines)
    narrow.unlink()
