"""Rows to and from a spreadsheet's clipboard: with or without names in the first row, tabs or commas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from svcconsole.gui.tabs.user_properties.cells import CELLS, Cell, Value, read, shown

DELIMITERS: Final = "\t;,"
WHOLE_FILE: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was on the clipboard: `columns` are the places it goes to (None: left out), `rows` its texts.

    `named` where its first row held names; `left_out` are the columns that are no field of an entry, by the
    name or number they had.
    """

    columns: tuple[Cell | None, ...]
    rows: tuple[tuple[str, ...], ...]
    named: bool
    left_out: tuple[str, ...] = ()

    def values(self, row: Sequence[str]) -> dict[str, Value]:
        """A row's cells by Python name; columns that are no field are not among them."""
        return {
            cell.name: read(cell, text)
            for cell, text in zip(self.columns, row, strict=False)
            if cell is not None
        }


def pasted(text: str, first: int = 0) -> Pasted:
    """Read a clipboard; where its first row holds no names it is meant from column `first` on."""
    rows = tuple(tuple(row) for row in _rows(text) if any(cell.strip() for cell in row))
    width = max(map(len, rows), default=0)
    if rows and (names := _header(rows[0])):
        extra = width - len(names)
        out = [rows[0][at] for at, cell in enumerate(names) if cell is None and rows[0][at].strip()]
        out += [f"#{len(names) + at + 1}" for at in range(extra)]
        return Pasted((*names, *[None] * extra), rows[1:], named=True, left_out=tuple(out))
    places = [CELLS[at] if at < len(CELLS) else None for at in range(first, first + width)]
    out = [f"#{at + 1}" for at, cell in enumerate(places) if cell is None]
    return Pasted(tuple(places), rows, named=False, left_out=tuple(out))


def copied(rows: Sequence[Sequence[Value]]) -> str:
    """Cells as a spreadsheet takes them, and as `pasted` takes them back."""
    return "\n".join("\t".join(_quoted(shown(value)) for value in row) for row in rows)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search(r'[\t\r\n"]', text) else text


def _rows(text: str) -> list[list[str]]:
    """The cells of a clipboard. Some programs write quotation marks as they are: what makes no sense as
    quoting is taken as text."""
    csv.field_size_limit(WHOLE_FILE)
    text = text.removeprefix("\ufeff")
    divided = _delimiter(text)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=divided, strict=True))
    except csv.Error:
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        return [line.split(divided) for line in lines]


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
    return tuple(unique)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


_NAMES: Final = {
    _plain(name): cell for cell in CELLS for name in (cell.label, cell.wire, cell.name) if _plain(name)
}
