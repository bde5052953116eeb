"""A run of products is taken back on a real practice store: what it changed, and nothing else."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.records.exact_json import write_exact
from svcconsole.services.take_back.history import may_be_undone, save_of
from svcconsole.services.take_back.session import TakeBack
from svcconsole.services.take_back.views import BackFilter, Restore
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.changes import EDITOR, UPDATED, Change
from svcconsole.workspace.schema import Bucket
from tests.services.runs.plans import items, new_run, product
from tests.services.take_back.stores import carried_out, compared, held, plan_of, put, read_ago, records_of
from tests.support.practice import PracticeStore


def with_price(number: int, price: float, **changes: Any) -> dict[str, Any]:
    made = product(number, **changes)
    made["combinations"][0] |= {"price": price, "discountedPrice": price, "quantity": 24}
    return made


async def test_what_a_run_changed_goes_back_and_what_it_made_stays(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    old = [product(number, description=f"Old {number}") for number in range(6)]
    await put(practice_store, *old)
    before = await held(practice_store, *(each["id"] for each in old))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(number, 99.5) for number in range(8)])
        await carried_out(workspace, run_id, practice_store)
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.WHOLE: 6, Restore.STAYS: 2}
            assert sum(summary.states.values()) == summary.records == 8
            created = records_of(back)["candle-00006"]
            assert "Created by this run" in created.why
            assert "stock can be set to 0" in created.nearest
            changed = {one.change.field: one.change for one in records_of(back)["candle-00001"].fields}
            assert (changed["price"].now, changed["price"].after, changed["price"].row) == (
                99.5, 35, "Default",
            )  # fmt: skip
            assert changed["description"].after == "Old 1"
            planned = back.plan()
            assert planned.code == summary.code
        info = workspace.runs.get(planned.run_id)
        assert (info.takes_back, info.products, info.keeps_before) == (run_id, 8, True)
        await carried_out(workspace, planned.run_id, practice_store)
        assert await held(practice_store, *before) == before
        rows = workspace.runs.rows(planned.run_id, Bucket.NOT_SENT).rows
        assert [row.record_id for row in rows] == ["candle-00006", "candle-00007"]
        assert all("cannot delete" in row.reason for row in rows)


@pytest.mark.usefixtures("either_engine")
async def test_one_record_of_a_run_can_be_taken_back_by_itself(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, product(0), product(1))
    before = await held(practice_store, "candle-00001")
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 12), with_price(1, 13)])
        await carried_out(workspace, run_id, practice_store)
        change = Change("", UPDATED, "import", run_id, None, None)
        assert may_be_undone(workspace, "products", [change]) == [True]
        save = save_of(workspace, "products", "candle-00001", "Candle 1", change)
        assert save is not None
        assert json.loads(write_exact(save.before)) == before["candle-00001"]


async def test_a_take_back_is_taken_back(practice_store: PracticeStore, tmp_path: Path) -> None:
    await put(practice_store, product(0), product(1))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 12), with_price(1, 13)])
        await carried_out(workspace, run_id, practice_store)
        after = await held(practice_store, "candle-00000", "candle-00001")
        last = run_id
        for _ in range(2):
            back, _ = await compared(workspace, tmp_path, last, practice_store)
            with closing(back):
                last = back.plan().run_id
            await carried_out(workspace, last, practice_store)
        assert await held(practice_store, *after) == after


async def test_what_somebody_changed_since_is_left_alone_unless_it_is_wanted(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, *(product(number) for number in range(3)))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(number, 50) for number in range(3)])
        await carried_out(workspace, run_id, practice_store)
        await put(practice_store, with_price(0, 60), with_price(1, 50, name="Renamed"))
        workspace.changes.record("products", ["candle-00000"], "updated", source=EDITOR)
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.SINCE: 1, Restore.WHOLE: 2}
            first = back.page(BackFilter()).records[0]
            assert (first.record_id, first.state) == ("candle-00000", Restore.SINCE)
            assert "Changed here on" in first.why
            assert {one.change.field for one in first.fields if one.since} == {"price", "discounted_price"}
            gentle, rough = back.plan(), back.plan(with_since=True)
        await carried_out(workspace, gentle.run_id, practice_store)
        now = await held(practice_store, *(f"candle-0000{number}" for number in range(3)))
        assert [now[f"candle-0000{n}"]["combinations"][0]["price"] for n in range(3)] == [60, 35, 35]
        assert now["candle-00001"]["name"] == "Renamed"  # changed by somebody in another field: it stays
        await carried_out(workspace, rough.run_id, practice_store)
        now = await held(practice_store, "candle-00000")
        assert now["candle-00000"]["combinations"][0]["price"] == 35


async def test_rows_that_were_refused_or_not_sent_have_nothing_to_restore(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, product(0))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 50), with_price(1, 50, catalogIds=["no-such"])])
        await carried_out(workspace, run_id, practice_store)
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.WHOLE: 1, Restore.AS_BEFORE: 1}
            assert (summary.records, summary.never) == (2, 1)
            assert "never reached" in records_of(back)["candle-00001"].why


async def test_fields_the_service_asks_for_cannot_be_emptied_again(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, product(0))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 50)])
        await carried_out(workspace, run_id, practice_store)
        _without_discount(workspace, run_id)
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.IN_PART: 1}
            assert (summary.fields, summary.stuck_fields) == (2, 1)
            stuck = [one for one in records_of(back)["candle-00000"].fields if one.stays]
            assert [one.change.field for one in stuck] == ["discounted_price"]
            assert "cannot empty it again" in stuck[0].note
            planned = back.plan()
        await carried_out(workspace, planned.run_id, practice_store)
        variant = (await held(practice_store, "candle-00000"))["candle-00000"]["combinations"][0]
        assert (variant["price"], variant["discountedPrice"]) == (35, 50)


def _without_discount(workspace: Workspace, run_id: str) -> None:
    """Let the store have held a product of which it knew no discounted price."""
    (answer,) = list(workspace.before.of(run_id))
    payload = json.loads(answer.answer)
    del payload["data"]["products"][0]["combinations"][0]["discountedPrice"]
    workspace.before.clear(run_id)
    from dataclasses import replace

    workspace.before.add(run_id, [replace(answer, answer=json.dumps(payload).encode())])


async def test_fields_without_a_name_here_come_back(practice_store: PracticeStore, tmp_path: Path) -> None:
    practice_store.control("POST", "/unknown-fields", {"policy": "keep"})
    try:
        await put(practice_store, product(0, warranty={"months": 24, "fee": 1.1}))
        with Workspace.open(tmp_path) as workspace:
            run_id = plan_of(workspace, [with_price(0, 50)])
            await carried_out(workspace, run_id, practice_store)
            assert "warranty" not in (await held(practice_store, "candle-00000"))["candle-00000"]
            back, _ = await compared(workspace, tmp_path, run_id, practice_store)
            with closing(back):
                planned = back.plan()
            await carried_out(workspace, planned.run_id, practice_store)
            now = (await held(practice_store, "candle-00000"))["candle-00000"]
            assert now["warranty"] == {"months": 24, "fee": 1.1}
    finally:
        practice_store.control("POST", "/unknown-fields", {"policy": "refuse"})


async def test_it_is_kept_for_ninety_days(practice_store: PracticeStore, tmp_path: Path) -> None:
    await put(practice_store, product(0))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 50)])
        await carried_out(workspace, run_id, practice_store)
        with closing(TakeBack(str(tmp_path), run_id)) as back:
            until = datetime.fromisoformat(back.facts().kept_until)
            assert timedelta(days=89.9) < until - datetime.now(UTC) < timedelta(days=90)
        read_ago(workspace, timedelta(days=89))
    with Workspace.open(tmp_path) as workspace, closing(TakeBack(str(tmp_path), run_id)):
        read_ago(workspace, timedelta(days=91))
    with Workspace.open(tmp_path) as workspace:
        assert list(workspace.before.of(run_id)) == []
        with pytest.raises(ImportRefused, match="is not kept any more"):
            TakeBack(str(tmp_path), run_id)


async def test_runs_that_cannot_be_taken_back_say_why(practice_store: PracticeStore, tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        unread = workspace.runs.create(new_run(), items(1))
        with pytest.raises(ImportRefused, match="has not sent anything"):
            TakeBack(str(tmp_path), unread)
        await carried_out(workspace, unread, practice_store)
        with pytest.raises(ImportRefused, match="is not kept here"):
            TakeBack(str(tmp_path), unread)
        entries = workspace.runs.create(new_run("user_properties"), items(1))
        with pytest.raises(ImportRefused, match="of this kind cannot be taken back"):
            TakeBack(str(tmp_path), entries)


async def test_what_a_run_left_as_it_was_is_no_part_of_its_take_back(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """What somebody changed since in a field that the file did not name stays, and stands in nobody's way."""
    old = product(0, description="Poured by hand", tags="wax")
    await put(practice_store, old)
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 99.5)], completes=True)
        await carried_out(workspace, run_id, practice_store)
        now = (await held(practice_store, old["id"]))[old["id"]]
        await put(practice_store, {**now, "description": "Poured by Ada"})
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.WHOLE: 1}
            await carried_out(workspace, back.plan().run_id, practice_store)
        (change, *_) = workspace.changes.history("products", old["id"])
        assert save_of(workspace, "products", old["id"], "", change) is not None
    now = (await held(practice_store, old["id"]))[old["id"]]
    assert (now["description"], now["tags"]) == ("Poured by Ada", "wax")
    assert now["combinations"] == old["combinations"]
