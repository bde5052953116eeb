"""How a change made here meets one made in the store meanwhile."""

from __future__ import annotations

from decimal import Decimal

from svcconsole.api.models.catalog import Product
from svcconsole.services.records.merge import give_way, merge
from tests.services.records.aprons import product, variant


def test_what_was_not_touched_here_is_taken_from_the_store() -> None:
    theirs = product(tags="linen", combinations=[variant("F", "Flax", "41.00"), variant("S", "Sage")])
    mine = product(name="Linen apron", combinations=[variant("F", "Flax"), variant("S", "Sage", "35.00")])
    merged, conflicts = merge(Product, product(), mine, theirs)
    assert conflicts == []
    assert merged["name"] == "Linen apron"
    assert merged["tags"] == "linen"
    assert [row["price"] for row in merged["combinations"]] == [Decimal("41.00"), Decimal("35.00")]


def test_a_variant_added_in_the_store_stays_and_one_removed_here_goes() -> None:
    theirs = product(combinations=[variant("F", "Flax"), variant("S", "Sage"), variant("P", "Plum")])
    mine = product(combinations=[variant("S", "Sage")])
    merged, conflicts = merge(Product, product(), mine, theirs)
    assert [row["id"] for row in merged["combinations"]] == ["S", "P"]
    assert conflicts == []


def test_both_changing_one_price_is_a_conflict_and_mine_stands_in_the_result() -> None:
    theirs = product(combinations=[variant("F", "Flax"), variant("S", "Sage", "30.00")])
    mine = product(combinations=[variant("F", "Flax"), variant("S", "Sage", "35.00")])
    merged, conflicts = merge(Product, product(), mine, theirs)
    assert [(conflict.loc, conflict.row, conflict.mine, conflict.theirs) for conflict in conflicts][:1] == [
        (("combinations", 1, "price"), "Sage", Decimal("35.00"), Decimal("30.00"))
    ]
    assert merged["combinations"][1]["price"] == Decimal("35.00")


def test_removing_what_the_store_changed_meanwhile_is_a_conflict() -> None:
    theirs = product(combinations=[variant("F", "Flax", "50.00"), variant("S", "Sage")])
    _, conflicts = merge(Product, product(), product(combinations=[variant("S", "Sage")]), theirs)
    assert [(conflict.mine, conflict.theirs) for conflict in conflicts] == [(None, "Flax")]


def test_two_rows_with_one_key_both_stay() -> None:
    twins = product(photos=[{"photo_url": "https://shop.example/1.png"}] * 2)
    merged, conflicts = merge(Product, twins, {**twins, "name": "Other"}, twins)
    assert merged["photos"] == twins["photos"]
    assert (merged["name"], conflicts) == ("Other", [])


def test_where_the_other_version_is_chosen_the_stores_values_stand_and_the_rest_stays() -> None:
    read = product(tags="linen")
    theirs = product(
        name="Theirs",
        tags="cotton",
        combinations=[variant("F", "Flax", "41.00"), variant("S", "Sage", "9.00")],
    )
    mine = product(name="Mine", tags="wool", combinations=[variant("F", "Flax", "35.00")], size="L")
    _, conflicts = merge(Product, read, mine, theirs)
    assert {met.loc for met in conflicts} >= {("name",), ("tags",), ("combinations",)}
    given = [met for met in conflicts if met.loc != ("tags",)]
    merged, _ = merge(Product, read, give_way(Product, read, mine, theirs, given), theirs)
    assert (merged["name"], merged["tags"]) == ("Theirs", "wool")
    assert [(row["id"], row["price"]) for row in merged["combinations"]] == [
        ("F", Decimal("41.00")),
        ("S", Decimal("9.00")),
    ]


def test_a_row_that_is_gone_in_the_store_goes_where_theirs_is_chosen() -> None:
    theirs = product(combinations=[variant("S", "Sage")])
    mine = product(combinations=[variant("F", "Flax", "35.00"), variant("S", "Sage")])
    _, conflicts = merge(Product, product(), mine, theirs)
    merged, _ = merge(Product, product(), give_way(Product, product(), mine, theirs, conflicts), theirs)
    assert [row["id"] for row in merged["combinations"]] == ["S"]
