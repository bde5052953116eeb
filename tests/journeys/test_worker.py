"""Workers in processes of their own: a run at its time, a stop in the middle of it, another that goes on."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.roles import Role
from svcconsole.workspace.team.schedule_records import Job, NewSchedule
from tests.support.campaign import SETTINGS, number_of, received, recipients
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.scheduled import Shop
from tests.support.team_simulation import simulated_database

COUNT = 60


@pytest.fixture
def shop(practice_store: PracticeStore, tmp_path: Path) -> Shop:
    return Shop(CommandLine(tmp_path), practice_store)


def files_with(folder: Path, text: str) -> list[Path]:
    """The files under a folder that hold a text."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in found if text.encode() in path.read_bytes()]


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


async def test_what_is_asked_for_on_a_computer_whose_clock_is_slow_is_not_late_at_once(
    shop: Shop, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a schedule made there count from an hour before."""
    with simulated_database(new_database) as address:
        monkeypatch.setenv(VARIABLE, address)
        with closing(psycopg.connect(address, autocommit=True)) as server:
            ahead = datetime.now(UTC) + timedelta(hours=1)
            server.execute("UPDATE simulated.moment SET seconds = %s", (ahead.timestamp(),))
        digest = ("--notice", "--every", "hour", "--time", "00:00", "--zone", "UTC", "--name", "Digest")
        for words in (("add", "digest", *digest), ("run-now", "Digest")):
            done = await shop.schedule(*words)
            assert done.code == 0, done.stderr
        with shop.workspace() as workspace:
            (due,) = workspace.schedules.due(workspace.schedules.moment())
            assert workspace.schedules.claim(due, "hamburg", workspace.schedules.moment()) is not None


async def test_a_service_is_handed_its_token_and_keeps_it_nowhere(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = tmp_path / "credentials"
    handed.mkdir()
    (handed / "svcconsole-token").write_text(shop.store.token + "\n")
    run = await planned(shop, 3)
    made = await shop.schedule("run", run, "--at", "2999-12-01T09:00", "--zone", "UTC", "--name", "Winter")
    assert made.code == 0, made.stderr
    asked = await shop.schedule("run-now", "Winter")
    assert asked.code == 0, asked.stderr
    without = await shop.command.run("worker", "--once", "--base-url", shop.store.base_url)
    assert (without.code, "The token is missing" in without.stderr) == (2, True)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(handed))
    done = await shop.command.run("worker", "--once", "--base-url", shop.store.base_url)
    assert done.code == 0, done.stderr
    assert (await shop.ended("Winter")).figures["sent"] == 3
    assert files_with(tmp_path, shop.store.token) == [handed / "svcconsole-token"]


async def test_an_account_with_the_role_of_a_worker_may_do_all_that_workers_do(
    shop: Shop, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = new_database()
    monkeypatch.setenv(VARIABLE, address)
    run = await planned(shop, 5)
    stock = tmp_path / "stock"
    stock.mkdir()
    (stock / "catalogs.csv").write_text("id,name\nlamps,Lamps\n", encoding="utf-8")
    os.utime(stock / "catalogs.csv", (1_700_000_000, 1_700_000_000))
    when = ("--every", "day", "--time", "22:00", "--zone", "UTC")
    for made in (
        await shop.schedule("run", run, "--at", "2999-12-01T09:00", "--zone", "UTC", "--name", "Winter"),
        await shop.schedule("add", "import", "catalogs", "--folder", str(stock), *when, "--name", "Catalogs"),
        await shop.schedule("run-now", "Winter"),
        await shop.schedule("run-now", "Catalogs"),
    ):
        assert made.code == 0, made.stderr
    with shop.workspace() as workspace:
        invited = workspace.operators.invite("night", Role.WORKER)
    account = make_url(invited.address).set(password=invited.password)
    try:
        monkeypatch.setenv(VARIABLE, account.render_as_string(hide_password=False))
        worker = await Shop(CommandLine(tmp_path / "night"), shop.store).work_once()
        assert worker.code == 0, worker.stderr
        monkeypatch.setenv(VARIABLE, address)
        ended = {name: await shop.ended(name) for name in ("Winter", "Catalogs")}
        assert {name: (each.state, each.figures.get("sent")) for name, each in ended.items()} == {
            "Winter": ("done", 5),
            "Catalogs": ("done", 1),
        }, ended
        with shop.workspace() as workspace:
            started = [entry for entry in workspace.log.page() if entry.action == "started"]
            assert {entry.operator for entry in started} == {"night"}
            assert workspace.log.verify().whole
    finally:
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            name = invited.operator.name
            connection.execute(f'DROP OWNED BY "{name}"; DROP ROLE "{name}"'.encode())
