"""Asks in which encoding a file is written, showing the same rows in each of the likely readings.

The readings stand by their doubts: first those in which the fewest rows cannot be words, of equal ones the
likelier.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from svcconsole.tables.reading.twice_codec import TAKEN_FOR
from svcconsole.words.message import Message, mark_plural, message, plural

CODE = "encoding"
SHOWN = 12
SHOWN_OF_MORE = 3
MORE = 22
"""Further encodings that are offered."""
WEIGHED = 100
"""Rows by which these are put in order."""

_UNSAID = mark_plural(
    "The file does not say. {count} of its {n} row holds letters that each reads differently.",
    "The file does not say. {count} of its {n} rows hold letters that each reads differently.",
)
_TWICE = mark_plural(
    "{count} of its {n} row holds letters that look like UTF-8 saved as UTF-8 a second time.",
    "{count} of its {n} rows hold letters that look like UTF-8 saved as UTF-8 a second time.",
)
_WORDS = mark_plural("The row that differs holds words.", "All {n} rows hold words.")
_WORDS_OF_THESE = mark_plural(
    "The row that differs holds words of these languages.", "All {n} rows hold words of these languages."
)


@dataclass(slots=True)
class _Differing:
    """The rows that the readings read differently: how many, and of some the cells in each reading."""

    count: int = 0
    rows: int = 0
    numbers: list[int] = field(default_factory=list)
    shown: list[tuple[ShownRow, ...]] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    strange: list[int] = field(default_factory=list)
    header: tuple[str, ...] = ()


def encoding_question(
    path: Path, dialect: Dialect, codecs: tuple[str, ...], others: tuple[str, ...]
) -> Question:
    """The question of which encoding `path` is written in: one of `codecs`, the likeliest first, or of the
    `others`. Its choices' keys are codec names."""
    differing = _differing(path, dialect, codecs)
    twice = any(codec in TAKEN_FOR for codec in codecs)
    choices = tuple(
        Choice(
            codec,
            _name(codec),
            _spoken(codec, twice=twice),
            evidence=_for(differing, at, twice=twice),
            doubts=_against(differing, at),
            rows=tuple(readings[at] for readings in differing.shown),
        )
        for at, codec in sorted(enumerate(codecs), key=lambda reading: differing.strange[reading[0]])
    )
    return Question(
        code=CODE,
        key=CODE,
        title=message("How is this file written?"),
        text=plural(*(_TWICE if twice else _UNSAID), differing.rows, count=differing.count),
        count=differing.count,
        numbers=tuple(differing.numbers),
        header=differing.header,
        rows=choices[0].rows,
        choices=choices,
        more=tuple(_one_more(codec, choices[0]) for codec in _by_doubts(others, differing, codecs[0])),
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
            if len(found.cells) < WEIGHED:
                found.cells.append([cell for cell in rows[0].cells if not cell.isascii()])
            if len(found.shown) < SHOWN:
                found.shown.append(_shown(rows))
    return found


def _shown(rows: tuple[Row, ...]) -> tuple[ShownRow, ...]:
    places = range(max(len(row.cells) for row in rows))
    marked = tuple(at for at in places if len({row.cells[at : at + 1] for row in rows}) > 1)
    return tuple(ShownRow(rows[0].number, rows[0].line, row.cells, marked) for row in rows)


def _strange(cell: str, codec: str) -> bool:
    page = BY_CODEC.get(codec)
    return letter_costs.strange(cell, page.languages) if page else letter_costs.strange_anywhere(cell)


def _by_doubts(others: Sequence[str], found: _Differing, best: str) -> Sequence[str]:
    """The first of the other encodings, those first in which the fewest cells cannot be words; UTF-8 is
    always there where it is one of them."""
    cells = [cell for row in found.cells for cell in row]

    def doubts(codec: str) -> int:
        return sum(_strange(_again(cell, best, codec), codec) for cell in cells)

    ordered = sorted(others, key=doubts)
    first = ordered[:MORE]
    return first if "utf-8" in first or "utf-8" not in ordered else [*first[:-1], "utf-8"]


def _again(cell: str, best: str, codec: str) -> str:
    """A cell of the best reading, its bytes read in another encoding."""
    return cell.encode(best, "replace").decode(codec, "replace")


def _for(found: _Differing, at: int, *, twice: bool) -> tuple[Message, ...]:
    if found.strange[at] or not found.count:
        return ()
    return (plural(*(_WORDS if twice else _WORDS_OF_THESE), found.count),)


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
            _again(cell, best.key, codec) if at in row.marked else cell for at, cell in enumerate(row.cells)
        )
        rows.append(ShownRow(row.number, row.line, cells, row.marked))
    return Choice(codec, _name(codec), _spoken(codec), rows=tuple(rows))


def _name(codec: str) -> Message | str:
    page = BY_CODEC.get(codec)
    return page.name if page is not None else NAMES.get(codec, codec)


def _spoken(codec: str, *, twice: bool = False) -> Message | str:
    page = BY_CODEC.get(codec)
    if twice:
        return message("turned back") if codec in TAKEN_FOR else message("as it stands")
    if page is None:
        return message("every language") if codec.startswith("utf") else ""
    return message("{standard} · {languages}", standard=page.standard, languages=page.spoken)
