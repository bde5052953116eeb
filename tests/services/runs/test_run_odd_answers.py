"""Runs against a store that answers wrongly: nothing is lost, nothing is guessed, the store decides what
arrived."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.services.runs.run import PacingRules, RunControl, RunProgress, run
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import Bucket, ItemState, RunState, items
from tests.services.runs.plans import client_of, planned, product
from tests.support.odd_store import OddStore, odd_store

QUICK = PacingRules(first_wait=0.005, longest_wait=0.02, first_probe=0.02, longest_probe=0.05)
COUNT = 40


async def carry_out(
    workspace: Workspace, run_id: str, store: OddStore, control: RunControl | None = None
) -> RunProgress:
    async with client_of(store) as client:
        async for progress in run(workspace, run_id, client, control or RunControl(), pace=QUICK):
            counted = progress.sent + progress.refused + progress.not_sent + progress.needs_decision
            assert counted + progress.on_the_way == progress.rows
    return progress


@pytest.mark.parametrize(
    "odd",
    [
        ["reset"],
        ["stored, reset"],
        ["500"],
        ["stored, 500"],
        ["502", "stored, 504"],
        ["ok", "half named"],
        ["ok", "half stored"],
        ["429", "429"],
        ["ok", "429 after 0"],
        ["503", "ok", "stored, reset", "500", "half stored"],
        ["413"],
    ],
    ids=" then ".join,
)
async def test_everything_arrives_in_the_end(tmp_path: Path, odd: list[str]) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.extend(odd)
            last = await carry_out(workspace, run_id, store)
        assert (last.state, last.products.sent) == (RunState.FINISHED, COUNT)
        assert store.records == {product(n)["id"]: product(n) for n in range(COUNT)}
        assert workspace.runs.totals(run_id).sent == COUNT * 2


async def test_what_arrived_unseen_is_not_sent_again(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.extend(["stored, reset", "ok", "stored, 500", "half named"])
            last = await carry_out(workspace, run_id, store)
        assert last.products.sent == COUNT
        assert max(Counter(one for batch in store.upserts for one in batch).values()) == 1
        assert any(event.detail == "confirmed by reading it back" for event in last.events)


async def test_a_yes_and_a_no_in_one_answer_are_decided_by_reading_back(tmp_path: Path) -> None:
    """What the store wrote counts as sent, what it did not as refused, with its words, one record alone."""
    bad = product(17)["id"]
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.append("stored, denied")
            store.denied.add(bad)
            last = await carry_out(workspace, run_id, store)
        assert last.state is RunState.FINISHED
        assert set(store.records) == {product(n)["id"] for n in range(COUNT)} - {bad}
        assert (last.products.sent, last.products.refused, last.products.needs_decision) == (COUNT - 1, 1, 0)
        [reason] = workspace.runs.reasons(run_id)
        assert (reason.server_words, reason.rows) == ("no credit", 2)


async def test_what_reading_back_says_nothing_of_is_not_taken_for_refused(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 1)
        async with odd_store() as store:
            store.odd.append("stored, denied")
            store.blind.append("untold")
            last = await carry_out(workspace, run_id, store)
        assert (last.products.sent, last.products.refused) == (1, 0)
        assert len(store.upserts) == 2


async def test_reading_back_may_fail_too(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.extend(["reset", "stored, 500"])
            store.blind.extend(["500", "reset"])
            last = await carry_out(workspace, run_id, store)
        assert last.products.sent == COUNT
        assert len(store.records) == COUNT


async def test_three_lost_batches_in_a_row_hold_the_run(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        control = RunControl()
        async with odd_store() as store, client_of(store) as client:
            store.odd.extend(["500"] * 3)
            held = None
            async for progress in run(workspace, run_id, client, control, pace=QUICK):
                if progress.state is RunState.PAUSED and held is None:
                    held = progress
                    control.resume()
            assert held is not None
            assert "do not say whether the rows arrived" in held.sentence
            assert not held.goes_on_alone
            assert len(held.marks) >= 3
        assert progress.products.sent == COUNT


async def test_a_record_that_never_arrives_needs_a_decision(tmp_path: Path) -> None:
    lost = product(7)["id"]
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.swallowed.add(lost)
            control = RunControl()
            async with client_of(store) as client:
                async for progress in run(workspace, run_id, client, control, pace=QUICK):
                    if progress.state is RunState.PAUSED:
                        control.resume()
            assert (progress.products.sent, progress.products.needs_decision) == (COUNT - 1, 1)
            assert workspace.runs.record_ids(run_id, Bucket.NEEDS_DECISION) == (lost,)
            [row, _] = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows
            assert row.reason.startswith("Sent 4 times without a clear answer")
            store.swallowed.clear()
            assert workspace.runs.decide(run_id, Decision.SEND_AGAIN) == 1
            assert workspace.runs.get(run_id).state is RunState.STOPPED
            last = await carry_out(workspace, run_id, store)
        assert last.products.sent == COUNT


async def test_the_store_names_the_wait_and_the_chart_shows_it(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.extend(["ok", "429 after 1"])
            started = time.monotonic()
            last = await carry_out(workspace, run_id, store)
        assert time.monotonic() - started >= 1
        assert [mark.sentence for mark in last.marks] == ["the store asked us to wait 1 s"]
        assert last.products.sent == COUNT


async def test_a_wait_of_an_hour_is_for_a_person(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        control = RunControl()
        async with odd_store() as store, client_of(store) as client:
            store.odd.append("429 after 3600")
            async for progress in run(workspace, run_id, client, control, pace=QUICK):
                if progress.state is RunState.PAUSED:
                    assert "60 minutes" in progress.sentence
                    control.stop()
        assert workspace.runs.totals(run_id).not_sent == COUNT * 2


async def test_after_a_long_interruption_the_store_is_asked_first(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 6)
        an_hour_ago = time.time() - 3600
        with workspace.writing() as connection:
            connection.execute(
                update(items)
                .where(items.c.run_id == run_id, items.c.seq < 3)
                .values(state=ItemState.SENDING, doubt_at=an_hour_ago)
            )
    with Workspace.open(tmp_path) as workspace:
        async with odd_store() as store:
            same, changed = product(0), product(1, name="Renamed by a colleague")
            store.records = {same["id"]: same, changed["id"]: changed}
            last = await carry_out(workspace, run_id, store)
            sent = {one for batch in store.upserts for one in batch}
        assert (last.products.sent, last.products.needs_decision) == (5, 1)
        assert same["id"] not in sent
        assert changed["id"] not in sent
        assert store.records[changed["id"]]["name"] == "Renamed by a colleague"
        [row, _] = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows
        assert "the store now holds something else" in row.reason
        workspace.runs.decide(run_id, Decision.KEEP, [changed["id"]])
        kept = workspace.runs.rows(run_id, Bucket.NOT_SENT).rows[0]
        assert kept.reason == "You kept what the store holds."


async def test_a_store_that_cannot_be_read_back_does_not_get_the_rows_for_ever(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 4)
        async with odd_store() as store:
            store.odd.extend(["500"] * 100)
            store.blind.extend(["500"] * 100)
            last = await carry_out(workspace, run_id, store)
            times = Counter(one for batch in store.upserts for one in batch)
        assert (last.state, last.products.needs_decision) == (RunState.FINISHED, 4)
        assert set(times.values()) == {QUICK.tries}
        reason = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows[0].reason
        assert reason == "Sent 4 times without a clear answer, and the store does not let it be read back."


async def test_a_store_that_refuses_to_read_one_row_leaves_that_row_to_a_person(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 6)
        with workspace.writing() as connection:
            connection.execute(
                update(items)
                .where(items.c.run_id == run_id, items.c.seq < 2)
                .values(doubt_at=time.time() - 3600)
            )
        async with odd_store() as store:
            store.blind.extend(["400", "400"])
            last = await carry_out(workspace, run_id, store)
            sent = {one for batch in store.upserts for one in batch}
        assert (last.products.sent, last.products.needs_decision) == (5, 1)
        assert product(0)["id"] not in sent
        [row, _] = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows
        assert "does not let it be read back" in row.reason
