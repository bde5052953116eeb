"""Asks in which encoding a file is written, showing the same rows in each of the likely readings."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path

from svcconsole.tables.reading import letter_costs
from svcconsole.tables.reading.code_pages import BY_CODEC, NAMES
from svcconsole.tables.reading.csv_dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.questions import NUMBERS_KEPT, Choice, Question, ShownRow
from svcconsole.tables.reading.reader import read
from svcconsole.tables.reading.row import Row
from svcconsole.words.message import Message, message, plural

CODE = "encoding"
SHOWN = 12
SHOWN_OF_MORE = 3


@dataclass(slots=True)
class _Differing:
    """The rows that the readings read differently: how many, and of some the cells in each reading."""

    count: int = 0
    rows: int = 0
    numbers: list[int] = field(default_factory=list)
    shown: list[tuple[ShownRow, ...]] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)
    header: tuple[str, ...] = ()


def encoding_question(
    path: Path, dialect: Dialect, codecs: tuple[str, ...], others: tuple[str, ...]
) -> Question:
    """The question of which encoding `path` is written in: one of `codecs`, the likeliest first, or of the
    `others`. Its choices' keys are codec names."""
    differing = _differing(path, dialect, codecs)
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
        more=tuple(_one_more(codec, choices[0]) for codec in others),
    )


def _differing(path: Path, dialect: Dialect, codecs: tuple[str, ...]) -> _Differing:
    tables = [read(path, replace(dialect, encoding=codec), ragged=True) for codec in codecs]
    found = _Differing(header=tables[0].header, strange=[0] * len(codecs))
    with suppress(TableError):  # the rows up to where a reading ends are enough to choose by
        for rows in zip_longest(*(table.rows for table in tables), fillvalue=Row(0, 0, ())):
            found.rows += 1
            if all(row.cells == rows[0].cells for row in rows):
                continue
            found.count += 1
            if len(found.numbers) < NUMBERS_KEPT:
                found.numbers.append(found.rows)
            for at, (codec, row) in enumerate(zip(codecs, rows, strict=True)):
                found.strange[at] += any(_strange(cell, codec) for cell in row.cells if not cell.isascii())
            if len(found.shown) < SHOWN:
                found.shown.append(_shown(rows))
    return found


def _shown(rows: tuple[Row, ...]) -> tuple[ShownRow, ...]:
    places = range(max(len(row.cells) for row in rows))
    marked = tuple(at for at in places if len({row.cells[at : at + 1] for row in rows}) > 1)
    return tuple(ShownRow(rows[0].number, rows[0].line, row.cells, marked) for row in rows)


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
