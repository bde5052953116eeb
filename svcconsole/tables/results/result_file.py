"""Writes result files: the file's own columns, outcome, reason and id; safe in a spreadsheet, importable
again.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file

RESULT_COLUMNS = ("_outcome", "_reason", "_answer_id")
"""What a result file adds; a later import knows these columns and leaves them out."""

Result = tuple[Sequence[str], str, str, str]
"""The cells of a row as they stand in the file, its outcome, the reason and the id the store gave it."""


def write_results(path: Path, header: Sequence[str], results: Iterable[Result], *, raw: bool = False) -> int:
    """Write a result file whole or not at all and return its number of rows.

    Every cell is quoted, and what a spreadsheet would run as a formula gets an apostrophe that the importer
    takes off again; `raw` leaves cells as they are. Cells beyond the header stand after the id. UTF-8 with a
    mark.
    """
    with whole_file(path) as written, written.open("w", encoding="utf-8-sig", newline="") as file:
        return _write(file, header, results, raw)


def _write(file: TextIO, header: Sequence[str], results: Iterable[Result], raw: bool) -> int:
    keep = [position for position, name in enumerate(header) if name not in RESULT_COLUMNS]
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    safe = str if raw else escape
    writer.writerow([safe(header[position]) for position in keep] + list(RESULT_COLUMNS))
    count = 0
    for cells, outcome, reason, identity in results:
        own = [safe(cells[position]) if position < len(cells) else "" for position in keep]
        said = (outcome, reason, identity)
        writer.writerow([*own, *map(safe, said), *map(safe, cells[len(header) :])])
        count += 1
    return count
