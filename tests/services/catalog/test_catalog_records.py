"""One product or catalog read, sent and journaled; fields without a name here go back as they came."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import FieldError, Rejected
from svcconsole.api.models.unknown_fields import UnknownField
from svcconsole.api.token import Token
from svcconsole.services.catalog.catalogs import CATALOGS
from svcconsole.services.catalog.products import PRODUCTS
from svcconsole.services.catalog.records import (
    RecordType,
    Saved,
    Seen,
    UnknownFieldsRefused,
    Upsert,
    note,
    read,
    refused_fields,
    send,
)
from svcconsole.workspace.database import Workspace
from tests.api.models.samples import CATALOG, COMBINATION, PRODUCT
from tests.support.fault_server import answer, answers, fault_server
from tests.support.practice import PracticeStore

RICH: dict[str, Any] = {
    **PRODUCT,
    "warranty": {"years": 2, "by": None, "terms": ["a", {"b": 1.5}]},
    "combinations": [
        {**COMBINATION, "sku": "M-1", "weight": 0.35},
        {**COMBINATION, "id": "mug-2", "name": "Second", "sku": None},
    ],
    "photos": [
        {"photoUrl": "https://shop.example/1.png", "alt": "A mug"},
        {"photoUrl": "https://shop.example/1.png", "alt": "The same once more"},
    ],
    "metafields": [{"id": "m", "namespace": "n", "key": "k", "value": "v", "type": "text"}],
}


@asynccontextmanager
async def client_of(base_url: str, token: str) -> AsyncIterator[Client]:
    async with Client(Connection(base_url=base_url, token=Token(token))) as client:
        yield client


@asynccontextmanager
async def rich_store(store: PracticeStore) -> AsyncIterator[Client]:
    """A practice store that knows more than this program does, and holds such a product and catalog."""
    store.set_unknown_fields("keep")
    async with client_of(store.base_url, store.token) as client:
        for path, name, record in (
            (CATALOGS.upsert, "catalogs", {**CATALOG, "season": "autumn"}),
            (PRODUCTS.upsert, "products", RICH),
        ):
            sent = await client.send(path, json.dumps({name: [record]}).encode())
            assert sent.error is None
        yield client


async def there(client: Client, kind: RecordType[Any], identity: str) -> Seen:
    found = await read(client, kind, identity)
    assert found is not None
    return found


async def stored(client: Client, kind: RecordType[Any], identity: str) -> dict[str, Any]:
    """The record's JSON, its numbers as the library reads them."""
    answer = await client.send(kind.get, json.dumps({_CAMEL[kind.ids]: [identity]}).encode())
    record: dict[str, Any] = answer.payload["data"][kind.name][0]
    return record


_CAMEL = {"product_ids": "productIds", "catalog_ids": "catalogIds"}


def edited(kind: RecordType[Any], now: Seen, **changes: Any) -> Upsert[Any]:
    record = kind.checked({**kind.values_of(now), **changes})
    return Upsert(kind, record, before=now, known_of=now)


async def test_fields_without_a_name_go_back_as_they_came_at_every_level(
    practice_store: PracticeStore,
) -> None:
    async with rich_store(practice_store) as client:
        upsert = edited(PRODUCTS, await there(client, PRODUCTS, "mug"), name="Another name")
        saved = await send(client, upsert)
        assert saved.missing == ()
        assert await stored(client, PRODUCTS, "mug") == {**RICH, "name": "Another name"}
        kitchen = edited(CATALOGS, await there(client, CATALOGS, "kitchen"), name="Cuisine")
        await send(client, kitchen)
        assert await stored(client, CATALOGS, "kitchen") == {
            **CATALOG,
            "season": "autumn",
            "name": "Cuisine",
        }
        assert await read(client, PRODUCTS, "nowhere") is None


async def test_rows_take_their_own_fields_along_wherever_they_stand(practice_store: PracticeStore) -> None:
    async with rich_store(practice_store) as client:
        now = await there(client, PRODUCTS, "mug")
        first, second = PRODUCTS.values_of(now)["combinations"]
        new = {**second, "id": "mug-3", "name": "Third"}
        await send(client, edited(PRODUCTS, now, combinations=[new, second, first]))
        rows = (await stored(client, PRODUCTS, "mug"))["combinations"]
        assert [(row["id"], row.get("sku", "none")) for row in rows] == [
            ("mug-3", "none"),
            ("mug-2", None),
            (COMBINATION["id"], "M-1"),
        ]


