"""A campaign that waits for its hour, beside others that send."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.client import Client, Connection
from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.api.token import Token
from svcconsole.cli.import_run import run_to_end
from svcconsole.services.campaigns.terms import CampaignTerms, SendWindow
from svcconsole.services.runs.run import run
from svcconsole.services.runs.run_control import RunControl
from svcconsole.services.runs.run_progress import RunProgress
from svcconsole.services.runs.turn import Turn, Turns
from svcconsole.services.schedules.driving import drive
from svcconsole.workspace import clock
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.schedule_records import FiringState
from tests.services.campaigns.test_held_campaign import INDIA, QUICK, assert_adds_up, planned
from tests.services.runs.plans import client_of
from tests.services.runs.plans import planned as planned_import
from tests.services.schedules.deps import job_deps
from tests.support.campaign import number_of, received
from tests.support.coroutines import until
from tests.support.moved_clock import Clock, StoppedClock
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")

LATE = "Its time has come, and another run is under way."


async def carry_out(
    workspace: Workspace, run_id: str, client: Client, control: RunControl, newest: dict[str, RunProgress]
) -> None:
    """Run to the end in its turn; how far it is stands in `newest`."""
    async with control.turn:
        async for progress in run(workspace, run_id, client, control, pace=QUICK):
            assert_adds_up(progress)
            newest[run_id] = progress


async def test_of_two_that_wait_together_the_later_one_writes_to_nobody_a_second_time(
    practice_store: PracticeStore, tmp_path: Path, moved: Clock
) -> None:
    """Both were begun while the other had sent nothing, and the same people are on both lists."""
    people = [number_of(at) for at in range(1, 4)]
    starts = ["2026-11-24T13:00:00Z", "2026-11-24T14:00:00Z"]
    first, second = (
        planned(tmp_path, people, CampaignTerms(window=SendWindow(starts_at=at))) for at in starts
    )
    turns, newest = Turns(), dict[str, RunProgress]()
    with Workspace.open(tmp_path / "workspace") as workspace:
        async with client_of(practice_store) as client, asyncio.TaskGroup() as both:

            def start(run_id: str) -> asyncio.Task[None]:
                control = RunControl(Turn(turns))
                return both.create_task(carry_out(workspace, run_id, client, control, newest))

            later = start(second)
            await until(lambda: second in newest and newest[second].waits_for_terms)
            sooner = start(first)
            await until(lambda: first in newest and newest[first].waits_for_terms)
            moved.moment += timedelta(hours=1)
            await sooner
            assert newest[first].sent == 3 and newest[second].waits_for_terms
            moved.moment += timedelta(hours=1)
            await later
    assert (newest[second].sent, newest[second].left_out) == (0, 3)
    assert set(received(practice_store).values()) == {1}


async def test_a_campaign_goes_on_time_beside_a_run_that_waits_for_a_person(
    practice_store: PracticeStore, tmp_path: Path, moved: Clock
) -> None:
    """The other one goes on after it, however soon somebody resumes it; what was never begun is not."""
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z"))
    people = [number_of(at) for at in range(1, 9)]
    campaign = planned(tmp_path, people, terms)
    turns, newest = Turns(), dict[str, RunProgress]()
    with Workspace.open(tmp_path / "workspace") as workspace:
        paused, never = (planned_import(workspace, each, rows_each=1) for each in (30, 5))
        controls = {run_id: RunControl(Turn(turns)) for run_id in (campaign, paused, never)}

        def stands(run_id: str, state: RunState) -> bool:
            return run_id in newest and newest[run_id].state is state

        async with client_of(practice_store) as client, asyncio.TaskGroup() as all_of_them:

            def start(run_id: str) -> asyncio.Task[None]:
                return all_of_them.create_task(carry_out(workspace, run_id, client, controls[run_id], newest))

            waiting = start(campaign)
            await until(lambda: campaign in newest and newest[campaign].waits_for_terms)
            controls[paused].pause()
            held = start(paused)
            await until(lambda: stands(paused, RunState.PAUSED))
            queued = start(never)
            practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.2)
            moved.moment += timedelta(hours=1)
            await until(lambda: newest[campaign].sent > 0)
            controls[paused].resume()
            await until(lambda: newest[paused].waits_for_turn)
            assert newest[paused].goes_on_alone and newest[campaign].state is RunState.RUNNING
            assert never not in newest
            practice_store.clear_faults()
            await waiting
            assert newest[campaign].sent == len(people) and newest[paused].sent == 0
            await held
            await queued
    assert [newest[run_id].state for run_id in (campaign, paused, never)] == [RunState.FINISHED] * 3
    assert (newest[paused].sent, newest[never].sent) == (30, 5)
    assert set(received(practice_store).values()) == {1}


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
@pytest.mark.parametrize("stopped", [False, True], ids=["goes on", "stopped"])
async def test_another_window_or_a_worker_may_send_while_it_waits_for_its_hour(
    practice_store: PracticeStore, tmp_path: Path, moved: Clock, *, stopped: bool
) -> None:
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z"))
    run_id, other = (
        planned(tmp_path, [INDIA, number_of(2)], terms),
        planned(tmp_path, [INDIA], CampaignTerms()),
    )
    control, pace = RunControl(), replace(QUICK, longest_hold=0.3)
    waits: list[str] = []
    with Workspace.open(tmp_path / "workspace") as here, Workspace.open(tmp_path / "workspace") as there:
        async with client_of(practice_store) as client:
            async for progress in run(here, run_id, client, control, pace=pace):
                assert_adds_up(progress)
                if progress.waits_for_terms and not waits:
                    waits.append(progress.sentence)
                    await until(lambda: list(here.folder.glob("waiting-*.lock")))
                    assert there.runner.holders()[run_id].mine is False
                    async for ended in run(there, other, client, RunControl(), pace=QUICK):
                        assert ended.needs_decision == 0
                    assert ended.sent == 1
                    assert there.runs.get(run_id).state is RunState.PAUSED
                    there.runner.acquire()
                    moved.moment += timedelta(hours=1)
                    if stopped:
                        control.stop()
                elif progress.waits_for_turn and len(waits) == 1:
                    waits.append(progress.sentence)
                    assert waits[-1] == LATE
                    assert progress.goes_on_alone and not progress.waits_for_terms
                    there.runner.release()
        info = here.runs.get(run_id)
        if stopped:
            assert (info.state, progress.state, progress.sent) == (RunState.STOPPED, RunState.STOPPED, 0)
            assert info.sentence == "" and "sentence" not in here.log.of_run(run_id)[-1].details
        else:
            assert (info.state, progress.sent, progress.left_out) == (RunState.FINISHED, 1, 1)
    assert set(received(practice_store).values()) == {1}


async def by_command(workspace: Workspace, store: PracticeStore, run_id: str) -> None:
    interrupted = signal.getsignal(signal.SIGINT)
    try:
        await run_to_end(workspace, run_id, Connection(store.base_url, Token(store.token)), patience=0.0)
    finally:
        signal.signal(signal.SIGINT, interrupted)


async def by_worker(workspace: Workspace, store: PracticeStore, run_id: str) -> None:
    async with job_deps(workspace, store) as deps:
        ending = await drive(deps, run_id)
    assert ending is not None and ending.state is FiringState.LEFT
    assert ending.sentence == LATE
    assert ending.advice == "Go on with it, or leave the rest out."


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
@pytest.mark.parametrize("by_whom", [by_command, by_worker])
async def test_without_a_window_it_is_left_for_a_person_where_another_run_goes_on_and_on(
    practice_store: PracticeStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    by_whom: Callable[[Workspace, PracticeStore, str], Coroutine[Any, Any, None]],
) -> None:
    """It waits for its hour however long that is, and for another run as long as for a store."""
    monkeypatch.setattr("svcconsole.services.schedules.driving.PATIENCE_SECONDS", 0.0)
    moved = StoppedClock(datetime(2026, 11, 24, 12, 59, 57, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", moved)
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z"))
    run_id = planned(tmp_path, [INDIA], terms)
    with Workspace.open(tmp_path / "workspace") as here, Workspace.open(tmp_path / "workspace") as there:
        driving = asyncio.create_task(by_whom(here, practice_store, run_id))
        await until(lambda: list(here.folder.glob("waiting-*.lock")))
        there.runner.acquire()
        moved.moment += timedelta(hours=1)
        await driving
        assert there.runs.get(run_id).state is RunState.STOPPED
    assert not received(practice_store)
    said = capsys.readouterr().err
    assert (LATE in said) is (by_whom is by_command) and "by itself" not in said.split(LATE)[-1]
