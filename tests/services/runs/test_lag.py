"""The ledger that lags behind records that may be sent twice, and keeps the strict order for the others."""

from __future__ import annotations

import json
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.engine import Engine

from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.services.runs.run import run
from svcconsole.services.runs.run_control import RunControl
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState
from svcconsole.workspace.runs.ledger_entries import PendingRecord
from svcconsole.workspace.schema import Bucket, ItemState, RunState, attempts, changes, items
from tests.services.runs.plans import client_of, planned, product
from tests.support.killed_run import KINDS as SENT
from tests.support.killed_run import PACE, RunKind, noting_store, plan
from tests.support.odd_store import odd_store

ONE_BY_ONE = replace(PACE, first_batch=1, most_batch=1)


def states(workspace: Workspace, run_id: str) -> dict[str, int]:
    """How many records of the run are in each state."""
    query = select(items.c.state, func.count()).where(items.c.run_id == run_id).group_by(items.c.state)
    with workspace.reading() as connection:
        return {row.state: int(row[1]) for row in connection.execute(query)}


def count(workspace: Workspace, table: Any) -> int:
    with workspace.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


@pytest.mark.parametrize("kind", ["products", "catalogs", "customers"])
async def test_requests_of_a_moment_share_a_commit_and_none_leaves_before_its_intent(
    tmp_path: Path, kind: str
) -> None:
    commits: list[object] = []
    heard = commits.append
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, SENT[kind], 600)
        async with noting_store(SENT[kind], workspace.path) as store, client_of(store) as client:
            event.listen(Engine, "commit", heard)
            try:
                async for progress in run(workspace, run_id, client, RunControl(), pace=ONE_BY_ONE):
                    assert progress.sent + progress.not_sent + progress.on_the_way == progress.rows
            finally:
                event.remove(Engine, "commit", heard)
        assert (progress.state, progress.sent) == (RunState.FINISHED, 600)
        assert store.unintended == []
        assert store.requests == 600
        assert states(workspace, run_id) == {"acked": 600}
        assert (count(workspace, attempts), count(workspace, changes)) == (600, 600)
        assert workspace.runs.events(run_id)[0].detail == "accepted"
    assert len(commits) < store.requests / 4, "hundreds of requests share their commits"


async def test_in_a_mixed_run_what_happens_once_keeps_the_strict_order(tmp_path: Path) -> None:
    """The store looks at the ledger: whoever has no id is in an attempt of their own before a byte leaves."""
    mixed = RunKind(
        "customers",
        "",
        lambda n: {
            "firstName": f"Asha {n}",
            **({"email": f"a{n}@post.example"} if n % 3 else {"partnerCustomerId": f"C-{n}"}),
        },
    )
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, mixed, 90)
        async with noting_store(mixed, workspace.path) as store, client_of(store) as client:
            async for progress in run(workspace, run_id, client, RunControl(), pace=PACE):
                assert progress.needs_decision == 0
        assert (progress.state, progress.sent) == (RunState.FINISHED, 90)
        assert store.unintended == []


async def test_a_run_that_rests_has_nothing_on_the_way_in_the_ledger_either(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, SENT["products"], 700)
        async with (
            noting_store(SENT["products"], workspace.path) as store,
            client_of(store) as client,
        ):
            control, rested = RunControl(), 0
            async for progress in run(workspace, run_id, client, control, pace=ONE_BY_ONE):
                if not rested and progress.sent:
                    control.pause()
                    rested = 1
                elif rested == 1 and progress.state is RunState.PAUSED:
                    rested = 2
                    assert progress.sent == store.requests
                    assert states(workspace, run_id) == {
                        "acked": store.requests,
                        "planned": 700 - store.requests,
                    }
                    control.resume()
        assert rested == 2
        assert (progress.state, progress.sent, store.requests) == (RunState.FINISHED, 700, 700)


