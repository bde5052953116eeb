"""Queries what the practice store received: kind, search text, how far back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from svcconsole.gui.panels.practice.received.received_kinds import KINDS, REQUESTS, Kind, request_row
from svcconsole.gui.panels.practice.received.received_rows import Row
from svcconsole.gui.runtime.practice_control import Control
from svcconsole.gui.runtime.practice_records import Asked

EVERYTHING = ""
FIRST, MORE, DEEPEST = 100, 400, 2_000
"""Records of a kind: read at first, older ones at a time, at most; the search finds those further back."""
ONE_CALL = 500


@dataclass(frozen=True, slots=True)
class ReceivedFilter:
    """`kind` is a key of KINDS or EVERYTHING; `words` as they were typed; `depth` records of the one kind."""

    kind: str = EVERYTHING
    words: str = ""
    depth: int = FIRST


@dataclass(frozen=True, slots=True)
class ReceivedQuery:
    """`rows` are the newest first; `totals` tells of each kind how many there are with these words.

    `stamp` is how the store stood: what is settled is not read again before that is another.
    """

    wanted: ReceivedFilter = ReceivedFilter()
    rows: Sequence[Row] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    stamp: object = None

    def total(self) -> int:
        """How many there are of what is wanted, read or not."""
        kind = self.wanted.kind
        return self.totals.get(kind, 0) if kind else sum(self.totals.values())

    def has_more(self) -> bool:
        """Whether older ones could be read."""
        wanted = self.wanted
        return bool(wanted.kind) and self.total() > len(self.rows) and wanted.depth < DEEPEST


def read(
    control: Control, wanted: ReceivedFilter, before: ReceivedQuery, stamp: object, asked: Iterable[Asked]
) -> ReceivedQuery:
    """What is wanted now; `before` itself where nothing has changed."""
    same = before.wanted == wanted and before.stamp == stamp
    if same and all(row.settled for row in before.rows):
        return before
    words = wanted.words.casefold().split()
    requests = [row for row in map(request_row, asked) if row.holds(words)]
    totals = {REQUESTS: len(requests)}
    rows = requests if wanted.kind in (EVERYTHING, REQUESTS) else []
    for key, kind in KINDS.items():
        if key == REQUESTS:
            continue
        depth = FIRST if wanted.kind == EVERYTHING else wanted.depth if wanted.kind == key else 0
        totals[key], found = _newest(control, kind, wanted.words, depth)
        rows += found
    rows.sort(key=lambda row: row.at, reverse=True)
    if before.wanted == wanted and rows == before.rows and totals == before.totals:
        return before if same else ReceivedQuery(wanted, before.rows, totals, stamp)
    return ReceivedQuery(wanted, rows, totals, stamp)


def _newest(control: Control, kind: Kind, words: str, depth: int) -> tuple[int, list[Row]]:
    """How many there are with these words, and the newest `depth` of them; none where that is 0."""
    rows: list[Row] = []
    asked: dict[str, Any] = {**kind.asked, "words": words}
    while True:
        limit = max(1, min(ONE_CALL, depth - len(rows)))
        total, found = control.page(
            kind.path, kind.records, kind.record, asked | {"limit": limit, "skip": len(rows)}
        )
        rows += map(kind.row, found[:depth])
        if len(rows) >= min(depth, total) or not found:
            return total, rows
