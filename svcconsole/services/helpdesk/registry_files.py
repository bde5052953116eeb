"""Reads and writes registries (agents, teams, labels) as CSV or JSON files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from svcconsole.tables.results.escape import escape, unescape
from svcconsole.words.message import Number, listed, message
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.registries import Entry, RegistryKind

COLUMNS = ("kind", "key", "label", "note", "used_at", "times")
LARGEST = 8 * 1024 * 1024
_BOM = "\ufeff"
_OF_EXPORT = message("Choose a file that was made with Export here.")


class RegistryFileError(WorkspaceError):
    """The file holds no registries; nothing was taken in."""


def as_csv(entries: Iterable[Entry]) -> str:
    """A table with a header, for spreadsheets, which run nothing of it; begins with UTF-8's mark."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for entry in entries:
        writer.writerow({name: escape(str(value or "")) for name, value in asdict(entry).items()})
    return _BOM + text.getvalue()


def as_json(entries: Iterable[Entry]) -> str:
    """A list of objects with the names of `COLUMNS`."""
    return json.dumps([asdict(entry) for entry in entries], ensure_ascii=False, indent=2) + "\n"


def read(content: bytes, kind: RegistryKind | None = None) -> tuple[Entry, ...]:
    """The entries of a CSV or JSON file; rows that do not say their kind are of `kind`.

    Raises RegistryFileError with the row or entry in which something is wrong.
    """
    if len(content) > LARGEST:
        raise RegistryFileError(message("The file is larger than 8 MB; these lists are small."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RegistryFileError(
            message("The file is not UTF-8 text."), message("Save it as CSV UTF-8, then import it again.")
        ) from error
    rows = _json_rows(text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text)
    return tuple(_entry(place, row, kind) for place, row in rows)


def _csv_rows(text: str) -> list[tuple[str, Mapping[str, Any]]]:
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise RegistryFileError(
            message("The file cannot be read as a table."),
            message("Save it as CSV UTF-8, then import it again."),
        ) from error
    header = [name.strip().casefold().replace(" ", "_") for name in lines[0]] if lines else []
    if "key" not in header:
        raise RegistryFileError(
            message("The first row of the file does not name a column “key”."),
            message("Columns may be called {names}; only key is required.", names=listed(COLUMNS)),
        )
    return [
        (
            message("Row {number}", number=Number(number, grouped=False)),
            dict(zip(header, map(unescape, cells), strict=False)),
        )
        for number, cells in enumerate(lines[1:], start=2)
        if any(cell.strip() for cell in cells)
    ]


def _json_rows(text: str) -> list[tuple[str, Mapping[str, Any]]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RegistryFileError(message("The file is not JSON."), _OF_EXPORT) from error
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise RegistryFileError(message("The file is JSON, but not a list of entries."), _OF_EXPORT)
    return [
        (message("Entry {number}", number=Number(number, grouped=False)), row)
        for number, row in enumerate(found, start=1)
    ]


def _entry(place: str, row: Mapping[str, Any], kind: RegistryKind | None) -> Entry:
    words = {name: _text(row.get(name)) for name in COLUMNS}
    if not words["key"]:
        raise RegistryFileError(message("{place} has no key.", place=place))
    if words["kind"]:
        try:
            kind = RegistryKind(words["kind"].casefold().replace(" ", "_"))
        except ValueError as error:
            known = listed(RegistryKind)
            raise RegistryFileError(
                message(
                    "{place}: “{kind}” is not one of {known}.", place=place, kind=words["kind"], known=known
                )
            ) from error
    if kind is None:
        raise RegistryFileError(message("{place} does not say its kind.", place=place))
    if kind in NUMBERED and not (words["key"].isascii() and words["key"].isdigit()):
        raise RegistryFileError(
            message(
                "{place}: “{key}” is not a whole number, which a {kind} key is.",
                place=place,
                key=words["key"],
                kind=kind,
            )
        )
    times = words["times"] or "0"
    if not (times.isascii() and times.isdigit()):
        raise RegistryFileError(
            message("{place}: “{times}” is not a number of times.", place=place, times=times)
        )
    return Entry(kind, words["key"], words["label"], words["note"], words["used_at"] or None, int(times))


NUMBERED = frozenset({RegistryKind.TEAMS, RegistryKind.LABELS})
"""Kinds whose key is a whole number on the wire."""


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()
