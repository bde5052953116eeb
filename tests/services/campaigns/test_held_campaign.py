"""Campaigns that are held to terms, on the way to a real practice store: in their hours, the first people
first, and no further once those show that something is wrong."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import types
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Engine as DatabaseEngine
from sqlalchemy import event

from svcconsole.api.client import Client, Connection
from svcconsole.api.downloads import Downloader
from svcconsole.api.operations import FETCH_MESSAGES, SEND_TEMPLATE
from svcconsole.api.token import Token
from svcconsole.cli.import_run import run_to_end
from svcconsole.services.campaigns.first_wave import wave_of
from svcconsole.services.campaigns.plan_file import read_plan, write_plan
from svcconsole.services.campaigns.sending_numbers import SendingNumber, save
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.services.campaigns.terms import CampaignTerms, FirstWaveTerms, SendWindow, StopRules
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.pause_reasons import PauseReason
from svcconsole.services.runs.run import run
from svcconsole.services.runs.run_control import RunControl
from svcconsole.services.runs.run_progress import RunProgress
from svcconsole.services.runs.turn import Turn, Turns
from svcconsole.services.schedules.driving import drive
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.services.sends.sending import Sender
from svcconsole.workspace import clock
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.registries import Entry
from svcconsole.workspace.runs.records import Totals
from svcconsole.workspace.runs.rehearsals import plan_hash
from svcconsole.workspace.schema import Bucket, RunState
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.schedule_records import FiringState
from tests.services.runs.plans import client_of
from tests.services.runs.plans import planned as planned_import
from tests.services.runs.test_campaign_runs import WELCOME
from tests.support.campaign import number_of, received, write_recipients
from tests.support.coroutines import until
from tests.support.library import write_down
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")

QUICK = PacingRules(
    first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1, quick=60.0, look_at_terms=0.1,
    longest_hold=0.05,
)  # fmt: skip
FAILING = [f"+1555010000{digit}" for digit in (3, 4, 5, 6, 7)]
"""Numbers to which the practice store's messages fail."""
LATE = "Its time has come, and another run is under way."
T = TypeVar("T")
MADRID, INDIA = "+34612345678", number_of(1)


@dataclass
class Clock:
    """The workspace's clock, which a test puts forward."""

    moment: datetime
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    def time(self) -> float:
        return (self.moment + (datetime.now(UTC) - self.begun)).timestamp()


class StoppedClock(Clock):
    """A campaign is at its hour once a test says so, however long anything takes."""

    def time(self) -> float:
        return self.moment.timestamp()


def planned(folder: Path, numbers: list[str], terms: CampaignTerms) -> str:
    path = write_recipients(folder / "list.csv", ((number, f"N{at}") for at, number in enumerate(numbers)))
    write_down(folder / "workspace")
    session = CampaignSession(
        str(folder / "workspace"), kind="templates", path=str(path), defaults=Defaults(region="IN")
    )
    with closing(session):
        session.apply_settings([*WELCOME, "payload.templateId=welcome"])
        session.set_terms(terms)
        assert session.terms == terms
        session.check()
        return session.plan(warnings_seen=True).run_id


@dataclass
class Outcome:
    totals: Totals
    holds: list[str]
    waits: list[str]


async def carried_out(
    workspace: Workspace,
    run_id: str,
    store: PracticeStore,
    on_wait: Any = None,
    *,
    resume: bool = False,
    stop_waiting: bool = False,
) -> Outcome:
    """Run to the end; where it holds for a person it is stopped, or resumed."""
    control = RunControl()
    holds: list[str] = []
    waits: list[str] = []
    async with client_of(store) as client:
        async for progress in run(workspace, run_id, client, control, pace=QUICK):
            assert_adds_up(progress)
            if progress.state is RunState.PAUSED and progress.waits_for_terms:
                if not waits or waits[-1] != progress.sentence:
                    waits.append(progress.sentence)
                    if on_wait is not None:
                        on_wait(progress)
                    if stop_waiting:
                        control.stop()
            elif progress.state is RunState.PAUSED and not progress.goes_on_alone:
                holds.append(progress.sentence)
                if resume:
                    control.resume()
                else:
                    control.stop()
    return Outcome(workspace.runs.totals(run_id), holds, waits)


