"""The demo store: believable, valid by the same models, with pictures that load from the store itself."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.models.catalog import UpsertProducts
from svcconsole.sandbox.seed.products import PRODUCTS
from svcconsole.sandbox.pictures import SIDE, tile
from svcconsole.sandbox.shapes import SHAPES, WORDS
from tests.sandbox.wire import data, good_headers, raw
from tests.support.practice import PracticeStore, start_practice_store


@pytest.fixture
def demo(practice_store: PracticeStore) -> PracticeStore:
    practice_store.reset("demo")
    return practice_store


def everything(store: PracticeStore) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while page := data(store, "products/list", {"afterProductId": found[-1]["id"]} if found else {})["products"]:
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
