"""A plan is rehearsed in a practice store of its own, and exactly that plan is committed."""

from __future__ import annotations

import asyncio
import csv
import json
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from svcconsole.api.client import CallRecord, Client
from svcconsole.api.operations import GET_CUSTOMER, LIST_PRODUCTS
from svcconsole.api.paging import pages
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.rehearsal.practice_store import RehearsalBroken, rehearsal_store
from svcconsole.services.rehearsal.session import RehearsalSession
from svcconsole.services.rehearsal.views import Look, Rehearsed
from svcconsole.services.runs.run import RunControl, run
from svcconsole.whole_file import FileNotWritten
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.rehearsals import refuse_unrehearsed
from svcconsole.workspace.schema import Bucket, ItemState, RunState, bodies, items
from tests.services.rehearsal.rehearsing import left_over, records_of, rehearsed, since
from tests.services.runs.plans import client_of, new_run, product
from tests.services.runs.plans import items as planned_items
from tests.services.take_back.stores import (
    carried_out,
    compared,
    customer_of,
    held,
    plan_of,
    put,
    put_customer,
)
from tests.support.practice import PracticeStore


def with_price(number: int, price: float, quantity: int = 24, **changes: Any) -> dict[str, Any]:
    made = product(number, **changes)
    made["combinations"][0] |= {"price": price, "discountedPrice": price, "quantity": quantity}
    return made


def frozen(workspace: Workspace, run_id: str) -> list[bytes]:
    """The bytes a run would send, as the workspace holds them."""
    query = (
        select(bodies.c.body)
        .join(items, (items.c.run_id == bodies.c.run_id) & (items.c.seq == bodies.c.seq))
        .where(bodies.c.run_id == run_id, items.c.state == ItemState.PLANNED)
        .order_by(bodies.c.seq)
    )
    with workspace.reading() as connection:
        return [bytes(body) for body in connection.execute(query).scalars()]


