"""Three workers on one database, killed and begun again while a campaign goes out: nobody gets it twice."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.schema import Bucket, RunState
from svcconsole.workspace.team.schedule_records import FiringState
from tests.support.campaign import SETTINGS, misbehave, number_of, received, recipients
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.scheduled import RunningWorker, Shop

WORKERS = 3
COUNT = 150


async def killed(
    store: PracticeStore, folder: Path, count: int, kills: int, seed: int
) -> tuple[Counter[str], Shop, str]:
    """A campaign that starts by schedule while its workers are killed one after the other, each begun again
    on the computer it was on; ended by a person who goes on with it as often as it is left."""
    chance = random.Random(seed)
    shops = [Shop(CommandLine(folder / f"computer-{at}"), store) for at in range(WORKERS)]
    first = shops[0]
    path = recipients(folder / "list.csv", count)
    plan = await first.command.run("import", "templates", str(path), *SETTINGS, "--plan-only", store=store)
    assert plan.code == 0, plan.stderr
    run = str(plan.json["run"])
    made = await first.schedule("run", run, "--at", "2999-12-01T09:00", "--zone", "UTC", "--name", "Winter")
    assert made.code == 0, made.stderr
    asked = await first.schedule("run-now", "Winter")
    assert asked.code == 0, asked.stderr
    misbehave(store, seed)
    store.add_fault("latency", operation="sendTemplateMessage", seconds=0.02)
    workers: list[RunningWorker] = list(await asyncio.gather(*(shop.start() for shop in shops)))
    try:
        for place in range(kills):
            most = count * (place + 1) // (kills + 1)

            def there(most: int = most) -> bool:
                return len(received(store)) >= most or _gone_on(first)

            await until(there, seconds=90)
            await asyncio.sleep(chance.random() * 0.05)
            # Whoever carries it out is killed in the middle of it; now and then another one.
            at = _busy(first, workers) if chance.random() < 0.8 else chance.randrange(WORKERS)
            await workers[at].kill()
            workers[at] = await shops[at].start()
        await until(lambda: _gone_on(first), seconds=90)
    finally:
        for worker in workers:
            await worker.stop()
    return received(store), first, run


def _busy(shop: Shop, workers: list[RunningWorker]) -> int:
    """The worker that carries the campaign out, the first where none does now."""
    (firing,) = shop.kept("Winter")
    return next((at for at, each in enumerate(workers) if each.told["worker"] == firing.worker), 0)


def _over(shop: Shop) -> bool:
    return shop.kept("Winter")[0].state is FiringState.DONE


def _gone_on(shop: Shop) -> bool:
    """Whether it is carried out; a person goes on with what is left for one."""
    with shop.workspace() as workspace:
        for firing in workspace.schedules.waiting():
            workspace.schedules.answer(firing.id, "noor", datetime.now(UTC), go=True)
    return _over(shop)


async def test_three_workers_that_are_killed_send_nobody_twice_and_lose_nobody(
    practice_store: PracticeStore,
    tmp_path: Path,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, new_database())
    got, shop, run = await killed(practice_store, tmp_path, COUNT, kills=3, seed=5)
    _account(got, shop, run, COUNT)


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_many_more_kills(
    practice_store: PracticeStore,
    tmp_path: Path,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
) -> None:
    monkeypatch.setenv(VARIABLE, new_database())
    got, shop, run = await killed(practice_store, tmp_path, 3_000, kills=60, seed=seed)
    _account(got, shop, run, 3_000)


def _account(got: Counter[str], shop: Shop, run: str, count: int) -> None:
    """Nobody twice; whoever is told as sent got one, whoever got one is told as sent or in doubt."""
    with shop.workspace() as workspace:
        assert workspace.runs.get(run).state is RunState.FINISHED
        totals = workspace.runs.totals(run)
        sent, doubt = (
            set(workspace.runs.record_ids(run, bucket)) for bucket in (Bucket.SENT, Bucket.NEEDS_DECISION)
        )
        assert workspace.log.verify().whole
    assert set(got.values()) <= {1}, "nobody got two"
    assert sent | doubt == set(map(number_of, range(count))), "nobody is left waiting"
    assert totals.sent + totals.needs_decision == count
    assert sent <= got.keys() <= sent | doubt
    assert doubt, "some of it nobody can know"
