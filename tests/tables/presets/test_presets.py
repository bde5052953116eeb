"""Known exports are recognised by their names, in any order, and every column gets a home or a reason."""

from __future__ import annotations

import random

import pytest

from svcconsole.tables.mapping.mapping import Column
from svcconsole.tables.presets import PRESETS, apply, recognise
from svcconsole.tables.reading.errors import TableError

CLASSIC = [
    "Handle", "Title", "Body (HTML)", "Vendor", "Type", "Tags", "Published", "Option1 Name",
    "Option1 Value", "Option2 Name", "Option2 Value", "Option3 Name", "Option3 Value", "Variant SKU",
    "Variant Grams", "Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy",
    "Variant Fulfillment Service", "Variant Price", "Variant Compare At Price", "Variant Requires Shipping",
    "Variant Taxable", "Variant Barcode", "Image Src", "Image Position", "Image Alt Text", "Gift Card",
    "SEO Title", "SEO Description", "Google Shopping / Google Product Category", "Google Shopping / MPN",
    "Google Shopping / AdWords Grouping", "Google Shopping / Custom Label 4", "Variant Image",
    "Variant Weight Unit", "Variant Tax Code",
]  # fmt: skip
CURRENT = [
    *CLASSIC[:4], "Product Category", *CLASSIC[4:9], "Option1 Linked To", *CLASSIC[9:16], *CLASSIC[17:23],
    "Unit Price Total Measure", "Unit Price Total Measure Unit", "Unit Price Base Measure", *CLASSIC[23:],
    "Cost per item", "Included / India", "Price / India", "Compare At Price / India", "Status",
]  # fmt: skip
TEMPLATE = [
    "Title", "URL handle", "Description", "Vendor", "Product category", "Type", "Tags",
    "Published on online store", "Status", "SKU", "Barcode", "Option1 name", "Option1 value",
    "Option1 Linked To", "Option2 name", "Option2 value", "Price", "Compare-at price", "Cost per item",
    "Charge tax", "Tax code", "Unit price total measure", "Inventory tracker", "Inventory quantity",
    "Continue selling when out of stock", "Weight value (grams)", "Weight unit for display",
    "Requires shipping", "Fulfillment service", "Product image URL", "Image position", "Image alt text",
    "Variant image URL", "Gift card", "SEO title", "Color (product.metafields.shopify.color-pattern)",
    "Google Shopping / Manufacturer part number (MPN)",
]  # fmt: skip
EXACT = [
    "id", "name", "url", "photos.photoUrl", "combinations.id", "combinations.name", "combinations.price",
    "combinations.discountedPrice", "combinations.quantity", "combinations.image", "combinations.productUrl",
    "combinations.productId", "combinations.options.Size", "catalogIds", "addToCartDisabled",
]  # fmt: skip
FORMATS = {
    "shopify-classic": CLASSIC,
    "shopify-current": CURRENT,
    "shopify-template": TEMPLATE,
    "exact-fields": EXACT,
}


@pytest.mark.parametrize("preset", FORMATS)
@pytest.mark.parametrize("seed", range(5))
def test_formats_are_recognised_in_any_order_and_any_case(preset: str, seed: int) -> None:
    chance = random.Random(seed)
    header = [chance.choice([name, name.upper(), f" {name} "]) for name in FORMATS[preset]]
    if preset == "exact-fields":
        header = list(FORMATS[preset])
    chance.shuffle(header)
    found = recognise(header)
    assert (found.preset, found.known, found.total, found.unknown) == (preset, len(header), len(header), ())
    homes = found.mapping.used(header) | set(found.left_out)
    assert homes == set(header)
    assert found.mapping.ignored == set(found.left_out)
    assert all(found.left_out.values())


@pytest.mark.parametrize("preset", FORMATS)
def test_columns_nobody_knows_are_listed_and_nothing_else_changes(preset: str) -> None:
    plain, more = recognise(FORMATS[preset]), recognise([*FORMATS[preset], "Warehouse shelf", "Season"])
    assert more.unknown == ("Warehouse shelf", "Season")
    assert more.mapping.sources == plain.mapping.sources
    assert more.known == plain.known


def test_smaller_exports_are_still_recognised() -> None:
    header = [
        "Handle",
        "Title",
        "Vendor",
        "Tags",
        "Option1 Name",
        "Option1 Value",
        "Variant SKU",
        "Variant Price",
    ]
    assert recognise(header).preset == "shopify-classic"
    assert recognise([*header, "Status"]).preset == "shopify-current"


@pytest.mark.parametrize(
    "header",
    [
        ["Handle", "Title", "Price"],
        ["Title", "Variant Price", "Variant SKU", "Option1 Name", "Option1 Value", "Image Src"],
        ["Name", "Email", "Phone"],
        ["ID", "Type", "SKU", "Name", "Regular price", "Sale price", "Images"],
    ],
)
def test_other_files_are_not_taken_for_a_known_export(header: list[str]) -> None:
    found = recognise(header)
    assert found.preset is None
    assert found.known == len(found.mapping.used(header))
    assert set(found.unknown) == set(header) - found.mapping.used(header)


def test_a_preset_can_be_chosen_and_says_what_is_missing() -> None:
    found = apply("shopify-classic", ["Handle", "Variant Price"])
    assert found.mapping.sources == {"id": Column("Handle"), "combinations.price": Column("Variant Price")}
    assert "It does not have Title." in found.evidence
    with pytest.raises(TableError, match="no preset “etsy”"):
        apply("etsy", ["Handle"])


def test_only_what_there_is_is_counted() -> None:
    header = ["Handle", "Title", "Variant Price", "Image Src", "Body (HTML)", "Option1 Name"]
    for more, counted in (
        ([], "6 columns are used."),
        (["Vendor"], "6 columns are used, 1 is known and left out."),
        (["Shelf"], "6 columns are used, 1 is not used."),
    ):
        found = apply("shopify-classic", [*header, *more])
        assert str(found.evidence[-1]) == counted


def test_result_files_of_an_earlier_import_are_recognised_as_before() -> None:
    found = recognise([*CLASSIC, "_outcome", "_reason"])
    assert (found.preset, found.unknown) == ("shopify-classic", ())
    assert {"_outcome", "_reason"} <= set(found.left_out)
    assert recognise(["Name", "_reason"]).unknown == ()


def test_presets_are_listed_by_their_ids() -> None:
    assert set(FORMATS) < set(PRESETS["products"])
    assert all(preset.id == name and preset.title for name, preset in PRESETS["products"].items())
