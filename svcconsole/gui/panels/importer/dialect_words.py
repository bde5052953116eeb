"""The texts of a dialect: encoding, delimiter, quote, header, and the choices of each chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.words import mark, show, tr
from svcconsole.tables.reading.code_pages import BY_CODEC

if TYPE_CHECKING:
    from svcconsole.tables.reading.dialect import Dialect

ENCODINGS = (
    ("utf-8", mark("UTF-8")),
    ("cp1252", mark("Western (Windows)")),
    ("iso8859-1", mark("Western (ISO)")),
    ("cp1250", mark("Central European")),
    ("cp1251", mark("Cyrillic")),
    ("cp1253", mark("Greek")),
    ("cp1254", mark("Turkish")),
    ("cp1255", mark("Hebrew")),
    ("cp1256", mark("Arabic")),
    ("cp932", mark("Japanese (Shift JIS)")),
    ("gb18030", mark("Chinese (GB 18030)")),
    ("big5", mark("Chinese (Big5)")),
    ("cp949", mark("Korean")),
    ("mac-roman", mark("Western (Mac)")),
    ("utf-16", mark("UTF-16")),
)
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
    key = dialect.encoding.lower().replace("_", "-")
    page = BY_CODEC.get(dialect.encoding)
    fallback = show(page.name) if page is not None else dialect.encoding
    return _name({"utf-8-sig": "utf-8", "utf8": "utf-8", "ascii": "utf-8"}.get(key, key), ENCODINGS, fallback)


def delimiter(dialect: Dialect) -> str:
    return _name(dialect.delimiter, DELIMITERS, f"“{dialect.delimiter}”")


def quote(dialect: Dialect) -> str:
    return _name(dialect.quote, QUOTES, f"“{dialect.quote}”")


def header(dialect: Dialect) -> str:
    return tr("line {n}", n=dialect.header_row) if dialect.header else tr("none")


Change = tuple[str, dict[str, str | int | bool]]


def choices(element: str) -> list[Change]:
    """What the chip of `element` offers: the words and the changes of the dialect they stand for."""
    if element == "encoding":
        return [(tr(word), {"encoding": key}) for key, word in ENCODINGS]
    if element == "delimiter":
        return [(tr(word), {"delimiter": key}) for key, word in DELIMITERS]
    if element == "quote":
        return [(tr(word), {"quote": key}) for key, word in QUOTES]
    lines: list[Change] = [
        (tr("line {n}", n=at + 1), {"skip": at, "header": True}) for at in range(HEADER_ROWS)
    ]
    return [*lines, (tr("none, the first line is data"), {"skip": 0, "header": False})]
