"""The stored form of the table: its rows as typed, and the plan each was sent with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from svcconsole.api.models.user_properties import UserProperty
from svcconsole.gui.tabs.user_properties.cells import CELLS, Value, Values, shown, wire_of
from svcconsole.gui.tabs.user_properties.sheet_model import Row
from svcconsole.services.user_properties.outcomes import Counts, key_of
from svcconsole.tables.values.phones import phone_key

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import PlanItem

KEY: Final = "user_properties:table"
RUNS: Final = "user_properties:runs"
KIND: Final = "user_properties"
TITLE: Final = "Send user properties"
PAGE: Final = 200
"""Rows kept together: what is typed writes its page alone."""
MOST_ATTEMPTS: Final = 1_000_000


class SentPlan(NamedTuple):
    """A row as it was sent: with which plan, as which of its rows (from 1), and with which cells.

    The plan's mark is made before its run is: whichever moment the program ends in, the next start knows
    which rows are in a run and which are in none.
    """

    plan: str
    number: int
    values: Values


Links = Mapping[int, SentPlan]
"""By a row's uid, what was sent of it."""


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """What was kept: the pages as they are, and of each plan its run ("" where it has been removed)."""

    pages: tuple[str, ...] = ()
    runs: Mapping[str, str] = field(default_factory=dict)


def page_of(rows: Sequence[Row], links: Links) -> str:
    """One page as JSON; blank rows within it stay, so that the others keep their places."""
    return json.dumps([_kept_row(row, links.get(row.uid)) for row in rows])


def thawed(pages: Iterable[str], rows: list[Row], links: dict[int, SentPlan]) -> Iterator[None]:
    """Fill in the rows of all pages, and what was sent of them; blank ones at the end are made anew."""
    for page in pages:
        for kept in json.loads(page):
            row = Row(kept["uid"], _values(kept["cells"]))
            rows.append(row)
            if "plan" in kept:
                sent = _values(kept["sent"]) if "sent" in kept else row.values
                links[row.uid] = SentPlan(kept["plan"], kept["number"], sent)
        yield
    while rows and rows[-1].is_blank:
        rows.pop()


def open_stored(workspace: Workspace) -> StoredDraft:
    """The table as it was left; a run that was made in its last moment is found by its plan's mark."""
    from svcconsole.workspace.drafts.draft_pages import get_pages

    draft = workspace.drafts.get(RUNS)
    known: dict[str, str] = draft.value if draft is not None else {}
    there = workspace.runs.list()
    by_mark = {info.fingerprint: info.id for info in there if info.kind == KIND}
    ids = set(by_mark.values())
    runs = {plan: run_id if run_id in ids else "" for plan, run_id in known.items()} | by_mark
    return StoredDraft(get_pages(workspace, KEY), runs)


def save(workspace: Workspace, pages: Mapping[int, str], count: int) -> None:
    """Write these pages over what was kept; the table has `count` of them."""
    from svcconsole.workspace.drafts.draft_pages import put_pages

    put_pages(workspace, KEY, pages, count)


PHONES = ("phoneNumber", "alternatePhoneNumber")
"""Sent with the country's code, whatever the store's own country lets people leave out here."""
PLAIN = ("email", "partnerCustomerId")
"""Sent without the blanks around them."""


def plan_items(rows: Iterable[Row], items: list[PlanItem], region: str | None = None) -> Iterator[None]:
    """Fill in the frozen bytes of each row, its numbers in full, ids and e-mail addresses without the blanks
    around them; the model refuses what the checks refuse."""
    from svcconsole.workspace.runs.records import FileRow, PlanItem

    for number, row in enumerate(rows, 1):
        entry = wire_of(row.values)
        for name in PHONES:
            if isinstance(phone := entry.get(name), str):
                entry[name] = phone_key(phone, region) if phone.strip() else phone
        for name in PLAIN:
            if isinstance(text := entry.get(name), str):
                entry[name] = text.strip()
        texts = tuple(shown(value) for value in row.values)
        body = UserProperty.read(entry).wire()
        items.append(PlanItem(key_of(entry) or f"row {number}", (FileRow(number, number, texts),), body))
        yield


def make_run(
    workspace: Workspace, plan: str, items: Iterable[PlanItem], runs: Mapping[str, str], *, name: str
) -> str:
    """Freeze these rows into a run under the plan's mark; nothing is sent. The run's id."""
    from svcconsole.workspace.runs.records import NewRun

    header = tuple(cell.wire for cell in CELLS)
    new = NewRun(kind=KIND, title=TITLE, path="", file_name=name, fingerprint=plan, header=header)
    run_id = workspace.runs.create(new, items)
    workspace.drafts.save(RUNS, {**runs, plan: run_id})
    return run_id


def totals_of(workspace: Workspace, run_ids: Iterable[str]) -> Counts:
    """What the store counted in these runs, request by request, together."""
    counts = Counts()
    for run_id in run_ids:
        for event in workspace.runs.events(run_id, MOST_ATTEMPTS):
            counts = counts.plus(Counts.read(event.detail))
    return counts


def _kept_row(row: Row, sent: SentPlan | None) -> dict[str, Any]:
    kept: dict[str, Any] = {"uid": row.uid, "cells": _cells(row.values)}
    if sent is not None:
        kept |= {"plan": sent.plan, "number": sent.number}
        if sent.values != row.values:
            kept["sent"] = _cells(sent.values)
    return kept


def _cells(values: Values) -> dict[str, Any]:
    return {
        cell.name: list(value) if isinstance(value, tuple) else value
        for cell, value in zip(CELLS, values, strict=True)
        if value is not None
    }


def _values(cells: Mapping[str, Any]) -> Values:
    def value(name: str) -> Value:
        found: Value | list[str] = cells.get(name)
        return tuple(found) if isinstance(found, list) else found

    return tuple(value(cell.name) for cell in CELLS)
