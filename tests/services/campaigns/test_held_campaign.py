"""Campaigns that are held to terms, on the way to a real practice store: in their hours, the first people
first, and no further once those show that something is wrong."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine as DatabaseEngine
from sqlalchemy import event

from svcconsole.api.operations import FETCH_MESSAGES, SEND_TEMPLATE
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
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.registries import Entry
from svcconsole.workspace.runs.records import Totals
from svcconsole.workspace.runs.rehearsals import plan_hash
from svcconsole.workspace.schema import Bucket, RunState
from svcconsole.workspace.team.audit_entries import Action
from tests.services.runs.plans import client_of
from tests.services.runs.test_campaign_runs import WELCOME
from tests.support.campaign import number_of, received, write_recipients
from tests.support.coroutines import until
from tests.support.library import write_down
from tests.support.moved_clock import Clock
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")

QUICK = PacingRules(
    first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1, quick=60.0, look_at_terms=0.1,
    longest_hold=0.05,
)  # fmt: skip
FAILING = [f"+1555010000{digit}" for digit in (3, 4, 5, 6, 7)]
"""Numbers to which the practice store's messages fail."""
MADRID, INDIA = "+34612345678", number_of(1)


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
    practice_store: PracticeStore, tmp_path: Path, moved: Clock
) -> None:
    """At 04:30 in India and midnight in Spain nobody, at 09:30 in India those of India alone; and those of
    Spain once it is 09:00 on its islands, too, because a mobile's number does not say where it is."""
    moved.moment += timedelta(hours=11)
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


async def test_it_starts_at_its_time(practice_store: PracticeStore, tmp_path: Path, moved: Clock) -> None:
    run_id = planned(tmp_path, [INDIA], CampaignTerms(window=SendWindow(starts_at="2026-11-24T13:00:00Z")))

    def forward(progress: RunProgress) -> None:
        assert not received(practice_store)
        moved.moment += timedelta(hours=1)

    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, run_id, practice_store, forward)
    assert outcome.totals.sent == 1
    assert outcome.waits == ["It starts at 2026-11-24 13:00 UTC."]


async def test_who_asks_for_nothing_more_while_it_waits_gets_nothing(
    practice_store: PracticeStore, tmp_path: Path, moved: Clock
) -> None:
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
