"""Implements `svcconsole campaign plan`: check the file, hold it to its terms, freeze it, write the plan."""

from __future__ import annotations

import json
from pathlib import Path

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.campaign_options import TermsOptions
from svcconsole.cli.connection import app_id_for, profile_for
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.import_check import checked
from svcconsole.cli.import_ending import stoppable
from svcconsole.cli.import_job import Job, opened, store_at
from svcconsole.cli.import_options import ImportOptions, prepared
from svcconsole.cli.named_run import CAMPAIGN, campaign_named, resume_command
from svcconsole.cli.new_file import refuse_there, refuse_unwritable, writing_file
from svcconsole.cli.output import say, write_line
from svcconsole.cli.store_options import StoreOptions
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.services.approvals.signing_key import own_key
from svcconsole.services.campaigns.plan_file import write_plan
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.services.imports.prepared import refuse_unusable
from svcconsole.words.message import message, number, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError


def plan(
    store: StoreOptions, kind: str, given: ImportOptions, options: TermsOptions, path: Path | None
) -> Exit:
    """Keep the plan of a campaign, and write it to `path` where one is named."""
    if given.file is None:
        raise RefusedHere(message("Name the file of those who get it."))
    _refuse_file(path)
    refuse_unusable(prepared(kind, given))
    profile = profile_for(store)
    terms = options.read(profile.time_zone if profile is not None else None)
    job = Job(kind, given, store_at(chosen_folder(store), profile, app_id_for(store, profile)))
    with stoppable(message("Stopped. Nothing was sent.")):
        session = opened(job)
        try:
            if not isinstance(session, CampaignSession):
                raise AssertionError("templates and messages are campaigns")
            session.set_terms(terms)
            checked(session, given.repairs or ())
            run_id = session.plan(warnings_seen=True).run_id
        finally:
            session.close()
    with Workspace.open(job.store.folder) as workspace:
        people = _name(workspace, run_id, path)
        say(plural("Plan for {n} person.", "Plan for {n} people.", people))
        for words in terms_words(terms):
            say(words)
        workspace.approvals.hold_to(job.store.approve_above, job.store.approvers)
        if workspace.approvals.needed(run_id):
            limit = number(workspace.approvals.limit())
            say(message("Above {limit} people a second person has to agree to it.", limit=limit))
        command = resume_command(CAMPAIGN, run_id)
        say(message("Nothing was sent. Start it with: {command}", command=command))
    return Exit.ACCEPTED


def write_again(store: StoreOptions, word: str, path: Path | None) -> Exit:
    """Write the plan of a run that was planned before into a file."""
    if path is None:
        raise RefusedHere(message("Name the file to write."), advice=message("Add --write PLAN.JSON."))
    _refuse_file(path)
    with Workspace.open(chosen_folder(store)) as workspace:
        _name(workspace, campaign_named(workspace, word).id, path)
    return Exit.ACCEPTED


def _refuse_file(path: Path | None) -> None:
    if path is not None:
        refuse_there(path)
        refuse_unwritable(path)


def _name(workspace: Workspace, run_id: str, path: Path | None) -> int:
    """Write the plan where a file is named, and name the run on stdout; how many people it reaches."""
    info = workspace.runs.get(run_id)
    people = info.products - workspace.runs.totals(run_id).records_left_out
    told = {"run": info.id, "plan": info.code, "sha256": info.sha256, "people": people}
    try:
        if path is not None:
            _write(workspace, run_id, path)
            told["file"] = str(path)
    finally:  # a plan whose file could not be written is kept
        write_line(json.dumps(told, ensure_ascii=False))
    return people


def _write(workspace: Workspace, run_id: str, path: Path) -> None:
    """Write the plan's file; the code of one's own key goes along, so that it cannot approve it."""
    try:
        key = own_key()
    except WorkspaceError:
        key = None
    kept = message(
        "The plan is kept. Write it with: svcconsole campaign plan --of {run} --write PLAN.JSON", run=run_id
    )
    with writing_file(path, kept):
        write_plan(workspace, run_id, path, key.code if key is not None else "")
    workspace.saved_files.add(path)
