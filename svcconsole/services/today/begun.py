"""Reads what a person began and left: imports half-way and forms that were typed into and not sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.services.customers.customer_timeline import person_of
from svcconsole.tables.values.phones import phone_key
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.draft_keys import NEW
from svcconsole.workspace.drafts.drafts import StoredDraft
from svcconsole.workspace.drafts.imports import ImportInfo

TABLE = "user_properties:table:"
WHOM = {
    "message": ("contact_identifier",),
    "template": ("contact_identifier",),
    "flow": ("name", "phone_number", "email"),
    "ticket": ("customer_phone_number", "customer_email"),
}
"""Kind of draft → the fields that say whom it is for, the most telling first."""
SUBJECT = {"ticket": "task_title", "report": "report_name", "library": "name"}
"""Kind of draft → the field that says what it is about."""
ROW_MARKS = (('"uid": ', 1), ('"cells": {}', -1), ('"plan": ', -1))
"""What each row of the kept table has, what a blank one has, and what one that was sent has."""
KINDS = ("products", "catalogs", "prices", "customers", *WHOM, "report", "library")


@dataclass(frozen=True, slots=True)
class BegunDraft:
    """A form that was not sent: `key` is what it is kept under, `kind:new` or `kind:<id>`; `name` is what its
    record is called, `whom` the person it is for; of a table `rows` are not sent. `at` is ISO in UTC."""

    key: str
    kind: str
    name: str
    whom: str
    at: str
    rows: int = 0


def imports_begun(space: Workspace) -> tuple[ImportInfo, ...]:
    """The imports and campaigns that are being prepared, the last one touched first."""
    return space.imports.list()


def drafts_begun(space: Workspace, region: str | None) -> tuple[BegunDraft, ...]:
    """What was typed and not sent, the newest first; `region` is the country numbers without one are of."""
    stored = space.drafts.all()
    found = [_of_form(space, each, region) for each in stored if each.key.partition(":")[0] in KINDS]
    table = _of_table(each for each in stored if each.key.startswith(TABLE))
    return tuple(sorted([*found, *table], key=lambda draft: draft.at, reverse=True))


def _of_form(space: Workspace, stored: StoredDraft, region: str | None) -> BegunDraft:
    kind, _, identity = stored.key.partition(":")
    value = stored.value
    kept: Mapping[str, Any] = value if isinstance(value, dict) else {}
    typed = kept.get("mine")
    fields: Mapping[str, Any] = typed if isinstance(typed, dict) else {}
    whom = next((text for name in WHOM.get(kind, ()) if (text := _text(fields.get(name)))), "")
    name = _text(fields.get(SUBJECT.get(kind, "name")))
    if kind in ("products", "catalogs", "customers"):
        name = _text(kept.get("name")) or name or ("" if identity == NEW else identity)
    return BegunDraft(stored.key, kind, name, _called(space, whom, region), stored.at)


def _of_table(pages: Iterable[StoredDraft]) -> list[BegunDraft]:
    """The table of user properties, where it holds rows that are in no run."""
    rows, at = 0, ""
    for page in pages:
        # A table may have a hundred thousand rows: their marks are counted, nothing is parsed. A quotation
        # mark within a cell is escaped, so no cell looks like one of them.
        rows += sum(sign * page.text.count(mark) for mark, sign in ROW_MARKS)
        at = max(at, page.at)
    return [BegunDraft("user_properties:table", "user_properties", "", "", at, rows)] if rows else []


def _called(space: Workspace, whom: str, region: str | None) -> str:
    """What the person is called where somebody looked them up; else the number or the address itself."""
    if not whom:
        return ""
    key = f"email:{whom.casefold()}" if "@" in whom else f"phone:{phone_key(whom, region)}"
    return person_of(space, (key,)).name or whom


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
