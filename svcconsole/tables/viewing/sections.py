"""Several tables in one file, as analytics pages export them: one below the other, with titles between."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from svcconsole.tables.reading import encoding
from svcconsole.tables.reading.csv_dialect import FOLDED
from svcconsole.tables.reading.dialect import SAMPLE_BYTES, Dialect
from svcconsole.tables.reading.unpacked import open_text

_VALUE = re.compile(
    r"[-+]?[\d.,\s]*\d[\d.,\s]*%?|\d{4}-\d\d-\d\d.*|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\w+://\S+"
)


@dataclass(frozen=True, slots=True)
class Section:
    """One table of several: its title ("" = none), its first and last physical line, its columns."""

    title: str
    line: int
    last: int
    columns: tuple[str, ...]


class _Record(NamedTuple):
    line: int
    last: int
    cells: list[str]


def sections(path: Path, dialect: Dialect) -> tuple[Section, ...]:
    """The tables of a file of up to a mebibyte; empty when there are not several."""
    with open_text(path, dialect.part) as file:
        data = file.read(SAMPLE_BYTES + 1)
    if len(data) > SAMPLE_BYTES:
        return ()
    lines = _lines(data, dialect)
    found: list[Section] = []
    for group in _groups(_parsed(lines, dialect)):
        table = _table(group)
        if table is not None and (not found or table.title or len(table.columns) != len(found[-1].columns)):
            found.append(table)
    if len(found) < 2:
        return ()
    ends = [_before(after) for after in found[1:]] + [len(lines)]
    return tuple(
        Section(table.title, table.line, last, table.columns) for table, last in zip(found, ends, strict=True)
    )


def cut_out(path: Path, dialect: Dialect, section: Section, target: Path) -> Dialect:
    """Write the lines of one table, in UTF-8, and return how to read them."""
    with open_text(path, dialect.part) as file:
        lines = _lines(file.read(), dialect)
    with target.open("w", encoding="utf-8", newline="") as out:
        out.writelines(lines[section.line - 1 : section.last])
    return Dialect(
        delimiter=dialect.delimiter,
        quote=dialect.quote,
        escape=dialect.escape,
        newline=dialect.newline,
        skip_space=dialect.skip_space,
    )


def _lines(data: bytes, dialect: Dialect) -> list[str]:
    return list(io.StringIO(encoding.text(data, dialect.encoding), newline=""))


def _parsed(lines: Sequence[str], dialect: Dialect) -> Iterator[_Record]:
    long = len(dialect.delimiter) > 1
    plain = (line.replace("\0", "") for line in lines)
    reader = csv.reader(
        (line.replace(dialect.delimiter, FOLDED) for line in plain) if long else plain,
        delimiter=FOLDED if long else dialect.delimiter,
        skipinitialspace=dialect.skip_space,
        quotechar=dialect.quote or None,
        escapechar=dialect.escape or None,
        doublequote=not dialect.escape,
        quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
    )
    line = 1
    try:
        for cells in reader:
            yield _Record(line, reader.line_num, cells)
            line = reader.line_num + 1
    except csv.Error:
        return  # What cannot be parsed this way holds no stack of tables.


def _groups(records: Iterator[_Record]) -> Iterator[list[_Record]]:
    """Records between blank lines."""
    group: list[_Record] = []
    for record in records:
        if any(cell.strip() for cell in record.cells):
            group.append(record)
        elif group:
            yield group
            group = []
    if group:
        yield group


def _table(group: Sequence[_Record]) -> Section | None:
    """The group as a table: titles, a row that names the columns, rows of that width that hold values."""
    widths = Counter(len(record.cells) for record in group)
    width = max(widths, key=lambda size: (widths[size], size))
    at = next(number for number, record in enumerate(group) if len(record.cells) == width)
    header, body = group[at], group[at + 1 :]
    same = [record.cells for record in body if len(record.cells) == width]
    named = all(cell.strip() and not _VALUE.fullmatch(cell.strip()) for cell in header.cells)
    valued = any(_VALUE.fullmatch(cell.strip()) for cells in same for cell in cells)
    if width < 2 or not named or not valued or len(same) < 0.8 * len(body):
        return None
    titles = [" ".join(filter(None, record.cells)) for record in group[:at]]
    return Section(" · ".join(titles), header.line, group[-1].last, tuple(header.cells))


def _before(table: Section) -> int:
    """The last line that belongs to the table above: its titles stand directly before the header."""
    return table.line - 1 - (len(table.title.split(" · ")) if table.title else 0)