def assert_adds_up(progress: RunProgress) -> None:
    counted = progress.sent + progress.refused + progress.not_sent + progress.needs_decision
    assert counted + progress.on_the_way == progress.rows


async def test_nobody_gets_it_outside_their_hours(
    practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 04:30 in India and midnight in Spain nobody, at 09:30 in India those of India alone; and those of
    Spain once it is 09:00 on its islands, too, because a mobile's number does not say where it is."""
    moved = Clock(datetime(2026, 11, 24, 23, 0, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
    terms = CampaignTerms(window=SendWindow(opens=9 * 60, closes=20 * 60, weekdays=(0, 1, 2, 3, 4)))
    run_id = planned(tmp_path, [MADRID, INDIA], terms)
    got: list[set[str]] = []

    def forward(progress: RunProgress) -> None:
        got.append(set(received(practice_store)))
        moved.moment += timedelta(hours=5, minutes=1)

    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, run_id, practice_store, forward)
    assert (outcome.totals.sent, outcome.holds) == (2, [])
    assert got == [set(), {INDIA}]
    assert outcome.waits[0].endswith("It goes on at 2026-11-25 03:30 UTC.")
    assert set(received(practice_store)) == {MADRID, INDIA}


async def test_it_starts_at_its_time(
    practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = Clock(datetime(2026, 11, 24, 12, 0, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
    run_id = planned(tmp_path, [INDIA], CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z")))

    def forward(progress: RunProgress) -> None:
        assert not received(practice_store)
        moved.moment += timedelta(hours=1)

    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, run_id, practice_store, forward)
    assert outcome.totals.sent == 1
    assert outcome.waits == ["It starts at 2026-11-24 13:00 UTC."]


async def test_who_asks_for_nothing_more_while_it_waits_gets_nothing(
    practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = Clock(datetime(2026, 11, 24, 12, 0, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z"))
    run_id = planned(tmp_path, [INDIA, number_of(2), number_of(3)], terms)
    with Workspace.open(tmp_path / "workspace") as workspace:

        def forward(progress: RunProgress) -> None:
            workspace.registries.save(Entry(SUPPRESSED, INDIA))
            moved.moment += timedelta(hours=1)

        outcome = await carried_out(workspace, run_id, practice_store, forward)
        [left] = workspace.runs.rows(run_id, Bucket.NOT_SENT).rows
    assert (outcome.totals.sent, outcome.totals.left_out, outcome.holds) == (2, 1, [])
    assert left.reason == f"{INDIA} was put on the suppression list; this row is not sent."
    assert set(received(practice_store)) == {number_of(2), number_of(3)}


async def test_of_two_that_wait_together_the_later_one_writes_to_nobody_a_second_time(
    practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both were begun while the other had sent nothing, and the same people are on both lists."""
    moved = Clock(datetime(2026, 11, 24, 12, 0, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
    people = [number_of(at) for at in range(1, 4)]
    starts = ["2026-11-24T13:00:00Z", "2026-11-24T14:00:00Z"]
    first, second = (
        planned(tmp_path, people, CampaignTerms(window=SendWindow(starts_at=at))) for at in starts
    )
    turns, waits = Turns(), asyncio.Event()
    ended: dict[str, RunProgress] = {}
    with Workspace.open(tmp_path / "workspace") as workspace:
        async with client_of(practice_store) as client, asyncio.TaskGroup() as both:

            async def drive(run_id: str) -> None:
                async with Turn(turns) as turn:
                    async for progress in run(workspace, run_id, client, RunControl(turn), pace=QUICK):
                        assert_adds_up(progress)
                        ended[run_id] = progress
                        if progress.waits_for_terms:
                            waits.set()

            later = both.create_task(drive(second))
            await waits.wait()
            sooner = both.create_task(drive(first))
            await until(lambda: first in ended and ended[first].waits_for_terms)
            moved.moment += timedelta(hours=1)
            await sooner
            assert ended[first].sent == 3 and ended[second].waits_for_terms
            moved.moment += timedelta(hours=1)
            await later
    assert (ended[second].sent, ended[second].left_out) == (0, 3)
    assert set(received(practice_store).values()) == {1}


async def test_a_campaign_goes_on_time_beside_a_run_that_waits_for_a_person(
    practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one goes on after it, however soon somebody resumes it; what was never begun is not."""
    moved = Clock(datetime(2026, 11, 24, 12, 0, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z"))
    people = [number_of(at) for at in range(1, 9)]
    campaign = planned(tmp_path, people, terms)
    turns, ended = Turns(), dict[str, RunProgress]()
    with Workspace.open(tmp_path / "workspace") as workspace:
        paused, never = (planned_import(workspace, each, rows_each=1) for each in (30, 5))
        controls = {run_id: RunControl(Turn(turns)) for run_id in (campaign, paused, never)}

        def stands(run_id: str, state: RunState) -> bool:
            return run_id in ended and ended[run_id].state is state

        async with client_of(practice_store) as client, asyncio.TaskGroup() as all_of_them:

            async def drive(run_id: str) -> None:
                control = controls[run_id]
                async with control.turn:
                    async for progress in run(workspace, run_id, client, control, pace=QUICK):
                        assert_adds_up(progress)
                        ended[run_id] = progress

            def start(run_id: str) -> asyncio.Task[None]:
                return all_of_them.create_task(drive(run_id))

            waiting = start(campaign)
            await until(lambda: campaign in ended and ended[campaign].waits_for_terms)
            controls[paused].pause()
            held = start(paused)
            await until(lambda: stands(paused, RunState.PAUSED))
            queued = start(never)
            practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.2)
            moved.moment += timedelta(hours=1)
            await until(lambda: ended[campaign].sent > 0)
            controls[paused].resume()
            await until(lambda: ended[paused].waits_for_turn)
            assert ended[paused].goes_on_alone and ended[campaign].state is RunState.RUNNING
            assert never not in ended
            practice_store.clear_faults()
            await waiting
            assert ended[campaign].sent == len(people) and ended[paused].sent == 0
            await held
            await queued
    assert [ended[run_id].state for run_id in (campaign, paused, never)] == [RunState.FINISHED] * 3
    assert (ended[paused].sent, ended[never].sent) == (30, 5)
    assert set(received(practice_store).values()) == {1}


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
@pytest.mark.parametrize("stopped", [False, True], ids=["goes on", "stopped"])
async def test_another_window_or_a_worker_may_send_while_it_waits_for_its_hour(
    practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, stopped: bool
) -> None:
    moved = Clock(datetime(2026, 11, 24, 12, 0, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
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
    async def database(fn: Callable[[Workspace], T]) -> T:
        return await asyncio.to_thread(fn, workspace)

    async with client_of(store) as client, Downloader() as downloader:

        async def ready() -> Client:
            return client

        sender = Sender(database, ready)
        deps = JobDeps(workspace, client, workspace.folder, Defaults(), sender, downloader)
        ending = await drive(deps, run_id)
    assert ending is not None and ending.state is FiringState.LEFT
    assert ending.sentence == LATE
    assert ending.advice == "Go on with it, or leave the rest out."


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
@pytest.mark.parametrize("carry_out", [by_command, by_worker])
async def test_without_a_window_it_is_left_for_a_person_where_another_run_goes_on_and_on(
    practice_store: PracticeStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    carry_out: Callable[[Workspace, PracticeStore, str], Coroutine[Any, Any, None]],
) -> None:
    """It waits for its hour however long that is, and for another run as long as for a store."""
    monkeypatch.setattr("svcconsole.services.schedules.driving.PATIENCE_SECONDS", 0.0)
    moved = StoppedClock(datetime(2026, 11, 24, 12, 59, 57, tzinfo=UTC))
    monkeypatch.setattr(clock, "time", types.SimpleNamespace(time=moved.time))
    terms = CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z"))
    run_id = planned(tmp_path, [INDIA], terms)
    with Workspace.open(tmp_path / "workspace") as here, Workspace.open(tmp_path / "workspace") as there:
        driving = asyncio.create_task(carry_out(here, practice_store, run_id))
        await until(lambda: list(here.folder.glob("waiting-*.lock")))
        there.runner.acquire()
        moved.moment += timedelta(hours=1)
        await driving
        assert there.runs.get(run_id).state is RunState.STOPPED
    assert not received(practice_store)
    said = capsys.readouterr().err
    assert (LATE in said) is (carry_out is by_command) and "by itself" not in said.split(LATE)[-1]


async def test_the_first_people_stop_it_and_a_person_lets_it_go_on(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    others = [number_of(at) for at in range(30)]
    terms = CampaignTerms(first_wave=FirstWaveTerms(people=5, step=1, most=23))
    run_id = planned(tmp_path, [*FAILING, *others], terms)
    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, run_id, practice_store)
        first = received(practice_store)
        assert len(first) <= 8 and outcome.totals.not_sent == 35 - len(first)
        [held] = outcome.holds
        assert held.startswith("Stopped by itself after ")
        assert workspace.runs.get(run_id).free_until is not None
        again = await carried_out(workspace, run_id, practice_store, resume=True)
        assert again.totals.sent == 35 and again.holds == outcome.holds
        assert Action.LET_EVERYBODY in {entry.action for entry in workspace.log.of_run(run_id)}
    assert set(received(practice_store).values()) == {1}


@pytest.mark.parametrize("either_engine_deep", ["postgresql"], indirect=True)
async def test_the_first_people_stop_it_while_it_waits_for_its_limit(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """A workspace that is shared is written to while it waits: nobody has to wait a day to be told."""
    terms = CampaignTerms(first_wave=FirstWaveTerms(people=5, step=1, most=23))
    run_id = planned(tmp_path, [*FAILING, number_of(0), number_of(1)], terms)
    practice_store.add_fault("latency", operation=FETCH_MESSAGES.path, seconds=0.5)
    control, pace = RunControl(), replace(QUICK, longest_hold=0.3)
    told: list[RunProgress] = []
    with Workspace.open(tmp_path / "workspace") as workspace:
        save(workspace, SendingNumber("main", people=5))

        async def drive() -> None:
            async with client_of(practice_store) as client:
                async for progress in run(workspace, run_id, client, control, pace=pace):
                    told.append(progress)

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(drive())
            await until(lambda: told and told[-1].why is PauseReason.DECISION)
            control.stop()
    assert any(progress.waits_for_terms for progress in told)
    [held] = {progress.sentence for progress in told if progress.why is PauseReason.DECISION}
    assert held.startswith("Stopped by itself after 5 people: ")
    assert len(received(practice_store)) == 5


async def test_it_goes_on_by_itself_once_the_first_people_have_it(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    terms = CampaignTerms(first_wave=FirstWaveTerms(people=23, step=5, most=40))
    run_id = planned(tmp_path, [number_of(at) for at in range(40)], terms)
    counts: list[int] = []
    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(
            workspace, run_id, practice_store, lambda _: counts.append(len(received(practice_store)))
        )
    assert (outcome.totals.sent, outcome.holds) == (40, [])
    assert set(counts) == {23}, "nobody else before their results were back"


async def test_nobody_is_looked_for_anew_after_a_moment_in_which_nobody_else_sent(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """It waits for the results of the first people, and stays the one that sends."""
    terms = CampaignTerms(first_wave=FirstWaveTerms(people=23, step=5, most=40))
    run_id = planned(tmp_path, [number_of(at) for at in range(40)], terms)
    looks: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "FROM registry" in statement:
            looks.append(statement)

    with Workspace.open(tmp_path / "workspace") as workspace:
        event.listen(DatabaseEngine, "before_cursor_execute", note)
        try:
            outcome = await carried_out(workspace, run_id, practice_store)
        finally:
            event.remove(DatabaseEngine, "before_cursor_execute", note)
    assert outcome.totals.sent == 40 and outcome.waits
    assert len(looks) == 1, "the suppression list is read whenever everybody is looked through"


async def test_a_reason_that_many_share_pauses_it(practice_store: PracticeStore, tmp_path: Path) -> None:
    terms = CampaignTerms(stop=StopRules(failed_share=0.2, of_at_least=5))
    run_id = planned(tmp_path, [number_of(at) for at in range(60)], terms)
    practice_store.add_fault("status", code=400, every=3, operation=SEND_TEMPLATE.path)
    practice_store.add_fault("latency", seconds=0.05)
    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, run_id, practice_store)
    assert outcome.totals.not_sent > 0
    [held] = outcome.holds
    assert re.match(r"Paused: \d+ of the last \d+ messages failed for one reason: ", held)


async def test_terms_are_part_of_the_plans_hash(tmp_path: Path) -> None:
    run_id = planned(tmp_path, [INDIA], CampaignTerms(stop=StopRules(in_doubt=3)))
    with Workspace.open(tmp_path / "workspace") as workspace:
        info = workspace.runs.get(run_id)
        assert info.sha256 == plan_hash(workspace, run_id)
        assert CampaignTerms.of_text(info.terms).stop.in_doubt == 3
        with workspace.writing() as connection:
            connection.exec_driver_sql("UPDATE runs SET terms = ''")
        assert info.sha256 != plan_hash(workspace, run_id)


@pytest.mark.parametrize("shares", [{"fine": 0.0}, {"fine": 0.2, "bad": 0.2}, {"fine": 0.3}, {"wrong": 0.5}])
async def test_kept_terms_that_no_test_can_tell_apart_are_read_and_nothing_is_sent(
    practice_store: PracticeStore, tmp_path: Path, shares: dict[str, float]
) -> None:
    """As an earlier program planned them."""
    run_id = planned(tmp_path, [INDIA], CampaignTerms(first_wave=FirstWaveTerms(people=1, most=4)))
    with Workspace.open(tmp_path / "workspace") as workspace:
        kept = json.dumps({"first_wave": {"people": 1, "most": 4, **shares}})
        workspace.runs.change_terms(run_id, CampaignTerms.of_text(kept).as_text())
        terms = CampaignTerms.of_text(workspace.runs.get(run_id).terms)
        assert not terms.can_be_held_to and len(terms_words(terms)) == 1
        assert wave_of(workspace, run_id) is None
        with pytest.raises(WorkspaceError, match="No test can tell the share") as refused:
            await carried_out(workspace, run_id, practice_store)
        assert "Nothing was sent" in refused.value.advice
        file = tmp_path / "plan.json"
        write_plan(workspace, run_id, file)
        assert read_plan(file).terms == terms
    assert received(practice_store) == {}
    with pytest.raises(ImportRefused, match="No test can tell the share"):
        planned(tmp_path, [INDIA], terms)


async def test_going_on_after_a_rule_lets_nobody_ahead_of_the_first_people(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """A rule pauses it while the first people's results are still out; resuming is no word about those."""
    first = FirstWaveTerms(people=23, most=40, bad=0.6)
    terms = CampaignTerms(first_wave=first, stop=StopRules(in_doubt=1))
    run_id = planned(tmp_path, [number_of(at) for at in range(40)], terms)
    practice_store.add_fault("cut", operation=SEND_TEMPLATE.path, every=10, count=1)
    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, run_id, practice_store, resume=True)
        [held] = outcome.holds
        assert held.startswith("Paused: of 1 message")
        assert (outcome.totals.sent, outcome.totals.needs_decision) == (39, 1)
        told = {entry.action for entry in workspace.log.of_run(run_id)}
    assert Action.LET_EVERYBODY not in told, "the first people's results decided that"
