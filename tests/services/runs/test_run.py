"""Runs against a real practice store: everything ends in a bucket, the good rows land, people stay in
charge."""

from __future__ import annotations

import asyncio
import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.client import CallRecord, Client
from svcconsole.api.operations import GET_PRODUCTS, UPSERT_PRODUCTS
from svcconsole.services.records.read_back import holds
from svcconsole.services.runs.result_files import write_run
from svcconsole.services.runs.run import PacingRules, RunControl, RunProgress, run
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import RunnerBusy, RunUnderWay
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import Bucket, RunState
from tests.services.runs.plans import blocked, client_of, items, new_run, planned, product
from tests.support.coroutines import until
from tests.support.full_disk import PLENTY, limit_pages
from tests.support.practice import PracticeStore, start_practice_store

pytestmark = pytest.mark.usefixtures("either_engine_deep")

SLOW = PacingRules(first_batch=2, most_batch=2, most_at_once=1)
"""Small batches one by one: something is always still to be sent."""
QUICK = PacingRules(first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1)


@pytest.fixture
def slow_store(practice_store: PracticeStore) -> PracticeStore:
    """The practice store, slow enough that a test steps in before a hundred records are sent two by two."""
    practice_store.add_fault("latency", operation=UPSERT_PRODUCTS.path, seconds=0.02)
    return practice_store


async def carry_out(
    workspace: Workspace,
    run_id: str,
    client: Client,
    control: RunControl | None = None,
    pace: PacingRules = QUICK,
) -> list[RunProgress]:
    seen = []
    async for progress in run(workspace, run_id, client, control or RunControl(), pace=pace):
        counted = progress.sent + progress.refused + progress.not_sent + progress.needs_decision
        assert counted + progress.on_the_way == progress.rows
        seen.append(progress)
    return seen


async def names(client: Client, numbers: list[int]) -> dict[str, str]:
    body = json.dumps({"productIds": [product(number)["id"] for number in numbers]}).encode()
    answer = await client.send(GET_PRODUCTS, body)
    return {record["id"]: record["name"] for record in answer.payload["data"]["products"]}


async def test_a_plan_lands_whole_and_is_remembered(practice_store: PracticeStore, tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(new_run(), [*items(250), blocked(501)])
        async with client_of(practice_store) as client:
            last = (await carry_out(workspace, run_id, client))[-1]
            assert (last.state, last.rows, last.sent, last.not_sent, last.left_out) == (
                RunState.FINISHED, 501, 500, 1, 1,
            )  # fmt: skip
            assert (last.products.sent, last.products.not_sent) == (250, 1)
            assert len(await names(client, list(range(0, 250, 10)))) == 25
        assert workspace.runs.get(run_id).state is RunState.FINISHED
        assert workspace.runs.totals(run_id).as_json(run_id) == {
            "run": run_id, "rows": 501, "sent": 500, "refused": 0, "not_sent": 1, "needs_decision": 0,
            "products": {"sent": 250, "refused": 0, "not_sent": 1, "needs_decision": 0},
        }  # fmt: skip
        assert workspace.changes.history("products", "candle-00003")[0].run_id == run_id
        assert practice_store.counts()["products"] == 250


async def test_one_bad_record_among_300_is_found_in_few_calls(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    calls: list[CallRecord] = []
    with Workspace.open(tmp_path) as workspace:
        good_id, bad_id = planned(workspace, 300), planned(workspace, 300, bad={217})
        async with client_of(practice_store, on_call=calls.append) as client:
            await carry_out(workspace, good_id, client)
            without = len(calls)
            last = (await carry_out(workspace, bad_id, client))[-1]
        extra = len(calls) - 2 * without
        assert (last.products.sent, last.products.refused, last.refused) == (299, 1, 2)
        assert extra <= 2 * 9, f"{extra} extra calls"
        [reason] = workspace.runs.reasons(bad_id)
        assert "no-such-217" in reason.server_words
        page = workspace.runs.rows(bad_id, Bucket.REFUSED)
        assert [row.number for row in page.rows] == [435, 436]
        assert page.rows[0].server_words == reason.server_words


async def test_every_bad_record_of_many_is_found(practice_store: PracticeStore, tmp_path: Path) -> None:
    bad = {3, 4, 50, 77, 119}
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 120, bad=bad)
        async with client_of(practice_store) as client:
            last = (await carry_out(workspace, run_id, client))[-1]
        assert last.products.sent == 115
        assert set(workspace.runs.record_ids(run_id, Bucket.REFUSED)) == {product(n)["id"] for n in bad}
        assert sum(reason.rows for reason in last.reasons) == last.refused == 10


async def test_pausing_stopping_and_resuming_send_each_record_once(
    slow_store: PracticeStore, tmp_path: Path
) -> None:
    calls: list[CallRecord] = []
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 200)
        async with client_of(slow_store, on_call=calls.append) as client:
            control = RunControl()
            paused_at = None
            async for progress in run(workspace, run_id, client, control, pace=SLOW):
                if paused_at is None and progress.sent:
                    control.pause()
                    paused_at = progress
                elif progress.state is RunState.PAUSED:
                    assert progress.on_the_way == 0
                    assert progress.sentence == "Paused. Nothing is on the way."
                    assert workspace.runs.get(run_id).state is RunState.PAUSED
                    control.resume()
                elif paused_at is not None and progress.sent > paused_at.sent + 20:
                    control.stop()
            assert paused_at is not None
            info = workspace.runs.get(run_id)
            assert info.state is RunState.STOPPED
            totals = workspace.runs.totals(run_id)
            assert 0 < totals.sent < 400
            assert totals.on_the_way == 0
            slow_store.clear_faults()
            last = (await carry_out(workspace, run_id, client))[-1]
        assert last.sent == 400
        sent = [record["id"] for call in calls for record in _records(call)]
        assert len(sent) == len(set(sent)) == 200


