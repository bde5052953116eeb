"""Compares two reports: suggests the key columns and writes the differences to a file."""

from __future__ import annotations

import asyncio
import csv
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.compare import Comparison
from svcconsole.services.analysis.results import Change, Difference
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file
from svcconsole.words.masking import mask_text, masks_of

CHANGES: Final[tuple[Change, ...]] = ("added", "removed", "changed")
AT_ONCE: Final = 500
MOST_TOGETHER: Final = 3
NEARLY_ALL: Final = 0.9
"""A column that tells fewer of the rows apart is no key."""
_IDENTITY: Final = re.compile(r"(^|[^a-z])(id|key|number|no|sku|code|email|phone)s?$", re.IGNORECASE)
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def names_rows(column: str) -> bool:
    """Whether a column is called like what tells rows apart: `id`, `messageId`, `order no`, `email`."""
    return _IDENTITY.search(_CAMEL.sub(" ", column).replace("_", " ").strip()) is not None


def by_likelihood(columns: Sequence[str]) -> list[str]:
    """Columns called like what tells rows apart first, a bare `id` before all; else in their order."""

    def rank(name: str) -> int:
        return 0 if name.strip().casefold() == "id" else 1 if names_rows(name) else 2

    return sorted(columns, key=rank)


async def suggest_key(before: Analysis, after: Analysis) -> tuple[str, ...]:
    """The columns that tell the rows of both tables apart: one, else two or three of the first; else none.

    One that tells nearly every row will do: keys that stand twice are told and not compared. A report that
    comes summed has a row for each period and channel, so its first columns together tell it.
    """
    common = [name for name in before.opened.columns if name in set(after.opened.columns)]
    best, found = NEARLY_ALL, ""
    for name in by_likelihood(common):
        share = min(await _share_distinct(before, name), await _share_distinct(after, name))
        if share == 1.0:
            return (name,)
        if share > best:
            best, found = share, name
    for many in range(2, min(MOST_TOGETHER, len(common)) + 1):
        key = tuple(common[:many])
        compared = await before.compare(after.opened, key)
        if not compared.duplicates:
            return key
    return (found,) if found else ()


async def _share_distinct(analysis: Analysis, name: str) -> float:
    """The share of the rows that a column tells apart."""
    found = await analysis.profile(analysis.opened.columns.index(name))
    return found.distinct / found.rows if found.rows else 1.0


async def write_differences(path: Path, compared: Comparison, *, masked: bool = False) -> int:
    """Write every difference as CSV, whole or not at all; how many rows it has.

    A row for each: what became of it, its key, then each other column before and after. Every cell is
    quoted, formulas are made harmless, UTF-8 with a mark. `masked`: without who people are. Raises
    FileNotWritten.
    """
    masks = dict(zip(compared.columns, masks_of(compared.columns), strict=True)) if masked else {}
    others = [compared.columns[at] for at in _others(compared)]
    names = [*compared.key, *(name for name in others for _side in range(2))]
    ways = [masks.get(name) or mask_text for name in names]
    with whole_file(path) as partial, partial.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(_header(compared))
        written = 0
        for change in CHANGES:
            first = 0
            while page := compared.rows(change, first, AT_ONCE):
                lines = [_line(compared, change, each) for each in page]
                if masked:
                    lines = [
                        [line[0], *(way(cell) for way, cell in zip(ways, line[1:], strict=True))]
                        for line in lines
                    ]
                await asyncio.to_thread(writer.writerows, lines)
                first += len(page)
                written += len(page)
        file.flush()
        await asyncio.to_thread(os.fsync, file.fileno())
    return written


def _others(compared: Comparison) -> list[int]:
    """The places of the columns that are no part of the key."""
    return [at for at, name in enumerate(compared.columns) if name not in compared.key]


def _header(compared: Comparison) -> list[str]:
    sides = (f"{compared.columns[at]} {side}" for at in _others(compared) for side in ("before", "after"))
    return [escape(name) for name in ("change", *compared.key, *sides)]


def _line(compared: Comparison, change: Change, row: Difference) -> list[str]:
    return [change, *map(escape, row.key), *map(escape, _cells(compared, row))]


def _cells(compared: Comparison, row: Difference) -> Iterator[str]:
    for at in _others(compared):
        yield row.before[at] if row.before is not None else ""
        yield row.after[at] if row.after is not None else ""
