"""A rehearsal as a table: one row a field that changes, for a file or for stdout."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from svcconsole.services.records.field_diff import Value
from svcconsole.services.rehearsal.views import RecordAfter
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file
from svcconsole.words.masking import mask_name, mask_of, mask_text

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


def _masked(row: tuple[str, ...], is_person: bool) -> tuple[str, ...]:
    """A row without who people are: what a field is called tells how its values are masked."""
    state, number, record_id, name, field, place, now, after, note = row
    way = mask_of(field) or mask_text
    name = mask_name(name) if is_person else mask_text(name)
    return state, number, mask_text(record_id), name, field, place, way(now), way(after), mask_text(note)


def write_comparison(path: Path, records: Iterable[RecordAfter], *, masked: bool = False) -> int:
    """Write all records into a CSV file, whole or not at all; returns how many rows. Raises FileNotWritten.

    Cells that a spreadsheet would take for a formula are escaped as in result files. `masked`: without who
    people are.
    """
    count = 0
    with whole_file(path) as written, written.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for each in records:
            is_person = any(mask_of(one.change.field) is not None for one in each.fields)
            for row in rows_of(each):
                shown = _masked(row, is_person) if masked else row
                writer.writerow([escape(cell) for cell in shown])
                count += 1
    return count
