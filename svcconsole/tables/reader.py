"""Rows of a delimited file, read leniently in constant memory; every repair is made in the open and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from svcconsole.tables.dialect import Dialect


class Row(NamedTuple):
    """A data row: its number (from 1), the physical line it starts on (from 1), its cells (at least the header's width)."""

    number: int
    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: what kind, where (row 0 = the header; column None = the whole row), and a sentence."""

    kind: str
    row: int
    line: int
    column: str | None
    sentence: str


@dataclass(slots=True)
class Repairs:
    """The repairs of one reading: all counted by kind, the first 1,000 kept."""

    counts: Counter[str] = field(default_factory=Counter)
    kept: list[Repair] = field(default_factory=list)


@dataclass(slots=True)
class TableFile:
    """An opened file: its header, its rows (one pass) and the repairs, which fill while rows are read."""

    header: tuple[str, ...]
    rows: Iterator[Row]
    repairs: Repairs


def read(path: Path, dialect: Dialect) -> TableFile:
    """Open `path`; TableError here or while iterating when a limit is passed or nothing can be read."""
    raise NotImplementedError
