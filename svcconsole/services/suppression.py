"""The suppression list: numbers that no campaign goes to, and such lists read from files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from svcconsole.tables.dialect import detect
from svcconsole.tables.errors import TableError
from svcconsole.tables.mapping import Reading, auto_match
from svcconsole.tables.phones import Phone, read_phone
from svcconsole.tables.reader import TableFile, read
from svcconsole.tables.recipient_fields import CONTACT
from svcconsole.tables.targets import TEMPLATES
from svcconsole.workspace.access import Access
from svcconsole.workspace.registries import Registries, RegistryKind

SUPPRESSED = RegistryKind.SUPPRESSED


@dataclass(frozen=True, slots=True)
class Listed:
    """The numbers of a file (E.164, each once), and how many rows hold none that can be read."""

    numbers: tuple[str, ...]
    unread: int


def suppressed(access: Access) -> frozenset[str]:
    """The numbers (E.164) that nothing is sent to by a campaign."""
    return frozenset(entry.key for entry in Registries(access).entries(SUPPRESSED))


def read_list(path: Path, region: str | None) -> Listed:
    """The numbers of a file: of its column of phone numbers, or of its only column.

    Numbers without a country code are read as those of `region`. Raises TableError for a file that cannot be
    read, and for one in which no column is known to hold phone numbers.
    """
    dialect = detect(path).dialect
    texts = _texts(path, read(path, dialect), named=dialect.header)
    found = [read_phone(text, region) for text in texts if text.strip()]
    numbers = tuple(dict.fromkeys(one.e164 for one in found if isinstance(one, Phone)))
    if not numbers:
        raise TableError(
            f"{path.name} holds no phone number that can be read.",
            "Nothing was taken in. Begin numbers with + and their country's code.",
        )
    return Listed(numbers, sum(not isinstance(one, Phone) for one in found))


def _texts(path: Path, table: TableFile, *, named: bool) -> list[str]:
    rows = list(table.rows)
    if len(table.header) == 1:
        head = table.header[0]  # a number in the first row names no column: it is one of the list
        first = [head] if named and any(character.isdigit() for character in head) else []
        return [*first, *(row.cells[0] for row in rows if row.cells)]
    mapping = auto_match(table.header, TEMPLATES)
    if CONTACT not in mapping.sources:
        raise TableError(
            f"No column of {path.name} is known as the phone number.",
            "Name it Phone, or keep that column alone in the file.",
        )
    reading = Reading(mapping, table.header)
    return [reading.value(CONTACT, row.cells) for row in rows]
