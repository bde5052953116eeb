"""Writes a report's rows to its CSV file in small batches that give way to requests."""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from sqlalchemy import Connection

from svcconsole.sandbox.reports.definitions import Report
from svcconsole.sandbox.reports.request import Query, ReportQuery

ROWS_AT_ONCE = 100
BREATH_SECONDS = 0.001
"""After so many rows the interpreter is free for so long: requests that wait are answered first."""


class Stopped(Exception):
    """The store is closing; the report is made again when it starts."""


@dataclass(frozen=True, slots=True)
class Made:
    """`rows` were written; `last` is the key of the last one where more are left for another part."""

    rows: int
    last: int | None


def write(
    connection: Connection,
    report: Report,
    asked: ReportQuery,
    path: Path,
    *,
    most: int | None,
    stopped: Event,
) -> Made:
    """Write the report as UTF-8 with a header row, CRLF and quotes where they are needed (RFC 4180).

    Values are written as they are, also those that a spreadsheet would take for a formula. `most` rows are
    written when the first column is a key to go on from. Raises Stopped, or OSError of a disk that is full.
    """
    query = report.query(asked)
    if most is not None:
        query = query.limit(most + 1)
    header, rows = _table(connection, query, report.spread)
    written, last, more = 0, None, False
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(header)
        for batch in rows:
            if stopped.is_set():
                raise Stopped
            left = batch if most is None else batch[: most - written]
            lines.writerows(left)
            written += len(left)
            last = left[-1][0] if left else last
            more = len(left) < len(batch)
            time.sleep(BREATH_SECONDS)
        file.flush()
        os.fsync(file.fileno())
    return Made(written, last if more else None)


Batches = Iterator[Sequence[Sequence[Any]]]


def _table(connection: Connection, query: Query, spread: str | None) -> tuple[Sequence[str], Batches]:
    names = list(query.selected_columns.keys())
    batches = _batches(connection, query)
    if spread is None:
        return names, batches
    place = names.index(spread)
    found = {name for batch in _batches(connection, query) for row in batch for name in _object(row[place])}
    answers = sorted(found)
    return _spread(names, place, answers), (
        [_spread(row, place, [_object(row[place]).get(name) for name in answers]) for row in batch]
        for batch in batches
    )


def _batches(connection: Connection, query: Query) -> Batches:
    yield from connection.execution_options(yield_per=ROWS_AT_ONCE).execute(query).partitions()


def _object(text: str | None) -> dict[str, Any]:
    return dict(json.loads(text)) if text else {}


def _spread(row: Sequence[Any], place: int, values: Sequence[Any]) -> list[Any]:
    return [*row[:place], *values, *row[place + 1 :]]
