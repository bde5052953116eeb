"""Reads which cells of an XLSX sheet have a number format that shows more than their digits, an error, or a
formula without a result."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO
from xml.parsers import expat

from svcconsole.tables.reading.cell_notes import CellNotes
from svcconsole.tables.reading.number_formats import BUILT_IN, shows_more

_BLOCK = 1 << 18
_GAPS = (
    b't="e"', b"t='e'", b"</f></c>", b"</x:f></x:c>", b"<v></v>", b"<x:v></x:v>", b"/></c>", b"/></x:c>",
)  # fmt: skip
"""Bytes of which a cell with an error or without a value has one."""
_LONGEST = max(map(len, _GAPS))
_REFERENCE = re.compile(r"([A-Z]+)(\d*)")
Attributes = dict[str, str]


def row_notes(source: BinaryIO, sheet: str) -> Iterator[CellNotes]:
    """The rows of a sheet with such cells, from the top.

    Raises KeyError, ValueError or expat's error for parts that are not as they should be, where a format of
    the workbook shows more; where none does, such a sheet has no notes.
    """
    with zipfile.ZipFile(source) as archive:
        codes = _codes(archive) if "xl/styles.xml" in archive.namelist() else {}
        tolerated = () if codes else (LookupError, ValueError, expat.ExpatError)
        with suppress(*tolerated):
            part = _part_of(archive, sheet)
            results = _has_gaps(archive, part)
            if codes or results:
                yield from _Cells(codes, results=results).rows(archive, part)


def _has_gaps(archive: zipfile.ZipFile, part: str) -> bool:
    """Whether a sheet may hold an error or a formula without a result; its bytes tell sooner than its XML."""
    with archive.open(part) as packed:
        before = b""
        while block := packed.read(_BLOCK):
            text = before + block
            if any(sign in text for sign in _GAPS):
                return True
            before = block[-_LONGEST:]
    return False


def _codes(archive: zipfile.ZipFile) -> dict[str, str]:
    """Index of a cell's style → its format, of the formats that show more."""
    formats = {str(number): code for number, code in BUILT_IN.items()}
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
    """Collects the notes about cells, row by row; those about their results only with `results`."""

    def __init__(self, codes: dict[str, str], *, results: bool) -> None:
        self._codes = codes
        self._results = results
        self._row = self._column = -1
        self._type = ""
        self._value: list[str] = []
        self._in_value = self._is_formula = False
        self._formats: dict[int, str] = {}
        self._errors: dict[int, str] = {}
        self._unsolved: list[int] = []
        self._ready: list[CellNotes] = []

    def rows(self, archive: zipfile.ZipFile, part: str) -> Iterator[CellNotes]:
        for _ in _parsed(archive, part, self._begin, self._end, self._text if self._results else None):
            yield from self._ready
            self._ready.clear()

    def _begin(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            place = _REFERENCE.match(attributes.get("r", ""))
            self._column = column_of(place[1]) if place else self._column + 1
            self._type = attributes.get("t", "n")
            self._value.clear()
            self._is_formula = False
            code = self._codes.get(attributes.get("s", ""))
            if code is not None and self._type == "n":
                self._formats[self._column] = code
        elif name == "f":
            self._is_formula = True
        elif name == "v":
            self._in_value = True
        elif name == "row":
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1

    def _text(self, data: str) -> None:
        if self._in_value:
            self._value.append(data)

    def _end(self, name: str) -> None:
        if name == "v":
            self._in_value = False
        elif name == "c" and self._results and (self._type == "e" or self._is_formula):
            self._note_result("".join(self._value).strip())
        elif name == "row" and (self._formats or self._errors or self._unsolved):
            notes = CellNotes(self._row, self._formats, self._errors, tuple(self._unsolved))
            self._ready.append(notes)
            self._formats, self._errors, self._unsolved = {}, {}, []

    def _note_result(self, value: str) -> None:
        """A text may be blank as the result of a formula, a number may not."""
        if self._type == "e":
            self._errors[self._column] = value
        elif not value and self._type != "str":
            self._unsolved.append(self._column)


def column_of(letters: str) -> int:
    """The number of a column, from 0, by its letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _parsed(
    archive: zipfile.ZipFile,
    part: str,
    begin: Callable[[str, Attributes], None],
    end: Callable[[str], object] | None = None,
    text: Callable[[str], object] | None = None,
) -> Iterator[None]:
    """Parse a member block by block, with a stop after each. A document type is refused: none has one."""
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise ValueError(part)

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, attributes: begin(name.rpartition(":")[2], attributes)
    if end is not None:
        parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    if text is not None:
        parser.CharacterDataHandler = text
    with archive.open(part) as packed:
        while block := packed.read(_BLOCK):
            parser.Parse(block, False)
            yield
    parser.Parse(b"", True)
    yield