def practice_processes(folder: Path) -> list[str]:
    """The processes that still have this folder in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(folder).encode() in (words := path.read_bytes()) and b"sandbox" in words:
                found.append(words.decode())
    return found


async def test_what_would_change_is_shown_field_by_field_and_nothing_reaches_the_store(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, *(product(number) for number in range(1, 5)))
    before = await held(practice_store, *(f"candle-0000{number}" for number in range(1, 6)))
    calls: list[CallRecord] = []
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(
            workspace,
            [
                with_price(1, 12, 24), with_price(2, 36, 0), product(3),
                product(4, catalogIds=["no-such"]), product(5),
            ],
        )  # fmt: skip
        async with rehearsed(workspace, run_id, practice_store, on_call=calls.append) as (session, summary):
            assert summary.states == {
                Rehearsed.CHANGED: 2, Rehearsed.SAME: 1, Rehearsed.REFUSED: 1, Rehearsed.NEW: 1,
            }  # fmt: skip
            assert sum(summary.states.values()) == summary.records == 5
            assert summary.looks == {Look.PRICE: 1, Look.STOCK: 1}
            first = records_of(session)["candle-00001"].fields
            shown = {one.change.field: (one.change.now, one.change.after, one.note) for one in first}
            assert shown["price"] == (35, 12, "−66 %: is a digit missing?")
            assert shown["quantity"] == (1, 24, "+23")
            refused = records_of(session)["candle-00004"]
            assert "catalog no-such does not exist" in refused.server_words
            assert list(summary.refusals) == [refused.server_words]
        assert {call.answer.operation.name for call in calls} == {"products.get", "catalogs.list"}
        assert await held(practice_store, *before) == before
        assert left_over(tmp_path) == []
        info = workspace.runs.get(run_id)
        assert (info.code, info.rehearsed_at is not None) == (summary.code, True)
        rows = workspace.runs.rows(run_id, Bucket.NOT_SENT).rows
        reasons = {row.record_id: row.reason for row in rows if row.reason != "Not sent yet."}
        assert reasons == {"candle-00003": "The store has it like this already."}


async def test_what_is_committed_is_what_was_rehearsed_byte_for_byte(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, *(product(number) for number in range(30)))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(number, 50 + number) for number in range(40)])
        async with rehearsed(workspace, run_id, practice_store) as (_, summary):
            pass
        refuse_unrehearsed(workspace, run_id)
        rehearsed_bytes = frozen(workspace, run_id)
        calls: list[CallRecord] = []
        async with client_of(practice_store, on_call=calls.append) as client:
            async for _ in run(workspace, run_id, client, RunControl()):
                pass
        sent = b"".join(
            call.request for call in calls if call.answer.operation.name == "products.createOrUpdate"
        )
        assert all(sent.count(one) == 1 for one in rehearsed_bytes)
        assert "products.get" not in {call.answer.operation.name for call in calls}  # read once, kept
        assert workspace.runs.get(run_id).code == summary.code


@pytest.mark.parametrize("change", ["body", "state", "never"])
async def test_a_plan_that_is_not_the_rehearsed_one_cannot_be_committed(
    practice_store: PracticeStore, tmp_path: Path, change: str
) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [product(number) for number in range(3)])
        if change != "never":
            async with rehearsed(workspace, run_id, practice_store):
                refuse_unrehearsed(workspace, run_id)
        with workspace.writing() as connection:
            if change == "body":
                other = json.dumps(product(1, name="Another")).encode()
                connection.execute(update(bodies).where(bodies.c.seq == 1).values(body=other))
            elif change == "state":
                connection.execute(update(items).where(items.c.seq == 1).values(state=ItemState.LEFT_OUT))
        with pytest.raises(WorkspaceError, match="rehearsed"):
            refuse_unrehearsed(workspace, run_id)
        if change == "never":
            return
        # Nor by any other way of starting it.
        with pytest.raises(WorkspaceError, match="not the one that was rehearsed"):
            await carried_out(workspace, run_id, practice_store)
        assert practice_store.counts()["products"] == 0
        assert workspace.runs.get(run_id).started_at is None


async def test_a_store_that_changed_meanwhile_is_told_row_by_row(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, *(product(number) for number in range(4)))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(number, 50) for number in range(3)] + [product(3)])
        async with rehearsed(workspace, run_id, practice_store) as (session, _):
            assert await since(workspace, session, practice_store, "products") == []
            await put(practice_store, with_price(1, 40), with_price(3, 41))
            changed = await since(workspace, session, practice_store, "products")
            assert [each.record_id for each in changed] == ["candle-00001", "candle-00003"]
            assert session.summary().looks[Look.SINCE] == 2
            assert await since(workspace, session, practice_store, "products") == []


async def test_what_a_colleague_set_meanwhile_is_what_a_take_back_restores(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, with_price(0, 10), with_price(1, 10), with_price(2, 10))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(number, 15) for number in range(3)])
        async with rehearsed(workspace, run_id, practice_store) as (session, _):
            await put(practice_store, with_price(0, 12))
            assert len(await since(workspace, session, practice_store, "products")) == 1
            await put(practice_store, with_price(1, 13))
            assert len(await since(workspace, session, practice_store, "products")) == 1
            assert await since(workspace, session, practice_store, "products") == []
        colleague = await held(practice_store, *(f"candle-0000{number}" for number in range(3)))
        await carried_out(workspace, run_id, practice_store)
        back, _ = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            planned = back.plan()
        await carried_out(workspace, planned.run_id, practice_store)
        assert await held(practice_store, *colleague) == colleague
        assert [each["combinations"][0]["price"] for each in colleague.values()] == [12, 13, 10]


async def test_a_change_that_was_told_holds_the_plan_of_whoever_was_not_told(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Each start of the command line is told anew, until the file is rehearsed again or a window went on."""
    await put(practice_store, with_price(0, 10))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 15)])
        async with rehearsed(workspace, run_id, practice_store):
            await put(practice_store, with_price(0, 12))
        for _ in range(2):
            with closing(RehearsalSession(str(tmp_path), run_id)) as session:
                assert session.resume() == 1
                assert len(await since(workspace, session, practice_store, "products")) == 1


