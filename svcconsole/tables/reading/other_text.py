"""Refuses text that is written in another format than a table: web pages, XML, JSON and contact cards."""

from __future__ import annotations

import re

from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import message

_EXPORT = message("Export the table as CSV.")
_FORMATS = (
    (
        re.compile(r"<(?:!--|(?:!doctype|html|head|meta|style|body|div|table)[\s>])", re.IGNORECASE),
        message("a web page"),
        message("Open it in a spreadsheet program and save it as CSV."),
    ),
    (re.compile(r"<\?xml\s"), message("an XML file"), _EXPORT),
    (re.compile(r'(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:'), message("a JSON file"), _EXPORT),
    (
        re.compile(r"BEGIN:VCARD\s", re.IGNORECASE),
        message("a file of contact cards"),
        message("Export the contacts as CSV."),
    ),
)
"""How each format begins, what it is called, and what to do instead."""


def refuse_other(text: str) -> None:
    """TableError where a text begins as one of another format does."""
    begin = text.lstrip()[:1000]
    for beginning, what, advice in _FORMATS:
        if beginning.match(begin):
            raise TableError(message("This is {what}, not a text table.", what=what), advice)
