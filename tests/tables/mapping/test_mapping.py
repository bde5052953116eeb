"""Columns find their fields by name alone; everything else is decided by a person and accounted for."""

from __future__ import annotations

import pickle
from typing import get_args

import pytest
from pydantic import BaseModel

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Fixed, Mapping, Reading, Template, auto_match, parse_set
from svcconsole.tables.mapping.targets import PRODUCTS, TARGETS
from svcconsole.tables.reading.errors import TableError

HEADER = ("Handle", "Title", "Price", "Weight")
MAPPING = Mapping(
    sources={"id": Column("handle"), "name": Column("Title"), "combinations.price": Column("PRICE")}
)


@pytest.mark.parametrize(
    "name",
    [
        "Variant Compare At Price",
        "variant_compare-at price",
        "\ufeffVARIANT  COMPARE AT PRICE ",
        "Ｖariant Compare At Price",
    ],
)
def test_names_are_compared_without_what_does_not_matter(name: str) -> None:
    assert normalise(name) == "variant compare at price"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("quantity=0", "combinations.quantity"), ("combinations.quantity=0", "combinations.quantity"),
        ("currency=INR", "currency"), ("combinations.currency=INR", "combinations.currency"), ("url=x",
         "url"),
        ("image=x", "image"), ("catalogIds=a", "catalogIds"), ("photoUrl=x", "photos.photoUrl"),
        ("discountedPrice=1", "combinations.discountedPrice"), ("discounted_price=1",
         "combinations.discountedPrice"),
        ("combinations.options.Size=M", "combinations.options.Size"),
    ],
)  # fmt: skip
def test_a_setting_names_its_field_shortly_where_that_is_clear(text: str, path: str) -> None:
    assert parse_set(text).path == path


def test_a_setting_is_a_fixed_text_or_a_template() -> None:
    assert parse_set("currency=INR").source == Fixed("INR")
    assert parse_set("url=https://shop.example/p/{Handle}?a=b").source == Template(
        "https://shop.example/p/{Handle}?a=b"
    )
    assert parse_set("description=").source == Fixed("")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("quantity", "is not a setting"), ("=5", "is not a setting"), ("weight=5", "have no field “weight”"),
     ("name.x=1", "have no field"), ("value=Red",
      "can mean option1.value or option2.value or option3.value")],
)  # fmt: skip
def test_a_setting_that_means_nothing_or_too_much_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(TableError, match=sentence) as refused:
        parse_set(text)
    assert refused.value.advice


def test_a_setting_fills_blanks_and_overwrites_only_when_forced() -> None:
    cells = (("shirt", "Shirt", "", ""), ("sock", "Sock", "3", ""))
    filled = Reading(MAPPING.with_setting(parse_set("price=5")), HEADER)
    assert [filled.value("combinations.price", row) for row in cells] == ["5", "3"]
    forced = Reading(MAPPING.with_setting(parse_set("price=5"), force=True), HEADER)
    assert [forced.value("combinations.price", row) for row in cells] == ["5", "5"]


def test_templates_take_cells_trimmed_and_short_rows_as_blank() -> None:
    reading = Reading(
        MAPPING.with_source("url", Template("https://shop.example/{Handle}/{weight}.html")), HEADER
    )
    assert reading.value("url", (" shirt ", "Shirt", "5", " 200 ")) == "https://shop.example/shirt/200.html"
    assert reading.value("url", ("shirt",)) == "https://shop.example/shirt/.html"


def test_every_column_is_used_left_out_or_listed() -> None:
    assert MAPPING.unmapped(HEADER) == ("Weight",)
    assert MAPPING.with_ignored("Weight").unmapped(HEADER) == ()
    assert MAPPING.with_ignored("Weight").with_ignored("Weight", False).unmapped(HEADER) == ("Weight",)
    assert MAPPING.with_source("url", Template("{Weight}")).unmapped(HEADER) == ()
    without = MAPPING.with_ignored("Title")
    assert without.sources.keys() == {"id", "combinations.price"}
    assert without.unmapped(HEADER) == ("Weight",)
    again = MAPPING.with_ignored("Weight").with_source("tags", Column("Weight"))
    assert (again.ignored, again.unmapped(HEADER)) == (frozenset(), ())


def test_a_mapping_for_another_file_says_which_column_is_missing() -> None:
    with pytest.raises(TableError, match="filled from the column “Handle”"):
        Reading(Mapping(sources={"id": Column("Handle")}), ("SKU", "Title"))
    with pytest.raises(TableError, match="column “Colour”"):
        Mapping(fills={"url": Template("x{Colour}")}).check(HEADER)


def test_names_alone_match_usual_columns() -> None:
    header = (
        "Product code",
        "Product name",
        "Sale price",
        "Regular price",
        "Stock",
        "Image URL",
        "Colour",
        "ean",
    )
    mapping = auto_match(header)
    assert {path: source.name for path, source in mapping.sources.items() if isinstance(source, Column)} == {
        "id": "Product code", "name": "Product name", "combinations.discountedPrice": "Sale price",
        "combinations.price": "Regular price", "combinations.quantity": "Stock",
        "photos.photoUrl": "Image URL",
        "combinations.barcode": "ean",
    }  # fmt: skip
    assert mapping.unmapped(header) == ("Colour",)


