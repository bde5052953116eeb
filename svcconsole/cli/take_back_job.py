"""Implements `svcconsole import take-back` and `import history`."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from svcconsole.api.client import Client, Connection
from svcconsole.cli.change_rows import write_row
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.import_ending import ending_of, refuse_results_folder, stoppable
from svcconsole.cli.import_run import run_to_end
from svcconsole.cli.named_run import resume_command
from svcconsole.cli.output import say, say_all, write_line
from svcconsole.cli.progress_line import ProgressLine
from svcconsole.cli.workspace_folder import folder_of
from svcconsole.services.imports.kept_mapping import read_mapping
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.rehearsal.comparison_file import text_of
from svcconsole.services.runs.before_reading import READ_KINDS
from svcconsole.services.take_back.reading import StoreNotRead, compare_now
from svcconsole.services.take_back.session import TakeBack
from svcconsole.services.take_back.views import BackFilter, RecordBack, Restore, TakeBackSummary
from svcconsole.words.message import mark_plural, message, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import RunInfo

TOLD = 10
"""So many records of a kind are named; --table tells them all."""
STATES = {
    Restore.WHOLE: mark_plural("{n} record can be given back.", "{n} records can be given back."),
    Restore.IN_PART: mark_plural("{n} record goes back in part.", "{n} records go back in part."),
    Restore.SINCE: mark_plural(
        "{n} record was changed after the run.", "{n} records were changed after the run."
    ),
    Restore.STAYS: mark_plural("{n} record stays as it is.", "{n} records stay as they are."),
    Restore.AS_BEFORE: mark_plural(
        "{n} record has nothing to give back.", "{n} records have nothing to give back."
    ),
}
COLUMNS = ("state", "record", "name", "field", "in", "now", "back to", "what that means")


@dataclass(frozen=True, slots=True)
class TakeBackJob:
    """The options of one take-back."""

    run: str
    with_changed: bool
    dry_run: bool
    table: bool
    rehearse: bool
    results: Path | None
    patience: float


def carry_out(job: TakeBackJob, connection: Connection) -> Exit:
    """Compare, say what goes back, and unless it is a dry run send it."""
    refuse_results_folder(job.results)
    folder = folder_of(connection)
    with Workspace.open(folder) as workspace, stoppable(message("Stopped. Nothing was sent.")):
        run_id = _named(workspace, job.run).id
        with closing(TakeBack(str(folder), run_id)) as back:
            asyncio.run(_compare(workspace, back, connection))
            summary = back.finish()
            _print(back, summary, job)
            if job.table:
                _write_table(back)
            if job.dry_run:
                write_line(json.dumps(_totals(summary, job, None)))
                return Exit.ACCEPTED if summary.sent(with_since=job.with_changed) else Exit.REFUSED_HERE
            planned = back.plan(with_since=job.with_changed)
    if job.rehearse:
        from svcconsole.cli.rehearse_job import print_rehearsal

        return print_rehearsal(folder, planned.run_id, connection, declined=False, as_json=False)
    say(message("Plan {code}.", code=planned.code))
    with Workspace.open(folder) as workspace:
        command = resume_command(workspace.runs.get(planned.run_id).kind, planned.run_id)
        stopped = message("Stopped at once. Nothing is lost; go on with: {command}", command=command)
        with stoppable(stopped):
            asyncio.run(run_to_end(workspace, planned.run_id, connection, job.patience))
        told = _totals(summary, job, planned.run_id)
        return ending_of(workspace, planned.run_id, job.results, command, told)


def _named(workspace: Workspace, word: str) -> RunInfo:
    """The run by its id, its plan code or `last`: the newest that has sent records which can be read."""
    changed = (info for info in workspace.runs.list() if info.kind in READ_KINDS and info.started_at)
    found = next(changed, None) if word == "last" else None
    return found or workspace.runs.find(word)


def write_history(folder: Path) -> None:
    """One JSON line a run, the newest first."""
    with Workspace.open(folder) as workspace:
        kept = workspace.before.kept_until()
        for info in workspace.runs.list():
            format_title, fields = read_mapping(info.mapping)
            line = {
                **workspace.runs.totals(info.id).as_json(info.id),
                "plan": info.code, "kind": info.kind, "title": str(info.title), "file": info.file_name,
                "path": info.path, "state": str(info.state), "operator": info.operator,
                "planned": info.created_at, "started": info.started_at, "finished": info.finished_at,
                "format": format_title, "mapping": fields, "takes_back": info.takes_back,
                "rehearsed": info.rehearsed_at, "can_be_taken_back_until": kept.get(info.id),
            }  # fmt: skip
            write_line(json.dumps(line, ensure_ascii=False))


async def _compare(workspace: Workspace, back: TakeBack, connection: Connection) -> None:
    line = ProgressLine()

    async def ask(method: str, *arguments: Any) -> Any:
        return getattr(back, method)(*arguments)

    kind = back.facts().kind
    try:
        async with Client(connection) as client:
            async for progress in compare_now(workspace, kind, client, ask):
                line.write(
                    plural(
                        "Read {done} of {n} record", "Read {done} of {n} records", progress.total,
                        done=progress.done,
                    )
                )  # fmt: skip
    except StoreNotRead as error:
        raise ImportRefused(error.sentence, error.advice or message("Nothing was sent.")) from None
    finally:
        line.end()


def _print(back: TakeBack, summary: TakeBackSummary, job: TakeBackJob) -> None:
    facts = back.facts()
    say(
        message(
            "Taking back {file}, plan {code}: kept until {day}.",
            file=facts.file_name,
            code=facts.code,
            day=facts.kept_until[:10],
        )
    )
    for state, words in STATES.items():
        if not (count := summary.states.get(state, 0)):
            continue
        say(plural(*words, count))
        if state in (Restore.WHOLE, Restore.AS_BEFORE):
            continue
        page = back.page(BackFilter(states=(state,)), limit=TOLD)
        for each in page.records:
            reasons = dict.fromkeys([each.why, *(one.note for one in each.fields if one.stays)])
            say_all(
                message("  {name} ({id}):", name=each.name, id=each.record_id),
                *(reason for reason in reasons if reason),
                each.nearest,
            )
        if page.total > TOLD:
            say(
                plural(
                    "  And {n} more; --table names it.",
                    "  And {n} more; --table names them.",
                    page.total - TOLD,
                )
            )
    if summary.states.get(Restore.SINCE) and not job.with_changed:
        say(message("What was changed after the run is left alone; --with-changed gives it back, too."))


def _totals(summary: TakeBackSummary, job: TakeBackJob, run_id: str | None) -> dict[str, Any]:
    return {
        "run": run_id,
        "takes_back": summary.run_id,
        "plan": summary.code,
        "records": summary.records,
        **{str(state): summary.states.get(state, 0) for state in Restore},
        "goes_back": summary.sent(with_since=job.with_changed),
    }


def _write_table(back: TakeBack) -> None:
    total = 1
    offset = 0
    write_row(COLUMNS)
    while offset < total:
        page = back.page(BackFilter(), offset, 500)
        total = page.total
        offset += 500
        for each in page.records:
            for row in _rows(each):
                write_row(row)


def _rows(each: RecordBack) -> list[tuple[str, ...]]:
    start = (str(each.state), each.record_id, each.name)
    if not each.fields:
        return [(*start, "", "", "", "", " ".join(filter(None, (each.why, each.nearest))))]
    return [
        (
            *start, one.change.field, one.change.row, text_of(one.change.now),
            "" if one.stays else text_of(one.change.after), one.note or each.why,
        )
        for one in each.fields
    ]  # fmt: skip
