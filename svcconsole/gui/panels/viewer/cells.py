"""What columns hold by the look of their first cells, for alignment and width until all are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from svcconsole.services.analysis.results import ColumnReading
from svcconsole.tables.values.column_names import names_identity
from svcconsole.tables.values.number_forms import plain_number

_DAY: Final = re.compile(
    r"(\d{4}-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})"
    r"([ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)?)?\Z",
    re.ASCII,
)
CODE_DIGITS: Final = 10
"""From so many digits on a whole number is rather a phone or a barcode."""


class Kind(StrEnum):
    """What the cells of a column are, by their look; numbers are aligned at the end."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    ID = "id"


def kind_of(name: str, values: Sequence[str]) -> Kind:
    """What the column called `name` holds, by some of its cells; without any, text."""
    filled = [value.strip() for value in values if value.strip()]
    if not filled:
        return Kind.TEXT
    if all(_DAY.match(value) for value in filled):
        return Kind.DATE
    if all(
        plain_number(value) is not None or plain_number(value, comma=True) is not None for value in filled
    ):
        coded = names_identity(name) or all(
            value.isdecimal() and len(value) >= CODE_DIGITS for value in filled
        )
        return Kind.ID if coded else Kind.NUMBER
    return Kind.TEXT


def kinds_of(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[Kind, ...]:
    """What each column holds, by some rows, which may be of any width."""
    return tuple(kind_of(name, [row[at] for row in rows if at < len(row)]) for at, name in enumerate(names))


def longest_of(names: Sequence[str], rows: Sequence[Sequence[str]], count: int) -> tuple[list[str], ...]:
    """The `count` longest texts of each column, which is all that has to be measured of it."""
    return tuple(
        sorted((row[at] for row in rows if at < len(row)), key=len, reverse=True)[:count]
        for at in range(len(names))
    )


def kind_of_reading(look: ColumnReading) -> Kind:
    """The same as it is known once all cells of the column have been read."""
    return _OF_READING.get(look.kind, Kind.TEXT)


_OF_READING: Final[dict[str, Kind]] = {"number": Kind.NUMBER, "date": Kind.DATE, "id": Kind.ID}