def _records(call: CallRecord) -> list[dict[str, Any]]:
    return json.loads(call.request)["products"] if call.answer.operation.name == UPSERT_PRODUCTS.name else []


async def test_leaving_the_iteration_leaves_nothing_on_the_way(
    slow_store: PracticeStore, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 100)
        async with client_of(slow_store) as client:
            going = run(workspace, run_id, client, RunControl(), pace=SLOW)
            async for progress in going:
                if progress.sent:
                    break
            await going.aclose()
            assert workspace.runs.get(run_id).state is RunState.STOPPED
            assert workspace.runs.totals(run_id).on_the_way == 0
            slow_store.clear_faults()
            last = (await carry_out(workspace, run_id, client))[-1]
        assert last.sent == 200
        assert slow_store.counts()["products"] == 100


async def test_cancelling_the_task_is_a_safe_point_too(slow_store: PracticeStore, tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 100)
        async with client_of(slow_store) as client:
            seen: list[RunProgress] = []

            async def watch() -> None:
                async for progress in run(workspace, run_id, client, RunControl(), pace=SLOW):
                    seen.append(progress)

            before = asyncio.all_tasks()
            task = asyncio.get_running_loop().create_task(watch())
            await until(lambda: seen and seen[-1].sent)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert asyncio.all_tasks() == before
            assert workspace.runs.get(run_id).state is RunState.STOPPED
            assert workspace.runs.totals(run_id).on_the_way == 0
            slow_store.clear_faults()
            assert (await carry_out(workspace, run_id, client))[-1].sent == 200


async def test_a_wrong_token_holds_the_run_until_it_is_put_right(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 30)
        control = RunControl()
        async with client_of(practice_store, token="wrong") as wrong, client_of(practice_store) as right:
            resumed_wrong = False
            async for progress in run(workspace, run_id, wrong, control, pace=QUICK):
                if progress.state is RunState.PAUSED:
                    assert "token" in progress.sentence
                    assert progress.sent == progress.on_the_way == 0
                    control.resume(right if resumed_wrong else None)
                    resumed_wrong = True
            assert progress.sent == 60


