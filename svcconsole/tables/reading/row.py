"""A row of a table with its place in the file."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A data row: its number and first line (both from 1), its cells (never fewer than the header's)."""

    number: int
    line: int
    cells: tuple[str, ...]
