"""Asks in which encoding a file is written, showing the same rows in each of the likely readings."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path

from svcconsole.tables.reading import letter_costs
from svcconsole.tables.reading.code_pages import BY_CODEC, NAMES
from svcconsole.tables.reading.encoding import Encoding
from svcconsole.tables.reading.lines import Lines
from svcconsole.tables.reading.questions import NUMBERS_KEPT, Choice, Question, ShownRow
from svcconsole.tables.reading.source_file import open_file
from svcconsole.words.message import Message, message, plural

CODE = "encoding"
SHOWN = 12
SHOWN_OF_MORE = 3
FIELD_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Layout:
    """How the lines of the file make rows: a part of its dialect."""

    delimiter: str
    quote: str
    escape: str
    skip: int
    header: bool
    comment: str


@dataclass(slots=True)
class _Differing:
    """The rows that the readings read differently: how many, and of some the cells in each reading."""

    count: int = 0
    rows: int = 0
    numbers: list[int] = field(default_factory=list)
    shown: list[tuple[ShownRow, ...]] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)
    header: tuple[str, ...] = ()


def encoding_question(path: Path, layout: Layout, found: Encoding) -> Question:
    """The question of which encoding `path` is written in; its choices' keys are codec names."""
    codecs = found.readings
    differing = _differing(path, layout, codecs)
    choices = tuple(
        Choice(
            codec,
            _name(codec),
            _spoken(codec),
            evidence=_for(differing, at),
            doubts=_against(differing, at),
            rows=tuple(readings[at] for readings in differing.shown),
        )
        for at, codec in enumerate(codecs)
    )
    return Question(
        code=CODE,
        key=CODE,
        title=message("How is this file written?"),
        text=plural(
            "The file does not say. {count} of its {n} row holds letters that each reads differently.",
            "The file does not say. {count} of its {n} rows hold letters that each reads differently.",
            differing.rows,
            count=differing.count,
        ),
        count=differing.count,
        numbers=tuple(differing.numbers),
        header=differing.header,
        rows=choices[0].rows,
        choices=choices,
        more=tuple(_one_more(codec, choices[0]) for codec in found.others),
    )


def _differing(path: Path, layout: Layout, codecs: tuple[str, ...]) -> _Differing:
    found = _Differing(strange=[0] * len(codecs))
    with ExitStack() as files:
        readings = [_rows(files, path, layout, codec) for codec in codecs]
        for number, rows in enumerate(zip_longest(*readings, fillvalue=()), start=0 if layout.header else 1):
            if number == 0:
                found.header = rows[0]
                continue
            found.rows = number
            if all(row == rows[0] for row in rows):
                continue
            found.count += 1
            if len(found.numbers) < NUMBERS_KEPT:
                found.numbers.append(number)
            for at, (codec, row) in enumerate(zip(codecs, rows, strict=True)):
                found.strange[at] += any(_strange(cell, codec) for cell in row if not cell.isascii())
            if len(found.shown) < SHOWN:
                found.shown.append(_shown(number, layout, rows))
    return found


def _rows(files: ExitStack, path: Path, layout: Layout, codec: str) -> Iterator[tuple[str, ...]]:
    """The rows in one reading, leniently; blank lines are none, as for the reader."""
    lines = Lines(files.enter_context(open_file(path)), codec)
    csv.field_size_limit(FIELD_LIMIT)
    reader = csv.reader(
        islice(_moving(lines), layout.skip, None),
        delimiter=layout.delimiter,
        quotechar=layout.quote or None,
        escapechar=layout.escape or None,
        doublequote=not layout.escape,
        quoting=csv.QUOTE_MINIMAL if layout.quote else csv.QUOTE_NONE,
    )
    try:
        for cells in reader:
            if any(cells) and not (layout.comment and cells[0].startswith(layout.comment)):
                yield tuple(cells)
    except csv.Error:
        return  # the rows up to here are enough to choose by


def _moving(lines: Lines) -> Iterator[str]:
    for number, line in enumerate(lines.seek(1), start=1):
        lines.keep_from = number
        yield line.replace("\0", "")


def _shown(number: int, layout: Layout, rows: tuple[tuple[str, ...], ...]) -> tuple[ShownRow, ...]:
    line = number + layout.skip + int(layout.header)
    places = range(max(map(len, rows)))
    marked = tuple(at for at in places if len({row[at : at + 1] for row in rows}) > 1)
    return tuple(ShownRow(number, line, row, marked) for row in rows)


def _strange(cell: str, codec: str) -> bool:
    page = BY_CODEC.get(codec)
    return letter_costs.strange(cell, page.languages if page is not None else ())


def _for(found: _Differing, at: int) -> tuple[Message, ...]:
    if found.strange[at] or not found.count:
        return ()
    return (
        plural(
            "The row that differs holds words of these languages.",
            "All {n} rows hold words of these languages.",
            found.count,
        ),
    )


def _against(found: _Differing, at: int) -> tuple[Message, ...]:
    if not found.strange[at]:
        return ()
    return (
        plural(
            "{n} row has a letter or sign that cannot be in its words.",
            "{n} rows have a letter or sign that cannot be in their words.",
            found.strange[at],
        ),
    )


def _one_more(codec: str, best: Choice) -> Choice:
    """Another encoding with the first rows read in it: the best reading's letters as bytes, read again."""
    rows = []
    for row in best.rows[:SHOWN_OF_MORE]:
        cells = tuple(
            cell.encode(best.key, "replace").decode(codec, "replace") if at in row.marked else cell
            for at, cell in enumerate(row.cells)
        )
        rows.append(ShownRow(row.number, row.line, cells, row.marked))
    return Choice(codec, _name(codec), _spoken(codec), rows=tuple(rows))


def _name(codec: str) -> Message | str:
    page = BY_CODEC.get(codec)
    return page.name if page is not None else NAMES.get(codec, codec)


def _spoken(codec: str) -> Message | str:
    page = BY_CODEC.get(codec)
    if page is None:
        return message("every language") if codec.startswith("utf") else ""
    return message("{standard} · {languages}", standard=page.standard, languages=page.spoken)