async def test_what_a_record_had_and_has_no_more_is_sent_empty(practice_store: PracticeStore) -> None:
    """A store that keeps what a request does not name would keep it otherwise."""
    async with rich_store(practice_store) as client:
        now = await there(client, PRODUCTS, "mug")
        first, second = PRODUCTS.values_of(now)["combinations"]
        (sent,) = edited(
            PRODUCTS, now,
            description=None, metafields=[], catalog_ids=None, image="", combinations=[
                {**first, "options": {}, "currency": None}, {**second, "id": "mug-3", "options": None},
            ],
        ).body()["products"]  # fmt: skip
        assert [sent[name] for name in ("description", "metafields", "catalogIds", "image")] == [
            "",
            [],
            [],
            "",
        ]
        mine, new = sent["combinations"]
        assert (mine["options"], mine["currency"], mine["sku"]) == ({}, "", "M-1")
        assert "options" not in new
        kitchen = await there(client, CATALOGS, "kitchen")
        (sent,) = edited(CATALOGS, kitchen, description=None).body()["catalogs"]
        assert sent["description"] == ""
        saved = await send(client, edited(PRODUCTS, now, metafields=None))
        assert saved.missing == ()
        assert not (await stored(client, PRODUCTS, "mug"))["metafields"]


async def test_a_store_that_refuses_them_changes_nothing_until_they_are_left_out(
    practice_store: PracticeStore,
) -> None:
    async with rich_store(practice_store) as client:
        practice_store.set_unknown_fields("refuse")
        upsert = edited(PRODUCTS, await there(client, PRODUCTS, "mug"), name="Another name")
        with pytest.raises(UnknownFieldsRefused) as refused:
            await send(client, upsert)
        assert {field.place for field in refused.value.fields} == {
            ("warranty",),
            ("combinations", "sku"),
            ("combinations", "weight"),
            ("photos", "alt"),
            ("metafields", "type"),
        }
        assert await stored(client, PRODUCTS, "mug") == RICH
        agreed = upsert.without(refused.value.fields)
        assert agreed.carried() == ()
        await send(client, agreed)
        now = await stored(client, PRODUCTS, "mug")
        assert (now["name"], "warranty" in now) == ("Another name", False)


async def test_only_the_refused_ones_are_left_out(practice_store: PracticeStore) -> None:
    async with rich_store(practice_store) as client:
        upsert = edited(PRODUCTS, await there(client, PRODUCTS, "mug"), name="Another name")
        sku = [field for field in upsert.carried() if field.place == ("combinations", "sku")]
        await send(client, upsert.without(sku))
        now = await stored(client, PRODUCTS, "mug")
        assert now["warranty"] == RICH["warranty"] and now["photos"] == RICH["photos"]
        assert [("sku" in row, "weight" in row) for row in now["combinations"]] == [
            (False, True),
            (False, False),
        ]


async def test_what_a_store_takes_and_forgets_is_told(practice_store: PracticeStore) -> None:
    async with rich_store(practice_store) as client:
        practice_store.set_unknown_fields("drop")
        saved = await send(client, edited(CATALOGS, await there(client, CATALOGS, "kitchen"), name="Cuisine"))
        assert [(field.place, field.value) for field in saved.missing] == [(("season",), "autumn")]


async def test_numbers_go_back_digit_by_digit() -> None:
    text = '{"status":200,"success":true,"data":{"catalogs":[{"id":"k","name":"K","rate":1.10,"far":%s}]}}'
    reply = answer(
        (text % "0.12345678901234567890123").encode(), headers={"Content-Type": "application/json"}
    )
    async with fault_server(answers(reply)) as server, client_of(server.base_url, "anything") as client:
        now = await there(client, CATALOGS, "k")
        assert now.raw["far"] == Decimal("0.12345678901234567890123")
        await send(client, edited(CATALOGS, now, name="L"))
        assert b'"rate":1.10,"far":0.12345678901234567890123}' in server.requests[-1].body


