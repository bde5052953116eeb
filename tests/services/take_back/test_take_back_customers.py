"""A run of customers is taken back: what the requests named goes back, what cannot be taken away is said."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from svcconsole.services.customers.customers import Include, by_service_id
from svcconsole.services.take_back.customers import compare_customer
from svcconsole.services.take_back.views import Restore
from svcconsole.workspace.database import Workspace
from tests.services.runs.plans import client_of
from tests.services.take_back.stores import (
    Record,
    carried_out,
    compared,
    customer_of,
    plan_of,
    put_customer,
    records_of,
)
from tests.support.practice import PracticeStore

ADDRESS = {
    "partnerAddressId": "home", "address1": "Via Po 1", "city": "Turin", "country": "Italy",
    "countryCode": "IT", "state": "Piedmont", "zip": "10121",
}  # fmt: skip
GIULIA = {"partnerCustomerId": "c-1", "firstName": "Giulia", "phoneNumber": "+393471000101"}


async def now(store: PracticeStore, external_id: str) -> Record:
    async with client_of(store) as client:
        found = await customer_of(client, external_id)
    return {name: value for name, value in found.items() if name not in ("createdAt", "updatedAt", "id")}


async def test_names_tags_contacts_and_addresses_go_back(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put_customer(
        practice_store, **GIULIA, lastName="Esposito", tags=["VIP"], addresses=[ADDRESS],
        alternateEmails=["giulia@home.example"],
    )  # fmt: skip
    before = await now(practice_store, "c-1")
    sent = {
        **GIULIA, "firstName": "Julia", "email": "julia@shop.example", "tags": ["New", "Sale"],
        "alternatePhoneNumbers": ["+393471000177"], "addresses": [{**ADDRESS, "city": "Milan"}],
    }  # fmt: skip
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [sent], "customers")
        await carried_out(workspace, run_id, practice_store)
        assert (await now(practice_store, "c-1"))["tags"] == ["New", "Sale"]
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.WHOLE: 1}
            fields = {one.change.field for one in records_of(back)["c-1"].fields}
            assert fields == {"first_name", "email", "tags", "alternate_phone_numbers", "city"}
            planned = back.plan()
        await carried_out(workspace, planned.run_id, practice_store)
        assert await now(practice_store, "c-1") == before


async def test_what_the_service_cannot_take_away_stays_and_is_said(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put_customer(practice_store, **GIULIA)
    sent: list[Record] = [
        {**GIULIA, "firstName": "Julia", "addresses": [ADDRESS]},
        {"partnerCustomerId": "c-2", "firstName": "Noor", "phoneNumber": "+393471000102"},
    ]
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, sent, "customers")
        await carried_out(workspace, run_id, practice_store)
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.IN_PART: 1, Restore.STAYS: 1}
            [stuck] = [one for one in records_of(back)["c-1"].fields if one.stays]
            assert (stuck.change.field, "take an address away" in stuck.note) == ("addresses", True)
            assert "cannot delete" in records_of(back)["c-2"].why
            planned = back.plan()
        await carried_out(workspace, planned.run_id, practice_store)
        after = await now(practice_store, "c-1")
        assert (after["firstName"], len(after["addresses"])) == ("Giulia", 1)


async def test_a_customer_somebody_changed_since_is_told_apart(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put_customer(practice_store, **GIULIA, lastName="Esposito")
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [{**GIULIA, "firstName": "Julia"}], "customers")
        await carried_out(workspace, run_id, practice_store)
        await put_customer(practice_store, **GIULIA, lastName="Russo")
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            # the first name is Giulia again already, the last name was never the run's
            assert summary.states == {Restore.AS_BEFORE: 1}
        await put_customer(practice_store, **{**GIULIA, "firstName": "Jule"})
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.SINCE: 1}
            planned = back.plan(with_since=True)
        await carried_out(workspace, planned.run_id, practice_store)
        after = await now(practice_store, "c-1")
        assert (after["firstName"], after["lastName"]) == ("Giulia", "Russo")


NOOR = {"phoneNumber": "+393471000102", "email": "noor@post.example"}


async def by_id(store: PracticeStore, identity: object) -> Record:
    async with client_of(store) as client:
        found = await by_service_id(client, str(identity), Include())
    assert found is not None
    return dict(found.raw)


async def test_without_an_external_id_a_phone_goes_back_to_the_same_customer(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    made = await put_customer(practice_store, **NOOR, firstName="Noor")
    sent: list[Record] = [{**NOOR, "phoneNumber": "+393471000188"}]
    with Workspace.open(tmp_path) as workspace:
        before = await by_id(practice_store, made["id"])
        run_id = plan_of(workspace, sent, "customers")
        await carried_out(workspace, run_id, practice_store)
        now = await by_id(practice_store, made["id"])
    assert now["phoneNumber"] == "+393471000188"
    back = compare_customer(before, json.dumps(sent[0]).encode(), now)
    assert (back.state, json.loads(back.body or b"")) == (Restore.WHOLE, NOOR)
    await put_customer(practice_store, **json.loads(back.body or b""))
    assert (await by_id(practice_store, made["id"]))["phoneNumber"] == NOOR["phoneNumber"]


def test_a_contact_that_must_stay_for_the_store_to_find_the_customer_by_is_not_given_back() -> None:
    before: Record = {"id": 7, "firstName": "Noor", **NOOR}
    sent: Record = {"firstName": "Nora", "phoneNumber": "+393471000188", "email": "noor@post.example"}
    now = {**before, **sent, "email": "nora@post.example"}
    back = compare_customer(before, json.dumps(sent).encode(), now)
    assert back.state is Restore.IN_PART
    (stuck,) = (each for each in back.fields if each.stays)
    assert (stuck.change.field, "one has to stay" in stuck.note) == ("email", True)
    assert json.loads(back.body or b"") == {
        "firstName": "Noor",
        "phoneNumber": "+393471000102",
        "email": "nora@post.example",
    }
    alone: Record = {"id": 7, "phoneNumber": "+393471000188"}
    back = compare_customer({**alone, **NOOR}, json.dumps(sent).encode(), {**alone, "email": None})
    assert json.loads(back.body or b"") == {"phoneNumber": "+393471000188", "email": "noor@post.example"}
    assert [each.change.field for each in back.fields if each.stays] == ["phone_number"]


async def test_a_number_that_was_empty_is_not_given_back_and_a_default_is(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    await put_customer(practice_store, **GIULIA, addresses=[ADDRESS])
    before = await now(practice_store, "c-1")
    sent = {
        **GIULIA, "addresses": [{**ADDRESS, "city": "Milan", "latitude": 45.5, "isDefault": True}],
    }  # fmt: skip
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [sent], "customers")
        await carried_out(workspace, run_id, practice_store)
        back, summary = await compared(workspace, tmp_path, run_id, practice_store)
        with closing(back):
            assert summary.states == {Restore.IN_PART: 1}
            fields = {one.change.field: one for one in records_of(back)["c-1"].fields}
            assert {name: one.stays for name, one in fields.items()} == {
                "city": False,
                "is_default": False,
                "latitude": True,
            }
            assert "cannot empty it" in fields["latitude"].note
            planned = back.plan()
        await carried_out(workspace, planned.run_id, practice_store)
    (address,), (old,) = (await now(practice_store, "c-1"))["addresses"], before["addresses"]
    assert (address["city"], address["latitude"], bool(address.get("isDefault"))) == ("Turin", 45.5, False)
    assert not old.get("isDefault")


def test_tags_that_the_store_gives_as_one_text_are_not_given_back() -> None:
    before: Record = {"id": 7, **GIULIA, "tags": "VIP, linen"}
    sent = {**GIULIA, "firstName": "Julia", "tags": ["New"]}
    back = compare_customer(
        before, json.dumps(sent).encode(), {**before, "firstName": "Julia", "tags": "New"}
    )
    assert back.state is Restore.IN_PART
    (stuck,) = (each for each in back.fields if each.stays)
    assert (stuck.change.field, "cannot be sent back" in stuck.note) == ("tags", True)
    assert "tags" not in json.loads(back.body or b"")
