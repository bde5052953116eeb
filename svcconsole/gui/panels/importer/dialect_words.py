"""The texts of a dialect: encoding, delimiter, quote, header, and the choices of each chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.words import mark, show, tr, tr_plural

if TYPE_CHECKING:
    from svcconsole.tables.reading.dialect import Dialect

RARE = 4
"""Encodings met more seldom than this are offered only where the question asks for them."""
DELIMITERS = (
    (",", mark("comma")),
    (";", mark("semicolon")),
    ("\t", mark("tab")),
    ("|", mark("bar")),
    (":", mark("colon")),
    (" ", mark("space")),
)
QUOTES = (('"', mark("double")), ("'", mark("single")), ("", mark("none")))
HEADER_ROWS = 5


def _name(value: str, table: tuple[tuple[str, str], ...], fallback: str) -> str:
    return next((tr(word) for key, word in table if key == value), fallback)


def encoding(dialect: Dialect) -> str:
    """The name of its encoding, in words."""
    from svcconsole.tables.reading.code_pages import NAMES

    return show(NAMES.get(dialect.encoding, dialect.encoding))


def _encodings() -> list[str]:
    from svcconsole.tables.reading.code_pages import PAGES, UNICODE

    return [*UNICODE, *(page.codec for page in PAGES if page.rare <= RARE)]


def delimiter(dialect: Dialect) -> str:
    return _name(dialect.delimiter, DELIMITERS, f"“{dialect.delimiter}”")


def quote(dialect: Dialect) -> str:
    return _name(dialect.quote, QUOTES, f"“{dialect.quote}”")


def header(dialect: Dialect) -> str:
    if not dialect.header:
        return tr("none")
    first, rows = dialect.header_row, dialect.header_rows
    return tr("line {n}", n=first) if rows < 2 else tr("lines {n} to {last}", n=first, last=first + rows - 1)


def rows(dialect: Dialect) -> str:
    """The lines of the file that hold its rows."""
    first = dialect.skip + (dialect.header_rows if dialect.header else 0) + 1
    return (
        tr("lines {n} to {last}", n=first, last=dialect.last)
        if dialect.last
        else tr("from line {n}", n=first)
    )


def passed_over(dialect: Dialect) -> list[str]:
    """Which lines around the table are not read, in sentences."""
    found = []
    if dialect.skip:
        found.append(
            tr_plural(
                "{n} line above the table is not read.",
                "{n} lines above the table are not read.",
                dialect.skip,
            )
        )
    if dialect.last:
        found.append(tr("What follows line {n} is another table, or none, and is not read.", n=dialect.last))
    return found


def table(dialect: Dialect, count: int) -> str:
    """Which of so many tables below one another."""
    return tr("Table {n} of {count}", n=dialect.table, count=count)


Change = tuple[str, dict[str, str | int | bool]]


def choices(element: str, above: int = 0) -> list[Change]:
    """What the chip of `element` offers: the words and the changes of the dialect they stand for; `above` are
    the lines before the table."""
    if element == "encoding":
        from svcconsole.tables.reading.code_pages import NAMES

        return [(show(NAMES[codec]), {"encoding": codec}) for codec in _encodings()]
    if element == "delimiter":
        return [(tr(word), {"delimiter": key}) for key, word in DELIMITERS]
    if element == "quote":
        return [(tr(word), {"quote": key}) for key, word in QUOTES]
    lines: list[Change] = [
        (tr("line {n}", n=at + 1), {"skip": at, "header": True}) for at in range(above, above + HEADER_ROWS)
    ]
    return [*lines, (tr("none, the first line is data"), {"skip": above, "header": False})]
