"""Compares two tables by a key: rows added, removed and changed, paged from the two files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.services.analysis.database import Question
from svcconsole.services.analysis.loading import load
from svcconsole.services.analysis.results import AnalysisError, Change, Difference, DuplicateKey, Loading
from svcconsole.services.analysis.sql import any_of, create, select
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
    `duplicate_keys`. `changed_by_column` counts changed cells, in the order of `columns`. Both tables must
    stay open for `rows`.
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
            tuple(at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)
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
    differ = [f"old.c{before.columns.index(name)} <> new.c{after.columns.index(name)}" for name in common]
    sides = "JOIN before old ON old.rowid = rb JOIN after new ON new.rowid = ra"
    question.run(create("changes", select("rb, ra", f"pairs {sides}", where=any_of(differ))))
    old, new = question.numbers(select("rb, ra", "changes", order="rb"))
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
        changed=len(old),
        unchanged=pairs - len(old),
        duplicates=duplicates,
        duplicate_keys=listed,
        changed_by_column=(*[0] * len(key), *by_column),
        before=before,
        after=after,
        places={"added": (None, added), "removed": (removed, None), "changed": (old, new)},
    )


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
