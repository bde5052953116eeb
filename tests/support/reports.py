"""Exports in parts: a practice store whose cap is small, its one uncut report, and following a run."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from svcconsole.api.answers import CallRecord
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.downloads import Downloader
from svcconsole.api.models.reports import RESUMABLE
from svcconsole.api.token import Token
from svcconsole.sandbox.reports.csv_file import write
from svcconsole.sandbox.reports.definitions import REPORTS
from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.sandbox.store.database import Database
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.question import ReportQuestion, Span
from svcconsole.services.reports.run import ReportDeps, follow
from svcconsole.services.sends.sending import Sender
from svcconsole.workspace.database import Workspace
from tests.sandbox.reports.reporting import fill
from tests.support.practice import PracticeStore, start_practice_store

T = TypeVar("T")
NAME = RESUMABLE
QUESTION = ReportQuestion(
    name=NAME,
    type="Overall",
    span=Span.of_days(date(2026, 1, 1), date(2026, 6, 30), "UTC"),
    emails=("ada@shop.example", "bo@shop.example"),
    description="For the audit",
)


@contextmanager
def store_of_parts(folder: Path, messages: int, rows_per_part: int) -> Iterator[PracticeStore]:
    """A practice store with so many messages that gives at most so many in one export."""
    Database(folder).close()
    fill(folder, messages)
    with start_practice_store(folder, options=("--report-rows", str(rows_per_part))) as store:
        yield store


def uncut(folder: Path, path: Path, question: ReportQuestion = QUESTION) -> str:
    """The SHA-256 of the same report in one piece, computed straight from the store of this folder."""
    database = Database(folder)
    try:
        with database.reading() as connection:
            asked = ReportQuery(question.span.start, question.span.end, "2026-12-31T00:00:00.000Z")
            write(connection, REPORTS[NAME], asked, path, most=None, stopped=Event())
    finally:
        database.close()
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(frozen=True, slots=True)
class Desk:
    """A console's place at a store: its workspace, and what reports need."""

    workspace: Workspace
    deps: ReportDeps

    async def followed(
        self, run_id: str, seen: Callable[[ReportProgress], Any] = lambda progress: None
    ) -> ReportProgress:
        """Follow without ever waiting between two questions; how it stands at the end."""
        hurry, last = asyncio.Event(), None
        async for last in follow(self.deps, run_id, hurry=hurry):
            seen(last)
            hurry.set()
        assert last is not None
        return last


@asynccontextmanager
async def desk(
    folder: Path, base_url: str, token: str, heard: Callable[[CallRecord], None] | None = None
) -> AsyncIterator[Desk]:
    """A workspace of its own, as after a start of the program."""
    with Workspace.open(folder) as workspace:

        async def database(fn: Callable[[Workspace], T]) -> T:
            return await asyncio.to_thread(fn, workspace)

        connection = Connection(base_url, Token(token))
        async with Client(connection, on_call=heard) as client, Downloader() as downloader:

            async def ready() -> Client:
                return client

            sender = Sender(database, ready)
            yield Desk(workspace, ReportDeps(database, sender, ready, folder, downloader))
            await sender.close()


def asked_for(store: PracticeStore, reference: str) -> dict[str | None, list[int]]:
    """Cursor → the reports that the store was asked for with it, by everything that bears the reference."""
    found: dict[str | None, list[int]] = {}
    for report in store.control("GET", "/reports?limit=1000")["data"]["reports"]:
        if reference in json.dumps(report["request"]):
            found.setdefault(report["request"].get("cursor"), []).append(report["id"])
    return found
