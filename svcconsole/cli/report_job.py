"""Implements `svcconsole report`: ask, follow the run, print the totals, verify a manifest."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.downloads import Downloader
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.named_run import REPORT, resume_command
from svcconsole.cli.new_file import refuse_there, refuse_unwritable
from svcconsole.cli.output import OutputLost, say, say_all, write_line
from svcconsole.cli.progress_line import BESIDE, ProgressLine
from svcconsole.cli.report_outcome import ended, manifest_beside, refuse_other_report
from svcconsole.cli.workspace_folder import folder_of
from svcconsole.cli.write_permission import check_may_write
from svcconsole.folders import data_dir
from svcconsole.services.reports import manifest, run_actions
from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.services.reports.run import ReportDeps, ask, follow, watch
from svcconsole.services.sends.sending import Sender
from svcconsole.words.message import Message, listed, message, number, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Store:
    """Where a command's report goes: the connection, the workspace's folder, the zone of the store's days."""

    connection: Connection
    folder: Path
    zone: str


def store_of(options: ConnectionOptions) -> Store:
    """The store of a report; asking for one is sending: it mails everybody who is to get it."""
    connection, known = connection_for(options), profile_for(options)
    check_may_write(options)
    zone = (known.time_zone if known is not None else None) or ""
    return Store(connection, folder_of(connection), zone)


def ask_and_follow(
    store: Store,
    question: ReportQuestion,
    *,
    again: bool,
    wait: bool,
    out: Path | None,
    patience: float,
) -> Exit:
    """Note the question, name its run, ask it, and wait for all of it unless that is not wanted."""

    if out is not None:
        refuse_there(out)
        refuse_there(manifest_beside(out))

    async def begin(deps: ReportDeps) -> ReportRun:
        run = await ask(deps, question)
        if again:
            await deps.database(lambda space: space.reports.update(run.id, again=True))
        return run

    return _carry_out(store, begin, wait=wait, out=out, patience=patience)


def fetch(store: Store, history_id: int, *, out: Path | None, patience: float) -> Exit:
    """Follow a report that was asked for elsewhere until its file is here."""

    async def begin(deps: ReportDeps) -> ReportRun:
        run = await watch(deps, history_id)
        refuse_other_report(out, run)
        return await run_actions.resume(deps, run.id) if run.stage is Stage.STOPPED else run

    return _carry_out(store, begin, wait=True, out=out, patience=patience)


def resume(
    store: Store, word: str, *, ask_again: bool, history_id: int | None, out: Path | None, patience: float
) -> Exit:
    """Go on with a run, with what a person says to it."""

    async def begin(deps: ReportDeps) -> ReportRun:
        run = await deps.database(lambda space: space.reports.find(word))
        if run is None:
            raise WorkspaceError(
                message("No such report was asked for here."), message("Nothing was asked now.")
            )
        refuse_other_report(out, run)
        if history_id is not None:
            return await _known(deps, run, history_id)
        if ask_again:
            return await _again(deps, run)
        return await run_actions.resume(deps, run.id) if run.stage is Stage.STOPPED else run

    return _carry_out(store, begin, wait=True, out=out, patience=patience)


async def _known(deps: ReportDeps, run: ReportRun, history_id: int) -> ReportRun:
    """It was asked, and the mail names its number."""
    if run.need is Need.DECISION and (doubt := await run_actions.doubt_of(deps, run.id)) is not None:
        await deps.sender.decide(doubt.run_id, [doubt.seq], Decision.COUNT_AS_SENT)
    return await run_actions.give_id(deps, run.id, history_id)


async def _again(deps: ReportDeps, run: ReportRun) -> ReportRun:
    """Ask again: the same bytes where it is not known whether they arrived."""
    if run.need is Need.DECISION and (doubt := await run_actions.doubt_of(deps, run.id)) is not None:
        await deps.sender.decide(doubt.run_id, [doubt.seq], Decision.SEND_AGAIN)
        return run
    return await run_actions.allow(deps, run.id)


Begin = Callable[[ReportDeps], Any]


