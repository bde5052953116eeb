"""The limit of a run's pace: when each batch may leave, on a clock of the test's, and in a real run."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from svcconsole.api.client import CallRecord
from svcconsole.api.operations import Effect
from svcconsole.services.runs.rate_limit import RowLimit
from svcconsole.services.runs.run import RunControl, run
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import RunState
from tests.services.runs.plans import client_of, planned
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def schedule(limit: RowLimit, clock: Clock, batches: list[int], seconds_each: float = 0.0) -> list[float]:
    """When each batch leaves, in seconds from the first, if sending one takes `seconds_each`."""
    begun, times = clock.now, []
    for rows in batches:
        clock.now += limit.wait()
        times.append(clock.now - begun)
        limit.sent(rows)
        clock.now += seconds_each
    return times


def test_without_a_limit_nothing_waits() -> None:
    clock = Clock()
    limit = RowLimit(clock=clock)
    assert schedule(limit, clock, [100, 100, 100]) == [0, 0, 0]
    assert limit.most(100) == 100


def test_batches_leave_when_those_before_were_worth_their_time() -> None:
    clock = Clock()
    assert schedule(RowLimit(600, clock), clock, [10, 20, 5, 5]) == [0, 1, 3, 3.5]


def test_the_time_a_call_takes_counts() -> None:
    clock = Clock()
    assert schedule(RowLimit(600, clock), clock, [10, 10, 10], seconds_each=0.75) == [0, 1, 2]


def test_a_pause_is_not_made_up_for_by_a_burst() -> None:
    clock = Clock()
    limit = RowLimit(60, clock)
    limit.sent(1)
    clock.now += 600
    assert schedule(limit, clock, [1, 1, 1]) == [0, 1, 2]


def test_batches_are_small_enough_to_be_even() -> None:
    sizes = [RowLimit(rows).most(100) for rows in (1, 12, 60, 600, 6_000)]
    assert sizes == [1, 1, 5, 50, 100]


def test_a_new_limit_counts_for_what_is_waited_for_already() -> None:
    clock = Clock()
    limit = RowLimit(60, clock)
    limit.sent(30)
    clock.now += 10
    assert limit.wait() == 20
    limit.set(120)
    assert limit.wait() == 10
    limit.set(None)
    assert limit.wait() == 0
    limit.set(60)
    assert limit.wait() == 0


def test_none_at_all_is_not_a_limit() -> None:
    with pytest.raises(ValueError, match="at least one row"):
        RowLimit().set(0)


async def test_a_run_keeps_its_limit_until_it_is_lifted(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """One row a minute lets the first product leave and no other; lifted in the middle, the rest goes."""
    calls: list[CallRecord] = []
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 60)
        workspace.runs.set_limit(run_id, 1)
        async with (
            client_of(practice_store, on_call=calls.append) as client,
            aclosing(run(workspace, run_id, client, control)) as going,
        ):
            async for progress in going:
                if progress.sent:
                    break
            assert (progress.sent, progress.rows_per_minute, len(calls)) == (2, 1, 1)
            assert control.limit.wait() > 60
            control.set_limit(None)
            async for progress in going:
                last = progress
        assert (last.state, last.sent, last.rows_per_minute) == (RunState.FINISHED, 120, None)
        assert workspace.runs.get(run_id).rows_per_minute == 1


async def test_a_run_that_is_limited_can_be_stopped_at_once(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 60)
        workspace.runs.set_limit(run_id, 1)
        async with client_of(practice_store) as client:
            async for progress in run(workspace, run_id, client, control):
                if progress.sent:
                    control.stop()
        assert (progress.state, progress.sent) == (RunState.STOPPED, 2)


async def test_nothing_is_waited_for_behind_the_last_row(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 1)
        workspace.runs.set_limit(run_id, 1)
        async with client_of(practice_store) as client:
            seen = [progress async for progress in run(workspace, run_id, client, control)]
        assert (seen[-1].state, seen[-1].sent) == (RunState.FINISHED, 2)
        assert control.limit.wait() > 60


def test_requests_keep_their_distance_however_few_rows_they_hold() -> None:
    clock = Clock()
    limit = RowLimit(clock=clock)
    limit.requests_a_second = 4
    assert schedule(limit, clock, [1, 100, 1]) == [0, 0.25, 0.5]
    assert limit.most(100) == 100


async def test_the_pace_of_a_stores_settings_reaches_a_run(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    calls: list[CallRecord] = []
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 450)
        async with client_of(practice_store, on_call=calls.append) as client:
            client.connection = replace(client.connection, requests_a_second=4, at_once=1)
            async with aclosing(run(workspace, run_id, client, RunControl())) as running:
                most = max([progress.at_once async for progress in running])
    began = [call.at for call in calls if call.answer.operation.effect is not Effect.READ]
    assert most == 1
    assert len(began) >= 6
    assert all(after - before >= 0.2 for before, after in pairwise(began))