@pytest.mark.parametrize("end", ["stop", "close"])
async def test_what_never_left_before_a_run_was_stopped_is_not_in_doubt(tmp_path: Path, end: str) -> None:
    """Resumed long after, it is sent: nobody is asked about it, though the store holds something else."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 700)
        async with odd_store() as store, client_of(store) as client:
            store.records = {product(at)["id"]: product(at, name="Of last year") for at in range(700)}
            control, rules = RunControl(), replace(ONE_BY_ONE, most_at_once=1)
            async with aclosing(run(workspace, run_id, client, control, pace=rules)) as going:
                async for progress in going:
                    if progress.sent and end == "close":
                        break
                    if progress.sent:
                        control.stop()
            left = workspace.ledger.waiting(run_id, -1, 700)
            begun = 700 - len(left)
            assert 0 < begun < 600
            broken_off = [item.seq for item in left if item.doubt_at is not None]
            assert broken_off in ([], [begun]) if end == "close" else broken_off == []
            async for last in run(workspace, run_id, client, RunControl(), pace=replace(PACE, old_doubt=0.0)):
                assert last.sent + last.not_sent + last.on_the_way == last.rows
        assert last.state is RunState.FINISHED
        assert len(store.reads) <= len(broken_off) and last.products.needs_decision <= len(broken_off)


async def test_a_request_that_is_hurt_keeps_its_doubt_and_goes_again_in_the_strict_order(
    tmp_path: Path,
) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, SENT["customers"], 60)
        async with (
            noting_store(SENT["customers"], workspace.path) as store,
            client_of(store) as client,
        ):
            store.hurt_every = 7
            control = RunControl()
            async for progress in run(workspace, run_id, client, control, pace=PACE):
                if progress.state is RunState.PAUSED and not progress.goes_on_alone:
                    control.resume()
        assert (progress.state, progress.sent) == (RunState.FINISHED, 60)
        assert store.unintended == []
        assert set(store.received.values()) <= {1, 2, 3}
        assert count(workspace, attempts) == store.requests


@pytest.mark.parametrize(
    ("kind", "body", "lags"),
    [
        ("products", {"id": "p"}, True),
        ("catalogs", {"id": "c"}, True),
        ("customers", {"partnerCustomerId": "C-1", "email": "a@post.example"}, True),
        ("customers", {"email": "a@post.example"}, False),
        ("user_properties", {"firstName": "Asha", "email": "a@post.example"}, True),
        ("user_properties", {"firstName": "Asha", "phoneNumber": "+919845022817"}, True),
        ("user_properties", {"firstName": "Asha", "lastName": "Rao"}, False),
        ("templates", {"contactIdentifier": "+919845022817"}, False),
        ("messages", {"contactIdentifier": "+919845022817"}, False),
    ],
)
def test_only_what_may_be_sent_twice_may_lag(kind: str, body: dict[str, str], lags: bool) -> None:
    item = PendingRecord(0, "r", 1, 1, 1, True, json.dumps(body).encode(), 0, None)
    assert KINDS[kind].may_lag(item) is lags


@pytest.mark.parametrize("readable", [True, False])
def test_a_window_is_in_doubt_after_a_crash_where_the_store_can_be_asked(
    tmp_path: Path, *, readable: bool
) -> None:
    """What was noted ahead of its request may have left or not: it waits again."""
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, SENT["products"], 50)
        fence = workspace.runner.acquire(run_id)
        taken = workspace.ledger.take(run_id, fence, -1, 30, lambda _: True, readable=readable)
        assert len(taken) == 30
        assert all(item.intended and item.doubt_at is None for item in taken)
        assert states(workspace, run_id) == {ItemState.SENDING: 30, ItemState.PLANNED: 20}
    with Workspace.open(tmp_path) as workspace:
        waiting = workspace.ledger.waiting(run_id, -1, 100)
        assert [item.doubt_at is not None for item in waiting] == [readable] * 30 + [False] * 20


async def test_a_run_gone_on_with_long_after_a_crash_writes_over_nobodys_change(tmp_path: Path) -> None:
    """Long ago is now, here: a product that left before the crash is looked at and not sent again."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 6)
        fence = workspace.runner.acquire(run_id)
        workspace.ledger.take(run_id, fence, -1, 4, lambda _: True, readable=True)
    with Workspace.open(tmp_path) as workspace:
        async with odd_store() as store:
            store.records = {product(at)["id"]: product(at) for at in range(2)}
            pace = replace(ONE_BY_ONE, old_doubt=0.0)
            async with client_of(store) as client:
                async for last in run(workspace, run_id, client, RunControl(), pace=pace):
                    assert last.sent + last.not_sent + last.on_the_way == last.rows
            sent = [one for batch in store.upserts for one in batch]
            asked = {one for batch in store.reads for one in batch}
        assert last.products.sent == 6
        assert sorted(sent) == [product(at)["id"] for at in range(2, 6)]
        assert asked >= {product(at)["id"] for at in range(4)}


async def test_what_the_store_says_nothing_of_after_a_crash_is_asked_about(tmp_path: Path) -> None:
    """An answer without products is none that there are no products."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 2)
        fence = workspace.runner.acquire(run_id)
        workspace.ledger.take(run_id, fence, -1, 2, lambda _: True, readable=True)
    with Workspace.open(tmp_path) as workspace:
        async with odd_store() as store, client_of(store) as client:
            store.blind.extend(["untold"] * 2)
            pace = replace(ONE_BY_ONE, old_doubt=0.0)
            async for last in run(workspace, run_id, client, RunControl(), pace=pace):
                assert last.rows == 4
            assert store.upserts == []
        assert (last.products.sent, last.products.needs_decision) == (0, 2)


async def test_what_the_store_had_before_a_crash_and_has_no_more_is_asked_about(tmp_path: Path) -> None:
    """Also once: a record that was new before and is not there did not leave, and goes."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 2)
        held = json.dumps({"data": {"products": [product(0, name="Of last year")]}}).encode()
        workspace.before.add(run_id, [BeforeAnswer((0, 1), BeforeState.READ, held)])
        fence = workspace.runner.acquire(run_id)
        workspace.ledger.take(run_id, fence, -1, 2, lambda _: True, readable=True)
    with Workspace.open(tmp_path) as workspace:
        async with odd_store() as store, client_of(store) as client:
            pace = replace(ONE_BY_ONE, old_doubt=0.0)
            async for last in run(workspace, run_id, client, RunControl(), pace=pace):
                assert last.rows == 4
            assert store.upserts == [(product(1)["id"],)]
        assert (last.products.sent, last.products.needs_decision) == (1, 1)
        [row, _] = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows
        assert "has it no more" in row.reason
