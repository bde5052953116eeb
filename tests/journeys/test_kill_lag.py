"""Kill -9 at random points of a run of each kind: nothing is lost, what happens once is not sent twice."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from pathlib import Path

import pytest

from svcconsole.services.runs.batch_queue import READ_AHEAD
from svcconsole.services.runs.late_outcomes import MOST_WAITING
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import Bucket
from tests.support.killed_run import AT_ONCE, KINDS, RunKind, noting_store, plan, runner

BATCH = 4
DEEP = [pytest.mark.deep, pytest.mark.timeout(3000)]


def acked(folder: Path, run_id: str) -> set[str]:
    with Workspace.open(folder) as workspace:
        return set(workspace.runs.record_ids(run_id, Bucket.SENT))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize(
    ("records", "kills"),
    [pytest.param(400, 5, id="25 in all"), pytest.param(12_000, 200, id="1000 in all", marks=DEEP)],
)
@pytest.mark.parametrize("kind", KINDS)
async def test_killing_a_run_of_this_kind_loses_nothing_and_doubles_nothing_that_happens_once(
    tmp_path: Path, kind: str, records: int, kills: int
) -> None:
    of, chance = KINDS[kind], random.Random(f"{kind} {kills}")
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, of, records)
        ledger = workspace.path
    sent_before: set[str] = set()
    async with noting_store(of, ledger) as store, runner() as children:
        step = records // (BATCH if of.field else 1) // (kills + 1)
        for _ in range(kills):
            seen = Counter(store.received)
            child = await children.start(tmp_path, run_id, store.base_url)
            await store.until(store.requests + chance.randint(1, step * 3 // 4))
            os.kill(child, signal.SIGKILL)
            assert await children.ended() == -signal.SIGKILL, "the run was over before it could be killed"
            await store.all_read()
            now_sent = acked(tmp_path, run_id)
            assert sent_before <= now_sent, "the ledger forgot what it knew as sent"
            again = store.received - seen
            assert not [one for one, times in again.items() if times > 1], "twice within one life of the run"
            sent_before = now_sent
        await children.start(tmp_path, run_id, store.base_url)
        assert await children.ended() == 0
    assert store.unintended == [], "it left before the ledger had its intent"
    with Workspace.open(tmp_path) as workspace:
        totals = workspace.runs.totals(run_id)
    assert totals.sent + totals.needs_decision == totals.rows == records
    assert (totals.refused, totals.not_sent, totals.on_the_way) == (0, 0, 0)
    twice = [one for one, times in store.received.items() if times > 1]
    check(of, len(store.received), len(twice), totals.needs_decision, records=records, kills=kills)


def check(of: RunKind, received: int, twice: int, to_decide: int, *, records: int, kills: int) -> None:
    """What happens once went once, or is a person's to decide; the rest arrived, and only the lag again."""
    if of.once:
        assert twice == 0
        assert to_decide <= kills * AT_ONCE
        assert records - to_decide <= received <= records
    else:
        assert received == records
        assert to_decide == 0
        assert twice <= kills * (MOST_WAITING + 2 * READ_AHEAD)
