"""Workers in processes of their own: a run at its time, a stop in the middle of it, another that goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.schedule_records import Job, NewSchedule
from tests.support.campaign import SETTINGS, number_of, received, recipients
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.scheduled import Shop

COUNT = 60


@pytest.fixture
def shop(practice_store: PracticeStore, tmp_path: Path) -> Shop:
    return Shop(CommandLine(tmp_path), practice_store)


async def planned(shop: Shop, count: int = COUNT) -> str:
    """A campaign that is planned, and nothing of it sent."""
    path = recipients(shop.command.home / "list.csv", count)
    done = await shop.command.run(
        "import", "templates", str(path), *SETTINGS, "--plan-only", store=shop.store
    )
    assert done.code == 0, done.stderr
    return str(done.json["run"])


async def test_a_campaign_that_was_planned_starts_at_its_time(shop: Shop) -> None:
    run = await planned(shop)
    assert received(shop.store) == {}
    async with shop.worker("--name", "hamburg") as worker:
        with shop.workspace() as workspace:
            now = datetime.now(UTC)
            at = now + timedelta(seconds=1)
            rule = ClockRule("UTC", Every.ONCE, f"{at:%H:%M:%S}", date=f"{at:%Y-%m-%d}")
            workspace.schedules.add(NewSchedule("Winter", Job.RUN, {"run": run}, rule), "noor", now)
        assert worker.told["name"] == "hamburg"
        ended = await shop.ended("Winter")
        listed = await shop.schedule("workers", "--json")
        assert listed.json["id"] == worker.told["worker"]
    assert (ended.state, ended.run_id, ended.figures["sent"]) == ("done", run, COUNT)
    assert received(shop.store) == {number_of(place): 1 for place in range(COUNT)}
    assert (await shop.schedule("workers")).stdout == "", "it said that it ended"


async def test_a_worker_that_is_stopped_gives_back_what_it_had_and_another_goes_on(
    shop: Shop, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, new_database())
    elsewhere = Shop(CommandLine(tmp_path / "elsewhere"), shop.store)
    run = await planned(shop)
    made = await shop.schedule("run", run, "--at", "2999-12-01T09:00", "--zone", "UTC", "--name", "Winter")
    assert made.code == 0, made.stderr
    asked = await shop.schedule("run-now", "Winter")
    assert (asked.code, "No worker is running" in asked.stderr) == (0, True)
    shop.store.add_fault("latency", operation="sendTemplateMessage", seconds=0.2)
    first = await shop.start()
    await until(lambda: len(received(shop.store)) > 3, seconds=60)
    stopped = await first.stop()
    assert stopped.code == 0, stopped.stderr
    assert "Stopping at a safe point" in stopped.stderr
    sent = len(received(shop.store))
    assert sent < COUNT
    (given_back,) = shop.kept("Winter")
    assert (given_back.state, given_back.run_id) == ("asked", run)
    shop.store.clear_faults()
    done = await elsewhere.work_once()
    assert done.code == 0, done.stderr
    ended = await shop.ended("Winter")
    assert (ended.state, ended.figures["sent"], ended.figures["needs_decision"]) == (
        "done",
        COUNT,
        0,
    )
    assert received(shop.store) == {number_of(place): 1 for place in range(COUNT)}
