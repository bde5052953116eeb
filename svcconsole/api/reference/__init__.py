"""The API reference: for each operation what it is for, its rules, examples, and what is left open."""

from __future__ import annotations

from svcconsole.api.operations import OPERATIONS
from svcconsole.api.reference import catalog, messaging, people, reports
from svcconsole.api.reference.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    *catalog.ENTRIES,
    *people.ENTRIES,
    *messaging.ENTRIES,
    *reports.ENTRIES,
)
"""In an order in which each example finds what it needs."""

BY_OPERATION = {entry.operation: entry for entry in ENTRIES}
REFERENCE = tuple(BY_OPERATION[operation] for operation in OPERATIONS if operation in BY_OPERATION)
"""In the order of the specification's table; a test names an operation that has no entry."""
