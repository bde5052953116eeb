"""Kill -9 while a run reads what the store holds, and after: nothing goes unread, nobody's change is lost."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from svcconsole.services.runs.batch_queue import READ_AHEAD
from svcconsole.services.runs.before_records import held_before
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import Bucket, ItemState, items
from tests.support.coroutines import until
from tests.support.killed_run import KINDS, NotingStore, Runner, identity, noting_store, plan, runner

RECORDS = 360
READABLE = ("products", "customers")


def earlier(kind: str) -> dict[str, dict[str, Any]]:
    """What the store held before the run: two in three of its records, each called otherwise."""
    of = KINDS[kind]
    records = (of.record(number) for number in range(RECORDS) if number % 3)
    changed = ({**each, "firstName" if kind == "customers" else "name": "Of last year"} for each in records)
    return {identity(each): each for each in changed}


async def kill(child: int, store: NotingStore, children: Runner) -> None:
    """End the run at once and wait until what it had handed over has arrived."""
    os.kill(child, signal.SIGKILL)
    assert await children.ended() == -signal.SIGKILL, "the run was over before it could be killed"
    store.held_read = 0
    store.let_read.set()
    await store.all_read()


def kept(folder: Path, kind: str, run_id: str) -> dict[int, Any]:
    """What is kept of each record as the store held it before the run, by number."""
    ids = {number: identity(KINDS[kind].record(number)) for number in range(RECORDS)}
    with Workspace.open(folder) as workspace:
        answers = list(workspace.before.of(run_id))
        seqs = [seq for each in answers for seq in each.seqs]
        assert len(seqs) == len(set(seqs)), "a record was read twice"
        return held_before(kind, answers, ids)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("kind", READABLE)
async def test_after_kills_everything_was_read_first_and_only_what_somebody_changed_is_asked_about(
    tmp_path: Path, kind: str
) -> None:
    """Killed while it reads and while it sends, gone on with long after: what the store holds as before the
    run goes, what it holds as sent does not go again."""
    of, chance = KINDS[kind], random.Random(kind)
    named = "firstName" if kind == "customers" else "name"
    wanted = {identity(record): record for record in map(of.record, range(RECORDS))}
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, of, RECORDS, keeps_before=True)
        ledger = workspace.path
    async with noting_store(of, ledger) as store, runner() as children:
        store.stored = earlier(kind)

        store.held_read = chance.randint(120, 250) if kind == "customers" else chance.randint(2, 4)
        child = await children.start(tmp_path, run_id, store.base_url)
        await until(lambda: store.reads >= store.held_read)
        await kill(child, store, children)
        assert store.requests == 0, "something left before everything was read"
        known = len(kept(tmp_path, kind, run_id))
        assert known < RECORDS
        assert known or kind != "customers", "what was read is kept while it goes on"

        child = await children.start(tmp_path, run_id, store.base_url)
        await store.until(chance.randint(20, 60))
        await kill(child, store, children)
        assert store.kept_first == RECORDS
        images = kept(tmp_path, kind, run_id)
        assert sum(raw is None for raw in images.values()) == RECORDS // 3
        assert {raw[named] for raw in images.values() if raw} == {"Of last year"}

        doubtful = in_doubt(tmp_path, run_id)
        assert 20 < len(doubtful) <= 2 * READ_AHEAD
        assert {store.stored.get(one) == wanted[one] for one in doubtful} == {True, False}
        theirs = doubtful[::7]
        for one in theirs:
            store.stored[one] = {**wanted[one], named: "Changed by a colleague"}
        came = len(store.received)
        await children.start(tmp_path, run_id, store.base_url, old_doubt=0.0)
        assert await children.ended() == 0

    assert set(store.received.values()) == {1}, "what had arrived was sent again"
    assert came < len(store.received) < RECORDS
    assert {one for one in wanted if store.stored[one] != wanted[one]} == set(theirs)
    assert {store.stored[one][named] for one in theirs} == {"Changed by a colleague"}
    with Workspace.open(tmp_path) as workspace:
        asked = set(workspace.runs.record_ids(run_id, Bucket.NEEDS_DECISION))
        totals = workspace.runs.totals(run_id)
    assert totals.sent == RECORDS - len(theirs)
    assert asked == ({f"r{one.removeprefix('C-')}" for one in theirs} if kind == "customers" else set(theirs))


def in_doubt(folder: Path, run_id: str) -> list[str]:
    """What the store knows the records by that may have left before the run was killed."""
    query = select(items.c.seq).where(
        items.c.run_id == run_id, items.c.state == ItemState.PLANNED, items.c.doubt_at.is_not(None)
    )
    with Workspace.open(folder) as workspace, workspace.reading() as connection:
        kind = workspace.runs.get(run_id).kind
        return [identity(KINDS[kind].record(seq)) for seq in connection.execute(query).scalars()]