async def test_the_store_going_away_is_waited_for(tmp_path: Path) -> None:
    data = tmp_path / "store"
    with Workspace.open(tmp_path / "workspace") as workspace:
        run_id = planned(workspace, 600)
        with start_practice_store(data) as store:
            calls: list[CallRecord] = []

            def kill_in_the_middle(call: CallRecord) -> None:
                calls.append(call)
                if len(calls) == 20:
                    store.kill()

            async with client_of(store, on_call=kill_in_the_middle) as client:
                going = run(
                    workspace, run_id, client, RunControl(), pace=replace(QUICK, most_batch=5, most_at_once=2)
                )
                async for progress in going:
                    if progress.state is RunState.PAUSED:
                        break
                assert progress.sentence
                with start_practice_store(data, port=store.port, token=store.token) as again:
                    async for progress in going:
                        last = progress
                    assert (last.sent, last.products.sent) == (1200, 600)
                    assert again.counts()["products"] == 600


async def test_one_runner_at_a_time(practice_store: PracticeStore, tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as first, Workspace.open(tmp_path) as second:
        run_id = planned(first, 50)
        async with client_of(practice_store) as client:
            going = run(first, run_id, client, RunControl(), pace=SLOW)
            await anext(going)
            with pytest.raises(RunnerBusy, match=r"Another svcconsole .*(process \d+|on this computer)"):
                await carry_out(second, run_id, client)
            await going.aclose()
            last = (await carry_out(second, run_id, client))[-1]
        assert last.sent == 100


async def test_a_run_that_is_going_is_not_begun_a_second_time(
    slow_store: PracticeStore, tmp_path: Path
) -> None:
    calls: list[CallRecord] = []
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 100)
        async with client_of(slow_store, on_call=calls.append) as client:
            going = run(workspace, run_id, client, RunControl(), pace=SLOW)
            async for progress in going:
                if progress.sent:
                    break
            with pytest.raises(RunnerBusy, match="This run is going already"):
                await carry_out(workspace, run_id, client)
            with pytest.raises(RunUnderWay, match="This run is under way"):
                workspace.runs.decide(run_id, Decision.KEEP)
            with pytest.raises(RunUnderWay, match="This run is under way"):
                workspace.runs.forget(run_id)
            slow_store.clear_faults()
            async for progress in going:
                last = progress
        assert last.sent == 200
        sent = [record["id"] for call in calls for record in _records(call)]
        assert len(sent) == len(set(sent)) == 100


async def test_a_paused_run_is_neither_decided_nor_forgotten_while_it_is_held(
    slow_store: PracticeStore, tmp_path: Path
) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 100)
        async with client_of(slow_store) as client:
            going = run(workspace, run_id, client, control, pace=SLOW)
            async for progress in going:
                if progress.sent:
                    control.pause()
                if progress.state is RunState.PAUSED:
                    break
            with pytest.raises(RunUnderWay, match="This run is paused and goes on from what it has read"):
                workspace.runs.decide(run_id, Decision.SEND_AGAIN)
            with pytest.raises(RunUnderWay, match="Stop it first"):
                workspace.runs.forget(run_id)
            control.stop()
            async for progress in going:
                last = progress
        assert last.state is RunState.STOPPED and 0 < last.sent < 200
        assert workspace.runs.decide(run_id, Decision.SEND_AGAIN) == 0
        workspace.runs.forget(run_id)
        assert workspace.runs.list() == ()


def test_a_run_somebody_is_about_to_send_is_not_forgotten(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 3)
        workspace.runner.acquire(run_id)
        with pytest.raises(RunUnderWay, match="This run is under way"):
            workspace.runs.forget(run_id)
        workspace.runner.release(run_id)
        workspace.runs.forget(run_id)


