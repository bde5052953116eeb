"""Recognises by its first bytes a body that is no table: JSON, XML, a web page, an archive, a document."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from svcconsole.words.message import Message, mark, message

ENOUGH = 4096
BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
MAGIC = (
    (b"\x1f\x8b", mark("a gzip archive")),
    (b"PK\x03\x04", mark("a ZIP archive or an Excel workbook")),
    (b"\xd0\xcf\x11\xe0", mark("an old Excel workbook")),
    (b"%PDF-", mark("a PDF document")),
)
TEXTS = (
    (re.compile(r"<!doctype html|<(html|head|body|script|title)\b", re.IGNORECASE), mark("a web page")),
    (re.compile(r"<[!?a-z]", re.IGNORECASE), mark("XML")),
    (re.compile(r'\{\s*["}]|\[\s*([\[{"\]0-9-]|true|false|null)|(null|true|false)\s*$'), mark("JSON")),
)
"""How a text begins that is no table, however much white space stands before it."""


def other_format(path: Path) -> Message | None:
    """What the file is instead of a table; None for what may be one. Raises OSError."""
    with path.open("rb") as file:
        start = file.read(ENOUGH)
    for magic, name in MAGIC:
        if start.startswith(magic):
            return message(name)
    bom, encoding = next(((bom, name) for bom, name in BOMS if start.startswith(bom)), (b"", "utf-8"))
    text = start.removeprefix(bom).decode(encoding, "replace").lstrip()
    return next((message(name) for begins, name in TEXTS if begins.match(text)), None)
