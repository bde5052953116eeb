"""The elements of a dialect as a person says them, and the choices each chip offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.words import tr

if TYPE_CHECKING:
    from svcconsole.tables.dialect import Dialect

ENCODINGS = (
    ("utf-8", "UTF-8"),
    ("cp1252", "Western (Windows)"),
    ("iso8859-1", "Western (ISO)"),
    ("cp1250", "Central European"),
    ("cp1251", "Cyrillic"),
    ("cp1253", "Greek"),
    ("cp1254", "Turkish"),
    ("cp1255", "Hebrew"),
    ("cp1256", "Arabic"),
    ("cp932", "Japanese (Shift JIS)"),
    ("gb18030", "Chinese (GB 18030)"),
    ("big5", "Chinese (Big5)"),
    ("cp949", "Korean"),
    ("mac-roman", "Western (Mac)"),
    ("utf-16", "UTF-16"),
)
DELIMITERS = ((",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar"), (":", "colon"), (" ", "space"))
QUOTES = (('"', "double"), ("'", "single"), ("", "none"))
HEADER_ROWS = 5


def _name(value: str, table: tuple[tuple[str, str], ...], fallback: str) -> str:
    return next((tr(word) for key, word in table if key == value), fallback)


def encoding(dialect: Dialect) -> str:
    key = dialect.encoding.lower().replace("_", "-")
    return _name(
        {"utf-8-sig": "utf-8", "utf8": "utf-8", "ascii": "utf-8"}.get(key, key), ENCODINGS, dialect.encoding
    )


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