async def test_result_files_of_a_run_that_goes_on_hold_every_row_once(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    written = 0
    with Workspace.open(tmp_path / "workspace") as workspace:
        run_id = planned(workspace, 120, bad={3, 9})
        # So that it goes on long enough to be looked at.
        practice_store.add_fault("latency", seconds=0.02)
        async with client_of(practice_store) as client:
            async for progress in run(workspace, run_id, client, RunControl(), pace=SLOW):
                if progress.state is RunState.RUNNING and progress.sent:
                    *paths, _ = write_run(workspace, run_id, tmp_path / "out")
                    rows = [row for path in paths for row in _rows(path)]
                    assert sorted(rows) == list(range(1, 241))
                    written += 1
    assert written


def _rows(path: Path) -> list[int]:
    """The numbers of the file rows in a result file, worked out from their names."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    numbers = [int(row["Title"].removeprefix("Candle ")) for row in rows]
    return [2 * number + 1 + (numbers[:position].count(number)) for position, number in enumerate(numbers)]


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
async def test_a_full_disk_holds_the_run_and_loses_nothing(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 300)
        control = RunControl()
        calls: list[CallRecord] = []
        async with client_of(practice_store, on_call=calls.append) as client:
            stages: list[str] = []
            async for progress in run(workspace, run_id, client, control, pace=SLOW):
                if progress.sent and not stages:
                    stages.append("full")
                    limit_pages(workspace, None)
                elif progress.state is RunState.PAUSED and stages == ["full"]:
                    stages.append("held")
                    assert "disk is full" in progress.sentence
                    assert not progress.goes_on_alone
                    limit_pages(workspace, PLENTY)
                    control.resume()
        assert stages == ["full", "held"]
        assert {call.answer.operation.name for call in calls} == {UPSERT_PRODUCTS.name}, "the store is there"
        assert progress.sent == 600
        assert practice_store.counts()["products"] == 300


@pytest.mark.parametrize(
    ("sent", "found", "same"),
    [
        ({"price": 35}, {"price": 35.0, "extra": 1}, True),
        ({"price": 35}, {"price": "35.00"}, True),
        ({"price": 35}, {"price": 35.01}, False),
        ({"id": "7"}, {"id": 7}, True),
        ({"tags": "", "photos": []}, {}, True),
        ({"name": "Sage"}, {}, False),
        ({"on": True}, {"on": 1}, False),
        ({"on": 1}, {"on": True}, False),
        ({"on": True}, {"on": True}, True),
        ({"on": False}, {"on": False}, True),
        ({"on": False}, {"on": True}, False),
        ({"on": False}, {"on": 0}, False),
        ({"on": False}, {}, False),
        ({"on": "True"}, {"on": True}, False),
        ({"on": True}, {"on": "True"}, False),
        ({"tags": ""}, {"tags": "summer"}, False),
        ({"tags": None}, {"tags": False}, False),
        ({"photos": []}, {"photos": [{"photoUrl": "x"}]}, False),
        ({"id": "7.0"}, {"id": 7}, False),
        ({"name": "Sage"}, {"name": ["Sage"]}, False),
        ({"name": "Sage", "url": "x"}, {"name": "Sage", "url": "y"}, False),
        ({"url": "x"}, ["x"], False),
        ({"t": ["a", "b"]}, {"t": ["b", "a"]}, False),
        ({"t": ["a", "b"]}, {"t": ["a", "c"]}, False),
        ({"t": ["a", "b"]}, {"t": ["a", "b", "c"]}, False),
        ({"t": ["a"]}, {"t": "a"}, False),
        ({"c": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}, {"c": [{"id": "b"}, {"id": "a", "n": 1}]}, False),
        ({"c": [{"id": "a"}, {"id": "b"}]}, {"c": [{"id": "a"}, {"id": "z"}]}, False),
        ({"c": [{"id": 1}]}, {"c": [{"id": "1"}]}, True),
        ({"price": 35}, {"price": "cheap"}, False),
        (
            {"c": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]},
            {"c": [{"id": "b", "n": 2}, {"id": "a", "n": 1}]},
            True,
        ),
        ({"c": [{"id": "a"}]}, {"c": [{"id": "a"}, {"id": "b"}]}, False),
        ({"p": [{"photoUrl": "x"}]}, {"p": [{"photoUrl": "y"}]}, False),
    ],
)
def test_what_counts_as_the_same(sent: object, found: object, same: bool) -> None:
    assert holds(sent, found) is same
