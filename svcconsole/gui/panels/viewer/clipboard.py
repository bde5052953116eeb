"""Copies cells and rows of the viewer: the file's values, tab-separated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QGuiApplication

from svcconsole.gui.design.hiding import hidden_row, hidden_value
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.grid.clipboard_lines import clipboard_line
from svcconsole.gui.kit.grid.row_pages import Fetch
from svcconsole.gui.panels.viewer.sheet import Sheet
from svcconsole.gui.panels.viewer.sheet_model import SheetRow
from svcconsole.gui.runtime.notices import Notices

MOST_ROWS: Final = 100_000
PAGE: Final = 2_000


def copy_cell(sheet: Sheet) -> bool:
    """The current cell's value as the file has it; whether there was one."""
    row, column = sheet.current_row(), sheet.choice.column
    if row is None:
        return False
    value = row.cells[column] if column < len(row.cells) else ""
    QGuiApplication.clipboard().setText(hidden_value(sheet.file_model.names, column, value))
    return True


async def copy_rows(sheet: Sheet, fetch: Fetch[SheetRow], notices: Notices, *, header: bool) -> None:
    """The chosen rows, at most `MOST_ROWS`; `notices` is told where that is not all of them."""
    wanted, names = sheet.choice.count(), sheet.file_model.names
    columns = sheet.columns.arrangement.shown()
    lines = [clipboard_line([sheet.file_model.names[column] for column in columns])] if header else []
    copied = 0
    for first, count in sheet.choice.stretches(MOST_ROWS):
        for start in range(first, first + count, PAGE):
            rows = await fetch(start, min(PAGE, first + count - start))
            lines += [clipboard_line(_cells(hidden_row(names, row.cells), columns)) for row in rows]
            copied += len(rows)
    if lines:
        QGuiApplication.clipboard().setText("\n".join(lines))
    if copied < wanted:
        said = tr("The first {rows} were copied, which is what a clipboard takes.", rows=numbers.rows(copied))
        notices.add("warning", said, advice=tr("Export this view to have all of them."))


def _cells(cells: Sequence[str], columns: Sequence[int]) -> list[str]:
    return [cells[column] if column < len(cells) else "" for column in columns]