@pytest.mark.parametrize("written", [True, False])
async def test_a_yes_and_a_no_in_one_answer_are_decided_by_reading_back(written: bool) -> None:
    """What the store wrote is saved; what it did not is refused, at its field and in its words."""
    words = "products[0].tags are not accepted today"
    found = answer({"status": 200, "success": True, "data": {"products": [PRODUCT]}})
    both = answer({"status": 200, "success": False, "errors": [{"message": words}]})
    changed = answer({"status": 200, "success": True, "data": {"products": [PRODUCT | {"tags": "b"}]}})
    script = answers(found, both, changed if written else found)
    async with fault_server(script) as server, client_of(server.base_url, "t") as client:
        upsert = edited(PRODUCTS, await there(client, PRODUCTS, PRODUCT["id"]), tags="b")
        if written:
            assert getattr((await send(client, upsert)).record, "tags", "") == "b"
            return
        with pytest.raises(Rejected) as caught:
            await send(client, upsert)
    assert caught.value.server_words == (words,)
    assert [field.loc for field in caught.value.fields] == [("products", 0, "tags")]


async def test_what_has_another_type_goes_back_as_it_came() -> None:
    odd = PRODUCT | {"tags": ["a", "b"], "combinations": [COMBINATION | {"options": []}]}
    reply = answer({"status": 200, "success": True, "data": {"products": [odd]}})
    async with fault_server(answers(reply)) as server, client_of(server.base_url, "t") as client:
        await send(client, edited(PRODUCTS, await there(client, PRODUCTS, PRODUCT["id"]), name="Other"))
    (sent,) = json.loads(server.requests[-1].body)["products"]
    assert (sent["name"], sent["tags"], sent["combinations"][0]["options"]) == ("Other", ["a", "b"], [])


async def test_the_journal_holds_what_was_there_and_what_was_sent(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with rich_store(practice_store) as client:
        upsert = edited(CATALOGS, await there(client, CATALOGS, "kitchen"), name="Cuisine")
        saved: Saved[Any] = await send(client, upsert.without(upsert.carried()))
        new = CATALOGS.checked({"id": "new", "name": "New"})
        made: Saved[Any] = await send(client, Upsert(CATALOGS, new, before=None, known_of=None))
    with Workspace.open(tmp_path) as workspace:
        note(workspace, saved, "editor")
        note(workspace, made, "editor")
        (change,) = workspace.changes.history("catalogs", "kitchen")
        assert (change.action, change.source) == ("updated", "editor")
        assert change.before is not None and change.after is not None
        assert (change.before["season"], change.before["name"]) == ("autumn", CATALOG["name"])
        assert ("season" in change.after, change.after["name"]) == (False, "Cuisine")
        (created,) = workspace.changes.history("catalogs", "new")
        assert (created.action, created.before) == ("created", None)


CARRIED = (
    UnknownField(("warranty",), 2),
    UnknownField(("combinations", 0, "sku"), "M-1"),
    UnknownField(("combinations", 7, "sku"), "M-8"),
    UnknownField(("photos", 0, "name"), "front"),
)


@pytest.mark.parametrize(
    ("words", "located", "places"),
    [
        (("products[0].warranty is not a field of this request",), (), {("warranty",)}),
        (("products[0].combinations[0].sku is unknown",), (), {("combinations", "sku")}),
        (("products.0.property warranty should not exist",), (), {("warranty",)}),
        (("Additional properties: 'sku', 'warranty'",), (), {("warranty",), ("combinations", "sku")}),
        (("products[0].name must not be empty",), (0,), set()),
        (("products[0].photos[0].name is unknown",), (0,), {("photos", "name")}),
        (("warrantyless things only",), (), {field.place for field in CARRIED}),
        ((), (), {field.place for field in CARRIED}),
        (("catalog gone does not exist: products[0].catalogIds[0]",), (0,), set()),
    ],
)
def test_a_refusal_is_about_the_fields_it_names_or_when_it_names_none_about_all(
    words: tuple[str, ...], located: tuple[int, ...], places: set[tuple[str, ...]]
) -> None:
    fields = tuple(FieldError(("products", 0), words[index]) for index in located)
    error = Rejected("The store refused this.", server_words=words, fields=fields)
    found = refused_fields(error, CARRIED)
    assert {field.place for field in found} == places
    assert len(found) == sum(field.place in places for field in CARRIED)