def test_camel_case_and_marked_names_match_too_and_a_sku_can_be_the_product() -> None:
    sources = auto_match(("sku", "productName *", "unitPrice", "qty (pieces)")).sources
    assert sources == {
        "id": Column("sku"), "combinations.id": Column("sku"), "name": Column("productName *"),
        "combinations.price": Column("unitPrice"), "combinations.quantity": Column("qty (pieces)"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("header", "price"),
    [
        (("sku", "Cost price", "Price (wholesale)", "Retail price"), "Retail price"),
        (("sku", "Price (wholesale)", "Price"), "Price"),
        (("sku", "Price (excl. VAT)", "Price (incl. VAT)"), "Price (incl. VAT)"),
        (("sku", "Price (retail)", "Price (wholesale)"), "Price (retail)"),
        (("sku", "Price (wholesale)", "Price (USD)"), "Price (USD)"),
        (("sku", "Price (before discount)", "Price*"), "Price*"),
        (("sku", "Price (excl. VAT)"), None),
        (("sku", "Price (net)"), None),
        (("sku", "Price (VAT)"), None),
        (("sku", "Price (USD/EUR)"), None),
        (("sku", "Price (USD)", "Price (EUR)"), None),
        (("sku", "Price (incl. 19% VAT)"), "Price (incl. 19% VAT)"),
        (("sku", "Price* (in EUR, gross)"), "Price* (in EUR, gross)"),
        (("sku", "unitPrice (Rs.)"), "unitPrice (Rs.)"),
        (("sku", "Price (VAT not included)"), None),
        (("sku", "Price ($ EUR)"), None),
        *(
            (("sku", f"Price ({note})"), f"Price ({note})")
            for note in (
                "$ USD",
                "kr/SEK",
                "Rs. / INR",
                "US $",
                "US dollars",
                "CAD$",
                "$CAD",
                "GBP £, incl. VAT",
                "eur",
                "Euro",
                "VAT included",
                "incl. all taxes",
                "INCL. ALL TAXES",
                "inclusive of GST",
                "MRP",
                "each",
                "per unit",
                "EUR/pc",
                "€/Stück",
                "STD",
                "all",
            )
        ),
    ],
)
def test_a_note_beside_a_price_that_makes_it_another_one_fills_nothing(
    header: tuple[str, ...], price: str | None
) -> None:
    sources = auto_match(header).sources
    assert sources.get("combinations.price") == (None if price is None else Column(price))
    assert sources["combinations.id"] == Column("sku")


def test_a_name_without_its_note_fills_what_no_whole_name_fills_and_only_one_column_has() -> None:
    assert auto_match(("Name (internal)", "Title", "Stock (pieces)")).sources == {
        "name": Column("Title"), "combinations.quantity": Column("Stock (pieces)"),
    }  # fmt: skip
    assert auto_match(("Variant name", "Name *")).sources == {
        "combinations.name": Column("Variant name"), "name": Column("Name *"),
    }  # fmt: skip
    assert auto_match(("Stock (north)", "Stock (south)")).sources == {}


@pytest.mark.parametrize(
    ("header", "kind", "found"),
    [
        (
            ("SKU*", "Name (Arabic)", "Name*", "Price*", "Price (before discount)", "Stock (min)", "Stock*"),
            "products",
            {"id": "SKU*", "combinations.id": "SKU*", "name": "Name*", "combinations.price": "Price*",
             "combinations.quantity": "Stock*"},
        ),
        (("Name*", "Name (Arabic)", "* Phone"), "customers", {"fullName": "Name*", "phoneNumber": "* Phone"}),
        (("Name *", "Name", "Phone"), "customers", {"fullName": "Name", "phoneNumber": "Phone"}),
    ],
)  # fmt: skip
def test_a_name_with_the_star_of_what_has_to_be_filled_is_a_whole_name(
    header: tuple[str, ...], kind: str, found: dict[str, str]
) -> None:
    for names in (header, header[::-1]):
        assert auto_match(names, TARGETS[kind]).sources == {path: Column(of) for path, of in found.items()}


def test_position_never_matters() -> None:
    header = ("Title", "Handle", "Variant Price", "Variant SKU", "Image Src")
    assert auto_match(header).sources == auto_match(tuple(reversed(header))).sources


def test_the_table_of_fields_is_consistent() -> None:
    paths = PRODUCTS.paths()
    assert len(set(paths)) == len(paths)
    for spec in PRODUCTS.fields:
        assert PRODUCTS.resolve(spec.path) == spec.path
        if spec.on_wire:
            place: object = PRODUCTS.model
            for part in spec.path.split("."):
                place = _field(place, part)


def _field(model: object, alias: str) -> object:
    assert isinstance(model, type) and issubclass(model, BaseModel)
    found = next(info for info in model.model_fields.values() if info.alias == alias)
    return next((inner for inner in get_args(found.annotation) if inner is not type(None)), found.annotation)


def test_mappings_travel_between_processes() -> None:
    mapping = MAPPING.with_setting(parse_set("url={Handle}")).with_ignored("Weight")
    assert pickle.loads(pickle.dumps(mapping)) == mapping
    assert pickle.loads(pickle.dumps(Reading(mapping, HEADER))).value("url", ("a", "", "")) == "a"
