"""What will change, and how a change here meets one made in the store meanwhile."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from svcconsole.api.models.catalog import Product
from svcconsole.gui.forms.differences import count_values, differences, merge
from svcconsole.gui.forms.drafts import freeze, thaw
from svcconsole.gui.forms.fields import specs

FIELDS = specs(Product)


def variant(identity: str, name: str, price: str = "39.00", **more: Any) -> dict[str, Any]:
    return {"id": identity, "name": name, "price": Decimal(price), "discounted_price": Decimal(price), **more}


def product(**more: Any) -> dict[str, Any]:
    return {
        "id": "apron",
        "name": "Apron",
        "combinations": [variant("F", "Flax"), variant("S", "Sage")],
        "photos": [{"photo_url": "https://shop.example/1.png"}, {"photo_url": "https://shop.example/2.png"}],
        **more,
    }


def test_changes_name_the_variant_and_the_field_and_lead_to_the_cell() -> None:
    new = product(name="Linen apron", combinations=[variant("F", "Flax"), variant("S", "Sage", "35.00")])
    found = differences(FIELDS, product(), new)
    assert [(change.loc, change.label, change.old, change.new) for change in found] == [
        (("name",), "Name", "Apron", "Linen apron"),
        (("combinations", 1, "price"), "Sage › Price", Decimal("39.00"), Decimal("35.00")),
        (
            ("combinations", 1, "discounted_price"),
            "Sage › Discounted price",
            Decimal("39.00"),
            Decimal("35.00"),
        ),
    ]


def test_rows_added_removed_and_moved_are_three_different_changes() -> None:
    new = product(combinations=[variant("S", "Sage"), variant("I", "Indigo")])
    assert [(change.old, change.new) for change in differences(FIELDS, product(), new)] == [
        (None, "Indigo"),
        ("Flax", None),
    ]
    moved = product(combinations=[variant("S", "Sage"), variant("F", "Flax")])
    assert [(change.old, change.new) for change in differences(FIELDS, product(), moved)] == [
        ("Flax, Sage", "Sage, Flax")
    ]


def test_an_absent_field_and_an_empty_one_differ() -> None:
    found = differences(FIELDS, product(), product(description=""))
    assert [(change.old, change.new) for change in found] == [(None, "")]
    assert differences(FIELDS, product(), product(description=None)) == []


def test_what_was_not_touched_here_is_taken_from_the_store() -> None:
    theirs = product(tags="linen", combinations=[variant("F", "Flax", "41.00"), variant("S", "Sage")])
    mine = product(name="Linen apron", combinations=[variant("F", "Flax"), variant("S", "Sage", "35.00")])
    merged, conflicts = merge(FIELDS, product(), mine, theirs)
    assert conflicts == []
    assert merged["name"] == "Linen apron"
    assert merged["tags"] == "linen"
    assert [row["price"] for row in merged["combinations"]] == [Decimal("41.00"), Decimal("35.00")]


def test_a_variant_added_in_the_store_stays_and_one_removed_here_goes() -> None:
    theirs = product(combinations=[variant("F", "Flax"), variant("S", "Sage"), variant("P", "Plum")])
    mine = product(combinations=[variant("S", "Sage")])
    merged, conflicts = merge(FIELDS, product(), mine, theirs)
    assert [row["id"] for row in merged["combinations"]] == ["S", "P"]
    assert conflicts == []


def test_both_changing_one_price_is_a_conflict_and_mine_stands_in_the_result() -> None:
    theirs = product(combinations=[variant("F", "Flax"), variant("S", "Sage", "30.00")])
    mine = product(combinations=[variant("F", "Flax"), variant("S", "Sage", "35.00")])
    merged, conflicts = merge(FIELDS, product(), mine, theirs)
    assert [(conflict.label, conflict.mine, conflict.theirs) for conflict in conflicts][:1] == [
        ("Sage › Price", Decimal("35.00"), Decimal("30.00"))
    ]
    assert merged["combinations"][1]["price"] == Decimal("35.00")


def test_removing_what_the_store_changed_meanwhile_is_a_conflict() -> None:
    theirs = product(combinations=[variant("F", "Flax", "50.00"), variant("S", "Sage")])
    _, conflicts = merge(FIELDS, product(), product(combinations=[variant("S", "Sage")]), theirs)
    assert [(conflict.mine, conflict.theirs) for conflict in conflicts] == [(None, "Flax")]


def test_a_draft_keeps_every_digit() -> None:
    contents = product(tags="kräuter, كوب")
    assert thaw(freeze(contents)) == contents
    assert count_values(contents) == 13
