"""A rehearsal as a table: one row a field that changes, for a file or for stdout."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from svcconsole.services.records.field_diff import Value
from svcconsole.services.rehearsal.views import RecordAfter
from svcconsole.tables.results.escape import escape

COLUMNS = ("state", "row", "record", "name", "field", "in", "now", "after", "what that means")


def rows_of(each: RecordAfter) -> Iterator[tuple[str, ...]]:
    """The rows of one record; one without a field that changes has one row."""
    start = (str(each.state), str(each.row), each.record_id, each.name)
    quoted = f"“{each.server_words}”" if each.server_words else ""
    reason = f"{each.reason} {quoted}".strip()
    if not each.fields or reason:
        yield (*start, "", "", "", "", reason)
    for one in each.fields:
        change = one.change
        yield (*start, change.field, change.row, text_of(change.now), text_of(change.after), str(one.note))


def text_of(value: Value) -> str:
    """A value as text, as it stands on the wire."""
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def write_comparison(path: Path, records: Iterable[RecordAfter]) -> int:
    """Write all records into a CSV file; returns how many rows. Cells that a spreadsheet would take for a
    formula are escaped as in result files."""
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for each in records:
            for row in rows_of(each):
                writer.writerow([escape(cell) for cell in row])
                count += 1
    return count
