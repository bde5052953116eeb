"""How a file was read, decision by decision, as data that the window puts into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from svcconsole.tables.reading.dialect import Detection, Dialect
from svcconsole.tables.reading.encoding import NAMES
from svcconsole.tables.reading.repairs import Repair
from svcconsole.tables.viewing.private_copy import PrivateCopy
from svcconsole.words.message import message

CODES = (
    "encoding",
    "delimiter",
    "one_column",
    "quote",
    "newline",
    "header",
    "no_header",
    "preamble",
    "table_ends",
    "comment",
    "name",
    "several_tables",
    "ragged",
    "blank_rows",
    "comments",
    "mended",
    "copied",
)
"""Every code a decision can have; `Decision` says what each tells."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: its code and what fills its words.

    - encoding: `name`, `codec`, `reason` (a sentence)
    - delimiter: `character`, `columns`; one_column: nothing separates columns
    - quote: `character`, `escape` ("" = doubled); newline: `character`
    - header: `line` (from 1); no_header: the columns are numbered
    - preamble: `lines` left out before the table; table_ends: `line`, after which lines are left out;
      comment: `prefix` of the lines left out
    - name: `column` (from 1), `name` and a `sentence`: a blank or repeated name was replaced
    - several_tables: `count`, `shown` (from 1)
    - ragged (known once indexed): `short` and `long` rows, `first` row numbers as text
    - blank_rows, comments (once indexed): `count` of lines left out
    - mended (once indexed): `count` of cells or rows put right, `sentence` about the first one
    - copied: read through a private copy in UTF-8; `reason` is encoding, quotes, escape,
      comment, nul, formulas (="…" for a text), bytes (of another encoding), layout or size
    """

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)


def of_detection(found: Detection, columns: int) -> list[Decision]:
    """What `dialect.detect` or the person decided, in the order it is told."""
    dialect = found.dialect
    reason = found.evidence[0] if found.evidence else message("Chosen by you.")
    name = NAMES.get(dialect.encoding, dialect.encoding)
    decisions = [
        Decision("encoding", {"name": name, "codec": dialect.encoding, "reason": reason}),
        Decision("delimiter", {"character": dialect.delimiter, "columns": columns})
        if columns > 1
        else Decision("one_column"),
    ]
    if dialect.quote:
        decisions.append(Decision("quote", {"character": dialect.quote, "escape": dialect.escape}))
    decisions.append(Decision("newline", {"character": dialect.newline}))
    decisions.append(
        Decision("header", {"line": dialect.header_row}) if dialect.header else Decision("no_header")
    )
    if dialect.skip:
        decisions.append(Decision("preamble", {"lines": dialect.skip}))
    if dialect.last:
        decisions.append(Decision("table_ends", {"line": dialect.last}))
    if dialect.comment:
        decisions.append(Decision("comment", {"prefix": dialect.comment}))
    return decisions


def of_names(repairs: Iterable[Repair], columns: tuple[str, ...]) -> list[Decision]:
    """The names that had to be made up because they were blank or repeated."""
    return [
        Decision(
            "name",
            {"column": columns.index(found.column) + 1, "name": found.column, "sentence": found.sentence},
        )
        for found in repairs
        if found.kind in ("blank_name", "repeated_name") and found.column in columns
    ]


@dataclass(frozen=True, slots=True)
class Ragged:
    """Rows with fewer or more cells than the header, and the numbers of the first twenty."""

    short: int = 0
    long: int = 0
    first: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        return self.short + self.long


def of_rows(ragged: Ragged, met: PrivateCopy) -> Iterator[Decision]:
    """What was met in the rows once all are known."""
    if ragged.rows:
        first = ", ".join(map(str, ragged.first))
        yield Decision("ragged", {"short": ragged.short, "long": ragged.long, "first": first})
    if met.blank:
        yield Decision("blank_rows", {"count": met.blank})
    if met.comments:
        yield Decision("comments", {"count": met.comments})
    if met.mended:
        yield Decision("mended", {"count": met.mended, "sentence": met.sentence})


def copy_reason(dialect: Dialect) -> str:
    """Why the bytes of a file cannot be searched for its rows as they stand; "" when they can.

    UTF-16 and UTF-32 hold zero bytes, and an East Asian second byte can look like a letter or a bar, so
    only separators below 0x40 are safe there; escapes and comments are rules of the reader.
    """
    marks = dialect.delimiter + dialect.quote
    unsafe = dialect.encoding in _TWO_BYTES and any(ord(mark) >= 0x30 for mark in marks)
    reasons = {
        "encoding": dialect.encoding.startswith(("utf-16", "utf-32", "utf_16", "utf_32"))
        or dialect.encoding not in NAMES
        or not marks.isascii()
        or unsafe,
        "escape": bool(dialect.escape),
        "comment": bool(dialect.comment),
        "layout": not dialect.is_plain,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


_TWO_BYTES = frozenset(("cp932", "cp949", "gb18030", "big5"))
