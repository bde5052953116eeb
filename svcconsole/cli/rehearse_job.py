"""Implements `svcconsole import … --rehearse` and `--commit`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from svcconsole.api.client import Client, Connection
from svcconsole.cli.change_rows import write_row
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.import_ending import CREATE_CATALOGS
from svcconsole.cli.named_run import import_command
from svcconsole.cli.output import say, say_all, write_line
from svcconsole.cli.progress_line import ProgressLine
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.rehearsal.comparison_file import COLUMNS, rows_of
from svcconsole.services.rehearsal.practice_store import RehearsalBroken
from svcconsole.services.rehearsal.rehearse import Ask, Phase, RehearsalProgress, changed_since, rehearse
from svcconsole.services.rehearsal.session import RehearsalSession
from svcconsole.services.rehearsal.views import AfterFilter, RecordAfter, RehearsalSummary, Rehearsed
from svcconsole.words.message import mark_plural, message, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.rehearsals import refuse_unrehearsed

PAGE = 500
SECONDS_A_CALL, CALLS_AT_ONCE = 0.2, 8
"""About how long it takes to read a customer, and how many are read at once."""
PHASES = {
    Phase.READING: mark_plural("Read {done} of {n} record", "Read {done} of {n} records"),
    Phase.FILLING: mark_plural("Cloned {done} of {n} record", "Cloned {done} of {n} records"),
    Phase.RUNNING: mark_plural("Tried {done} of {n} record", "Tried {done} of {n} records"),
    Phase.COMPARING: mark_plural("Compared {done} of {n} record", "Compared {done} of {n} records"),
}
STATES = {
    Rehearsed.CHANGED: mark_plural("{n} record will change.", "{n} records will change."),
    Rehearsed.NEW: mark_plural(
        "{n} record will be new; it cannot be deleted afterwards.",
        "{n} records will be new; they cannot be deleted afterwards.",
    ),
    Rehearsed.SAME: mark_plural(
        "{n} record is the same already and is not sent.",
        "{n} records are the same already and are not sent.",
    ),
    Rehearsed.REFUSED: mark_plural("{n} record is refused.", "{n} records are refused."),
    Rehearsed.COUNTED: mark_plural(
        "{n} record is accepted; what it changes is not known.",
        "{n} records are accepted; what they change is not known.",
    ),
}


def print_rehearsal(
    folder: Path,
    run_id: str,
    connection: Connection,
    *,
    declined: bool,
    as_json: bool,
    missing: Sequence[str] = (),
) -> Exit:
    """Rehearse a plan and print what would change; the code it is committed by is in the last line. The
    `missing` catalogs are created when it is."""
    with closing(RehearsalSession(str(folder), run_id, declined=declined)) as session:
        _tell_calls(session)
        asyncio.run(_rehearse(folder, run_id, connection, session, missing))
        summary = session.summary()
        _write(session, as_json=as_json)
    more = (CREATE_CATALOGS,) if missing else ()
    _print(summary, import_command(summary.kind, "--commit", summary.code, *more))
    states = {str(state): summary.states.get(state, 0) for state in Rehearsed}
    totals = {"run": run_id, "plan": summary.code, "records": summary.records, **states}
    write_line(json.dumps(totals))
    sent = summary.records - summary.states.get(Rehearsed.SAME, 0)
    if not sent:
        return Exit.REFUSED_HERE
    return Exit.REFUSED if summary.states.get(Rehearsed.REFUSED) else Exit.ACCEPTED


def refuse_changed(folder: Path, run_id: str, connection: Connection) -> None:
    """Raise ImportRefused unless exactly this plan was rehearsed and the store holds what was read then.

    Each record that it has otherwise is named.
    """
    with Workspace.open(folder) as workspace:
        refuse_unrehearsed(workspace, run_id)
    with closing(RehearsalSession(str(folder), run_id)) as session:
        changed = asyncio.run(_look_again(folder, session, connection)) if session.resume() else []
    if not changed:
        return
    for each in changed:
        say(
            message(
                "  Row {row}, {name} ({id}) has changed.", row=each.row, name=each.name, id=each.record_id
            )
        )
    raise ImportRefused(
        plural(
            "{n} record has changed in the store since the rehearsal.",
            "{n} records have changed in the store since the rehearsal.",
            len(changed),
        ),
        message("Nothing was sent. Rehearse the file again."),
    )


async def _rehearse(
    folder: Path, run_id: str, connection: Connection, session: RehearsalSession, missing: Sequence[str]
) -> None:
    line = ProgressLine()

    def tell(progress: RehearsalProgress) -> None:
        line.write(plural(*PHASES[progress.phase], progress.total, done=progress.done))

    try:
        with Workspace.open(folder) as workspace:
            async with Client(connection) as client:
                async for progress in rehearse(workspace, run_id, client, _asking(session), missing):
                    tell(progress)
    except RehearsalBroken as broken:
        raise ImportRefused(broken.sentence, broken.advice or message("Nothing was sent.")) from None
    finally:
        line.end()


async def _look_again(folder: Path, session: RehearsalSession, connection: Connection) -> list[RecordAfter]:
    try:
        with Workspace.open(folder) as workspace:
            async with Client(connection) as client:
                return await changed_since(workspace, session.kind, client, _asking(session))
    except RehearsalBroken as broken:
        raise ImportRefused(broken.sentence, broken.advice or message("Nothing was sent.")) from None


def _tell_calls(session: RehearsalSession) -> None:
    """Say how many customers are read first, and about how long that takes."""
    if session.kind != "customers" or not session.reads:
        return
    waiting = session.calls()
    seconds = max(1, round(waiting * SECONDS_A_CALL / CALLS_AT_ONCE))
    say_all(
        plural(
            "Reading {n} customer first, one call each, about {seconds} s.",
            "Reading {n} customers first, one call each, about {seconds} s.",
            waiting,
            seconds=seconds,
        ),
        message("--count-only leaves that out."),
    )


def _asking(session: RehearsalSession) -> Ask:
    async def ask(method: str, *arguments: Any) -> Any:
        return getattr(session, method)(*arguments)

    return ask


def _print(summary: RehearsalSummary, command: str) -> None:
    for state, words in STATES.items():
        if count := summary.states.get(state, 0):
            say(plural(*words, count))
    for said, count in summary.refusals.items():
        say_all(message("  “{words}”", words=said), plural("({n} record)", "({n} records)", count))
    say(message("Nothing has reached the store. Send exactly this with: {command}", command=command))


def _write(session: RehearsalSession, *, as_json: bool) -> None:
    if not as_json:
        write_row(COLUMNS)
    total, offset = 1, 0
    while offset < total:
        page = session.page(AfterFilter(), offset, PAGE)
        total, offset = page.total, offset + PAGE
        for each in page.records:
            if as_json:
                write_line(json.dumps(_as_json(each), ensure_ascii=False, default=str))
            else:
                for row in rows_of(each):
                    write_row(row)


def _as_json(each: RecordAfter) -> dict[str, Any]:
    return {
        "state": str(each.state),
        "row": each.row,
        "record": each.record_id,
        "name": each.name,
        "reason": str(each.reason),
        "server_words": each.server_words,
        "fields": [
            {
                "field": one.change.field, "in": one.change.row, "now": one.change.now,
                "after": one.change.after, "means": str(one.note), "look": one.look,
            }
            for one in each.fields
        ],
    }  # fmt: skip
