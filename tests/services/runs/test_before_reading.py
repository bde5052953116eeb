"""What the store holds is read and kept before the first record of a run goes."""

from __future__ import annotations

import gc
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.api.client import CallRecord
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.operations import GET_PRODUCTS
from svcconsole.services.runs.before_reading import HELD, read_records
from svcconsole.services.runs.before_records import NOT_TOLD
from svcconsole.services.runs.run import PacingRules, RunControl, run
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState, ToRead
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.schema import items as run_items
from tests.services.runs.plans import client_of, items, new_run, product
from tests.support.odd_store import odd_store
from tests.support.practice import PracticeStore

QUICK = PacingRules(first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1)


async def carried_out(workspace: Workspace, run_id: str, store: PracticeStore) -> list[CallRecord]:
    calls: list[CallRecord] = []
    async with client_of(store, on_call=calls.append) as client:
        async for progress in run(workspace, run_id, client, RunControl(), pace=QUICK):
            state = progress.state
    assert state is RunState.FINISHED
    return calls


def operations(calls: list[CallRecord]) -> list[str]:
    return [call.answer.operation.name for call in calls]


async def test_products_are_read_in_one_pass_ahead_of_the_first_that_goes(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path) as workspace:
        await carried_out(workspace, workspace.runs.create(new_run(), items(150)), practice_store)
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), items(250))
        calls = operations(await carried_out(workspace, run_id, practice_store))
        reads = [place for place, name in enumerate(calls) if name == "products.get"]
        assert reads == [0, 1, 2]
        answers = list(workspace.before.of(run_id))
        assert {seq for each in answers for seq in each.seqs} == set(range(250))
        held = [record for each in answers for record in json.loads(each.answer)["data"]["products"]]
        assert len(held) == 150


