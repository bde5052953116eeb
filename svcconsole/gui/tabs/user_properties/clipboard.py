"""Reads and writes a spreadsheet's clipboard: with or without a header, tabs or commas."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from svcconsole.gui.tabs.user_properties.cells import CELLS, Cell, Value, read, shown
from svcconsole.gui.tabs.user_properties.sheet_model import OFTEN, Entry

DELIMITERS: Final = "\t;,"
SURELY_NAMES: Final = 2
"""One cell alone that reads like a name is a value: a city called City."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was on the clipboard, row by row, each with its cells by Python name.

    `named` where its first row held names; `left_out` are the columns that are no field of an entry, by the
    name or number they had.
    """

    entries: tuple[Entry, ...]
    named: bool
    left_out: tuple[str, ...] = ()


def reading(text: str, first: int = 0) -> Generator[None, None, Pasted]:
    """Read a clipboard; where its first row holds no names it is meant from column `first` on.

    Yields now and then, returns what was found. Rows with nothing in them are passed over under names; in a
    range they empty the cells they are pasted on.
    """
    rows: list[list[str]] = []
    for row in _rows(text.removeprefix("\ufeff")):
        rows.append(row)
        if len(rows) % OFTEN == 0:
            yield
    while rows and not any(rows[-1]):
        rows.pop()
    width = max(map(len, rows), default=0)
    names = _header(rows[0]) if rows else ()
    if len(rows) == 1 and sum(cell is not None for cell in names) < SURELY_NAMES:
        names = ()
    columns = names or tuple(CELLS[at] if at < len(CELLS) else None for at in range(first, first + width))
    columns += (None,) * (width - len(columns))
    entries: list[Entry] = []
    for number, row in enumerate(rows, 1):
        if not names or (number > 1 and any(row)):
            entries.append(_entry(columns, row, whole=not names))
        if number % OFTEN == 0:
            yield
    return Pasted(tuple(entries), bool(names), _left_out(columns, rows, named=bool(names)))


def pasted(text: str, first: int = 0) -> Pasted:
    """`reading` without a pause."""
    work = reading(text, first)
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Pasted = end.value
            return found


def copied(rows: Sequence[Sequence[Value]]) -> str:
    """Cells as a spreadsheet takes them, and as `reading` takes them back."""
    return "\n".join("\t".join(_quoted(shown(value)) for value in row) for row in rows)


def _entry(columns: Sequence[Cell | None], row: Sequence[str], *, whole: bool) -> dict[str, Value]:
    """A row's cells by name; columns that are no field are not among them. `whole`: also those it lacks."""
    found = {
        cell.name: read(cell, text) for cell, text in zip(columns, row, strict=False) if cell is not None
    }
    if whole and len(row) < len(columns):
        found |= {cell.name: None for cell in columns[len(row) :] if cell is not None}
    return found


def _left_out(
    columns: Sequence[Cell | None], rows: Sequence[Sequence[str]], *, named: bool
) -> tuple[str, ...]:
    """The columns that go nowhere though something is in them: a name, or a number from 1 where there is
    none."""
    places = [at for at, cell in enumerate(columns) if cell is None]
    names = rows[0] if named else ()
    filled = {at: names[at] if at < len(names) else "" for at in places}
    used = (
        at for at in places if filled[at].strip() or any(len(row) > at and row[at].strip() for row in rows)
    )
    return tuple(filled[at].strip() or f"#{at + 1}" for at in used)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search(r'[\t\r\n"]', text) else text


def _rows(text: str) -> Iterator[list[str]]:
    """The cells of a clipboard. Some programs write quotation marks as they are: a cell is quoted only where
    the mark that ends it stands at its end."""
    row: list[str] = []
    for found in _CELLS_OF[_delimiter(text)].finditer(text):
        quoted, plain, end = found.groups()
        row.append(plain if quoted is None else quoted[1:-1].replace('""', '"'))
        if end not in DELIMITERS or not end:
            yield row
            row = []
        if not end:
            return


def _pattern(divided: str) -> re.Pattern[str]:
    return re.compile(
        rf'(?:("[^"]*(?:""[^"]*)*"(?=[{divided}\r\n]|\Z))|([^{divided}\r\n]*))({divided}|\r\n|\r|\n|\Z)'
    )


def _delimiter(text: str) -> str:
    """Tabs where the first line has one: spreadsheets write them; else what divides it most, outside of
    quotes, into names or cells."""
    first = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
    if "\t" in first:
        return "\t"
    most = max(DELIMITERS, key=first.count)
    names = [part for part in first.split(most) if _plain(part) in _NAMES]
    # One name with a comma in it, or a sentence, is one cell: commas divide only what holds names.
    return most if len(names) >= 2 else "\t"


def _header(row: Sequence[str]) -> tuple[Cell | None, ...]:
    """The cells named by a row; nothing where it names too few to be a row of names."""
    cells = tuple(_NAMES.get(_plain(text)) for text in row)
    known = [cell for cell in cells if cell is not None]
    filled = [text for text in row if text.strip()]
    if len(known) < 2 and len(known) < len(filled):
        return ()
    taken: set[str] = set()
    unique: list[Cell | None] = []
    for cell in cells:
        unique.append(None if cell is None or cell.name in taken else cell)
        if cell is not None:
            taken.add(cell.name)
    return tuple(unique) if known else ()


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


_CELLS_OF: Final = {divided: _pattern(divided) for divided in DELIMITERS}
_NAMES: Final = {
    _plain(name): cell for cell in CELLS for name in (cell.label, cell.wire, cell.name) if _plain(name)
}
