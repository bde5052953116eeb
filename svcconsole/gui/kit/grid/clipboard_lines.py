"""Writes rows as the tab-separated lines that a spreadsheet takes apart again when they are pasted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

QUOTED: Final = '\t\n\r"'
"""A cell with one of these stands in quotes: one that begins with a quote would take in the rows after it."""


def clipboard_line(cells: Sequence[str]) -> str:
    """The cells of one row."""
    return "\t".join(map(_quoted, cells))


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in QUOTED) else cell
