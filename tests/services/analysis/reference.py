"""What a view means, said a second time in plain Python: the reference for the answers of DuckDB."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from svcconsole.services.analysis.view import Filter, Sort, View

Cells = Sequence[Sequence[str]]
NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d+)?")


def number(text: str) -> float | None:
    return float(text) if NUMBER.fullmatch(text) else None


def is_number(rows: Cells, column: int) -> bool:
    filled = [row[column] for row in rows if row[column].strip(" ")]
    return bool(filled) and sum(number(cell) is not None for cell in filled) >= 0.95 * len(filled)


def _compares(one: Filter, cell: str) -> bool:
    value = number(cell)
    if value is None:
        return False
    low, high = float(one.values[0]), float(one.values[-1])
    return {"over": value > low, "under": value < low, "between": low <= value <= high}[one.test]


_TESTS: dict[str, Callable[[Filter, str], bool]] = {
    "is": lambda one, cell: cell in one.values,
    "is_not": lambda one, cell: cell not in one.values,
    "contains": lambda one, cell: any(part.lower() in cell.lower() for part in one.values),
    "blank": lambda one, cell: not cell.strip(" "),
    "not_blank": lambda one, cell: bool(cell.strip(" ")),
}


def passes(one: Filter, cell: str) -> bool:
    return _TESTS.get(one.test, _compares)(one, cell)


def places(rows: Cells, view: View) -> list[int]:
    """Places of the rows of a view, in its order."""
    kept = [
        place
        for place, row in enumerate(rows)
        if all(passes(one, row[one.column]) for one in view.filters)
        and any(view.search.lower() in cell.lower() for cell in row)
    ]
    for sort in reversed(view.sorts):
        kept = _sorted(rows, kept, sort)
    return kept


def _sorted(rows: Cells, kept: list[int], sort: Sort) -> list[int]:
    """Numbers, then words, then blank ones; Python's sort keeps equal ones in order, reversed too."""
    numbers, words, blanks = [], [], []
    numeric = is_number(rows, sort.column)
    for place in kept:
        cell = rows[place][sort.column]
        if not cell.strip(" "):
            blanks.append(place)
        elif numeric and number(cell) is not None:
            numbers.append(place)
        else:
            words.append(place)
    numbers.sort(key=lambda place: float(rows[place][sort.column]), reverse=sort.descending)
    words.sort(key=lambda place: rows[place][sort.column].lower().encode(), reverse=sort.descending)
    return numbers + words + blanks


def top(rows: Cells, column: int) -> list[tuple[str, int]]:
    counts = Counter(row[column] if row[column].strip(" ") else "" for row in rows)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].encode()))
