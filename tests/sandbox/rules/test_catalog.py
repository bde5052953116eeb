"""Products and catalogs in the practice store: the sentences of the specification and the decisions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.models.samples import CATALOG, COMBINATION, PRODUCT
from tests.sandbox.wire import data, post
from tests.support.generate import product, products
from tests.support.practice import PracticeStore

UPSERT, LIST, GET = "products/createOrUpdate", "products/list", "products/get"


def ids(records: list[dict[str, Any]]) -> list[str]:
    return [record["id"] for record in records]


def catalogs(*names: str) -> dict[str, Any]:
    return {"catalogs": [{"id": name, "name": name} for name in names]}


def test_what_is_upserted_is_answered_kept_and_returned_whole(practice_store: PracticeStore) -> None:
    assert data(practice_store, "catalogs/createOrUpdate", {"catalogs": [CATALOG]}) == {"catalogs": [CATALOG]}
    assert data(practice_store, UPSERT, {"products": [PRODUCT]}) == {"products": [PRODUCT]}
    assert data(practice_store, GET, {"productIds": ["mug"]}) == {"products": [PRODUCT]}
    assert data(practice_store, LIST, {}) == {"products": [PRODUCT]}
    assert data(practice_store, "catalogs/get", {"catalogIds": ["kitchen"]}) == {"catalogs": [CATALOG]}
    assert data(practice_store, "catalogs/list", {}) == {"catalogs": [CATALOG]}


def test_an_upsert_replaces_the_record_whole(practice_store: PracticeStore) -> None:
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [CATALOG]})
    data(practice_store, UPSERT, {"products": [PRODUCT]})
    smaller = product(1, id="mug", combinations=[COMBINATION])
    data(practice_store, UPSERT, {"products": [smaller]})
    assert data(practice_store, GET, {"productIds": ["mug"]}) == {"products": [smaller]}
    data(practice_store, "catalogs/createOrUpdate", catalogs("kitchen"))
    assert data(practice_store, "catalogs/list", {}) == catalogs("kitchen")


RICH = {
    **PRODUCT,
    "warranty": {"years": 2, "by": None},
    "combinations": [{**COMBINATION, "sku": "M-1"}],
    "photos": [{"photoUrl": "https://shop.example/1.png", "alt": "A mug"}],
    "metafields": [{"id": "m", "namespace": "n", "key": "k", "value": "v", "type": "text"}],
}


def told(store: PracticeStore, policy: str) -> None:
    assert store.control("POST", "/unknown-fields", {"policy": policy})["data"] == {"policy": policy}


def test_fields_without_a_name_are_refused_kept_or_dropped_as_the_store_is_told(
    practice_store: PracticeStore,
) -> None:
    kitchen = {**CATALOG, "season": "autumn"}
    assert practice_store.control("GET", "/unknown-fields")["data"] == {"policy": "refuse"}
    refused = post(practice_store, "catalogs/createOrUpdate", {"catalogs": [kitchen]})
    assert refused.messages == ["catalogs[0].season is not a field of this request"]
    told(practice_store, "keep")
    assert data(practice_store, "catalogs/createOrUpdate", {"catalogs": [kitchen]}) == {"catalogs": [kitchen]}
    assert data(practice_store, UPSERT, {"products": [RICH]}) == {"products": [RICH]}
    told(practice_store, "refuse")
    refused = post(practice_store, UPSERT, {"products": [RICH]})
    assert sorted(message.partition(" ")[0] for message in refused.messages) == [
        "products[0].combinations[0].sku",
        "products[0].metafields[0].type",
        "products[0].photos[0].alt",
        "products[0].warranty",
    ]
    assert data(practice_store, GET, {"productIds": ["mug"]}) == {"products": [RICH]}
    told(practice_store, "drop")
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [kitchen]})
    assert data(practice_store, "catalogs/list", {}) == {"catalogs": [CATALOG]}
    assert post(practice_store, UPSERT, {"products": [RICH], "page": 1}).messages == [
        "page is not a field of this request"
    ]
    practice_store.reset()
    assert practice_store.control("GET", "/unknown-fields")["data"] == {"policy": "refuse"}


def test_a_kept_field_goes_when_the_record_is_sent_without_it(practice_store: PracticeStore) -> None:
    told(practice_store, "keep")
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [{**CATALOG, "season": "autumn"}]})
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [CATALOG]})
    assert data(practice_store, "catalogs/list", {}) == {"catalogs": [CATALOG]}


def test_lists_give_pages_of_100_by_id_until_an_empty_page(practice_store: PracticeStore) -> None:
    everything = products(250)
    data(practice_store, UPSERT, {"products": everything[::-1]})
    pages: list[list[str]] = []
    after: dict[str, str] = {}
    while not pages or pages[-1]:
        pages.append(ids(data(practice_store, LIST, after)["products"]))
        after = {"afterProductId": pages[-1][-1]} if pages[-1] else after
    assert [len(page) for page in pages] == [100, 100, 50, 0]
    assert [one for page in pages for one in page] == ids(everything)


def test_the_id_after_which_a_page_starts_need_not_exist(practice_store: PracticeStore) -> None:
    data(practice_store, "catalogs/createOrUpdate", catalogs("a", "c"))
    assert ids(data(practice_store, "catalogs/list", {"afterCatalogId": "b"})["catalogs"]) == ["c"]
    assert ids(data(practice_store, "catalogs/list", {"afterCatalogId": "z"})["catalogs"]) == []
    assert ids(data(practice_store, "catalogs/list", {"afterCatalogId": ""})["catalogs"]) == ["a", "c"]


def test_ids_are_ordered_by_code_point(practice_store: PracticeStore) -> None:
    names = ["a", "B", "é", "Z", "10", "9", "日", "🎁", "\uff21", "z", "_", " x"]
    data(practice_store, "catalogs/createOrUpdate", catalogs(*names))
    assert ids(data(practice_store, "catalogs/list", {})["catalogs"]) == sorted(names)


def test_get_answers_in_the_order_asked_without_the_unknown(practice_store: PracticeStore) -> None:
    data(practice_store, UPSERT, {"products": products(4)})
    asked = ["P000003", "nothing", "P000001", "P000003"]
    assert ids(data(practice_store, GET, {"productIds": asked})["products"]) == ["P000003", "P000001"]
    assert data(practice_store, GET, {"productIds": ["nothing"]}) == {"products": []}
    assert data(practice_store, "catalogs/get", {"catalogIds": ["nothing"]}) == {"catalogs": []}


def test_catalogs_must_exist_before_products_name_them(practice_store: PracticeStore) -> None:
    data(practice_store, "catalogs/createOrUpdate", catalogs("kitchen"))
    batch = products(3)
    batch[0]["catalogIds"] = ["kitchen", "attic"]
    batch[1]["catalogIds"] = ["attic"]
    batch[2]["catalogIds"] = ["cellar"]
    reply = post(practice_store, UPSERT, {"products": batch})
    assert reply.status == 400
    assert reply.messages == [
        "catalog attic does not exist: products[0].catalogIds[1] and 1 more;"
        " create it with catalogs/createOrUpdate first",
        "catalog cellar does not exist: products[2].catalogIds[0];"
        " create it with catalogs/createOrUpdate first",
    ]
    counts = practice_store.counts()
    assert (counts["catalogs"], counts["products"]) == (1, 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"combinations": []}, "products[4].combinations must have at least 1 entry"),
        ({"colour": "red"}, "products[4].colour is not a field of this request"),
        ({"name": 5}, "products[4].name must be text, not 5"),
        (
            {"id": "P000002"},
            "products[4].combinations[0].productId must be the product's id P000002, not P000005",
        ),
        ({"catalogIds": ["attic"]}, "catalog attic does not exist"),
    ],
)
def test_a_refused_batch_changes_nothing(
    practice_store: PracticeStore, change: dict[str, Any], message: str
) -> None:
    before = product(1, name="as it was")
    data(practice_store, UPSERT, {"products": [before]})
    batch = products(5)
    batch[4] |= change
    reply = post(practice_store, UPSERT, {"products": batch})
    assert reply.status == 400
    assert reply.messages[0].startswith(message)
    assert data(practice_store, LIST, {}) == {"products": [before]}


def test_one_id_twice_in_a_batch_is_refused(practice_store: PracticeStore) -> None:
    reply = post(practice_store, UPSERT, {"products": [product(1), product(2), product(1)]})
    assert (reply.status, reply.messages) == (400, ["products[2].id repeats P000001 of products[0]"])
    reply = post(practice_store, "catalogs/createOrUpdate", catalogs("a", "a"))
    assert (reply.status, reply.messages) == (400, ["catalogs[1].id repeats a of catalogs[0]"])


def test_every_mistake_of_a_batch_is_named_with_its_place(practice_store: PracticeStore) -> None:
    batch = products(4)
    batch[1]["combinations"][0]["price"] = "12,50"
    batch[3]["combinations"][0]["price"] = True
    del batch[3]["photos"]
    reply = post(practice_store, UPSERT, {"products": batch})
    assert reply.messages == [
        'products[1].combinations[0].price must be a number, not "12,50"',
        "products[3].photos is required",
        "products[3].combinations[0].price must be a number, not true",
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (UPSERT, "products"),
        (GET, "productIds"),
        ("catalogs/createOrUpdate", "catalogs"),
        ("catalogs/get", "catalogIds"),
    ],
)
def test_a_missing_list_is_required(practice_store: PracticeStore, path: str, name: str) -> None:
    reply = post(practice_store, path, {})
    assert (reply.status, reply.messages) == (400, [f"{name} is required"])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{'products': []}",
        b'{"products": NaN}',
        b'{"a": "\xff"}',
        b"[" * 100_000,
        b'{"a": "\\ud800"}',
    ],
    ids=lambda body: str(body[:12]),
)
def test_what_is_not_json_is_refused(practice_store: PracticeStore, body: bytes) -> None:
    reply = post(practice_store, UPSERT, body)
    assert reply.status == 400
    assert reply.messages[0].startswith("the body is not JSON: ")


@pytest.mark.parametrize("body", ["[]", '"products"', "1", "null", "true"])
def test_a_body_that_is_no_object_is_refused(practice_store: PracticeStore, body: str) -> None:
    reply = post(practice_store, LIST, body.encode())
    assert reply.status == 400
    assert reply.messages[0].startswith("the body must be an object")


def test_a_batch_has_at_most_1000_entries(practice_store: PracticeStore) -> None:
    assert len(data(practice_store, UPSERT, {"products": products(1000)})["products"]) == 1000
    reply = post(practice_store, GET, {"productIds": ["x"] * 1001})
    assert reply.status == 400
    assert reply.messages == ["productIds has 1001 entries: at most 1000 are taken in one request"]


def test_numbers_come_back_as_they_were_sent(practice_store: PracticeStore) -> None:
    prices = [0, 0.1, 12.5, 99999999999.99, 1e14, 0.30000001]
    batch = products(len(prices))
    for one, price in zip(batch, prices, strict=True):
        one["combinations"][0]["price"] = price
    answer = data(practice_store, UPSERT, {"products": batch})
    assert [one["combinations"][0]["price"] for one in answer["products"]] == prices


def test_any_text_comes_back_as_it_was_sent(practice_store: PracticeStore) -> None:
    texts = [
        "Size <S>",
        "<b>bold</b>",
        "مبخرة",
        "湯呑み",
        "🎁👩‍👩‍👧",
        "a\u0000b",
        "'; drop table products;--",
        "\u202eback",
        "\r\n\t",
    ]
    batch = [product(number, name=text) for number, text in enumerate(texts)]
    data(practice_store, UPSERT, {"products": batch})
    assert [one["name"] for one in data(practice_store, LIST, {})["products"]] == texts


def test_ids_may_be_any_text(practice_store: PracticeStore) -> None:
    names = ["a/b", "a b", "%41", "'", '"', "a\u0000b", "🎁"]
    data(practice_store, "catalogs/createOrUpdate", catalogs(*names))
    answer = data(practice_store, "catalogs/get", {"catalogIds": names})
    assert ids(answer["catalogs"]) == names


def test_explicit_null_means_not_set(practice_store: PracticeStore) -> None:
    data(practice_store, UPSERT, {"products": [product(1, description=None)]})
    assert json.dumps(data(practice_store, LIST, {})).count("description") == 0
