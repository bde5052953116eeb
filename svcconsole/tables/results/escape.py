"""Escapes cells that a spreadsheet would run as a formula, and unescapes them without loss."""

from __future__ import annotations

import re

TRIGGERS = frozenset("=+-@\t\r\n\0＝＋－＠")
"""First characters that spreadsheets act on (reliability T8)."""

NEGATIVE = r"-[0-9]+(?:[.,][0-9]+)*%?"
"""A negative number, as a pattern of Python and of DuckDB."""


def escape(cell: str) -> str:
    """`cell` with an apostrophe before a trigger; cells that already look escaped get one more.

    A plain negative number stays as it is: it runs nothing, and as a text nobody could add it up.
    """
    if re.fullmatch(NEGATIVE, cell):
        return cell
    return "'" + cell if _acts(cell.lstrip("'")) else cell


def unescape(cell: str) -> str:
    """The cell before `escape`: exactly one apostrophe is taken off in front of a trigger."""
    return cell[1:] if cell.startswith("'") and _acts(cell.lstrip("'")) else cell


def code(cell: str) -> str:
    """A code without our escape and without the apostrophe that keeps its digits in a spreadsheet."""
    plain = unescape(cell)
    return plain[1:] if plain[:1] == "'" and plain[1:2].isdigit() else plain


def _acts(cell: str) -> bool:
    return cell[:1] in TRIGGERS
