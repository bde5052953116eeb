"""Runs a frozen plan: sends it in batches, writes every step to the ledger first, pauses, resumes, stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial

from svcconsole.api.client import Client
from svcconsole.services.campaigns.campaign_gate import CampaignGate
from svcconsole.services.campaigns.recent_sends import leave_out_recent
from svcconsole.services.campaigns.terms import NOT_TOLD_APART, CampaignTerms
from svcconsole.services.runs.before_reading import BeforeProgress, BeforeReading
from svcconsole.services.runs.completing import Completion
from svcconsole.services.runs.engine import Engine
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.run_control import RunCommand, RunControl
from svcconsole.services.runs.run_ledger import RunLedger, on_thread
from svcconsole.services.runs.run_progress import RunCounters, RunProgress
from svcconsole.services.runs.send_guard import SendGuard
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.rehearsals import refuse_unrehearsed
from svcconsole.workspace.schema import Repeat, RunState

__all__ = ["PacingRules", "RunControl", "RunProgress", "run"]

NOT_SAID = message("The store did not say what it holds of this, so it is not sent.")
SECONDS_BETWEEN = 0.1
SECONDS_AT_MOST = 1.0
SECONDS_BETWEEN_QUESTIONS = 0.3
"""So often it is looked whether somebody asked in another process that the run stops."""


async def run(
    workspace: Workspace,
    run_id: str,
    client: Client,
    control: RunControl,
    *,
    pace: PacingRules | None = None,
) -> AsyncGenerator[RunProgress]:
    """Send what the run still has to send; yields where it stands, at most ten times a second, and at its
    end.

    Without a `pace` it has as many requests on the way as the store's settings allow. Resuming is the same
    call. Where the plan says so, what the store holds is read and kept first, and what the records do not
    name is sent as it stands there when the run begins, or goes on after it was stopped. Of what must not
    happen twice, records are left out whose recipients were sent something since they were planned, or may
    not be written to any more; that is looked at whenever it begins, or goes on after others could send.
    While a campaign waits for its hour others may send: any console where the workspace is a file, those on
    other computers where it is shared. Ending the iteration early writes the checkpoint: nothing is left
    half noted. Raises RunnerBusy when another instance is running imports of this workspace or this run
    is going already, FenceLost when another instance took over, WorkspaceError when a plan that was
    rehearsed is not, byte for byte, the one that would be sent, or nobody could hold it to its terms, and
    NotApproved when a second person has to agree to exactly this plan and has not.
    """
    executor = ThreadPoolExecutor(1, thread_name_prefix="ledger")
    try:
        fence = await on_thread(executor, partial(workspace.runner.acquire, run_id))
        ledger = RunLedger(workspace, run_id, fence, executor)
        try:
            info = await on_thread(executor, partial(workspace.runs.get, run_id))
            if info.rehearsed_at is not None and info.started_at is None:
                await on_thread(executor, partial(refuse_unrehearsed, workspace, run_id))
            await on_thread(executor, partial(workspace.approvals.refuse_unapproved, run_id))
            control.set_limit(info.rows_per_minute)
            totals = await on_thread(executor, partial(workspace.runs.totals, run_id))
            reasons = await on_thread(executor, partial(workspace.runs.reasons, run_id))
            rules = pace or PacingRules(most_at_once=client.connection.at_once)
            gate = None
            if info.terms:
                gate = CampaignGate(_terms_of(info), run_id, ledger, lambda: control.client or client, rules)
                await gate.begin()
            guard = None
            if info.effect == Repeat.ONCE:
                leave_out = partial(_leave_out, info=info, ledger=ledger)
                guard = SendGuard(ledger, run_id, leave_out, rules.look_at_terms)
            engine = Engine(
                info,
                client=client,
                control=control,
                pace=rules,
                counters=RunCounters.of(totals, reasons),
                ledger=ledger,
                gate=gate,
                guard=guard,
            )
            if info.completes:
                # What somebody changed since the rehearsal, or while the run was stopped, stays changed.
                await on_thread(executor, partial(workspace.before.clear_unsent, run_id))
                ledger.as_sent = partial(Completion(info).of_waiting, workspace)
            if info.keeps_before:
                looked = BeforeReading(workspace, run_id, info.kind, executor).read(client, control)
                async with aclosing(looked) as looking:
                    async for look in looking:
                        yield _before(engine, look)
            if info.completes and control.wish is not RunCommand.STOP:
                counted = partial(_refuse_unread, workspace, run_id, ledger.fence)
                engine.counters = await on_thread(executor, counted)
            async with aclosing(_drive(engine, ledger, control)) as driven:
                async for progress in driven:
                    yield progress
        finally:
            await ledger.release()
    finally:
        executor.shutdown()


def _terms_of(info: RunInfo) -> CampaignTerms:
    terms = CampaignTerms.of_text(info.terms)
    if not terms.can_be_held_to:
        raise WorkspaceError(
            NOT_TOLD_APART, message("Nothing was sent now. Plan it again with other shares.")
        )
    return terms


def _leave_out(workspace: Workspace, info: RunInfo, ledger: RunLedger) -> None:
    leave_out_recent(workspace, info, ledger.fence)
    # Whoever copies the main file alone copies the plan with it.
    workspace.checkpoint()


def _refuse_unread(workspace: Workspace, run_id: str, fence: int) -> RunCounters:
    """Keep back what cannot be completed: sent as it is, it would empty what the file does not name."""
    if unread := workspace.before.unreadable(run_id):
        workspace.ledger.refuse(run_id, fence, NOT_SAID, unread)
    return RunCounters.of(workspace.runs.totals(run_id), workspace.runs.reasons(run_id))


def _before(engine: Engine, look: BeforeProgress) -> RunProgress:
    """Where a run stands that has not sent anything yet: it reads, or waits for the store or a person."""
    if (pause := look.pause) is not None:
        return replace(
            engine.progress(),
            state=RunState.PAUSED,
            sentence=pause.sentence,
            advice=pause.advice,
            why=pause.why,
        )
    return replace(engine.progress(), state=RunState.RUNNING, sentence=look.words)


async def _drive(engine: Engine, ledger: RunLedger, control: RunControl) -> AsyncGenerator[RunProgress]:
    """Run the engine beside the caller and tell how it stands; whatever ends the iteration ends the
    engine."""
    loop = asyncio.get_running_loop()
    driver, heeding = loop.create_task(engine.run()), loop.create_task(_heed(ledger, control))
    shown, silent_for = -1, 0.0
    try:
        while not driver.done():
            if engine.counters.version != shown or silent_for >= SECONDS_AT_MOST:
                shown, silent_for = engine.counters.version, 0.0
                yield engine.progress()
            await asyncio.wait([driver], timeout=SECONDS_BETWEEN)
            silent_for += SECONDS_BETWEEN
        driver.result()
        yield engine.progress()
    finally:
        for task in (driver, heeding):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.wait([driver, heeding])


async def _heed(ledger: RunLedger, control: RunControl) -> None:
    """Stop the run where somebody asks for that from another process."""
    while control.wish is not RunCommand.STOP:
        await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)
        # Where the workspace does not answer, the run itself says so.
        with suppress(WorkspaceError):
            if await ledger.is_asked_to_stop():
                control.stop()
