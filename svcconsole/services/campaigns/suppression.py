"""The suppression list: phone numbers that campaigns leave out, read from and written to files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from svcconsole.tables.mapping.content import ROWS, match_content
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Reading, auto_match
from svcconsole.tables.mapping.person_fields import PHONE_COUNTRY
from svcconsole.tables.mapping.recipient_fields import CONTACT
from svcconsole.tables.mapping.targets import TEMPLATES
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.reader import TableFile, read
from svcconsole.tables.results.escape import code, escape, unescape
from svcconsole.tables.values.phones import Phone, phone_region, read_phone
from svcconsole.words.message import Number, message, sentences
from svcconsole.workspace.known.registries import Entry, Registries, RegistryKind
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.person_marks import MARK, SuppressedNumbers, read_keys

SUPPRESSED = RegistryKind.SUPPRESSED
COLUMNS = ("Phone number", "Name", "Note")
"""A suppression list as we write it; the last two are read where a file names them so."""
LABEL, NOTE = map(normalise, COLUMNS[1:])


class UnreadRow(NamedTuple):
    """A row (from 1) whose number cannot be read, and why, in a sentence."""

    row: int
    sentence: str


@dataclass(frozen=True, slots=True)
class SuppressionList:
    """The numbers of a file (E.164, each once), and the rows that hold something else."""

    entries: tuple[Entry, ...]
    unread: tuple[UnreadRow, ...]


def suppressed(access: Session) -> SuppressedNumbers:
    """The numbers (E.164) that nothing is sent to by a campaign, those of removed people by their marks."""
    with access.reading() as connection:
        keys = read_keys(connection)
    return SuppressedNumbers((entry.key for entry in Registries(access).entries(SUPPRESSED)), keys)


def read_list(path: Path, region: str | None) -> SuppressionList:
    """The numbers of a file: of its column of phone numbers, or of its only column.

    Each has the name and the note beside it; where no column has notes, the file's name. Numbers without a
    country code are read as those of the country in their row, else of `region`. Raises TableError for a
    file that cannot be read, and for one in which no column is known to hold phone numbers.
    """
    dialect = detect(path).dialect
    entries: dict[str, Entry] = {}
    unread: list[UnreadRow] = []
    for number, text, country, label, note in _rows(path, read(path, dialect), named=dialect.header):
        if not text.strip():
            continue
        phone = read_phone(code(text.strip()), phone_region(country) or region)
        if isinstance(phone, Phone):
            entries.setdefault(phone.e164, Entry(SUPPRESSED, phone.e164, label, note))
        else:
            unread.append(UnreadRow(number, phone.sentence))
    if not entries:
        first = [
            message("Row {row}: {why}", row=Number(one.row, grouped=False), why=one.sentence)
            for one in unread
        ]
        raise TableError(
            message("{file} holds no phone number that can be read.", file=path.name),
            sentences(message("Nothing was taken in."), *first[:1]),
        )
    return SuppressionList(tuple(entries.values()), tuple(unread))


def as_table(entries: Iterable[Entry]) -> str:
    """The list as CSV for spreadsheets, UTF-8 with a mark: nothing in it runs, and `read_list` reads it."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    told = (entry for entry in entries if not entry.key.startswith(MARK))  # marks are nothing elsewhere
    writer.writerows(map(escape, (entry.key, entry.label, entry.note)) for entry in told)
    return "\ufeff" + text.getvalue()


def _rows(path: Path, table: TableFile, *, named: bool) -> Iterator[tuple[int, str, str, str, str]]:
    """Each row's own number, its phone number as it stands there, that number's country, its name and its
    note."""
    rows = list(table.rows)
    if len(table.header) == 1:
        head = table.header[0]  # a number in the first row names no column: it is one of the list
        first = [head] if named and any(character.isdigit() for character in head) else []
        texts = [*first, *(row.cells[0] if row.cells else "" for row in rows)]
        yield from ((number, text, "", "", path.name) for number, text in enumerate(texts, start=1))
        return
    mapping = match_content(
        auto_match(table.header, TEMPLATES), table.header, [row.cells for row in rows[:ROWS]]
    )
    if CONTACT not in mapping.sources:
        raise TableError(
            message("No column of {file} is known as the phone number.", file=path.name),
            message("Name it Phone, or keep that column alone in the file."),
        )
    reading = Reading(mapping, table.header)
    names = [normalise(name) for name in table.header]
    missing = "" if NOTE in names else path.name
    for row in rows:
        beside = dict(zip(names, (unescape(cell.strip()) for cell in row.cells), strict=False))
        label, note = beside.get(LABEL, ""), beside.get(NOTE, missing)
        country = reading.value(PHONE_COUNTRY.path, row.cells)
        yield row.number, reading.value(CONTACT, row.cells), country, label, note
