"""Compares two tables by a key: rows added, removed and changed, paged from the two files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.services.analysis.column_moments import Zones
from svcconsole.services.analysis.column_types import Reading, Source, decide
from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.loading import load
from svcconsole.services.analysis.results import (
    AS_TEXT,
    AnalysisError,
    Change,
    ColumnReading,
    Difference,
    DuplicateKey,
    Loading,
)
from svcconsole.services.analysis.sql import any_of, create, select
from svcconsole.tables.values.number_forms import plain_number
from svcconsole.tables.viewing.opened_table import OpenedTable, Row
from svcconsole.words.message import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.uint32]

DUPLICATES_KEPT = 200


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs from one table to another.

    `columns` are those of both, the key first; `only_before` and `only_after` are in one table alone. Keys
    that stand in several rows of a table are counted (`duplicates`) and not compared; the first 200 are in
    `duplicate_keys`. `changed_by_column` counts changed cells, in the order of `columns`; `looks` says how
    their cells are shown. A number written in another way, 4,500 for 4500, is no change. Both tables stay
    open for `rows`.
    """

    key: tuple[str, ...]
    columns: tuple[str, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    added: int
    removed: int
    changed: int
    unchanged: int
    duplicates: int
    duplicate_keys: tuple[DuplicateKey, ...]
    changed_by_column: tuple[int, ...]
    looks: tuple[ColumnReading, ...]
    before: OpenedTable = field(repr=False)
    after: OpenedTable = field(repr=False)
    places: dict[Change, tuple[Places | None, Places | None]] = field(repr=False)

    def rows(self, kind: Change, first: int, count: int) -> list[Difference]:
        """Differences from `first` (from 0) on, in the order of the file; at once."""
        before, after = self.places[kind]
        old = _page(self.before, before, first, count)
        new = _page(self.after, after, first, count)
        return [self._difference(one, other) for one, other in zip_longest(old, new)]

    def _difference(self, old: Row | None, new: Row | None) -> Difference:
        before = _picked(self.before, old, self.columns)
        after = _picked(self.after, new, self.columns)
        known = before or after or ()
        changed = (
            tuple(
                at
                for at, (one, other, look) in enumerate(zip(before, after, self.looks, strict=True))
                if one != other and not _same_number(one, other, look)
            )
            if before is not None and after is not None
            else ()
        )
        return Difference(
            known[: len(self.key)],
            old.number if old else None,
            new.number if new else None,
            before,
            after,
            changed,
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """The two tables and the columns that name a row in both."""

    before: OpenedTable
    after: OpenedTable
    key: tuple[str, ...]
    zones: Zones


def compare(question: Question, pair: Pair, folder: Path, told: Callable[[Loading], None]) -> Comparison:
    """Compare two tables; runs in a thread. AnalysisError when the key is not in both."""
    before, after, key = pair.before, pair.after, pair.key
    if not key:
        raise AnalysisError(
            message("No key was chosen."), message("Choose the column that names each row, such as an id.")
        )
    load(question, before, "before", folder, told)
    load(question, after, "after", folder, told)
    missing = [name for name in key if name not in before.columns or name not in after.columns]
    if missing:
        raise AnalysisError(
            message("“{missing}” is not a column of both files.", missing=missing[0]),
            message("Choose another key."),
        )
    common = [name for name in before.columns if name in after.columns and name not in key]
    columns = (*key, *common)
    for name, table in (("before", before), ("after", after)):
        at = ", ".join(f"c{table.columns.index(one)} AS k{number}" for number, one in enumerate(key))
        group = ", ".join(f"k{number}" for number in range(len(key)))
        question.run(
            create(f"keys_{name}", select(f"{at}, count(*) AS n, min(rowid) AS r", name, group=group))
        )
    same = " AND ".join(f"b.k{number} = a.k{number}" for number in range(len(key)))
    both = f"keys_before b JOIN keys_after a ON {same}"
    (removed,) = question.numbers(
        _alone("b.r", "keys_before b", select("1", "keys_after a", where=same), "b")
    )
    (added,) = question.numbers(_alone("a.r", "keys_after a", select("1", "keys_before b", where=same), "a"))
    question.run(create("pairs", select("b.r AS rb, a.r AS ra", both, where="b.n = 1 AND a.n = 1")))
    readings = [_readings(question, pair, name) for name in columns]
    differ = [_differs(*found) for found in readings[len(key) :]]
    old, new = ([found[side] for found in readings[len(key) :]] for side in (0, 1))
    sides = f"JOIN ({_valued('before', old)}) old ON old.place = rb JOIN ({_valued('after', new)}) new"
    sides = f"{sides} ON new.place = ra"
    question.run(create("changes", select("rb, ra", f"pairs {sides}", where=any_of(differ))))
    places_before, places_after = question.numbers(select("rb, ra", "changes", order="rb"))
    counts = ", ".join(f"count_if({one})" for one in differ) or "count(*)"
    by_column = question.row(select(counts, f"changes {sides}"))[: len(differ)]
    (pairs,) = question.row(select("count(*)", "pairs"))
    duplicates, listed = _duplicates(question, len(key), same)
    return Comparison(
        key=key,
        columns=columns,
        only_before=tuple(name for name in before.columns if name not in after.columns),
        only_after=tuple(name for name in after.columns if name not in before.columns),
        added=len(added),
        removed=len(removed),
        changed=len(places_before),
        unchanged=pairs - len(places_before),
        duplicates=duplicates,
        duplicate_keys=listed,
        changed_by_column=(*[0] * len(key), *by_column),
        before=before,
        after=after,
        looks=tuple(_look(*found) for found in readings),
        places={"added": (None, added), "removed": (removed, None), "changed": (places_before, places_after)},
    )


def _readings(question: Question, pair: Pair, name: str) -> tuple[Reading, Reading]:
    """How a column of both tables reads in each of them."""
    sides = (("before", pair.before), ("after", pair.after))
    before, after = (
        decide(
            question, Source(table, name, opened.dialect.delimiter, pair.zones), opened.columns.index(name)
        )
        for table, opened in sides
    )
    return before, after


def _is_number(before: Reading, after: Reading) -> bool:
    """Whether the cells of both are compared as numbers."""
    return before.kind == after.kind == "number" and before.note == after.note


def _look(before: Reading, after: Reading) -> ColumnReading:
    """How the cells of both are shown: as both are, text where they differ."""
    one, other = before.look, after.look
    if one.kind == other.kind and one.note == other.note:
        decimals = [each.decimals for each in (one, other) if each.decimals is not None]
        return replace(one, grouped=one.grouped or other.grouped, decimals=max(decimals, default=None))
    if "empty" in (one.kind, other.kind):
        return other if one.kind == "empty" else one
    return AS_TEXT


def _differs(before: Reading, after: Reading) -> str:
    """SQL: whether a cell changed; a number that is only written in another way did not."""
    cells = f"old.{before.cell} <> new.{after.cell}"
    if not _is_number(before, after):
        return cells
    same = f"coalesce(old.v{before.column} = new.v{after.column}, false)"
    percent = f"contains(old.{before.cell}, '%') = contains(new.{after.cell}, '%')"
    return f"{cells} AND NOT ({same} AND {percent})"


def _valued(table: str, readings: Sequence[Reading]) -> str:
    """SQL: a table with its places and the numbers of these columns beside its cells."""
    numbers = (f"{each.value} AS v{each.column}" for each in readings if each.kind == "number")
    return select(", ".join(("*", "rowid AS place", *numbers)), table)


def _same_number(one: str, other: str, look: ColumnReading) -> bool:
    """Whether two cells that differ are one number, as `_differs` says it in SQL."""
    if look.kind != "number":
        return False
    found = [plain_number(each, comma=look.note == "decimal_comma") for each in (one, other)]
    values = [(float(each.rstrip("%")), each.endswith("%")) for each in found if each is not None]
    return len(values) == 2 and values[0] == values[1]


def _alone(place: str, source: str, other: str, name: str) -> str:
    """Keys that stand once in one table and nowhere in the other."""
    return select(place, source, where=f"{name}.n = 1 AND NOT EXISTS ({other})", order=place)


def _duplicates(question: Question, width: int, same: str) -> tuple[int, tuple[DuplicateKey, ...]]:
    source = f"keys_before b FULL JOIN keys_after a ON {same}"
    where = "coalesce(b.n, 0) > 1 OR coalesce(a.n, 0) > 1"
    names = ", ".join(f"coalesce(b.k{number}, a.k{number})" for number in range(width))
    (count,) = question.row(select("count(*)", source, where=where))
    found = question.rows(
        select(
            f"{names}, coalesce(b.n, 0), coalesce(a.n, 0)",
            source,
            where=where,
            order="coalesce(b.r, a.r)",
            limit=DUPLICATES_KEPT,
        )
    )
    return count, tuple(DuplicateKey(tuple(row[:width]), row[width], row[width + 1]) for row in found)


def _page(table: OpenedTable, places: Places | None, first: int, count: int) -> list[Row]:
    return [] if places is None else table.rows_at(places[first : first + count].tolist())


def _picked(table: OpenedTable, row: Row | None, columns: tuple[str, ...]) -> tuple[str, ...] | None:
    if row is None:
        return None
    cells = row.cells
    at = [table.columns.index(name) for name in columns]
    return tuple(cells[place] if place < len(cells) else "" for place in at)
