"""`svcconsole product set` and `catalog set`: one record changed, nothing else of it lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from svcconsole.workspace.database import Workspace
from tests.api.models.samples import CATALOG, COMBINATION, PRODUCT
from tests.sandbox.wire import data
from tests.support.command import CommandLine, Finished
from tests.support.practice import PracticeStore

RICH: dict[str, Any] = {
    **PRODUCT,
    "warranty": {"years": 2, "by": None},
    "combinations": [{**COMBINATION, "sku": "M-1"}, {**COMBINATION, "id": "mug-2", "sku": "M-2"}],
    "photos": [{"photoUrl": "https://shop.example/1.png", "alt": "A mug"}],
}


@pytest.fixture
def store(practice_store: PracticeStore) -> PracticeStore:
    """A store that knows more fields than this program does."""
    practice_store.set_unknown_fields("keep")
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [{**CATALOG, "season": "autumn"}]})
    data(practice_store, "products/createOrUpdate", {"products": [RICH]})
    return practice_store


def product(store: PracticeStore, identity: str = "mug") -> dict[str, Any]:
    found: dict[str, Any] = data(store, "products/get", {"productIds": [identity]})["products"][0]
    return found


async def ran(folder: Path, store: PracticeStore, *arguments: str) -> Finished:
    return await CommandLine(folder).run(*arguments, store=store)


def changes(folder: Path, kind: str, identity: str) -> list[tuple[str, str]]:
    (space,) = (folder / "data").rglob("workspace.sqlite3")
    with Workspace.open(space.parent) as workspace:
        return [(change.action, change.source) for change in workspace.changes.history(kind, identity)]


async def test_fields_are_set_and_everything_else_stays(store: PracticeStore, tmp_path: Path) -> None:
    ended = await ran(
        tmp_path, store, "product", "set", "mug", "name=Oat = mug", "combinations[mug-2].price=14.25",
        "description=", 'combinations[mug-2].options={"Size": "L"}', "addToCartDisabled=true",
    )  # fmt: skip
    assert (ended.code, ended.stderr) == (0, "")
    first, second = RICH["combinations"]
    expected = {
        **RICH,
        "name": "Oat = mug",
        "description": "",
        "addToCartDisabled": True,
        "combinations": [first, {**second, "price": 14.25, "options": {"Size": "L"}}],
    }
    assert product(store) == expected
    assert ended.json == expected
    assert changes(tmp_path, "products", "mug") == [("updated", "command")]
    ended = await ran(tmp_path, store, "catalog", "set", CATALOG["id"], "name=Cuisine")
    assert (ended.code, ended.json) == (0, {**CATALOG, "season": "autumn", "name": "Cuisine"})


async def test_a_product_is_made_only_when_that_is_asked(store: PracticeStore, tmp_path: Path) -> None:
    fields = ("name=Cup", "url=https://shop.example/cup", "image=https://shop.example/cup.png")
    rows = 'combinations=[{"name": "Default", "price": 3, "quantity": 7}]'
    ended = await ran(tmp_path, store, "product", "set", "cup", *fields, rows)
    assert (ended.code, ended.stdout) == (2, "")
    assert "The store has no product cup." in ended.stderr and "--create" in ended.stderr
    ended = await ran(tmp_path, store, "product", "set", "cup", "--create", *fields, rows)
    assert (ended.code, ended.stderr) == (0, "")
    (variant,) = product(store, "cup")["combinations"]
    assert (variant["id"], variant["productId"], variant["discountedPrice"], variant["image"]) == (
        "cup", "cup", 3, "https://shop.example/cup.png",
    )  # fmt: skip
    assert changes(tmp_path, "products", "cup") == [("created", "command")]


async def test_what_the_store_refuses_is_lost_only_when_that_is_agreed(
    store: PracticeStore, tmp_path: Path
) -> None:
    store.set_unknown_fields("refuse")
    ended = await ran(tmp_path, store, "product", "set", "mug", "name=Other")
    assert (ended.code, ended.stdout) == (3, "")
    for words in ("warranty", "photos.alt", "combinations.sku", "Nothing was changed.", "--lose-refused"):
        assert words in ended.stderr
    assert product(store) == RICH
    ended = await ran(tmp_path, store, "product", "set", "mug", "name=Other", "--lose-refused")
    assert ended.code == 0
    now = product(store)
    assert (now["name"], "warranty" in now, "sku" in now["combinations"][0]) == ("Other", False, False)


async def test_a_store_that_forgets_them_is_told(store: PracticeStore, tmp_path: Path) -> None:
    store.set_unknown_fields("drop")
    ended = await ran(tmp_path, store, "catalog", "set", CATALOG["id"], "name=Cuisine")
    assert (ended.code, ended.stderr.strip()) == (0, "The store answered without season.")


async def test_without_a_change_nothing_is_sent(store: PracticeStore, tmp_path: Path) -> None:
    before = store.control("GET", "/requests")["data"]["latest"]
    ended = await ran(tmp_path, store, "product", "set", "mug", f"name={PRODUCT['name']}")
    assert (ended.code, ended.json) == (0, RICH)
    assert "nothing was sent" in ended.stderr
    asked = store.control("GET", f"/requests?after={before}")["data"]["requests"]
    assert [each["operation"] for each in asked] == ["products/get"]


REFUSALS = {
    "no field": ("nme=x", "nme cannot be set.", "Did you mean name"),
    "unknown to this program": ("warranty=3", "warranty cannot be set.", "There are: "),
    "no assignment": ("name", "'name' sets no field.", "FIELD=VALUE"),
    "the id": ("id=other", "An id is fixed", ""),
    "the id of a row": ("combinations[mug-2].id=x", "fixed once created", ""),
    "no such row": ("combinations[gone].price=1", "combinations has no 'gone'.", "mug-2"),
    "no such part": ("combinations[mug-2].prize=1", "combinations[mug-2].prize cannot be set", "price"),
    "no list": ("name[a].b=1", "name is not a list of records.", ""),
    "no number": ("combinations[mug-2].price=cheap", "'cheap', which is not JSON", ""),
    "a text for a number": ('combinations[mug-2].price="1"', "must be a number", ""),
    "a required text emptied": ("name=", "Not sent: name", ""),
    "a part nobody knows": ('photos=[{"photoUrl": "u", "alt": "x"}]', "photos[0].alt cannot be set", ""),
    "no list at all": ("photos=3", "photos must be a list of objects.", ""),
    "records that are none": ("combinations=[3]", "combinations must be a list of objects.", ""),
}


@pytest.mark.parametrize("case", list(REFUSALS))
async def test_what_is_wrong_is_refused_before_anything_is_changed(
    case: str, store: PracticeStore, tmp_path: Path
) -> None:
    assignment, says, advises = REFUSALS[case]
    ended = await ran(tmp_path, store, "product", "set", "mug", assignment)
    assert (ended.code, ended.stdout) == (2, ""), ended.stderr
    assert says in ended.stderr and advises in ended.stderr, ended.stderr
    assert product(store) == RICH


async def test_other_ends_have_the_codes_of_every_command(store: PracticeStore, tmp_path: Path) -> None:
    def strike(**fault: Any) -> None:
        store.clear_faults()
        store.add_fault(operation="products/createOrUpdate", **fault)

    strike(kind="unsuccessful", reason="products[0].name is on a list of names not to be used")
    ended = await ran(tmp_path, store, "product", "set", "mug", "name=Other")
    assert (ended.code, "not to be used" in ended.stderr) == (3, True)
    assert "lose" not in ended.stderr
    strike(kind="status", code=501)
    assert (await ran(tmp_path, store, "product", "set", "mug", "name=Other")).code == 4
    ended = await CommandLine(tmp_path).run("product", "set", "mug", "name=Other")
    assert (ended.code, "No store is named." in ended.stderr) == (2, True)
    assert product(store) == RICH
