"""An export in parts from its question to its merged file, going on from wherever an earlier try ended."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from svcconsole.api.answers import CallRecord
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.models.reports import GetReport
from svcconsole.api.operations import GENERATE_REPORT, GET_REPORT
from svcconsole.api.token import Token
from svcconsole.services.reports import run_actions
from svcconsole.services.reports.part_status import PartState, status_of
from svcconsole.services.reports.run import ask
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.report_runs import Need, ReportRun
from tests.support.later import later
from tests.support.reports import QUESTION, Desk, desk

MOST_DECISIONS = 40


@dataclass(frozen=True)
class ReportJourney:
    """Where the workspace is, the store it asks, and the file in which that store keeps its reports."""

    folder: str
    base_url: str
    token: str
    store_file: str

    def in_store(self, mark: str) -> dict[str | None, list[int]]:
        """Cursor → the reports asked for with it that bear this text: what a person sees in the e-mails."""
        found: dict[str | None, list[int]] = {}
        with closing(sqlite3.connect(f"file:{self.store_file}?mode=ro", uri=True)) as store:
            rows = store.execute("SELECT id, request FROM reports WHERE instr(request, ?)", (mark,))
            for number, request in rows.fetchall():
                found.setdefault(json.loads(request).get("cursor"), []).append(int(number))
        return found


class NaiveExport(ReportJourney):
    """The same without a ledger: whoever starts asks for the part whose number is not on the disk."""

    def noted(self) -> int | None:
        path = Path(self.folder, "number")
        return int(path.read_text()) if path.exists() else None

    def note(self, number: int) -> None:
        Path(self.folder, "number").write_text(str(number))


async def export(journey: ReportJourney, heard: Callable[[CallRecord], None]) -> ReportRun:
    """Ask, unless that was done, and follow to the end; a person looks into the e-mails where it is asked."""
    async with desk(Path(journey.folder), journey.base_url, journey.token, heard) as at:
        run = at.workspace.reports.find("last") or await ask(at.deps, QUESTION)
        for _ in range(MOST_DECISIONS):
            run = (await at.followed(run.id)).run
            if run.need is Need.NOTHING:
                break
            await _decide(journey, at, run)
    return run


async def _decide(journey: ReportJourney, at: Desk, run: ReportRun) -> None:
    """What is in the e-mails was asked for, by the number they name; what is not goes once more."""
    mailed = journey.in_store(run.reference).get(run.part.cursor_in, [])
    found = status_of(run.part, at.workspace.reports.requests(run.reference))
    if found.fate is PartState.IN_DOUBT and found.record is not None:
        decision = Decision.COUNT_AS_SENT if mailed else Decision.SEND_AGAIN
        with later():
            await at.deps.sender.decide(found.record.run_id, [found.record.seq], decision)
    if mailed:
        await run_actions.give_id(at.deps, run.id, mailed[-1])


async def export_naively(journey: NaiveExport, heard: Callable[[CallRecord], None]) -> None:
    """Ask for the first part and write its number down; what was written down is not asked for again."""
    async with Client(Connection(journey.base_url, Token(journey.token)), on_call=heard) as client:
        if journey.noted() is None:
            answer = await client.call(GENERATE_REPORT, QUESTION.request("NAIVE"))
            journey.note(int(answer.data.report_history_id))
        await client.call(GET_REPORT, GetReport(report_history_id=journey.noted() or 0))
