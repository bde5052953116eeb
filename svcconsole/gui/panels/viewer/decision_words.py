"""The decisions of opening a file, each as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.quantity_words import count

if TYPE_CHECKING:
    from svcconsole.tables.viewing.decisions import Decision

Values = Mapping[str, str | int]
SEPARATORS: Final = {
    ",": mark("commas"),
    ";": mark("semicolons"),
    "\t": mark("tabs"),
    "|": mark("bars"),
    ":": mark("colons"),
    " ": mark("blanks"),
}
ENDINGS: Final = {"\r\n": "CR LF", "\n": "LF", "\r": "CR"}


def decision_words(decision: Decision) -> str:
    """One decision as a sentence."""
    return (
        _SAID[decision.code](decision.values)
        if decision.code in _SAID
        else _text(decision.values, "sentence")
    )


def _text(values: Values, key: str) -> str:
    return visible(str(values.get(key, "")))


def _number(values: Values, key: str) -> int:
    found = values.get(key, 0)
    return found if isinstance(found, int) else 0


def _encoding(values: Values) -> str:
    return tr("Encoding: {name}. {reason}", name=_text(values, "name"), reason=_text(values, "reason"))


def _delimiter(values: Values) -> str:
    character = str(values["character"])
    named = tr(SEPARATORS[character]) if character in SEPARATORS else f"“{visible(character)}”"
    columns = tr_plural("{n} column", "{n} columns", _number(values, "columns"))
    return tr("{columns}, separated by {named}.", columns=columns, named=named)


def _quote(values: Values) -> str:
    quote = _text(values, "character")
    if values.get("escape"):
        escape = _text(values, "escape")
        return tr(
            "Cells may be in {quote}; {escape} comes before a quote inside.", quote=quote, escape=escape
        )
    return tr("Cells may be in {quote}; a quote inside is doubled.", quote=quote)


def _newline(values: Values) -> str:
    return tr("Lines end in {ending}.", ending=ENDINGS.get(str(values["character"]), "LF"))


def _header(values: Values) -> str:
    return tr("Line {values} names the columns.", values=count(_number(values, "line")))


def _preamble(values: Values) -> str:
    return tr_plural(
        "{n} line before the table left out.",
        "{n} lines before the table left out.",
        _number(values, "lines"),
    )


def _several(values: Values) -> str:
    return tr(
        "The file holds {values} tables one under the other; this is table {values_2}.",
        values=count(_number(values, "count")),
        values_2=count(_number(values, "shown")),
    )


def ragged(values: Values) -> str:
    """How many rows have other cells than the header, and where the first of them are."""
    parts = []
    if short := _number(values, "short"):
        parts.append(tr_plural("{n} row has fewer cells", "{n} rows have fewer cells", short))
    if long := _number(values, "long"):
        parts.append(tr_plural("{n} row has more cells", "{n} rows have more cells", long))
    said = tr("{words} than the header has columns", words=tr(" and ").join(parts))
    first = _text(values, "first").split(", ")[:5]
    more = "…" if _number(values, "short") + _number(values, "long") > len(first) else ""
    return tr("{said}: row {words}.", said=said, words=", ".join(first) + more).replace("….", "…")


def _mended(values: Values) -> str:
    many = tr_plural("{n} repair while reading", "{n} repairs while reading", _number(values, "count"))
    return f"{many}: {_text(values, 'sentence')}"


_SAID: Final[Mapping[str, Callable[[Values], str]]] = {
    "encoding": _encoding,
    "delimiter": _delimiter,
    "one_column": lambda _: tr("No separator was found, so there is one column."),
    "quote": _quote,
    "newline": _newline,
    "header": _header,
    "no_header": lambda _: tr("No line names the columns, so they are numbered."),
    "preamble": _preamble,
    "table_ends": lambda values: tr(
        "The table ends in line {line}; what follows is left out.", line=_text(values, "line")
    ),
    "comment": lambda values: tr(
        "Lines that begin with {value} are left out.", value=_text(values, "prefix")
    ),
    "several_tables": _several,
    "ragged": ragged,
    "blank_rows": lambda values: tr_plural(
        "{n} blank line left out.", "{n} blank lines left out.", _number(values, "count")
    ),
    "comments": lambda values: tr_plural(
        "{n} comment left out.", "{n} comments left out.", _number(values, "count")
    ),
    "mended": _mended,
    "copied": lambda _: tr("It is read through a private copy; the file itself is not changed."),
}
