"""The demo store: believable, valid by the same models, with pictures that load from the store itself."""

from __future__ import annotations

import unicodedata
import zlib
from decimal import Decimal
from pathlib import Path
from typing import Any

import phonenumbers
import pytest
from email_validator import validate_email

from svcconsole.api.models.catalog import UpsertProducts
from svcconsole.api.models.customers import Address, StoredCustomer
from svcconsole.sandbox.seed.people import people
from svcconsole.sandbox.seed.pictures import SIDE, tile
from svcconsole.sandbox.seed.products import PRODUCTS
from svcconsole.sandbox.seed.shapes import SHAPES, WORDS
from svcconsole.sandbox.store.database import LIVE_FROM
from tests.sandbox.wire import data, good_headers, raw
from tests.support.practice import PracticeStore, start_practice_store


@pytest.fixture
def demo(practice_store: PracticeStore) -> PracticeStore:
    practice_store.reset("demo")
    return practice_store


def everything(store: PracticeStore) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while page := data(store, "products/list", {"afterProductId": found[-1]["id"]} if found else {})[
        "products"
    ]:
        found += page
    return found


def test_it_holds_what_a_small_store_holds(demo: PracticeStore) -> None:
    products = everything(demo)
    assert 300 <= len(products) == len(PRODUCTS)
    UpsertProducts.read({"products": products})
    variants = [variant for product in products for variant in product["combinations"]]
    assert any(variant["quantity"] == 0 for variant in variants)
    assert any(0 < variant["quantity"] <= 5 for variant in variants)
    assert any(variant["discountedPrice"] < variant["price"] for variant in variants)
    assert any(variant["name"] == "Default" and "options" not in variant for variant in variants)
    assert {product["currency"] for product in products} == {"EUR"}


def test_its_names_come_in_several_scripts(demo: PracticeStore) -> None:
    names = "".join(product["name"] for product in everything(demo))
    for letters in ("Size <S>", "مبخرة", "湯呑み", "筷子", "🎁"):
        assert letters in names


def test_its_six_catalogs_are_all_used(demo: PracticeStore) -> None:
    catalogs = {catalog["id"] for catalog in data(demo, "catalogs/list", {})["catalogs"]}
    assert len(catalogs) == 6
    assert {name for product in everything(demo) for name in product["catalogIds"]} == catalogs


def test_every_picture_loads(demo: PracticeStore) -> None:
    host = good_headers(demo)[:1]
    for product in everything(demo)[:5]:
        for photo in product["photos"]:
            assert photo["photoUrl"].startswith(demo.base_url)
            reply = raw(demo, "GET", photo["photoUrl"].removeprefix(demo.base_url), host)
            assert (reply.status, reply.kind) == (200, "image/png")


def test_pictures_follow_the_store_to_another_port(tmp_path: Path) -> None:
    with start_practice_store(tmp_path, seed="demo") as store:
        before = everything(store)
        store.stop()
    with start_practice_store(tmp_path, seed="demo") as store:
        after = everything(store)
        assert store.base_url not in str(before)
        assert {product["image"].startswith(store.base_url + "/media/") for product in after} == {True}
        assert [product["url"] for product in after] == [product["url"] for product in before]


def test_a_picture_shows_what_its_name_says() -> None:
    assert tile("mug-oat") != tile("mug-moss") != tile("lamp-moss")
    for item in PRODUCTS:
        assert any(word in WORDS for word in item.id.split("-"))
    assert set(WORDS.values()) == set(SHAPES)


def test_a_picture_of_any_name_is_a_whole_png() -> None:
    picture = tile("ελιά 🫒")
    size = int.from_bytes(picture[33:37])
    assert picture[16:24] == SIDE.to_bytes(4) * 2
    assert len(zlib.decompress(picture[41 : 41 + size])) == SIDE * (SIDE * 3 + 1)


