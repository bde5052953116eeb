"""What a workbook says of a row's cells beside their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CellNotes:
    """A row (from 0); by column (from 0) the number formats that show more than the digits, the words of
    errors and the columns of formulas without a result."""

    row: int
    formats: Mapping[int, str] = field(default_factory=dict)
    errors: Mapping[int, str] = field(default_factory=dict)
    unsolved: tuple[int, ...] = ()


NO_NOTES = CellNotes(-1)
