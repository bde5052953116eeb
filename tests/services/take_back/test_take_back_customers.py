"""A run of customers is taken back: what the requests named goes back, what cannot be taken away is said."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

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
