"""A file's rows on screen as a Qt model: how each cell is shown, and which rows are odd."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QLocale, QObject

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.cell_text import shown
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.paged_model import PagedModel
from svcconsole.gui.panels.viewer.cells import Kind, kind_of_reading
from svcconsole.gui.panels.viewer.file_notices import IN_DOUBT, Doubt
from svcconsole.services.analysis.results import AS_TEXT, ColumnReading
from svcconsole.words.masking import masks_of

NOTHING = "–"
"""A number that is not there."""
AWAITED = "…"
"""A cell whose column is being read."""


class SheetRow(Protocol):
    """One row as the file has it: its number in the file, from 1, and its cells."""

    @property
    def number(self) -> int: ...
    @property
    def cells(self) -> tuple[str, ...]: ...


class SheetModel(PagedModel[SheetRow]):
    """`names` and `kinds` are those of the file's columns; `looks` how their cells are shown: as the file has
    them until all cells of a column have been read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self.headings: tuple[str, ...] = ()
        self.kinds: tuple[Kind, ...] = ()
        self.looks: tuple[ColumnReading, ...] = ()
        self.awaited: frozenset[int] = frozenset()
        """Columns that are being read whole: their cells say nothing until it is known how they are shown."""
        self._wide = 0
        self._odd: frozenset[int] = frozenset()
        self._painted: dict[tuple[int, int], tuple[str, str]] = {}
        self._locale = QLocale()

    def called(self) -> dict[str, str]:
        """What the columns are called on screen, by their names in the file."""
        return dict(zip(self.names, self.headings, strict=True))

    def set_file(self, names: Sequence[str], kinds: Sequence[Kind], headings: Sequence[str] = ()) -> None:
        """Another file; `headings` are what its columns are called on screen, its own names without them."""
        self.names, self.kinds = tuple(names), tuple(kinds)
        self.headings = (*headings, *names[len(headings) :])
        self.looks = (AS_TEXT,) * len(self.names)
        self._wide, self._odd = len(names), frozenset()
        self.awaited = frozenset()
        self._painted.clear()
        self.set_columns(self._specs())

    def set_awaited(self, columns: Iterable[int]) -> None:
        """These columns are being read whole, no other one."""
        self.awaited = frozenset(columns)
        self._painted.clear()

    def set_readings(self, readings: Mapping[int, ColumnReading]) -> None:
        """These columns have been read whole: their cells are shown so from now on."""
        self.looks = tuple(readings.get(at, look) for at, look in enumerate(self.looks))
        self.kinds = tuple(
            kind_of_reading(readings[at]) if at in readings else kind for at, kind in enumerate(self.kinds)
        )
        self.set_awaited(self.awaited - readings.keys())
        self._columns = tuple(self._specs())
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self._columns) - 1))

    def _specs(self) -> list[ColumnSpec[SheetRow]]:
        number: ColumnSpec[SheetRow] = ColumnSpec(
            key="number",
            title=tr("Row"),
            value=lambda row: row.number,
            kind="row",
            text=lambda row: self._locale.toString(row.number),
            tone=lambda row: "warning" if self.is_odd(row) else None,
        )
        return [number, *map(self._column, range(len(self.names)))]

    def _column(self, at: int) -> ColumnSpec[SheetRow]:
        return ColumnSpec(
            key=str(at),
            title=self.title(at),
            value=lambda row: row.cells[at] if at < len(row.cells) else "",
            kind="number" if self.kinds[at] is Kind.NUMBER else "text",
            text=lambda row: self._look(row, at)[0],
            tone=lambda row: self._look(row, at)[1],
            mask=masks_of(self.names)[at],
        )

    def set_odd(self, wide: int, numbers: Sequence[int]) -> None:
        """How many columns the header names, and the first rows known to have fewer or more cells."""
        self._wide, self._odd = wide, frozenset(numbers)

    def is_odd(self, row: SheetRow) -> bool:
        """Whether a row has more cells than the header, or is known to have had fewer."""
        return len(row.cells) > self._wide or row.number in self._odd

    def show(self, first: int, rows: Sequence[SheetRow]) -> None:
        self._painted.clear()
        super().show(first, rows)

    def name(self, column: int) -> str:
        """What a column of the file is called on screen."""
        return visible(self.headings[column]) or tr("(no name)")

    def raw_name(self, column: int) -> str:
        """What the file calls a column, where that is another name than the one on screen; else blank."""
        return "" if self.names[column] == self.headings[column] else visible(self.names[column])

    def doubts(self) -> tuple[Doubt, ...]:
        """The columns that can be read in two ways, by what is in doubt."""
        found = (
            (note, tuple(at for at, look in enumerate(self.looks) if look.note == note)) for note in IN_DOUBT
        )
        return tuple(
            Doubt(note, columns, tuple(map(self.name, columns))) for note, columns in found if columns
        )

    def title(self, column: int) -> str:
        """What stands over a column: its name, and that its moments name no zone where they do not."""
        name = self.name(column)
        return tr("{name} · no zone", name=name) if self.looks[column].zoneless else name

    def plain_text(self, slot: int, column: int) -> str:
        """The cell of the file's `column` in words; "" where the row ends before it."""
        return self._said(self.rows[slot], column)

    def _said(self, row: SheetRow, column: int) -> str:
        if column >= len(row.cells):
            return ""
        return AWAITED if column in self.awaited else shown(row.cells[column], self.looks[column])

    def _look(self, row: SheetRow, column: int) -> tuple[str, str]:
        """What is painted in a cell and in which colour; asked again and again for the same rows."""
        found = self._painted.get((row.number, column))
        if found is None:
            found = self._painted[row.number, column] = self._made(row, column)
        return found

    def _made(self, row: SheetRow, column: int) -> tuple[str, str]:
        if column >= len(row.cells):
            return "", "text"
        kind = self.kinds[column]
        if not row.cells[column]:
            return NOTHING if kind is Kind.NUMBER else tr("(blank)"), "text2"
        quiet = kind is Kind.ID or column in self.awaited
        return self._said(row, column), "text2" if quiet else "text"

    def _read_out(self, column: ColumnSpec[SheetRow], record: SheetRow) -> str:
        number = self._locale.toString(record.number)
        if column.kind == "row":
            return tr("Row {number}", number=number)
        at = int(column.key)
        said = self._said(record, at) or tr("(blank)")
        return tr("{column}: {value}, row {row}", column=self.name(at), value=said, row=number)
