"""Jobs that come again: a catalog file every night within its bounds, a report, a digest; made by command."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from svcconsole.profiles import Profile, Profiles
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.team.approvals import Answer
from svcconsole.workspace.team.roles import Role
from svcconsole.workspace.team.schedule_records import Firing
from tests.support.campaign import SETTINGS, number_of, received, recipients
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore
from tests.support.scheduled import NIGHTLY, Shop

HEAD = "id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image\n"
LINE = "{id},{name},https://shop.example/{id},EUR,{id}-1,{price},3,https://shop.example/{id}.jpg\n"
IMPORT = ("add", "import", "products", "--name", "Warehouse", *NIGHTLY)


@pytest.fixture
def shop(practice_store: PracticeStore, tmp_path: Path) -> Shop:
    (tmp_path / "stock").mkdir()
    return Shop(CommandLine(tmp_path), practice_store)


def deliver(shop: Shop, name: str, *broken: str, **prices: str) -> None:
    """A file comes into the folder; the products named in `broken` have no name."""
    path = shop.command.home / "stock" / name
    lines = [
        LINE.format(id=each, name="" if each in broken else each.title(), price=price)
        for each, price in prices.items()
    ]
    path.write_text(HEAD + "".join(lines), encoding="utf-8")
    # It was written to the end a while ago; of two the later one is the newer.
    moment = time.time() - 60 + len(list(path.parent.iterdir()))
    os.utime(path, (moment, moment))


async def one_night(shop: Shop) -> Firing:
    """The newest time of the schedule, carried out now."""
    asked = await shop.schedule("run-now", "Warehouse")
    assert asked.code == 0, asked.stderr
    done = await shop.work_once()
    assert done.code == 0, done.stderr
    return await shop.ended("Warehouse")


async def test_a_catalog_file_is_imported_every_night_and_left_for_a_person_when_it_is_odd(
    shop: Shop,
) -> None:
    made = await shop.schedule(*IMPORT, "--folder", str(shop.command.home / "stock"), "--least-rows", "2")
    assert made.code == 0, made.stderr
    assert (made.json["bounds"]["rows_least"], len(made.json["next"])) == (2, 3)
    assert (await one_night(shop)).state == "nothing_new", "no file has come"

    deliver(shop, "monday.csv", lamp="100", bowl="20", vase="30")
    first = await one_night(shop)
    assert (first.state, shop.store.counts()["products"]) == ("done", 3), first
    again = await one_night(shop)
    assert again.state == "nothing_new"
    assert "The same file as before, plan" in again.sentence

    deliver(shop, "tuesday.csv", lamp="101")
    short = await one_night(shop)
    assert (short.state, short.bound) == ("left", "rows_least")
    assert short.sentence == "The file has 1 row; 2 are expected at least."
    skipped = await shop.schedule("answer", "Warehouse", "--skip")
    assert skipped.code == 0, skipped.stderr

    deliver(shop, "wednesday.csv", "cup", lamp="102", bowl="21", cup="5", mug="6")
    broken = await one_night(shop)
    assert (broken.state, broken.bound) == ("left", "problems")
    assert (broken.figures["problems"], shop.store.counts()["products"]) == (1, 3)
    went_on = await shop.schedule("answer", "Warehouse", "--go")
    assert went_on.code == 0, went_on.stderr
    assert (await shop.work_once()).code == 0
    rest = await shop.ended("Warehouse")
    assert (rest.state, shop.store.counts()["products"]) == ("done", 4), "all but the broken one"
    assert (await shop.schedule("answer", "Warehouse", "--go")).code == 2, "nothing waits any more"


async def test_prices_outside_of_the_bound_wait_and_nothing_of_that_night_is_sent(shop: Shop) -> None:
    folder = str(shop.command.home / "stock")
    made = await shop.schedule(*IMPORT, "--folder", folder, "--most-price-changes", "1", "--rehearse")
    assert made.code == 0, made.stderr
    deliver(shop, "monday.csv", lamp="100", bowl="20", vase="30")
    first = await one_night(shop)
    assert (first.state, shop.store.counts()["products"]) == ("done", 3), first
    deliver(shop, "tuesday.csv", lamp="1000", bowl="20", vase="30")
    assert (await one_night(shop)).state == "done", "one is let pass"
    deliver(shop, "wednesday.csv", lamp="1", bowl="200", vase="31")
    left = await one_night(shop)
    assert (left.state, left.bound) == ("left", "price_changes")
    assert left.sentence == "The prices in 2 rows are asked about; 1 are let pass."


async def test_catalogs_are_made_once_a_night_is_within_its_bounds(shop: Shop) -> None:
    folder, wanted = str(shop.command.home / "stock"), ("--set", "catalogIds=summer", "--create-catalogs")
    made = await shop.schedule(*IMPORT, "--folder", folder, *wanted, "--least-rows", "2", "--rehearse")
    assert made.code == 0, made.stderr
    deliver(shop, "monday.csv", lamp="100")
    left = await one_night(shop)
    assert (left.state, left.bound, shop.store.counts()["catalogs"]) == ("left", "rows_least", 0)
    went_on = await shop.schedule("answer", "Warehouse", "--go")
    assert went_on.code == 0, went_on.stderr
    assert (await shop.work_once()).code == 0
    rest = await shop.ended("Warehouse")
    assert (rest.state, shop.store.counts()["catalogs"]) == ("done", 1), rest
    changed = await shop.schedule("change", "Warehouse", "--set", "catalogIds=winter")
    assert changed.code == 0, changed.stderr
    deliver(shop, "tuesday.csv", lamp="101", bowl="20")
    assert (await one_night(shop)).state == "done", "the practice store had it, too"
    assert shop.store.counts()["catalogs"] == 2


async def test_a_campaign_that_needs_a_second_person_goes_as_it_was_approved(
    shop: Shop, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, stock = new_database(), shop.command.home / "stock"
    monkeypatch.setenv(VARIABLE, address)
    path = recipients(stock / "monday.csv", 5)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    made = await shop.schedule(
        "add", "import", "templates", "--name", "Offers", "--folder", str(stock), *NIGHTLY, *SETTINGS
    )
    assert made.code == 0, made.stderr
    with shop.workspace() as workspace:
        workspace.approvals.set_team_limit(2)
        invited = workspace.operators.invite("yusuf", Role.APPROVE)

    async def carried_out(*asked: str) -> Firing:
        done = await shop.schedule(*asked)
        assert done.code == 0, done.stderr
        worked = await shop.work_once()
        assert worked.code == 0, worked.stderr
        return await shop.ended("Offers")

    try:
        left = await carried_out("run-now", "Offers")
        assert (left.state, "a second person has to agree" in left.sentence) == ("left", True)
        assert left.run_id is not None
        again = await carried_out("answer", "Offers", "--go")
        assert (again.state, again.run_id) == ("left", left.run_id), "nobody has agreed yet"
        with shop.workspace() as workspace:
            asked = workspace.approvals.ask(left.run_id)
        account = make_url(invited.address).set(password=invited.password)
        with monkeypatch.context() as theirs:
            theirs.setenv(VARIABLE, account.render_as_string(hide_password=False))
            with shop.workspace() as workspace:
                workspace.approvals.answer(left.run_id, Answer.APPROVED, seen=asked.plan_sha256)
        later = recipients(stock / "tuesday.csv", 7)
        os.utime(later, (1_700_000_100, 1_700_000_100))
        done = await carried_out("answer", "Offers", "--go")
        assert (done.state, done.run_id, done.figures["sent"]) == ("done", left.run_id, 5), done
        with shop.workspace() as workspace:
            assert [info.id for info in workspace.runs.list()] == [left.run_id]
    finally:
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            connection.execute(b'DROP OWNED BY "yusuf"; DROP ROLE "yusuf"')
    assert received(shop.store) == {number_of(place): 1 for place in range(5)}


async def test_a_read_only_store_refuses_a_schedule_and_a_careful_one_asks(shop: Shop) -> None:
    till = Profile(name="Till", base_url=shop.store.base_url, safe_level="read-only", time_zone="Europe/Rome")
    profiles = Profiles(profiles=[till])
    path = shop.command.home / "config" / "profiles.json"
    path.parent.mkdir(parents=True)
    digest = ("add", "digest", "--folder", str(shop.command.home / "stock"), *NIGHTLY)

    def allow(level: str) -> None:
        path.write_text(profiles.model_dump_json().replace('"read-only"', f'"{level}"'), encoding="utf-8")

    allow("read-only")
    refused = await shop.schedule(*digest)
    assert (refused.code, "is set to read-only" in refused.stderr) == (2, True)
    allow("name")
    asked = await shop.schedule(*digest)
    assert (asked.code, "--confirm with the store's name" in asked.stderr) == (2, True)
    made = await shop.schedule(*digest, "--confirm", "Till", "--name", "Digest")
    assert made.code == 0, made.stderr
    asked_now = await shop.schedule("run-now", "Digest", "--confirm", "Till")
    assert asked_now.code == 0, asked_now.stderr
    renamed = await shop.schedule("change", "Digest", "--days", "2")
    assert (renamed.code, "--confirm with the store's name" in renamed.stderr) == (2, True)
    allow("read-only")
    changed = await shop.schedule("change", "Digest", "--days", "2")
    assert (changed.code, "is set to read-only" in changed.stderr) == (2, True)
    assert (await shop.work_once()).code == 0
    left = await shop.ended("Digest")
    assert (left.state, left.sentence) == ("left", "Till is set to read-only. Nothing was sent.")
    listed = await shop.schedule("list")
    assert "Every day, 22:00, Europe/Berlin" in listed.stdout
    for command in ("pause", "remove"):
        done = await shop.schedule(command, "Digest")
        assert done.code == 0, done.stderr
    assert (await shop.schedule("list", "--json")).stdout == ""


async def test_what_is_named_is_changed_and_the_rest_stays(shop: Shop) -> None:
    folder = shop.command.home / "stock"
    mapped = ("--preset", "shopify-current", "--rule", "currency=none", "--most-rows", "500")
    made = await shop.schedule(*IMPORT, "--folder", str(folder), *mapped)
    assert made.code == 0, made.stderr
    before = made.json
    (shop.command.home / "other").mkdir()
    changed = await shop.schedule(
        "change", "Warehouse", "--folder", str(shop.command.home / "other"), "--time", "23:15",
        "--rehearse", "--mapping", "remembered", "--most-price-changes", "4", "--no-bound", "most-rows",
    )  # fmt: skip
    assert changed.code == 0, changed.stderr
    after = changed.json
    assert (after["id"], after["name"]) == (before["id"], "Warehouse")
    assert after["rule"] == {**before["rule"], "time": "23:15"}
    assert after["bounds"] == {**before["bounds"], "rows_most": None, "price_changes": 4}
    kept, now = before["settings"], after["settings"]
    assert now["prepared"] == {**kept["prepared"], "preset": None, "remembered": True}
    expected = {"folder": str(shop.command.home / "other"), "rehearse": True, "prepared": now["prepared"]}
    assert now == {**kept, **expected}
    weekly = await shop.schedule("change", "Warehouse", "--every", "friday", "--name", "Fridays")
    assert (weekly.json["rule"]["every"], weekly.json["rule"]["days"]) == ("week", [4])
    assert (weekly.json["rule"]["time"], weekly.json["name"]) == ("23:15", "Fridays")
    for refused, words in (
        (("--period", "yesterday"), "This schedule has no --period."),
        (("--least-rows", "9", "--most-rows", "5"), "fewer than the least"),
        (("--folder", str(folder / "none")), "There is no folder"),
        (("--at", "2020-01-01T09:00"), "That time is over."),
    ):
        answer = await shop.schedule("change", "Fridays", *refused)
        assert (answer.code, words in answer.stderr) == (2, True), answer.stderr
    shown = await shop.schedule("show", "Fridays", "--json")
    assert shown.json["settings"] == now


async def test_the_same_report_comes_each_time_its_schedule_says(shop: Shop) -> None:
    made = await shop.schedule(
        "add", "report", "Ledger report", "--every", "hour", "--time", "00:05", "--zone", "Europe/Berlin",
        "--period", "last_month", "--email", "ada@shop.example",
    )  # fmt: skip
    assert made.code == 0, made.stderr
    for times in (1, 2):
        asked = await shop.schedule("run-now", "Ledger report")
        assert asked.code == 0, asked.stderr
        done = await shop.work_once()
        assert done.code == 0, done.stderr
        assert (await shop.ended("Ledger report")).state == "done"
        assert len(shop.store.control("GET", "/reports")["data"]["reports"]) == times


async def test_a_report_comes_into_its_folder(shop: Shop) -> None:
    folder = shop.command.home / "stock"
    made = await shop.schedule(
        "add", "report", "Ledger report", "--every", "monday", "--time", "07:00", "--zone", "Europe/Berlin",
        "--period", "last_month", "--email", "ada@shop.example", "--folder", str(folder),
    )  # fmt: skip
    assert made.code == 0, made.stderr
    asked = await shop.schedule("run-now", "Ledger report")
    assert asked.code == 0, asked.stderr
    done = await shop.work_once()
    assert done.code == 0, done.stderr
    ended = await shop.ended("Ledger report")
    (file,) = folder.iterdir()
    rows = file.read_text("utf-8-sig").count("\n") - 1
    assert (ended.state, ended.figures) == ("done", {"rows": rows}), ended
    assert file.name.startswith("Ledger report ")
    (report,) = shop.store.control("GET", "/reports")["data"]["reports"]
    assert report["request"]["emails"] == ["ada@shop.example"]


async def test_a_digest_has_a_line_for_each_send(shop: Shop) -> None:
    folder = shop.command.home / "stock"
    made = await shop.schedule("add", "digest", "--folder", str(folder), *NIGHTLY, "--name", "Digest")
    assert made.code == 0, made.stderr
    path = recipients(shop.command.home / "list.csv", 2)
    for expected in ("nothing_new", "done"):
        asked = await shop.schedule("run-now", "Digest")
        assert asked.code == 0, asked.stderr
        assert (await shop.work_once()).code == 0
        assert (await shop.ended("Digest")).state == expected
        if expected == "nothing_new":
            sent = await shop.command.run("import", "templates", str(path), *SETTINGS, store=shop.store)
            assert sent.code == 0, sent.stderr
    (file,) = folder.iterdir()
    header, line = file.read_text("utf-8-sig").splitlines()
    assert header.startswith("Last sent,What,Messages")
    assert line.split(",")[1:3] == ["Template messages to list.csv", "2"]
