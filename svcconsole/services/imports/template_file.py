"""Writes an empty table for an import: the header that is known without a question, and one example row."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class Columns:
    """What a template has beside the fields of its target: columns of `more` with an example each, and other
    examples in `instead` (blank: no example, what the others say makes it needless)."""

    more: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)


_OF_TICKETS = dict.fromkeys(("customerEmail", "brandEmail", "taskTitle", "agentMail"), "")
COLUMNS: Mapping[str, Columns] = {
    "tickets": Columns(instead=_OF_TICKETS),
    "flows": Columns(more={"carryPayload.city": "Milano"}),
    "templates": Columns(more={"payload.components.body.0": "Giulia"}, instead={"type": "DEFAULT"}),
    "messages": Columns(more={"payload.message": "Hello Giulia"}),
}


def columns_of(kind: str) -> dict[str, str]:
    """The columns of a template by their names, which are the paths of the fields, each with its example."""
    own = COLUMNS.get(kind, Columns())
    fields = (spec for spec in TARGETS[kind].fields if spec.settable)
    found = {spec.path: own.instead.get(spec.path, spec.example) for spec in fields}
    return {**found, **own.more}


def as_text(kind: str) -> str:
    """The template as CSV for spreadsheets, UTF-8 with a mark: nothing in it runs, and an import reads it."""
    columns = columns_of(kind)
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerows((list(columns), list(map(escape, columns.values()))))
    return "\ufeff" + text.getvalue()


def write_template(kind: str, path: Path) -> None:
    """Write the template whole or not at all. Raises FileNotWritten."""
    write_whole(path, as_text(kind).encode())
