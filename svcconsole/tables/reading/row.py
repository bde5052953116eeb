"""A row of a table with its place in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """A data row: its number and first line (both from 1), its cells (never fewer than the header's)."""

    number: int
    line: int
    cells: tuple[str, ...]


def is_padded(cells: Sequence[str], width: int) -> bool:
    """Whether cells are more than the columns of the table, and those beyond it blank."""
    return len(cells) > width and not any(cells[width:])
