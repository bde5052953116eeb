"""A window on a store in which things happened with one person: tickets, rows of files, edits, decisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.connection import Connection
from svcconsole.api.errors import NotReached
from svcconsole.gui.panels.person.page import PersonPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.people import Person
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState
from tests.gui.panels.decisions.conftest import leave_in_doubt
from tests.gui.shell.conftest import LIVE, open_window, settings
from tests.support.coroutines import until

__all__ = ["leave_in_doubt", "open_window", "settings"]

GIULIA: dict[str, Any] = {
    "id": 4711,
    "partnerCustomerId": "C-0188",
    "firstName": "Giulia",
    "lastName": "Esposito",
    "phoneNumber": "+393471000188",
    "email": "Giulia@post.example",
    "countryCode": "IT",
    "tags": ["VIP"],
}
OURS, THEIRS = "partnerCustomerId:C-0188", "partnerCustomerId:C-0999"


@pytest.fixture
def offline(window_loop: object, settings: Settings, own_folders: Path) -> Console:
    """A console whose store cannot be reached; its workspace is as good as any."""

    async def connect() -> Connection:
        raise NotReached("The store was not reached.", advice="Start it, then try again.")

    folder = own_folders / "offline"
    console = Console(LIVE, settings=settings, store_folder=folder, notices=Notices(), connect=connect)
    console.may_load.set()
    return console


async def remember(console: Console, **changes: Any) -> Person:
    """Giulia as the store answered her once."""
    (person,) = await console.db(lambda space: space.people.remember([{**GIULIA, **changes}]))
    return person


def run_of(workspace: Workspace, kind: str, file_name: str, ends: dict[str, ItemState]) -> str:
    """A run of this kind in which each of these records ended so; its id."""
    items = [
        PlanItem(record, (FileRow(at, at + 1, (record,)),), json.dumps({"n": at}).encode())
        if end is not ItemState.BLOCKED
        else PlanItem(record, (FileRow(at, at + 1, (record,)),), None, end, "The phone number lost digits.")
        for at, (record, end) in enumerate(ends.items(), 1)
    ]
    run_id = workspace.runs.create(NewRun(kind, "Import", "", file_name, "f" * 64, ("Id",)), items)
    fence = workspace.runner.acquire()
    for waiting in workspace.ledger.waiting(run_id, -1, 99):
        attempt, *_ = workspace.ledger.write(
            run_id, fence, [Intent("customers.createOrUpdate", "Rows", (waiting.seq,), "0")]
        )
        end = ends[waiting.record_id]
        reason, words = ("", "") if end is ItemState.ACKED else ("Why it was so.", "the <b>store's</b> words")
        verdict = RecordOutcome(waiting.seq, waiting.record_id, end, reason, words)
        workspace.ledger.write(run_id, fence, [Settlement(attempt, "ok", 200, 0.1, "", (verdict,))])
    workspace.runner.release()
    return run_id


async def opened(window: MainWindow) -> PersonPage:
    """The person's page once it has read what there is."""
    await until(lambda: isinstance(window.page(), PersonPage))
    page = window.pages.person()
    await until(lambda: page.person is not None and not page.scope.is_busy())
    return page