@pytest.mark.usefixtures("either_engine")
async def test_a_record_in_doubt_that_stands_as_before_the_run_goes_again(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Only what is kept of it tells that nobody else wrote it meanwhile."""
    with Workspace.open(tmp_path) as workspace:
        await carried_out(workspace, workspace.runs.create(new_run(), items(3)), practice_store)
        async with client_of(practice_store) as client:
            asked = json.dumps({"productIds": [product(number)["id"] for number in range(3)]}).encode()
            answer = await client.send(GET_PRODUCTS, asked)
        plan = [replace(each, body=each.body.replace(b"Candle", b"Lamp")) for each in items(3) if each.body]
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), plan)
        workspace.before.add(run_id, [BeforeAnswer((0, 1, 2), BeforeState.READ, answer.body)])
        with workspace.writing() as connection:
            doubtful = (run_items.c.run_id == run_id, run_items.c.seq < 2)
            connection.execute(update(run_items).where(*doubtful).values(doubt_at=time.time() - 3600))
        await carried_out(workspace, run_id, practice_store)
        assert workspace.runs.totals(run_id).sent == 6  # rows, two a record


@pytest.mark.usefixtures("either_engine")
def test_of_the_answers_kept_those_about_some_records_are_found(tmp_path: Path) -> None:
    parts = ((0, 1, 2), (3, 4, 7), (5,), (8, 9, 10, 11))
    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), items(12))
        workspace.before.add(run_id, [BeforeAnswer(part, BeforeState.ABSENT) for part in parts])

        def about(*seqs: int) -> list[tuple[int, ...]]:
            return [each.seqs for each in workspace.before.of_records(run_id, frozenset(seqs))]

        assert about(2) == [(0, 1, 2)]
        assert about(5) == [(5,)]
        assert about(7, 8) == [(3, 4, 7), (8, 9, 10, 11)]
        assert about(6) == about() == []


async def test_a_large_run_is_read_without_all_its_bytes_in_memory(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    held = [0]

    def look(call: CallRecord) -> None:
        if call.answer.operation.name == "products.get":
            held.append(sum(isinstance(each, ToRead) for each in gc.get_objects()))

    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), items(HELD + 250))
        async with client_of(practice_store, on_call=look) as client:
            async for progress in run(workspace, run_id, client, RunControl(), pace=PacingRules()):
                assert progress.records == HELD + 250
        answers = list(workspace.before.of(run_id))
        assert [seq for each in answers for seq in each.seqs] == list(range(HELD + 250))
        assert 0 < max(held) <= HELD
        assert workspace.before.to_read(run_id) == ()


async def test_a_run_that_goes_on_reads_nothing_again(practice_store: PracticeStore, tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), items(300))
        practice_store.add_fault("latency", operation="products/createOrUpdate", seconds=0.02)
        slow = PacingRules(first_batch=5, most_batch=5, most_at_once=1)
        control = RunControl()
        async with client_of(practice_store) as client:
            async for progress in run(workspace, run_id, client, control, pace=slow):
                if progress.sent:
                    control.stop()
        assert workspace.runs.get(run_id).state is RunState.STOPPED
        practice_store.clear_faults()
        before = list(workspace.before.of(run_id))
        calls = operations(await carried_out(workspace, run_id, practice_store))
        assert "products.get" not in calls
        assert list(workspace.before.of(run_id)) == before


async def test_nothing_goes_while_the_store_cannot_be_read(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.add_fault("status", code=503, operation="products/get")
    calls: list[CallRecord] = []
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), items(20))
        async with client_of(practice_store, on_call=calls.append) as client:
            async for progress in run(workspace, run_id, client, control, pace=QUICK):
                if progress.state is RunState.PAUSED:
                    assert progress.sentence
                    assert set(operations(calls)) == {"products.get"}
                    practice_store.clear_faults()
                    control.resume()
        assert progress.products.sent == 20
        assert {seq for each in workspace.before.of(run_id) for seq in each.seqs} == set(range(20))


async def test_a_stop_while_reading_sends_nothing(practice_store: PracticeStore, tmp_path: Path) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(replace(new_run(), keeps_before=True), items(900))
        practice_store.add_fault("latency", operation="products/get", seconds=0.1)
        async with client_of(practice_store) as client:
            async for progress in run(workspace, run_id, client, control, pace=QUICK):
                if "Reading" in progress.sentence:
                    control.stop()
        assert (progress.state, progress.sent) == (RunState.STOPPED, 0)
        assert practice_store.counts()["products"] == 0


async def test_an_answer_without_a_customer_does_not_say_that_nobody_is_there(tmp_path: Path) -> None:
    asked = [ToRead(0, "c-1", b'{"partnerCustomerId":"c-1"}')]
    with Workspace.open(tmp_path) as workspace, ThreadPoolExecutor(1) as executor:
        async with odd_store() as store, client_of(store) as client:
            reading = read_records(client, workspace.people, "customers", asked, executor)
            [(_, [answer])] = [each async for each in reading]
    assert answer == BeforeAnswer((0,), BeforeState.UNREADABLE, words=str(NOT_TOLD))


async def test_customers_are_asked_for_one_by_one_by_what_is_known_of_them(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    wanted = [
        UpsertCustomer(partner_customer_id="c-1", first_name="Giulia", phone_number="+393471000101"),
        UpsertCustomer(first_name="Noor", phone_number="+393471000102"),
        UpsertCustomer(first_name="Ada", phone_number="+393471000103"),
        UpsertCustomer(partner_customer_id="c-4", first_name="Lars", phone_number="+393471000104"),
    ]
    plan = [
        PlanItem(str(place), (FileRow(place + 1, place + 2, ()),), each.wire())
        for place, each in enumerate(wanted)
    ]
    new = NewRun("customers", "Import customers", "", "people.csv", "", ())
    with Workspace.open(tmp_path) as workspace:
        await carried_out(workspace, workspace.runs.create(new, plan[:2]), practice_store)
        run_id = workspace.runs.create(replace(new, keeps_before=True), plan)
        calls = operations(await carried_out(workspace, run_id, practice_store))
        assert calls.count("customers.get") == 3
        states = {each.seqs[0]: each.state for each in workspace.before.of(run_id)}
        assert states == {
            0: BeforeState.READ, 1: BeforeState.READ, 2: BeforeState.UNREADABLE, 3: BeforeState.ABSENT,
        }  # fmt: skip
