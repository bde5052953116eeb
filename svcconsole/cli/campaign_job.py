"""Implements `svcconsole campaign run`, `status` and `stop`: a campaign that is planned, and its totals."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from svcconsole.api.errors import RefusedHere
from svcconsole.cli import import_job
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.import_options import ImportOptions
from svcconsole.cli.named_run import CAMPAIGN, campaign_named
from svcconsole.cli.output import say, write_line
from svcconsole.cli.store_options import StoreOptions
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.write_permission import check_may_write
from svcconsole.reading_file import reading_file
from svcconsole.services.campaigns.plan_file import read_plan
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.words.message import Message, mark, message, number, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import RunState

UNDER_WAY = (RunState.RUNNING, RunState.PAUSED)
LOOK_SECONDS = 0.1
STATE_WORDS = {
    RunState.PLANNED: mark("Plan {code} has not begun."),
    RunState.RUNNING: mark("Plan {code} is under way."),
    RunState.PAUSED: mark("Plan {code} waits."),
    RunState.STOPPED: mark("Plan {code} is stopped; it can be gone on with."),
    RunState.FINISHED: mark("Plan {code} is finished."),
}


def run(options: ConnectionOptions, word: str, results: Path | None, patience: float) -> Exit:
    """Send what a planned campaign still has to send."""
    connection = connection_for(options)
    check_may_write(options)
    store = import_job.store_of(profile_for(options), connection)
    with Workspace.open(store.folder) as workspace:
        info = _named(workspace, word)
    given = ImportOptions(resume=info.id, results=results, patience=patience)
    return import_job.carry_out(import_job.Job(info.kind, given, store, CAMPAIGN), connection)


def status(store: StoreOptions, word: str, *, as_json: bool) -> Exit:
    """Print how a campaign stands."""
    with Workspace.open(chosen_folder(store)) as workspace:
        _print(workspace, campaign_named(workspace, word), as_json=as_json)
    return Exit.ACCEPTED


def stop(store: StoreOptions, word: str, seconds: float, *, as_json: bool) -> Exit:
    """Have whoever sends a campaign stop it, and tell who was reached."""
    with Workspace.open(chosen_folder(store)) as workspace:
        info = campaign_named(workspace, word)
        was_under_way, since = workspace.runs.ask_to_stop(info.id), time.monotonic()
        if was_under_way:
            say(message("It is asked to stop. What is on the way is waited for."))
        while (info := workspace.runs.get(info.id)).state in UNDER_WAY and time.monotonic() - since < seconds:
            time.sleep(LOOK_SECONDS)
        took = time.monotonic() - since
        _print(
            workspace, info, as_json=as_json, more={"stopped_after": round(took, 1)} if was_under_way else {}
        )
        if not was_under_way:
            say(message("It was not under way. Nothing was changed."))
        return Exit.NOT_REACHED if info.state in UNDER_WAY else Exit.ACCEPTED


def _named(workspace: Workspace, word: str) -> RunInfo:
    """The run that is meant: by its file, the one in this workspace whose plan has the very same hash."""
    path = Path(word)
    if not path.is_file():
        return campaign_named(workspace, word)
    with reading_file(path, RefusedHere):
        plan = read_plan(path)
    found = next((info for info in workspace.runs.list() if info.sha256 == plan.plan_sha256), None)
    if found is None:
        raise RefusedHere(
            message("Plan {code} is not kept in this workspace.", code=plan.code),
            advice=message(
                "Nothing was sent. It is sent from where {name} planned it.",
                name=workspace.operators.name_of(plan.planned_by),
            ),
        )
    return found


def _print(workspace: Workspace, info: RunInfo, *, as_json: bool, more: dict[str, Any] | None = None) -> None:
    totals = workspace.runs.totals(info.id)
    if as_json:
        told = totals.as_json(info.id)
        told[info.kind] = told.pop("products")
        told |= {
            "plan": info.code, "sha256": info.sha256, "state": info.state, "sentence": info.sentence,
            "on_the_way": totals.on_the_way, "left_out": totals.left_out, "free_until": info.free_until,
            "terms": json.loads(info.terms) if info.terms else {},
        }  # fmt: skip
        write_line(json.dumps(told | (more or {}), ensure_ascii=False))
        return
    people = totals.products
    reached = people.sent + people.needs_decision
    lines: list[Message | str] = [
        message(STATE_WORDS[info.state], code=info.code),
        info.sentence,
        plural(
            "{reached} of {n} person was reached, or may have been.",
            "{reached} of {n} people were reached, or may have been.",
            people.total - totals.records_left_out,
            reached=number(reached),
        ),
        message(
            "Sent {sent}, refused {refused}, not sent {not_sent}, to decide {needs_decision}: {all}.",
            sent=number(people.sent),
            refused=number(people.refused),
            not_sent=number(people.not_sent),
            needs_decision=number(people.needs_decision),
            all=number(people.total),
        ),
        *terms_words(CampaignTerms.of_text(info.terms)),
    ]
    for line in lines:
        if line:
            say(line, err=False)
