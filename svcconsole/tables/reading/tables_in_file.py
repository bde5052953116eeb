"""Finds the tables that stand one below the other in a file, each with its own columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from svcconsole.tables.reading import layout, structure
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.layout import Layout
from svcconsole.tables.reading.lines import Lines
from svcconsole.tables.reading.records import Records
from svcconsole.tables.reading.repairs import Repairs
from svcconsole.tables.reading.unpacked import WORKBOOK, contents, open_text
from svcconsole.words.message import Message, message, plural

MOST_TABLES = 50
SAMPLE_CHARACTERS = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table of a file: its number (from 1), its first and last line, its number of rows and the names of
    its columns (blank where it has no header)."""

    number: int
    first: int
    last: int
    rows: int
    columns: int
    names: tuple[str, ...]


def tables_in(path: Path, first: Dialect) -> tuple[FoundTable, ...]:
    """Every table of a file, the first of which is read by this dialect; one pass for each of them.
    TableError as `reader.read`."""
    found: list[FoundTable] = []
    dialect: Dialect | None = first
    while dialect is not None and len(found) < MOST_TABLES:
        table, end = _passed(path, dialect)
        found.append(table)
        below = behind(path, dialect, end) if end else None
        dialect = below[0] if below is not None else None
    return tuple(found)


def nth(path: Path, first: Dialect, wanted: int) -> tuple[Dialect, Layout]:
    """How the table of this number is read, and where it stands; TableError where there is none such."""
    dialect = first
    for number in range(2, wanted + 1):
        _, end = _passed(path, dialect)
        below = behind(path, dialect, end) if end else None
        if below is None:
            raise TableError(
                plural("{file} holds {n} table.", "{file} holds {n} tables.", number - 1, file=path.name),
                message("Choose one of them by its number, from 1."),
            )
        dialect, place = below
    return dialect, place


def behind(path: Path, dialect: Dialect, line: int) -> tuple[Dialect, Layout] | None:
    """How the next table behind a line is read, and where it stands; None where no other one follows.

    Its lines are numbered as in the file.
    """
    file = open_text(path, dialect.part)
    with file:
        lines = Lines(file, dialect.encoding)
        lines.skip_to(line + 1)
        text, complete = _sample(lines, line + 1)
    if not text.strip():
        return None
    shape = structure.decide(text, complete)
    packed = contents(path, dialect.part)
    if packed is not None and packed.kind == WORKBOOK:
        shape = replace(
            shape, delimiter=dialect.delimiter, quote=dialect.quote, escape="", comment="", skip_space=False
        )
    below = shape.dialect("utf-8")
    place = layout.find(
        text.encode("utf-8", "surrogatepass"), below, shape.width, complete=complete, above=line
    )
    if place.head is None or len(place.head.cells) < 2 or not place.body:
        return None
    place = replace(
        place,
        skip=place.skip + line,
        last=place.last + line if place.last else 0,
        looked=place.looked + line if place.looked else 0,
        head=place.head._replace(line=place.head.line + line),
    )
    here = shape.dialect(dialect.encoding, dialect.part)
    return replace(place.within(here), table=dialect.table + 1), place


def told(found: FoundTable) -> Message:
    """The table in a few words: its lines, and its first columns."""
    place = message("Lines {first} to {last}", first=found.first, last=found.last)
    if not found.names:
        return plural("{place}: {n} column", "{place}: {n} columns", found.columns, place=place)
    return message("{place}: {names}", place=place, names=", ".join(found.names[:6]))


def _sample(lines: Lines, line: int) -> tuple[str, bool]:
    """The text from a line on, and whether it is all of it."""
    taken: list[str] = []
    length = 0
    for text in lines.seek(line):
        if length > SAMPLE_CHARACTERS:
            return "".join(taken), False
        taken.append(text)
        length += len(text)
    return "".join(taken), True


def _passed(path: Path, dialect: Dialect) -> tuple[FoundTable, int]:
    """A table after reading it to its end, and the line it ends in where others follow."""
    records = Records(open_text(path, dialect.part), dialect, Repairs(), ragged=True)
    first, columns, count, last = dialect.skip + 1, 0, 0, 0
    names: tuple[str, ...] = ()
    for row in records.rows():
        if not columns:
            first, columns = row.line, len(row.cells)
            names = tuple(cell.strip() for cell in row.cells) if dialect.header else ()
        count += row.number > 0
        last = row.line
    return FoundTable(dialect.table, first, records.ended or last, count, columns, names), records.ended
