"""The columns of a list that hold what people are called."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.tables.mapping.mapping import Column, auto_match
from svcconsole.tables.mapping.targets import CUSTOMERS
from svcconsole.tables.values.column_names import words_of

_NAMES = ("firstName", "lastName")


def name_columns(header: Sequence[str]) -> tuple[int, ...]:
    """The places of first and last name; else of the one column that is called name."""
    known = auto_match(header, CUSTOMERS).sources
    sources = [known.get(path) for path in _NAMES]
    found = [header.index(source.name) for source in sources if isinstance(source, Column)]
    return tuple(found) or tuple(at for at, name in enumerate(header) if words_of(name) == ["name"])[:1]


def name_in(cells: Sequence[str], columns: Sequence[int]) -> str:
    """What a row calls its person, blank where it says nothing."""
    said = (cells[at].strip() for at in columns if at < len(cells))
    return " ".join(part for part in said if part)
