"""Reads which cells of an XLSX sheet have a number format that shows more than their digits."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from typing import BinaryIO
from xml.parsers import expat

from svcconsole.tables.reading.number_formats import shows_more

_BLOCK = 1 << 18
_REFERENCE = re.compile(r"([A-Z]+)(\d*)")
Attributes = dict[str, str]
RowFormats = tuple[int, dict[int, str]]
"""A row (from 0), and the format codes of some of its columns (from 0)."""


def row_formats(source: BinaryIO, sheet: str) -> Iterator[RowFormats]:
    """The rows of a sheet with such cells, from the top; nothing where no style of the workbook is one.

    Raises KeyError, ValueError or expat's error for parts that are not as they should be.
    """
    with zipfile.ZipFile(source) as archive:
        if "xl/styles.xml" not in archive.namelist():
            return
        codes = _codes(archive)
        if codes:
            yield from _Cells(codes).rows(archive, _part_of(archive, sheet))


def _codes(archive: zipfile.ZipFile) -> dict[str, str]:
    """Index of a cell's style → its format, of the formats that show more."""
    formats: dict[str, str] = {}
    styles: list[str] = []
    inside: list[str] = []

    def begin(name: str, attributes: Attributes) -> None:
        inside.append(name)
        if name == "numFmt":
            formats[attributes["numFmtId"]] = attributes["formatCode"]
        elif name == "xf" and inside[-2:-1] == ["cellXfs"]:
            styles.append(attributes.get("numFmtId", "0"))

    for _ in _parsed(archive, "xl/styles.xml", begin, lambda _name: inside.pop()):
        pass
    telling = {number: code for number, code in formats.items() if shows_more(code)}
    return {str(at): telling[number] for at, number in enumerate(styles) if number in telling}


def _part_of(archive: zipfile.ZipFile, sheet: str) -> str:
    """The member of the archive that holds a sheet."""
    ids: dict[str, str] = {}
    targets: dict[str, str] = {}

    def sheets(name: str, attributes: Attributes) -> None:
        if name == "sheet":
            key = next(value for at, value in attributes.items() if at.rpartition(":")[2] == "id")
            ids[attributes["name"]] = key

    def relations(name: str, attributes: Attributes) -> None:
        if name == "Relationship":
            targets[attributes["Id"]] = attributes["Target"]

    for part, begin in (("xl/workbook.xml", sheets), ("xl/_rels/workbook.xml.rels", relations)):
        for _ in _parsed(archive, part, begin):
            pass
    target = targets[ids[sheet]]
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


class _Cells:
    """Collects the formats of number cells, row by row."""

    def __init__(self, codes: dict[str, str]) -> None:
        self._codes = codes
        self._row = self._column = -1
        self._found: dict[int, str] = {}
        self._ready: list[RowFormats] = []

    def rows(self, archive: zipfile.ZipFile, part: str) -> Iterator[RowFormats]:
        for _ in _parsed(archive, part, self._begin, self._end):
            yield from self._ready
            self._ready.clear()

    def _begin(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            place = _REFERENCE.match(attributes.get("r", ""))
            self._column = _column(place[1]) if place else self._column + 1
            code = self._codes.get(attributes.get("s", ""))
            if code is not None and attributes.get("t", "n") == "n":
                self._found[self._column] = code
        elif name == "row":
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1

    def _end(self, name: str) -> None:
        if name == "row" and self._found:
            self._ready.append((self._row, self._found))
            self._found = {}


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _parsed(
    archive: zipfile.ZipFile,
    part: str,
    begin: Callable[[str, Attributes], None],
    end: Callable[[str], object] | None = None,
) -> Iterator[None]:
    """Parse a member block by block, with a stop after each. A document type is refused: none has one."""
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise ValueError(part)

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, attributes: begin(name.rpartition(":")[2], attributes)
    if end is not None:
        parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    with archive.open(part) as packed:
        while block := packed.read(_BLOCK):
            parser.Parse(block, False)
            yield
    parser.Parse(b"", True)
    yield
