"""Writes the rows of a CSV file to an XLSX workbook in constant memory, in a process of its own."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.tables.results.escape import escape

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format

ROWS = 1_048_576
COLUMNS = 16_384
"""What a sheet of XLSX holds, the header included."""

CELL_LIMIT = 32_767
"""Characters in one cell of XLSX."""

SAFE_DIGITS = 15
"""Digits of a number that a spreadsheet and a double keep, whatever they are."""

DATE_WIDTH = 21
"""Characters: a narrower column shows a date as ####."""

PROGRESS_ROWS = 5_000


def write(
    source: Path, names: tuple[str, ...], kinds: tuple[str, ...], target: Path
) -> Iterator[tuple[int, int]]:
    """Write `target`; yields rows done and cells cut to the limit of XLSX.

    Cells of the kind `number` and `date` become such where the sheet can hold all that is written. The others
    are text that no spreadsheet runs: what begins like a formula also gets the mark of quoted text, so that
    it stays text when somebody edits it.
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
        dates = Dates(book)
        sheet.freeze_panes(1, 0)
        for column, name in enumerate(names):
            sheet.write_string(0, column, name[:CELL_LIMIT], bold)
            if kinds[column] == "date":
                sheet.set_column(column, column, DATE_WIDTH)
        for done, cells in enumerate(csv.reader(file), start=1):
            for column, text in enumerate(cells):
                if not text:
                    continue
                if kinds[column] == "number" and digits(text) <= SAFE_DIGITS:
                    sheet.write_number(done, column, float(text))
                    continue
                if kinds[column] == "date" and (moment := dates.read(text)):
                    sheet.write_datetime(done, column, moment, dates.form(text))
                    continue
                cut += len(text) > CELL_LIMIT
                sheet.write_string(done, column, text[:CELL_LIMIT], quoted if escape(text) != text else None)
            if done % PROGRESS_ROWS == 0:
                yield done, cut
    yield done, cut


def digits(number: str) -> int:
    """How many digits of a plain number count: not the zeros it begins with."""
    return len(number.replace("-", "").replace(".", "").lstrip("0"))


class Dates:
    """Dates and times of day as a sheet holds them, shown as precisely as they are written."""

    WHOLE = "yyyy-mm-dd hh:mm:ss.000"

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._forms: dict[tuple[int, bool], Format] = {}

    def read(self, text: str) -> datetime | None:
        """The moment as written; None where a sheet would lose something of it."""
        if len(text.removesuffix("Z")) > len(self.WHOLE):
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None)
        except ValueError:
            return None

    def form(self, text: str) -> Format:
        """How such a text is shown; UTC keeps its Z."""
        plain = text.removesuffix("Z")
        shape = len(plain), plain != text
        if shape not in self._forms:
            shown = self.WHOLE[: len(plain)] + ('"Z"' if shape[1] else "")
            self._forms[shape] = self._book.add_format({"num_format": shown})
        return self._forms[shape]