def _carry_out(store: Store, begin: Begin, *, wait: bool, out: Path | None, patience: float) -> Exit:
    if out is not None:
        refuse_unwritable(out)
    try:
        return asyncio.run(_followed(store, begin, wait=wait, out=out, patience=patience))
    except WorkspaceError as error:
        say_all(error.sentence, error.advice)
        return Exit.REFUSED_HERE
    except KeyboardInterrupt:
        say("")
        command = resume_command(REPORT, "last")
        say(message("Stopped. Nothing is lost; go on with: {command}", command=command))
        return Exit.NOT_REACHED


async def _followed(store: Store, begin: Begin, *, wait: bool, out: Path | None, patience: float) -> Exit:
    with Workspace.open(store.folder) as workspace:

        async def database(fn: Callable[[Workspace], T]) -> T:
            return await asyncio.to_thread(fn, workspace)

        way = Downloader(network=lambda: store.connection.network)
        async with Client(store.connection) as client, way as downloader:

            async def ready() -> Client:
                return client

            sender = Sender(database, ready)
            deps = ReportDeps(database, sender, ready, store.folder, downloader)
            try:
                run = await begin(deps)
                _name(run)
                await _follow(deps, run, wait=wait, patience=patience)
            finally:
                await sender.close()
        run = workspace.reports.get(run.id)
        if out is not None and run.stage is Stage.DONE:
            workspace.saved_files.add(out)
        earlier = _asked_before(workspace, run) if run.need is Need.ASKED_BEFORE else None
    return ended(run, ReportFiles.of(store.folder, run.id), out, waited=wait, earlier=earlier)


def _asked_before(workspace: Workspace, run: ReportRun) -> ReportRun | None:
    """The newest report that asked the very same; None where it was asked for in another way."""
    same = (each for each in workspace.reports.list() if each.question == run.question)
    return next((each for each in same if each.need is not Need.ASKED_BEFORE), None)


async def _follow(deps: ReportDeps, run: ReportRun, *, wait: bool, patience: float) -> None:
    """Say how it stands until it ends, or until waiting for a store that is not reached is enough."""
    line, since = ProgressLine(), None
    try:
        async with aclosing(follow(deps, run.id)) as told:
            async for progress in told:
                line.write(_words(progress))
                if not progress.trouble:
                    since = None
                elif time.monotonic() - (since := since or time.monotonic()) > patience:
                    return
                if not wait and progress.stage is Stage.WAITING:
                    return
    finally:
        line.end()


def _name(run: ReportRun) -> None:
    """Name the run on stdout before anything is asked: whoever started it can always go on with it."""
    try:
        write_line(json.dumps({"run": run.id, "reference": run.reference}))
    except OutputLost as lost:
        raise WorkspaceError(
            message("The line that names the run could not be written: {reason}.", reason=lost.reason),
            message("Nothing was asked now. Go on with: {command}", command=resume_command(REPORT, run.id)),
        ) from None


def _words(progress: ReportProgress) -> Message:
    part = message("part {number}", number=number(progress.part.number, grouped=False))
    words: list[object] = [progress.part.word or progress.stage.value]
    if progress.run.parts[1:] or progress.part.cursor_out:
        words.insert(0, part)
    if progress.rows:
        words.append(plural("{n} row", "{n} rows", progress.rows))
    if progress.bytes:
        words.append(message("{size} MB", size=number(progress.bytes / 1e6, 1)))
    if progress.sentence:
        words.append(progress.sentence)
    return listed(words, BESIDE)


def verify(path: Path) -> Exit:
    """Say whether the files of a manifest are what they were."""
    try:
        verdict = manifest.verify(path, data_dir() / "stores")
    except manifest.ManifestUnreadable as why:
        say_all(why.sentence, why.advice)
        return Exit.REFUSED_HERE
    kept = verdict.manifest
    for words in (*verdict.findings, *verdict.notes):
        say(words)
    for warning in kept.warnings:
        say(message("Note: {warning}", warning=warning))
    write_line(
        json.dumps(
            {
                "holds": verdict.holds,
                "complete": kept.complete,
                "rows": kept.file.rows,
                "parts": len(kept.parts),
                "parts_read": verdict.parts,
                "sha256": kept.file.sha256,
                "findings": list(verdict.findings),
                "warnings": list(kept.warnings),
            }
        )
    )
    if not verdict.holds:
        return Exit.REFUSED
    return Exit.NOTED if kept.warnings or not kept.complete else Exit.ACCEPTED
