"""Reads whole records out of a piece of the file, exactly as the reader does."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.reader import FIELD_LIMIT


class Row(NamedTuple):
    """A data row: its number (from 1) and its cells, at least as many as the header has."""

    number: int
    cells: tuple[str, ...]


def records(piece: bytes, dialect: Dialect, width: int) -> list[tuple[str, ...]]:
    """The records in `piece` without blank ones; short ones are filled to `width`."""
    csv.field_size_limit(FIELD_LIMIT)
    reader = csv.reader(
        io.StringIO(piece.decode(dialect.encoding, "replace"), newline=""),
        delimiter=dialect.delimiter,
        quotechar=dialect.quote or None,
        quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
    )
    return [fitted(cells, width) for cells in reader if any(cells)]


def fitted(cells: list[str], width: int) -> tuple[str, ...]:
    """Blank cells where some are missing; what goes beyond `width` stays unless it is all blank."""
    missing = width - len(cells)
    if missing > 0:
        return (*cells, *[""] * missing)
    if missing < 0 and not any(cells[width:]):
        return tuple(cells[:width])
    return tuple(cells)