def test_no_two_products_look_or_sound_alike() -> None:
    assert len({item.id for item in PRODUCTS}) == len({item.name for item in PRODUCTS}) == len(PRODUCTS)
    assert len({(item.name, item.text) for item in PRODUCTS}) == len(PRODUCTS)
    shown = [tile(f"{item.id}-1") for item in PRODUCTS[:40]]
    assert len(set(shown)) > 35
    for item in PRODUCTS:
        assert Decimal(item.reduced) <= Decimal(item.price)
        assert item.text.endswith((".", "。"))


def test_its_customers_live_in_many_countries_and_write_in_many_scripts() -> None:
    everybody = people()
    assert len(everybody) == 5_000
    assert len({person.country.code for person in everybody}) >= 10
    names = "".join(person.given + person.family for person in everybody)
    for script in ("LATIN", "DEVANAGARI", "ARABIC", "CJK", "HIRAGANA", "GREEK", "CYRILLIC"):
        assert any(unicodedata.name(letter).startswith(script) for letter in set(names))


def test_its_customers_can_be_reached_where_they_live() -> None:
    phones = [person.phone for person in people() if person.phone]
    emails = [person.email for person in people() if person.email]
    assert len(set(phones)) == len(phones) > 4_500
    assert len(set(emails)) == len(emails) > 4_500
    for person in people():
        assert person.phone or person.email
        if person.phone:
            number = phonenumbers.parse(person.phone)
            assert phonenumbers.is_valid_number(number)
            assert phonenumbers.region_code_for_number(number) == person.country.code
        if person.email:
            assert person.email.endswith(".example")
            validate_email(person.email, check_deliverability=False, test_environment=True)


def test_a_customer_of_the_demo_is_found_and_changed_like_any_other(demo: PracticeStore) -> None:
    person = next(one for one in people() if one.phone and one.country.code == "JP")
    wanted = {
        "svcCustomerId": str(person.id),
        "includeAddress": True,
        "includeAssets": True,
        "includeTags": True,
    }
    customer = data(demo, "customers/get", wanted)["customer"]
    assert (customer["firstName"], customer["phoneNumber"]) == (person.given, person.phone)
    assert customer["countryCode"] == "JP"
    StoredCustomer.model_validate(customer)
    changed = data(demo, "customers/createOrUpdate", {"phoneNumber": person.phone, "lastName": "森"})
    assert (changed["customer"]["id"], changed["customer"]["lastName"]) == (person.id, "森")
    with_all = [
        data(demo, "customers/get", wanted | {"svcCustomerId": str(n)})["customer"] for n in range(1, 60)
    ]
    for address in (address for one in with_all for address in one["addresses"]):
        Address.read({name: value for name, value in address.items() if name != "addressId"})
    assert any(one["assets"] for one in with_all)
    assert any(len(one["tags"]) > 1 for one in with_all)
    new = data(demo, "customers/createOrUpdate", {"email": "new@mail.example"})["customer"]
    assert new["id"] == 5_001


def test_it_has_colleagues_flows_and_templates(demo: PracticeStore) -> None:
    counts = demo.counts()
    assert 8 <= counts["agents"] <= 12
    assert (counts["teams"], counts["labels"], counts["flows"]) == (4, 7, 8)
    assert counts["templates"] > 20
    sent = {"medium": "whatsapp", "contactIdentifier": "+15550100001", "type": "DEFAULT"}
    confirmed = {"templateId": "order_confirmed_de", "components": {"body": ["Ida", "HH-1"]}}
    data(demo, "messages/v2/sendTemplateMessage", {**sent, "payload": confirmed})
    assert counts["messages"] == 0


def test_what_happens_next_comes_after_the_past(demo: PracticeStore) -> None:
    ticket = data(demo, "createAndAssignTicket", {"channel": "TASKS", "taskTitle": "Count"})["ticket"]
    assert ticket["id"] == LIVE_FROM
