"""What the records of a run do not name is sent as the store held it before the run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from svcconsole.api.answers import CallRecord
from svcconsole.api.operations import GET_CATALOGS, GET_PRODUCTS, UPSERT_CATALOGS
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.services.runs.completing import Completion, sent_body
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.refused_again import plan_refused
from svcconsole.services.runs.run import NOT_SAID, RunControl, run
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState
from svcconsole.workspace.runs.ledger_entries import PendingRecord
from svcconsole.workspace.runs.rehearsals import plan_hash
from svcconsole.workspace.schema import Bucket, RunState, attempts, items
from tests.services.runs.plans import client_of, new_run, product
from tests.services.take_back.stores import carried_out, held, plan_of, put
from tests.support.practice import PracticeStore

SLOW = PacingRules(first_batch=2, most_batch=2, most_at_once=1)


def full(number: int, **changes: Any) -> dict[str, Any]:
    """A product with everything, in two variants."""
    made = product(number)
    (variant,) = made["combinations"]
    more = {
        "description": "Poured by hand",
        "tags": "wax, gift",
        "photos": [{"photoUrl": f"https://images.example/{name}.png"} for name in "ab"],
        "metafields": [{"id": "care.burn", "namespace": "care", "key": "burn", "value": "40 h"}],
        "addToCartDisabled": True,
        "warranty": {"years": 2},
    }
    variants = [
        {**variant, "id": f"{made['id']}-{size}", "name": size, "options": {"Size": size}, "sku": f"K{size}"}
        for size in "SM"
    ]
    return {**made, **more, "combinations": variants, **changes}


def named(number: int, **changes: Any) -> dict[str, Any]:
    """The same product as a list of prices names it: one variant, no more than what is required."""
    made = product(number)
    (variant,) = made["combinations"]
    return {**made, "combinations": [{**variant, "id": f"{made['id']}-S", "price": 52, **changes}]}


@pytest.fixture
def store(practice_store: PracticeStore) -> PracticeStore:
    """A practice store that keeps fields it does not know."""
    practice_store.control("POST", "/unknown-fields", {"policy": "keep"})
    return practice_store


def sent_by(calls: list[CallRecord]) -> list[bytes]:
    return [call.request for call in calls if call.answer.operation.name == "products.createOrUpdate"]


@pytest.mark.usefixtures("either_engine")
async def test_what_a_record_does_not_name_stays_as_the_store_has_it(
    store: PracticeStore, tmp_path: Path
) -> None:
    old = full(1)
    await put(store, old)
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [named(1, quantity=9), named(2)], completes=True)
        await carried_out(workspace, run_id, store)
        assert workspace.runs.totals(run_id).sent == 2
    now = await held(store, "candle-00001", "candle-00002")
    size_s, size_m = now["candle-00001"].pop("combinations")
    assert now["candle-00001"] == {name: value for name, value in old.items() if name != "combinations"}
    was_s, was_m = old["combinations"]
    assert size_m == was_m
    assert size_s == {**was_s, "price": 52, "quantity": 9}
    assert now["candle-00002"]["combinations"] == [{**named(2)["combinations"][0]}]


async def test_without_it_a_product_is_replaced_as_a_whole(store: PracticeStore, tmp_path: Path) -> None:
    await put(store, full(1))
    with Workspace.open(tmp_path) as workspace:
        await carried_out(workspace, plan_of(workspace, [named(1)]), store)
    now = (await held(store, "candle-00001"))["candle-00001"]
    assert "description" not in now and len(now["combinations"]) == 1


async def test_lists_that_a_record_names_are_its_own(store: PracticeStore, tmp_path: Path) -> None:
    await put(store, full(1))
    mine = {"photos": [{"photoUrl": "https://images.example/c.png"}], "tags": "wax"}
    with Workspace.open(tmp_path) as workspace:
        await carried_out(workspace, plan_of(workspace, [{**named(1), **mine}], completes=True), store)
    now = (await held(store, "candle-00001"))["candle-00001"]
    assert (now["photos"], now["tags"]) == (mine["photos"], "wax")
    assert now["description"] == "Poured by hand"


async def test_catalogs_keep_what_is_not_named(store: PracticeStore, tmp_path: Path) -> None:
    async with client_of(store) as client:
        old = {"id": "gifts", "name": "Gifts", "description": "For friends", "url": "https://shop.example/g"}
        await client.send(UPSERT_CATALOGS, json.dumps({"catalogs": [old]}).encode())
        with Workspace.open(tmp_path) as workspace:
            run_id = plan_of(workspace, [{"id": "gifts", "name": "Presents"}], "catalogs", completes=True)
            await carried_out(workspace, run_id, store)
        answer = await client.send(GET_CATALOGS, b'{"catalogIds":["gifts"]}')
        assert answer.payload["data"]["catalogs"] == [{**old, "name": "Presents"}]


@pytest.mark.usefixtures("either_engine")
async def test_a_run_that_goes_on_completes_what_had_not_left_with_what_the_store_holds_now(
    store: PracticeStore, tmp_path: Path
) -> None:
    """Of what had left, the answer of then stays; the ledger has the hash of what left."""
    await put(store, *(full(number) for number in range(6)))
    control, calls = RunControl(), list[CallRecord]()

    def stop_at_first(call: CallRecord) -> None:
        calls.append(call)
        if sent_by(calls):
            control.stop()

    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [named(number) for number in range(6)], completes=True)
        async with client_of(store, on_call=stop_at_first) as client:
            async for _ in run(workspace, run_id, client, control, pace=SLOW):
                pass
    assert len(sent_by(calls)) == 1
    await put(store, full(0, description="Mended"), full(5, description="Something else"))
    with Workspace.open(tmp_path) as workspace:
        async with client_of(store, on_call=calls.append) as client:
            async for _ in run(workspace, run_id, client, RunControl(), pace=SLOW):
                pass
        assert workspace.runs.get(run_id).state is RunState.FINISHED
        told = [sent_body(workspace, run_id, seq) for seq in range(6)]
        with workspace.reading() as connection:
            noted = set(connection.execute(select(attempts.c.sha256)).scalars())
    bodies = sent_by(calls)
    assert noted == {hashlib.sha256(body).hexdigest() for body in bodies}
    records = [record for body in bodies for record in json.loads(body)["products"]]
    assert [record["id"] for record in records] == [product(number)["id"] for number in range(6)]
    assert [record["description"] for record in records] == [*["Poured by hand"] * 5, "Something else"]
    assert (await held(store, "candle-00000"))["candle-00000"]["description"] == "Mended"
    assert all(sum(each in body for body in bodies) == 1 for each in told), "what is shown is what was sent"


async def test_what_was_refused_is_completed_when_it_goes_again(store: PracticeStore, tmp_path: Path) -> None:
    await put(store, full(1))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [{**named(1), "catalogIds": ["gifts"]}], completes=True)
        await carried_out(workspace, run_id, store)
        assert workspace.runs.totals(run_id).refused == 1
        async with client_of(store) as client:
            await client.send(UPSERT_CATALOGS, b'{"catalogs":[{"id":"gifts","name":"Gifts"}]}')
        await carried_out(workspace, plan_refused(workspace, run_id), store)
    now = (await held(store, "candle-00001"))["candle-00001"]
    assert (now["catalogIds"], now["description"]) == (["gifts"], "Poured by hand")


def test_the_code_of_a_plan_says_whether_it_completes_its_records(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        one, other = (plan_of(workspace, [named(1)], completes=choice) for choice in (False, True))
        codes = {workspace.runs.get(run_id).code for run_id in (one, other)}
        assert len(codes) == 2
        assert workspace.runs.get(other).sha256 == plan_hash(workspace, other)


class TestOneRecord:
    """The bytes of one product, by what the store holds of it."""

    @pytest.fixture
    def completion(self, tmp_path: Path) -> Completion:
        with Workspace.open(tmp_path) as workspace:
            return Completion(workspace.runs.get(plan_of(workspace, [named(1)], completes=True)))

    def test_one_that_is_not_there_goes_as_it_was_frozen(self, completion: Completion) -> None:
        assert completion.sent(b'{"id": "x" }', None) == b'{"id": "x" }'

    def test_what_a_store_answers_as_null_is_not_sent(self, completion: Completion) -> None:
        stored = {"id": "a", "tags": None, "photos": [{"photoUrl": "u", "alt": None}], "combinations": None}
        made = json.loads(completion.sent(b'{"id":"a","combinations":[{"id":"v"}]}', stored))
        assert made == {
            "id": "a", "photos": [{"photoUrl": "u", "alt": None}], "combinations": [{"id": "v"}],
        }  # fmt: skip

    def test_a_product_sold_as_one_article_stays_one(self, completion: Completion) -> None:
        stored = {"id": "a", "combinations": [{"id": 7, "name": "Mug", "sku": "K7"}]}
        body = b'{"id":"a","combinations":[{"id":"a-1","name":"Default"}]}'
        made = json.loads(completion.sent(body, stored))
        assert made["combinations"] == [{"id": "a-1", "name": "Mug", "sku": "K7"}]

    def test_a_variant_with_options_of_its_own_is_one_more(self, completion: Completion) -> None:
        stored = {"id": "a", "combinations": [{"id": 7, "name": "S", "options": {"Size": "S"}}]}
        body = b'{"id":"a","combinations":[{"id":"m","name":"M","options":{"Size":"M"}}]}'
        made = json.loads(completion.sent(body, stored))
        assert [row["id"] for row in made["combinations"]] == ["m", "7"]

    def test_amounts_stay_digit_by_digit(self, completion: Completion) -> None:
        stored = {"id": "a", "combinations": [{"id": "m", "price": Decimal("1169.1000000000001")}]}
        made = completion.sent(b'{"id":"a","combinations":[{"id":"n","options":{"a":"b"}}]}', stored)
        assert b"1169.1000000000001" in made


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, {"image": "own", "productUrl": "page"}),
        ({"combinations.image": "{Variant Image}"}, {"image": "shared", "productUrl": "page"}),
    ],
)
def test_what_an_import_fills_in_for_a_variant_gives_way_to_what_is_stored(
    tmp_path: Path, fields: Mapping[str, str], expected: Mapping[str, object]
) -> None:
    mapping = json.dumps({"format": "", "fields": {"id": "{id}", **fields}})
    new = replace(new_run(), mapping=mapping, keeps_before=True, completes=True)
    with Workspace.open(tmp_path) as workspace:
        completion = Completion(workspace.runs.get(workspace.runs.create(new, [])))
    filled = {"id": "v", "price": 52, "discountedPrice": 52, "image": "shared", "productUrl": "shared"}
    stored = {"id": "v", "price": 50, "discountedPrice": 40, "image": "own", "productUrl": "page"}
    body = json.dumps({"id": "a", "combinations": [filled]}).encode()
    (made,) = json.loads(completion.sent(body, {"id": "a", "combinations": [stored]}))["combinations"]
    assert made == {"id": "v", "price": 52, "discountedPrice": 52, **expected}


def of_file(folder: Path, *fields: str) -> Completion:
    """What becomes of the records of a file in which columns fill these fields."""
    mapping = json.dumps({"format": "", "fields": dict.fromkeys(("id", *fields), "{Column}")})
    new = replace(new_run(), mapping=mapping, keeps_before=True, completes=True)
    with Workspace.open(folder) as workspace:
        return Completion(workspace.runs.get(workspace.runs.create(new, [])))


def sized(identity: str, size: str, **more: Any) -> dict[str, Any]:
    return {"id": identity, "name": size, "options": {"Size": size}, **more}


def made_of(completion: Completion, sent: Mapping[str, Any], stored: Mapping[str, Any]) -> Any:
    return json.loads(completion.sent(json.dumps(sent).encode(), stored))


def test_variants_without_ids_in_the_file_are_those_with_their_options(tmp_path: Path) -> None:
    stored = {"id": "a", "combinations": [sized("a-1", "S", sku="KS"), sized("v2", "M", sku="KM")]}
    sent = {"id": "a", "combinations": [sized("a-1", "M"), sized("a-2", "L"), sized("a-3", "S")]}
    made = made_of(of_file(tmp_path), sent, stored)["combinations"]
    assert made == [sized("v2", "M", sku="KM"), sized("a-2", "L"), sized("a-1", "S", sku="KS")]


def test_a_made_id_is_never_that_of_another_variant(tmp_path: Path) -> None:
    stored = {"id": "a", "combinations": [sized("a-1", "S"), sized("a-2", "M")]}
    made = made_of(of_file(tmp_path), {"id": "a", "combinations": [sized("a-1", "XL")]}, stored)[
        "combinations"
    ]
    assert [row["id"] for row in made] == ["a-1-x", "a-1", "a-2"]


def test_a_variant_whose_id_the_file_changes_is_not_there_twice(tmp_path: Path) -> None:
    stored = {"id": "a", "combinations": [sized("old", "S", sku="KS")]}
    sent = {"id": "a", "combinations": [sized("new", "S"), sized("m", "M")]}
    made = made_of(of_file(tmp_path, "combinations.id"), sent, stored)["combinations"]
    assert made == [sized("new", "S", sku="KS"), sized("m", "M")]


def test_a_variant_that_only_the_store_has_goes_back_as_a_request_has_it(tmp_path: Path) -> None:
    stored = {"id": "a", "combinations": [sized("m", "M", price=9, image=None, productId=7)]}
    sent = {"id": "a", "url": "page", "image": "own", "combinations": [sized("s", "S")]}
    _, other = made_of(of_file(tmp_path, "combinations.id", "image"), sent, stored)["combinations"]
    whole = {"price": 9, "discountedPrice": 9, "image": "own", "productUrl": "page", "productId": "a"}
    assert other == sized("m", "M", **whole)


def test_metafields_that_are_named_one_by_one_leave_the_others(tmp_path: Path) -> None:
    care, size = ({"namespace": "n", "key": key, "value": "old"} for key in ("care", "size"))
    sent = {"id": "a", "metafields": [{**care, "value": "new"}]}
    made = made_of(of_file(tmp_path, "metafields.n.care"), sent, {"id": "a", "metafields": [care, size]})
    assert made["metafields"] == [{**care, "value": "new"}, size]


def test_a_picture_that_no_column_names_stays(tmp_path: Path) -> None:
    sent, stored = {"id": "a", "image": "first photo"}, {"id": "a", "image": "own"}
    assert made_of(of_file(tmp_path), sent, stored)["image"] == "own"
    assert made_of(of_file(tmp_path / "named", "image"), sent, stored)["image"] == "first photo"


async def test_what_the_store_says_nothing_of_is_not_sent_and_says_why(
    store: PracticeStore, tmp_path: Path
) -> None:
    await put(store, full(1))
    store.add_fault("status", code=400, operation=GET_PRODUCTS.path)
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [named(1)], completes=True)
        await carried_out(workspace, run_id, store)
        totals = workspace.runs.totals(run_id)
        assert (totals.sent, totals.refused, totals.not_sent) == (0, 1, 0)
        (reason,) = workspace.runs.reasons(run_id)
        assert "what it holds" in str(reason.sentence)
        assert reason.server_words
    store.control("DELETE", "/faults")
    assert (await held(store, "candle-00001"))["candle-00001"] == full(1)


@pytest.mark.usefixtures("either_engine")
async def test_what_is_not_kept_of_the_store_is_not_taken_for_new(
    store: PracticeStore, tmp_path: Path
) -> None:
    """One that was tried before is not read again: what was kept of it is gone with its 90 days."""
    await put(store, full(1), full(2))
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [named(1), named(2), named(3)], completes=True)
        with workspace.writing() as connection:
            connection.execute(
                update(items).where(items.c.run_id == run_id, items.c.seq == 0).values(tries=1)
            )
        await carried_out(workspace, run_id, store)
        totals = workspace.runs.totals(run_id)
        assert (totals.sent, totals.refused) == (2, 1)
        [row] = workspace.runs.rows(run_id, Bucket.REFUSED).rows
        assert (row.record_id, row.reason) == ("candle-00001", NOT_SAID)
    assert (await held(store, "candle-00001"))["candle-00001"] == full(1)


def test_the_last_answer_about_a_record_says_whether_the_store_told_of_it(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan_of(workspace, [named(number) for number in range(5)], completes=True)
        refused = BeforeAnswer((0, 1), BeforeState.UNREADABLE, words="no")
        there, absent = BeforeAnswer((1, 2), BeforeState.READ, b"{}"), BeforeAnswer((3,), BeforeState.ABSENT)
        workspace.before.add(run_id, [refused, there, absent, replace(refused, seqs=(2,), words="never")])
        assert workspace.before.unreadable(run_id) == {0: "no", 2: "never", 4: ""}


def test_a_field_that_the_store_sets_itself_does_not_hide_that_a_record_arrived() -> None:
    body = json.dumps({**named(1), "updatedAt": "2026-03-02"}).encode()
    item = PendingRecord(0, "candle-00001", 1, 1, 1, True, body, 1, None)
    stored = {**named(1), "updatedAt": "2026-03-03"}
    assert replace(KINDS["products"], carry=True).is_held(item, stored)
    assert not KINDS["products"].is_held(item, stored)
    assert not replace(KINDS["products"], carry=True).is_held(item, {**stored, "name": "Other"})
