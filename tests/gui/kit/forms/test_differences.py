"""What will change in words, and what a change that met another one in the store is called."""

from __future__ import annotations

from decimal import Decimal

from svcconsole.api.models.catalog import Product
from svcconsole.gui.kit.forms.fields import specs
from svcconsole.gui.kit.forms.pages.drafts import freeze, thaw
from svcconsole.gui.kit.forms.record_diff import conflict_label, count_values, differences
from svcconsole.services.records.merge import merge
from tests.services.records.aprons import product, variant

FIELDS = specs(Product)


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


def test_a_conflict_is_called_as_its_field_its_row_or_both() -> None:
    rows = [variant("F", "Flax", "50.00"), variant("S", "Sage", "30.00")]
    theirs = product(name="Theirs", combinations=rows)
    mine = product(name="Mine", combinations=[variant("S", "Sage", "35.00")])
    _, conflicts = merge(Product, product(), mine, theirs)
    assert [conflict_label(FIELDS, conflict) for conflict in conflicts] == [
        "Name",
        "Sage › Price",
        "Sage › Discounted price",
        "Combinations › Flax",
    ]


def test_a_draft_keeps_every_digit() -> None:
    contents = product(tags="kräuter, كوب")
    assert thaw(freeze(contents)) == contents
    assert count_values(contents) == 13