async def test_what_changed_is_told_though_the_store_goes_away_while_it_is_looked_at(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Otherwise the next look would take it for told, and it would be written over unseen."""
    await put(practice_store, with_price(0, 10))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(number, 15) for number in range(501)])
        async with rehearsed(workspace, run_id, practice_store) as (session, _):
            await put(practice_store, with_price(0, 12))
            practice_store.add_fault("status", code=401, operation="products/get", after=5)
            changed = await since(workspace, session, practice_store, "products")
            assert [each.record_id for each in changed] == ["candle-00000"]
            with pytest.raises(RehearsalBroken, match="could not be read"):
                await since(workspace, session, practice_store, "products")


async def test_customers_are_cloned_one_by_one_or_only_counted_where_that_is_declined(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    giulia = {"partnerCustomerId": "c-1", "firstName": "Giulia", "phoneNumber": "+393471000101"}
    address = {
        "partnerAddressId": "home", "address1": "Via Po 1", "city": "Turin", "country": "Italy",
        "countryCode": "IT", "state": "Piedmont", "zip": "10121",
    }  # fmt: skip
    await put_customer(practice_store, **giulia, tags=["VIP"], addresses=[address], email="g@shop.example")
    await put_customer(practice_store, partnerCustomerId="c-2", firstName="Noor", email="n@shop.example")
    sent: list[dict[str, Any]] = [
        {**giulia, "firstName": "Julia", "addresses": [{**address, "city": "Milan"}]},
        {"partnerCustomerId": "c-2", "email": "n@shop.example"},
        {"partnerCustomerId": "c-3", "firstName": "Lars", "email": "l@shop.example"},
    ]
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, sent, "customers")
        async with rehearsed(workspace, run_id, practice_store) as (session, summary):
            assert summary.states == {Rehearsed.CHANGED: 1, Rehearsed.SAME: 1, Rehearsed.NEW: 1}
            fields = {
                (one.change.field, one.change.row): one.change for one in records_of(session)["c-1"].fields
            }
            assert set(fields) == {("first_name", ""), ("city", "Via Po 1")}
            assert fields["city", "Via Po 1"].after == "Milan"
        async with client_of(practice_store) as client:
            assert (await customer_of(client, "c-1"))["firstName"] == "Giulia"
        calls: list[CallRecord] = []
        async with rehearsed(workspace, run_id, practice_store, declined=True, on_call=calls.append) as (
            _,
            summary,
        ):
            assert summary.states == {Rehearsed.COUNTED: 3}
        assert calls == []


async def test_customers_known_here_who_share_a_contact_are_cloned_too(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """The store takes a person of the file for one that it has by the phone: the rehearsal says so."""
    noor = await put_customer(practice_store, firstName="Noor", phoneNumber="+393471000102")
    await put_customer(practice_store, partnerCustomerId="c-7", firstName="Lea", email="lea@shop.example")
    sent: list[dict[str, Any]] = [
        {"partnerCustomerId": "c-9", "firstName": "Nora", "phoneNumber": "+393471000102"},
        {"partnerCustomerId": "c-8", "firstName": "Lars", "email": "lars@shop.example"},
    ]
    with Workspace.open(tmp_path) as workspace:
        workspace.people.remember([noor])
        run_id = plan_of(workspace, sent, "customers")
        calls: list[CallRecord] = []
        async with rehearsed(workspace, run_id, practice_store, on_call=calls.append) as (session, summary):
            assert session.calls() == len(calls) == 3
            assert summary.states == {Rehearsed.CHANGED: 1, Rehearsed.NEW: 1}
            changed = {one.change.field: one.change for one in records_of(session)["c-9"].fields}
        assert (changed["first_name"].now, changed["first_name"].after) == ("Noor", "Nora")
        assert (changed["partner_customer_id"].now, changed["partner_customer_id"].after) == (None, "c-9")


async def test_user_properties_are_counted_and_messages_are_not_rehearsed(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    entries = [
        {"firstName": "Noor", "lastName": "Haddad", "partnerCustomerId": "c-1"},
        {"firstName": "Ada", "lastName": "Rossi", "phoneNumber": "+393471000103"},
    ]
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, entries, "user_properties")
        async with rehearsed(workspace, run_id, practice_store) as (_, summary):
            assert (summary.reads, summary.states) == (False, {Rehearsed.COUNTED: 2})
        messages = workspace.runs.create(new_run("messages"), planned_items(1))
        with pytest.raises(ImportRefused, match="cannot be rehearsed"):
            async with rehearsed(workspace, messages, practice_store):
                pass


async def test_the_own_practice_store_is_left_alone_and_its_process_ends(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, product(0))
    counts = practice_store.counts()
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 1), product(1)])
        async with rehearsed(workspace, run_id, practice_store):
            pass
        assert practice_processes(tmp_path) == []
        assert practice_store.counts() == counts
        assert left_over(tmp_path) == []


async def test_a_commit_after_a_rehearsal_can_be_taken_back(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, product(0))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [with_price(0, 50)])
        async with rehearsed(workspace, run_id, practice_store):
            pass
        await carried_out(workspace, run_id, practice_store)
        assert workspace.runs.get(run_id).state is RunState.FINISHED
        assert run_id in workspace.before.kept_until()


async def test_a_store_that_cannot_be_read_is_told_and_leaves_nothing_behind(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.add_fault("status", code=401, operation="products/get")
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [product(0)])
        with pytest.raises(RehearsalBroken, match="could not be read"):
            async with rehearsed(workspace, run_id, practice_store):
                pass
        assert workspace.runs.get(run_id).rehearsed_at is None
        assert left_over(tmp_path) == []


async def test_records_that_are_odd_or_very_large_are_put_in_as_they_are(tmp_path: Path) -> None:
    odd = {
        "id": str(2**70),
        "partnerCustomerId": "p-1",
        "email": "ana@store.example",
        "addresses": "none",
        "assets": [1],
    }
    large = [json.dumps({"id": f"P-{n}", "name": "x" * 80_000}) for n in range(150)]
    async with rehearsal_store(tmp_path / "store") as store, Client(store.connection) as client:
        await store.put({"customers": [json.dumps(odd)], "products": large})
        found = await client.call(GET_CUSTOMER, GET_CUSTOMER.request(partner_customer_id="p-1"))
        assert found.data is not None and found.data.customer.email == "ana@store.example"
        read = [each.id async for page in pages(client, LIST_PRODUCTS) for each in page.items]
    assert sorted(read) == sorted(f"P-{n}" for n in range(150))


async def test_the_comparison_is_saved_with_every_field(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, product(0))
    with Workspace.open(tmp_path / "space") as workspace:
        run_id = plan_of(workspace, [with_price(0, 50, 0, name="=cmd()"), product(1)])
        async with rehearsed(workspace, run_id, practice_store) as (session, _):
            assert session.write(str(tmp_path / "out.csv")) == 4
            with pytest.raises(FileNotWritten) as refused:
                session.write(str(tmp_path / "none" / "out.csv"))
            assert refused.value.sentence == "out.csv cannot be written: there is no such file or folder."
    text = await asyncio.to_thread((tmp_path / "out.csv").read_text, "utf-8-sig")
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["field"] for row in rows] == ["name", "price", "discounted_price", ""]
    assert (rows[0]["after"], rows[0]["name"]) == ("'=cmd()", "'=cmd()")


async def test_a_plan_that_keeps_what_it_does_not_name_is_rehearsed_as_it_is_sent(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Only what the file changes is shown, and what the store has otherwise beside it is no change."""
    practice_store.control("POST", "/unknown-fields", {"policy": "keep"})
    old = [
        with_price(n, 35, description="Poured by hand", tags="wax", warranty={"years": n}) for n in range(3)
    ]
    await put(practice_store, *old)
    plan = [with_price(0, 50), with_price(1, 35), with_price(2, 35, name="Lamp"), with_price(3, 35)]
    with Workspace.open(tmp_path / "space") as workspace:
        run_id = plan_of(workspace, plan, completes=True)
        async with rehearsed(workspace, run_id, practice_store) as (session, summary):
            assert summary.states == {Rehearsed.CHANGED: 2, Rehearsed.SAME: 1, Rehearsed.NEW: 1}
            assert summary.by_field == {"price": 1, "discounted_price": 1, "name": 1}
            assert records_of(session)["candle-00001"].state is Rehearsed.SAME
        # Somebody changes what the file does not name, after the rehearsal and before the run.
        await put(practice_store, {**old[0], "description": "Poured by Ada"})
        await carried_out(workspace, run_id, practice_store)
        assert workspace.runs.totals(run_id).sent == 3
    now = await held(practice_store, *(each["id"] for each in plan))
    assert now["candle-00000"]["combinations"][0]["price"] == 50
    assert now["candle-00000"]["description"] == "Poured by Ada"
    assert now["candle-00002"] == {**old[2], "name": "Lamp"}


async def test_a_plan_that_keeps_what_it_does_not_name_reads_the_store_though_it_was_only_counted(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put(practice_store, with_price(0, 35, tags="wax"))
    with Workspace.open(tmp_path / "space") as workspace:
        run_id = plan_of(workspace, [with_price(0, 50)], completes=True)
        async with rehearsed(workspace, run_id, practice_store, declined=True):
            pass
        await carried_out(workspace, run_id, practice_store)
    assert (await held(practice_store, "candle-00000"))["candle-00000"]["tags"] == "wax"
