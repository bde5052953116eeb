"""Rows become products as the rules say; every doubt is an error, a warning or a note at its own cell."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from decimal import Decimal

import pytest

from svcconsole.api.models.catalog import Product
from svcconsole.tables.checking.problems import KINDS, Draft, Problem
from svcconsole.tables.checking.rules import RULES, Rules, rules_for
from svcconsole.tables.mapping.mapping import Fixed, Mapping, auto_match, parse_set
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.products import Builder, build, survey
from tests.tables.tables import DECIDED, codes, problems, rows_from

HEADER = (
    "Handle", "Title", "Body (HTML)", "Tags", "Option1 Name", "Option1 Value", "Option2 Name",
    "Option2 Value",
    "Variant SKU", "Variant Inventory Qty", "Variant Price", "Variant Compare At Price", "Variant Barcode",
    "Image Src", "Image Position", "Variant Image",
)  # fmt: skip
PLACE = {
    "handle": 0, "title": 1, "body": 2, "tags": 3, "o1": 4, "v1": 5, "o2": 6, "v2": 7, "sku": 8, "qty": 9,
    "price": 10, "compare": 11, "barcode": 12, "image": 13, "position": 14, "own_image": 15,
}  # fmt: skip
MAPPING = recognise(HEADER).mapping


def line(**cells: str) -> list[str]:
    values = [""] * len(HEADER)
    for name, text in cells.items():
        values[PLACE[name]] = text
    return values


def first(handle: str = "shirt", **cells: str) -> list[str]:
    """A complete first row; `cells` change it."""
    whole = {
        "title": "Shirt",
        "o1": "Title",
        "v1": "Default Title",
        "sku": f"SKU-{handle}",
        "qty": "3",
        "price": "20.00",
        "image": "https://x.example/1.jpg",
    }
    return line(handle=handle, **{**whole, **cells})


def made(*lines: Sequence[str], rules: Rules = DECIDED, mapping: Mapping = MAPPING) -> list[Draft[Product]]:
    return build(HEADER, rows_from(*lines), mapping, rules)


def one(*lines: Sequence[str], rules: Rules = DECIDED, mapping: Mapping = MAPPING) -> Draft[Product]:
    (draft,) = made(*lines, rules=rules, mapping=mapping)
    return draft


def only(draft: Draft[Product], code: str) -> Problem:
    (problem,) = [problem for problem in draft.problems if problem.code == code]
    return problem


def test_a_product_sold_as_one_has_one_variant_without_options() -> None:
    draft = one(first())
    assert draft.request is not None
    (variant,) = draft.request.combinations
    assert (variant.id, variant.name, variant.options) == ("SKU-shirt", "Default", None)
    assert (variant.price, variant.discounted_price, variant.quantity) == (
        Decimal("20.00"),
        Decimal("20.00"),
        Decimal(3),
    )
    assert (variant.image, variant.product_url) == (
        "https://x.example/1.jpg",
        "https://shop.example/products/shirt",
    )
    assert (draft.request.currency, variant.currency) == ("EUR", "EUR")


def test_options_are_named_on_the_first_row_only_and_name_the_variants() -> None:
    draft = one(
        first(o1="Colour", v1="Green", o2="Size", v2="S", sku="A"),
        line(handle="shirt", v1="Green", v2="M", sku="B", qty="1", price="20"),
        line(v1="Blue", v2="S", sku="C", qty="0", price="21"),
    )
    assert draft.request is not None
    assert [(v.id, v.name, v.options) for v in draft.request.combinations] == [
        ("A", "Green / S", {"Colour": "Green", "Size": "S"}),
        ("B", "Green / M", {"Colour": "Green", "Size": "M"}),
        ("C", "Blue / S", {"Colour": "Blue", "Size": "S"}),
    ]
    assert draft.rows == (1, 2, 3)


def test_rows_of_a_product_need_not_stand_together() -> None:
    shirt, sock = made(
        first("shirt", o1="Size", v1="S", sku="A"),
        first("sock"),
        line(handle="shirt", v1="M", sku="B", qty="1", price="20"),
        line(handle="shirt", image="https://x.example/2.jpg", position="2"),
    )
    assert (shirt.rows, sock.rows) == ((1, 3, 4), (2,))
    assert shirt.request is not None
    assert [v.id for v in shirt.request.combinations] == ["A", "B"]
    assert [photo.photo_url for photo in shirt.request.photos] == [
        "https://x.example/1.jpg",
        "https://x.example/2.jpg",
    ]


def test_rows_with_a_picture_only_are_photos_and_not_variants() -> None:
    draft = one(
        first(position="2", image="https://x.example/b.jpg"),
        line(handle="shirt", image="https://x.example/c.jpg", position="3"),
        line(handle="shirt", image="https://x.example/a.jpg", position="1"),
        line(handle="shirt", image="https://x.example/b.jpg", position="4"),
        line(handle="shirt", image="https://x.example/z.jpg"),
    )
    assert draft.request is not None
    assert len(draft.request.combinations) == 1
    assert [photo.photo_url[-5:] for photo in draft.request.photos] == ["a.jpg", "b.jpg", "c.jpg", "z.jpg"]
    assert draft.request.image == "https://x.example/a.jpg"
    assert draft.origin[("photos", 0, "photo_url")] == (3, "Image Src")


def test_a_variant_without_a_picture_takes_its_products_first_and_says_so() -> None:
    draft = one(
        first(o1="Size", v1="S", own_image="https://x.example/s.jpg"),
        line(handle="shirt", v1="M", sku="B", qty="1", price="20"),
    )
    assert draft.request is not None
    assert [v.image[-5:] for v in draft.request.combinations] == ["s.jpg", "1.jpg"]
    borrowed = only(draft, "image_borrowed")
    assert (borrowed.level, borrowed.row, borrowed.column) == ("info", 2, "Variant Image")


def test_a_product_whose_only_picture_is_a_variants_uses_that() -> None:
    draft = one(
        first(o1="Size", v1="S", image=""),
        line(handle="shirt", v1="M", sku="B", qty="1", price="20", own_image="https://x.example/m.jpg"),
    )
    assert draft.request is not None
    assert {draft.request.image, *(v.image for v in draft.request.combinations)} == {
        "https://x.example/m.jpg"
    }
    assert draft.request.photos == []


@pytest.mark.parametrize(
    ("price", "compare", "sent", "discounted", "warned"),
    [("20", "25", "25", "20", False), ("20", "20", "20", "20", False), ("20", "15", "20", "20", True),
     ("20", "", "20", "20", False), ("20", "0", "20", "20", False)],
)  # fmt: skip
def test_the_compare_at_price(price: str, compare: str, sent: str, discounted: str, warned: bool) -> None:
    draft = one(first(price=price, compare=compare))
    assert draft.request is not None
    (variant,) = draft.request.combinations
    assert (variant.price, variant.discounted_price) == (Decimal(sent), Decimal(discounted))
    assert bool([p for p in draft.problems if p.code == "compare_at_below"]) is warned
    if warned:
        warning = only(draft, "compare_at_below")
        assert (warning.level, warning.column) == ("warning", "Variant Compare At Price")
        assert warning.sentence == "The compare-at price 15 is below the price 20; it is not used."
    ignored = one(first(price=price, compare=compare), rules=DECIDED.decide("compare_at", "ignore"))
    assert ignored.request is not None
    assert ignored.request.combinations[0].price == Decimal(price)


def test_repeated_skus_stay_with_the_first_row_of_the_file() -> None:
    shirt, sock = made(
        first("shirt", o1="Size", v1="S", sku="A"),
        line(handle="shirt", v1="M", sku="A", qty="1", price="20"),
        first("sock", sku="A"),
    )
    assert shirt.request is not None and sock.request is not None
    assert [v.id for v in shirt.request.combinations] == ["A", "shirt-2"]
    assert [v.id for v in sock.request.combinations] == ["sock-1"]
    listed = [
        (p.row, p.column, p.level, p.sentence) for p in problems([shirt, sock]) if p.code == "sku_renamed"
    ]
    assert listed == [
        (2, "Variant SKU", "warning", "The SKU “A” is already in row 1; this variant becomes “shirt-2”."),
        (3, "Variant SKU", "warning", "The SKU “A” is already in row 1; this variant becomes “sock-1”."),
    ]
    quoted = made(first("a", sku="'X"), first("b", sku="'X"))
    assert [draft.request.combinations[0].id for draft in quoted if draft.request] == ["'X", "b-1"]
    kept = made(first("a", sku="X"), first("b", sku="X"), rules=DECIDED.decide("sku_repeated", "keep"))
    assert [draft.request.combinations[0].id for draft in kept if draft.request] == ["X", "X"]
    asked = made(first("a", sku="X"), first("b", sku="X"), rules=DECIDED.ask("sku_repeated"))
    assert [draft.request is None for draft in asked] == [False, True]


def test_missing_skus_are_numbered_and_never_taken_from_another_row() -> None:
    shirt, other = made(first("shirt", sku=""), first("other", sku="shirt-1"))
    assert shirt.request is not None and other.request is not None
    assert shirt.request.combinations[0].id != other.request.combinations[0].id == "shirt-1"
    assert only(shirt, "sku_numbered").level == "info"
    assert only(one(first(sku=""), rules=DECIDED.ask("sku_missing")), "sku_missing").rule == "sku_missing"


UNDECIDED = [
    ("url", {}, "url_missing", ("url",)),
    ("currency", {}, "currency_missing", ("currency",)),
    ("quantity", {"qty": ""}, "quantity_missing", ("combinations", 0, "quantity")),
    ("quantity_negative", {"qty": "-3"}, "quantity_negative", ("combinations", 0, "quantity")),
    ("image", {"image": ""}, "image_missing", ("combinations", 0, "image")),
    ("sku_damaged", {"sku": "3.65E+11"}, "sku_damaged", ("combinations", 0, "id")),
    ("decimal", {"price": "1,299"}, "price_ambiguous", ("combinations", 0, "price")),
]


@pytest.mark.parametrize(("rule", "cells", "code", "loc"), UNDECIDED)
def test_an_undecided_rule_is_one_error_at_its_cell_and_no_request(
    rule: str, cells: dict[str, str], code: str, loc: tuple[str | int, ...]
) -> None:
    draft = one(first(**cells), rules=DECIDED.ask(rule))
    errors = [problem for problem in draft.problems if problem.level == "error"]
    assert [(p.code, p.rule, p.loc, p.row) for p in errors] == [(code, rule, loc, 1)]
    assert draft.request is None
    assert KINDS[code].rule == rule
    assert KINDS[code].headline(214).startswith("214 ")


SETTLED = [
    ("quantity", {"qty": ""}, ("value", "7"), ("quantity", Decimal(7))),
    ("quantity_negative", {"qty": "-3"}, ("zero",), ("quantity", Decimal(0))),
    ("quantity_negative", {"qty": "-3"}, ("keep",), ("quantity", Decimal(-3))),
    (
        "image",
        {"image": ""},
        ("value", "https://x.example/none.png"),
        ("image", "https://x.example/none.png"),
    ),
    ("sku_damaged", {"sku": "3.65E+11"}, ("numbered",), ("id", "shirt-1")),
    ("sku_damaged", {"sku": "3.65E+11"}, ("keep",), ("id", "3.65E+11")),
    ("decimal", {"price": "1,299"}, ("point",), ("price", Decimal(1299))),
    ("decimal", {"price": "1,299"}, ("comma",), ("price", Decimal("1.299"))),
    ("currency", {}, ("none",), ("currency", None)),
    ("url", {}, ("template", "https://s.example/{id}"), ("product_url", "https://s.example/shirt")),
]


@pytest.mark.parametrize(("rule", "cells", "answer", "result"), SETTLED)
def test_a_decided_rule_settles_it(
    rule: str, cells: dict[str, str], answer: tuple[str, ...], result: tuple[str, object]
) -> None:
    draft = one(first(**cells), rules=DECIDED.decide(rule, *answer))
    assert draft.request is not None
    place, expected = result
    assert getattr(draft.request.combinations[0], place) == expected


def test_rules_can_leave_variants_and_products_out() -> None:
    rules = DECIDED.decide("quantity", "leave_out").decide("image", "leave_out")
    part, nothing, bare = made(
        first("part", o1="Size", v1="S", sku="A"), line(handle="part", v1="M", sku="B", price="20"),
        first("nothing", qty=""), first("bare", image=""), rules=rules,
    )  # fmt: skip
    assert part.request is not None
    assert ([v.id for v in part.request.combinations], part.left_out) == (["A"], (2,))
    for draft in (nothing, bare):
        assert (draft.request, draft.left_out, draft.problems) == (None, draft.rows, ())


CELLS = [
    ({"price": "39,0O"}, "price_letters", "Variant Price", "“39,0O” has a letter O in it.", "39.00"),
    ({"price": "twelve"}, "price_unreadable", "Variant Price", "“twelve” is not a number.", None),
    ({"price": "1.2E+05"}, "price_damaged", "Variant Price",
     "“1.2E+05” was shortened by a spreadsheet; its digits are gone.", None),
    ({"price": "-5.00"}, "price_negative", "Variant Price", "The price -5.00 is below zero.", "5.00"),
    ({"price": ""}, "price_missing", "Variant Price", "The price is empty.", None),
    ({"compare": "abc"}, "price_unreadable", "Variant Compare At Price", "“abc” is not a number.", None),
    ({"title": ""}, "name_missing", "Title", "The name is empty.", None),
    ({"qty": "3 pcs"}, "quantity_unreadable", "Variant Inventory Qty", "“3 pcs” is not a number.", None),
    ({"qty": "1O"}, "quantity_unreadable", "Variant Inventory Qty", "“1O” has a letter O in it.", "10"),
    ({"price": "12345678901234567"}, "model", "Variant Price",
     "Price has more than 15 digits.", None),
]  # fmt: skip


@pytest.mark.parametrize(("cells", "code", "column", "sentence", "suggestion"), CELLS)
def test_a_bad_cell_is_one_error_in_plain_words(
    cells: dict[str, str], code: str, column: str, sentence: str, suggestion: str | None
) -> None:
    draft = one(first(**cells))
    errors = [p for p in draft.problems if p.level == "error" and p.column == column]
    assert (errors[0].code, errors[0].sentence, errors[0].suggestion) == (code, sentence, suggestion)
    assert draft.request is None
    assert all(p.column == column for p in draft.problems if p.level == "error")
    assert errors[0].row == 1


def test_errors_of_continuation_rows_stand_in_their_own_row() -> None:
    draft = one(first(o1="Size", v1="S"), line(handle="shirt", v1="M", sku="B", qty="x", price=""))
    assert [(p.row, p.column) for p in draft.problems if p.level == "error"] == [
        (2, "Variant Inventory Qty"), (2, "Variant Price"),
    ]  # fmt: skip


def test_a_row_with_a_name_but_no_id_is_a_product_of_its_own() -> None:
    shirt, lost = made(first("shirt"), first("", sku="B"))
    assert shirt.request is not None
    assert (lost.key, only(lost, "id_missing").column, lost.request) == ("row 2", "Handle", None)


def test_prices_follow_one_convention_and_exceptions_are_said() -> None:
    comma = made(first("a", price="12,50"), first("b", price="1.299", sku="B"))
    assert [d.request.combinations[0].price for d in comma if d.request] == [Decimal("12.50"), Decimal(1299)]
    mixed = made(first("a", price="12.50"), first("b", price="13.50"), first("c", price="9,50"))
    assert mixed[2].request is not None
    assert mixed[2].request.combinations[0].price == Decimal("9.50")
    assert only(mixed[2], "price_sign").sentence == "“9,50” is read as 9.50; most other prices have a point."
    assert codes(mixed[:2])["price_sign"] == 0


def test_a_currency_in_the_price_is_used_and_compared() -> None:
    named = one(first(price="15.00 GBP"), rules=DECIDED.ask("currency"))
    assert named.request is not None
    assert (named.request.currency, named.request.combinations[0].price) == ("GBP", Decimal("15.00"))
    mapping = MAPPING.with_source("currency", Fixed("EUR"))
    other = one(first(price="15.00 GBP"), mapping=mapping)
    assert only(other, "price_currency").sentence == "“15.00 GBP” names GBP, but the product is sold in EUR."
    wrong = one(first(), mapping=MAPPING.with_source("currency", Fixed("Euro")))
    assert only(wrong, "currency_unreadable").level == "error"


WARNED = [
    ({"qty": "1.5"}, "quantity_fraction", "warning"),
    ({"barcode": "3.65E+11"}, "barcode_damaged", "warning"), ({"barcode": "12345678905"}, "barcode_zeros",
     "warning"),
    ({"image": "see shop"}, "address_odd", "warning"), ({"o1": "", "v1": "S"}, "option_unnamed", "warning"),
    ({"title": " Shirt\u00a0"}, "trimmed", "info"), ({"sku": "'0012"}, "apostrophe", "info"),
    ({"body": "<p>Soft.</p>"}, "html", "info"),
]  # fmt: skip


@pytest.mark.parametrize(("cells", "code", "level"), WARNED)
def test_what_deserves_a_look_does_not_block(cells: dict[str, str], code: str, level: str) -> None:
    draft = one(first(**cells))
    assert only(draft, code).level == level
    assert draft.request is not None


def test_texts_are_kept_as_they_are_but_for_their_edges() -> None:
    draft = one(
        first(title=" Size <S>\u00a0", body="<p>\n A&nbsp;b </p>\u200b", tags="summer,  linen", sku="'0012")
    )
    assert draft.request is not None
    assert (draft.request.name, draft.request.description) == ("Size <S>", "<p>\n A&nbsp;b </p>")
    assert (draft.request.tags, draft.request.combinations[0].id) == ("summer,  linen", "0012")
    escaped = one(first(title="'=Shirt"))
    assert escaped.request is not None and escaped.request.name == "=Shirt"


def test_a_second_name_for_a_product_is_said() -> None:
    draft = one(first(), line(handle="shirt", title="Trousers", v1="M", sku="B", qty="1", price="20"))
    assert (
        only(draft, "title_differs").sentence
        == "“Trousers” differs from “Shirt”, the name in the product's first row."
    )


def test_variants_alike_and_rows_without_content_are_said() -> None:
    draft = one(
        first(o1="Size", v1="S", sku="A"),
        line(handle="shirt", v1="S", sku="B", qty="1", price="20"),
        line(handle="shirt"),
    )
    assert (only(draft, "options_repeated").row, only(draft, "row_empty").row) == (2, 3)


def test_settings_fill_blanks_and_answer_rules() -> None:
    mapping = MAPPING
    for text in (
        "quantity=0",
        "currency=INR",
        "url=https://shop.example/products/{Handle}",
        "image=https://x.example/n.png",
    ):
        mapping = mapping.with_setting(parse_set(text))
    draft = one(first(qty="", image=""), rules=Rules(), mapping=mapping)
    assert draft.request is not None
    assert draft.request.url == "https://shop.example/products/shirt"
    assert (draft.request.combinations[0].quantity, draft.request.currency) == (Decimal(0), "INR")


def test_a_setting_gives_every_variant_an_option() -> None:
    header = ("id", "name", "url", "combinations.price", "combinations.quantity", "combinations.options.Size")
    mapping = recognise(header).mapping
    for text in (
        "combinations.options.Colour=Red",
        "combinations.options.Cut={name}",
        "image=https://i.example/1.jpg",
    ):
        mapping = mapping.with_setting(parse_set(text))
    rows = rows_from(("p", "Shirt", "https://s.example/p", "20", "3", "S"), ("p", "", "", "21", "3", "M"))
    (draft,) = build(header, rows, mapping, rules_for(currency="EUR"))
    assert draft.request is not None
    assert [one.options for one in draft.request.combinations] == [
        {"Size": "S", "Colour": "Red", "Cut": "Shirt"},
        {"Size": "M", "Colour": "Red"},
    ]


def test_exact_field_names_with_free_options_lists_and_flags() -> None:
    header = ("id", "name", "url", "photos.photoUrl", "combinations.id", "combinations.price",
    "combinations.discountedPrice",
              "combinations.quantity", "combinations.options.Size", "combinations.options.Cut", "catalogIds",
              "addToCartDisabled", "combinations.name")  # fmt: skip
    found = recognise(header)
    assert found.preset == "exact-fields"
    rows = rows_from(
        (
            "p",
            "Shirt",
            "https://s.example/p",
            "https://s.example/1.jpg",
            "p-s",
            "20",
            "15",
            "3",
            "S",
            "slim",
            "a; b",
            "yes",
            "",
        ),
        ("p", "", "", "", "p-m", "20", "25", "3", "M", "", "", "", "Medium"),
    )
    (draft,) = build(header, rows, found.mapping, rules_for(currency="EUR"))
    assert (
        only(draft, "discount_above_price").sentence == "The discounted price 25 is higher than the price 20."
    )
    assert only(draft, "discount_above_price").suggestion == "20"
    fixed = [rows[0], Row(2, 3, ("p", "", "", "", "p-m", "20", "20", "3", "M", "", "", "", "Medium"))]
    (good,) = build(header, fixed, found.mapping, rules_for(currency="EUR"))
    assert good.request is not None
    assert (good.request.catalog_ids, good.request.add_to_cart_disabled) == (["a", "b"], True)
    assert [(v.name, v.options) for v in good.request.combinations] == [
        ("S / slim", {"Size": "S", "Cut": "slim"}), ("Medium", {"Size": "M"}),
    ]  # fmt: skip


def test_columns_named_by_namespace_and_key_become_metafields() -> None:
    header = ("id", "name", "url", "photos.photoUrl", "combinations.id", "combinations.price",
              "combinations.quantity", "metafields.care.washing", "metafields.origin")  # fmt: skip
    found = recognise(header)
    assert found.unknown == ()
    shared = ("p", "Shirt", "https://s.example/p", "https://s.example/1.jpg")
    rows = rows_from(
        (*shared, "p-s", "20", "3", "30 °C, never dry", "Porto"), ("p", "", "", "", "p-m", "20", "3")
    )
    (draft,) = build(header, rows, found.mapping, rules_for(currency="EUR"))
    assert draft.request is not None and draft.request.metafields is not None
    assert [each.model_dump() for each in draft.request.metafields] == [
        {"id": "care.washing", "namespace": "care", "key": "washing", "value": "30 °C, never dry"},
        {"id": "custom.origin", "namespace": "custom", "key": "origin", "value": "Porto"},
    ]
    assert draft.origin[("metafields", 1, "value")] == (1, "metafields.origin")
    blank = rows_from((*shared, "p-s", "20", "3", "", ""))
    (draft,) = build(header, blank, found.mapping, rules_for(currency="EUR"))
    assert draft.request is not None and draft.request.metafields is None


def test_a_list_of_articles_without_product_ids_makes_one_product_each() -> None:
    header = ("SKU", "Name", "Price", "Stock", "Image", "Link", "Currency")
    rows = rows_from(
        ("A", "Shirt", "12", "1", "https://x.example/a.jpg", "https://s.example/a", "eur"),
        ("B", "Sock", "3", "0", "https://x.example/b.jpg", "https://s.example/b", "EUR"),
    )
    drafts = build(header, rows, auto_match(header), Rules())
    assert [(d.key, d.request.currency) for d in drafts if d.request] == [("A", "EUR"), ("B", "EUR")]


def test_one_product_is_rebuilt_after_an_edit_without_the_rest() -> None:
    rows = rows_from(first("a", sku="X"), first("b", sku="X"), first("c", price="39.0O"))
    found = survey(HEADER, rows, MAPPING)
    builder = Builder(found, DECIDED)
    assert builder.build_one("c", [rows[2]]).request is None
    fixed = Row(3, 4, tuple(first("c", price="39.00")))
    assert found.replace(rows[2], fixed) == frozenset({"c"})
    assert builder.build_one("c", [fixed]).request is not None
    renamed = Row(1, 2, tuple(first("a", sku="Y")))
    assert found.replace(rows[0], renamed) == frozenset({"a", "b"})
    assert codes([builder.build_one("b", [rows[1]])])["sku_renamed"] == 0
    assert found.replace(rows[1], Row(2, 3, tuple(first("d", sku="X")))) is None
    assert found.replace(fixed, Row(3, 4, tuple(first("c", price="39,00")))) is None
    assert (*found.keys, found.rows_of("b"), found.key_of(2)) == ("a", "b", "c", (2,), "b")


def test_rows_left_out_give_texts_but_neither_variant_nor_photo_and_ids_stay() -> None:
    rows = rows_from(
        first("shirt", o1="Size", v1="S", sku="", price="39.0O"),
        line(handle="shirt", v1="M", qty="1", price="20", image="https://x.example/2.jpg"),
        line(handle="shirt", image="https://x.example/3.jpg"),
    )
    builder = Builder(survey(HEADER, rows, MAPPING), DECIDED)
    draft = builder.build_one("shirt", rows, without={1, 3})
    assert draft.request is not None
    assert (draft.request.name, [v.id for v in draft.request.combinations]) == ("Shirt", ["shirt-2"])
    assert draft.request.combinations[0].options == {"Size": "M"}
    assert [photo.photo_url[-5:] for photo in draft.request.photos] == ["2.jpg"]
    assert (draft.rows, draft.left_out) == ((1, 2, 3), (1, 3))
    assert not [p for p in draft.problems if p.level == "error"]
    no_variant = builder.build_one("shirt", rows, without=[1, 2])
    assert (no_variant.request, no_variant.left_out, no_variant.problems) == (None, (1, 2, 3), ())


def test_every_row_belongs_to_exactly_one_draft_and_everything_travels() -> None:
    rows = rows_from(
        first("a"),
        line(image="https://x.example/2.jpg"),
        first("b", qty=""),
        line(handle="a", v1="M", price="2"),
        first("", sku="Z"),
    )
    drafts = build(HEADER, rows, MAPPING, Rules())
    assert sorted(number for draft in drafts for number in draft.rows) == [1, 2, 3, 4, 5]
    assert pickle.loads(pickle.dumps(drafts)) == drafts
    found = survey(HEADER, rows, MAPPING)
    assert tuple(found.keys) == ("a", "b", "row 5")
    elsewhere = Builder(pickle.loads(pickle.dumps(found)), Rules())
    built = [elsewhere.build_one(key, [rows[at - 1] for at in found.rows_of(key)]) for key in found.keys]
    assert built == drafts
    assert pickle.loads(pickle.dumps(DECIDED)) == DECIDED
    assert Rules.from_json(DECIDED.as_json()) == DECIDED


@pytest.mark.parametrize(
    ("rule", "choice", "text"),
    [
        ("url", "template", "https://shop.example/"),
        ("url", "template", "{handle}"),
        ("currency", "value", "Euro"),
        ("quantity", "value", "some"),
        ("quantity", "value", "-1"),
        ("quantity", "value", ""),
        ("image", "value", "picture.png"),
    ],
)
def test_an_answer_that_cannot_be_used_is_refused_with_an_example(rule: str, choice: str, text: str) -> None:
    with pytest.raises(TableError, match=RULES[rule].title) as refused:
        Rules().decide(rule, choice, text)
    assert RULES[rule].choice(choice).example in refused.value.advice


def test_unknown_rules_and_answers_are_refused_and_profiles_answer_what_they_can() -> None:
    with pytest.raises(TableError, match="no rule “colour”"):
        Rules().decide("colour", "red")
    with pytest.raises(TableError, match="no answer “maybe”"):
        Rules().decide("quantity", "maybe")
    known = rules_for(storefront_url="https://s.example/", currency="inr")
    assert set(rules_for().undecided()) - set(known.undecided()) == {"url", "currency"}
    assert rules_for(storefront_url="shop", currency="rupees") == Rules()
    assert Rules().decide("quantity", "value", "0").ask("quantity") == Rules()


def test_every_kind_and_rule_reads_well() -> None:
    for kind in KINDS.values():
        assert kind.title and kind.one and "{n}" in kind.many and kind.sentence
        assert kind.rule is None or kind.rule in RULES
    for spec in RULES.values():
        assert spec.question(1) == spec.one
        assert spec.question(1234).startswith("1,234 ")
        assert all(not choice.value or choice.example for choice in spec.choices)
