"""Rows of a CSV file into a workbook, in constant memory; run in a process of its own."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from svcconsole.tables.escape import escape

ROWS = 1_048_576
COLUMNS = 16_384
"""What a sheet of XLSX holds, the header included."""

CELL_LIMIT = 32_767
"""Characters in one cell of XLSX."""

PROGRESS_ROWS = 5_000


def write(
    source: Path, names: tuple[str, ...], exact: tuple[bool, ...], target: Path
) -> Iterator[tuple[int, int]]:
    """Write `target`; yields rows done and cells cut to the limit of XLSX.

    Cells of `exact` columns become numbers. All others are text that no spreadsheet runs: what begins like
    a formula also gets the mark of quoted text, so that it stays text when somebody edits it.
    """
    import xlsxwriter

    csv.field_size_limit(1 << 30)
    options = {
        "constant_memory": True,
        "tmpdir": str(target.parent),
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    done = cut = 0
    with xlsxwriter.Workbook(str(target), options) as book, source.open(encoding="utf-8", newline="") as file:
        sheet = book.add_worksheet()
        bold = book.add_format({"bold": True})
        quoted = book.add_format({"quote_prefix": True})
        sheet.freeze_panes(1, 0)
        for column, name in enumerate(names):
            sheet.write_string(0, column, name[:CELL_LIMIT], bold)
        for done, cells in enumerate(csv.reader(file), start=1):
            for column, text in enumerate(cells):
                if not text:
                    continue
                if exact[column]:
                    sheet.write_number(done, column, float(text))
                    continue
                cut += len(text) > CELL_LIMIT
                sheet.write_string(done, column, text[:CELL_LIMIT], quoted if escape(text) != text else None)
            if done % PROGRESS_ROWS == 0:
                yield done, cut
    yield done, cut
