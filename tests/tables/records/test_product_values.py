"""What rows say of products is read as they mean it: stock, currencies in cells, catalogs, linked rows."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from svcconsole.api.models.catalog import Product
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Column, Mapping
from svcconsole.tables.presets import apply, recognise
from svcconsole.tables.records.products import build
from tests.tables.tables import DECIDED, codes, problems, rows_from

HEAD = ("id", "name", "combinations.id", "combinations.price", "combinations.quantity")


def made(
    *lines: Sequence[str], rules: Rules = DECIDED, mapping: Mapping | None = None
) -> list[Draft[Product]]:
    header, *rows = lines
    return build(header, rows_from(*rows), mapping or recognise(header).mapping, rules)


def request(draft: Draft[Product]) -> Product:
    assert draft.request is not None, draft.problems
    return draft.request


@pytest.mark.parametrize(
    ("prices", "stock", "quantity"),
    [
        (("12,50", "1.299,00"), "1.000", 1000),
        (("12.50", "1,299.00"), "1,000", 1000),
        (("12,50", "9,99"), "12", 12),
        (("12.50", "9.99"), "1.000", 1),
    ],
)
def test_the_decimal_style_of_the_prices_holds_for_the_stock(
    prices: tuple[str, str], stock: str, quantity: int
) -> None:
    first, _ = made(HEAD, ("a", "A", "A-1", prices[0], stock), ("b", "B", "B-1", prices[1], "5"))
    assert request(first).combinations[0].quantity == quantity


def test_a_stock_that_settles_its_own_style_keeps_it() -> None:
    first, second = made(HEAD, ("a", "A", "A-1", "12,50", "1.000"), ("b", "B", "B-1", "9,99", "0.500"))
    stock = [request(draft).combinations[0].quantity for draft in (first, second)]
    assert stock == [Decimal(1), Decimal("0.5")]


def test_a_stock_that_nothing_settles_is_asked_about() -> None:
    lines = (HEAD, ("a", "A", "A-1", "12", "1.000"))
    (open_,) = made(*lines)
    assert [(p.code, p.rule) for p in problems([open_], "error")] == [("quantity_ambiguous", "decimal")]
    (comma,) = made(*lines, rules=DECIDED.decide("decimal", "comma"))
    assert request(comma).combinations[0].quantity == 1000


def test_in_a_column_with_both_signs_a_price_that_can_be_read_in_two_ways_is_asked_about() -> None:
    prices = ("12.50", "13.50", "14,50", "1,299", "1.299")
    lines = [(f"p{at}", "P", f"v{at}", price, "1.000") for at, price in enumerate(prices)]
    drafts = made(HEAD, *lines)
    assert [[problem.code for problem in problems([draft], "error")] for draft in drafts] == [
        *([["quantity_ambiguous"]] * 3), *([["quantity_ambiguous", "price_ambiguous"]] * 2),
    ]  # fmt: skip
    drafts = made(HEAD, *lines, rules=DECIDED.decide("decimal", "comma"))
    sent = [request(draft).combinations[0] for draft in drafts]
    assert [str(each.price) for each in sent] == ["12.50", "13.50", "14.50", "1.299", "1299"]
    assert {each.quantity for each in sent} == {1000}
    assert codes(drafts)["price_sign"] > 0, "which are written unlike the others is still told"


@pytest.mark.parametrize(
    ("price", "currency"), [("352 AED", "AED"), ("aed 9.99", "AED"), ("US$12.50", "USD"), ("€ 5", "EUR")]
)
def test_the_currency_in_the_cell_is_the_currency(price: str, currency: str) -> None:
    (draft,) = made(HEAD, ("a", "A", "A-1", price, "1"))
    assert (request(draft).currency, request(draft).combinations[0].currency) == (currency, currency)
    assert "currency" not in draft.asked


def test_a_setting_fills_the_currency_only_where_no_cell_names_one() -> None:
    from svcconsole.tables.mapping.mapping import parse_set

    mapping = recognise(HEAD).mapping.with_setting(parse_set("currency=EUR"))
    lines = ("a", "A", "A-1", "352 AED", "1"), ("b", "B", "B-1", "9", "1")
    priced, plain = made(HEAD, *lines, mapping=mapping, rules=DECIDED.decide("price_currency", "send"))
    assert (request(priced).currency, request(plain).currency) == ("AED", "EUR")


def test_a_variant_in_another_currency_is_asked_about_and_sent_in_its_own() -> None:
    rows = ("a", "A", "A-1", "12 USD", "1"), ("a", "", "A-2", "10 EUR", "1")
    (asked,) = made(HEAD, *rows)
    assert [problem.code for problem in problems([asked], "error")] == ["price_currency"]
    (draft,) = made(HEAD, *rows, rules=DECIDED.decide("price_currency", "send"))
    assert [each.currency for each in request(draft).combinations] == ["USD", "EUR"]
    assert codes([draft])["price_currency_sent"] == 1


@pytest.mark.parametrize(
    ("price", "sign", "own"), [("$12.50", "$", "CAD"), ("Rs. 499", "Rs.", "PKR"), ("kr 199,00", "kr", "NOK")]
)
def test_a_sign_that_is_not_of_the_products_currency_is_asked_about(price: str, sign: str, own: str) -> None:
    lines = (HEAD, ("a", "A", "A-1", price, "1"))
    (asked,) = made(*lines)
    (problem,) = problems([asked], "error")
    assert (problem.code, problem.column, str(problem.sentence)) == (
        "price_currency", "combinations.price", f"“{price}” names {sign}, but the product is sold in EUR.",
    )  # fmt: skip
    (sent,) = made(*lines, rules=DECIDED.decide("price_currency", "send"))
    assert request(sent).currency == "EUR"
    (out,) = made(*lines, rules=DECIDED.decide("price_currency", "leave_out"))
    assert (out.request, out.left_out) == (None, (1,))
    (fitting,) = made(*lines, rules=DECIDED.decide("currency", "value", own))
    assert request(fitting).currency == own
    assert "price_currency" not in fitting.asked


def test_a_sign_beside_a_reduced_price_and_a_stock_is_seen_too() -> None:
    head = (*HEAD, "combinations.discountedPrice", "combinations.currency")
    (reduced, of_variant, stock) = made(
        head,
        ("a", "A", "A-1", "12.50", "1", "$10", ""),
        ("b", "B", "B-1", "$12.50", "1", "$10", "USD"),
        ("c", "C", "C-1", "12.50", "$1", "", ""),
    )
    assert [(p.code, p.column) for p in problems([reduced], "error")] == [
        ("price_currency", "combinations.discountedPrice")
    ]
    assert request(of_variant).combinations[0].currency == "USD"
    assert [p.code for p in problems([stock], "error")] == ["quantity_unreadable"]


@pytest.mark.parametrize("rules", [DECIDED.ask("currency"), DECIDED.decide("currency", "value", "USD")])
def test_the_currency_in_the_name_of_a_price_column_is_the_currency(rules: Rules) -> None:
    lines = (("SKU", "Title", "Price (USD)", "Stock"), ("M", "Mug", "12.50", "1"), ("P", "Pot", "9 EUR", "1"))
    mug, pot = made(*lines, rules=rules)
    assert (request(mug).currency, request(mug).combinations[0].currency) == ("USD", "USD")
    assert not mug.asked.get("currency")
    assert pot.request is None, "the price in the other currency of the file is asked about"


@pytest.mark.parametrize(("name", "found"), [("Price (USD)", "USD"), ("PRICE (ALL)", "ALL")])
def test_a_price_column_in_another_currency_than_the_stores_is_asked_about(name: str, found: str) -> None:
    lines = (("SKU", "Title", name, "Stock"), ("M", "Mug", "12.50", "1"), ("M", "", "13.50", "1"))
    (asked,) = made(*lines)
    (problem,) = problems([asked], "error")
    assert (problem.code, problem.column, str(problem.sentence)) == (
        "price_currency", name, f"“{name}” names {found}, but the product is sold in EUR.",
    )  # fmt: skip
    assert "currency" in asked.asked, "it is built anew once the store's currency is another"
    (sent,) = made(*lines, rules=DECIDED.decide("price_currency", "send"))
    assert {request(sent).currency, *(each.currency for each in request(sent).combinations)} == {found}
    (out,) = made(*lines, rules=DECIDED.decide("price_currency", "leave_out"))
    assert (out.request, out.left_out) == (None, (1, 2))


def test_capitals_that_nobody_pays_with_any_more_are_no_currency() -> None:
    (draft,) = made(("SKU", "Title", "Price (STD)", "Stock"), ("M", "Mug", "12.50", "1"))
    assert request(draft).currency == "EUR"


@pytest.mark.parametrize(("name", "found"), [("Price (USD)", "USD"), ("Price ($)", "$")])
def test_a_price_column_in_another_currency_than_the_products_is_asked_about(name: str, found: str) -> None:
    (draft,) = made(("SKU", "Title", name, "Stock", "Currency"), ("M", "Mug", "12.50", "1", "EUR"))
    (problem,) = problems([draft], "error")
    assert (problem.code, problem.column, str(problem.sentence)) == (
        "price_currency", name, f"“{name}” names {found}, but the product is sold in EUR.",
    )  # fmt: skip


def test_a_discount_in_another_currency_is_refused() -> None:
    (draft,) = made((*HEAD, "combinations.discountedPrice"), ("a", "A", "A-1", "12 USD", "1", "10 EUR"))
    assert [problem.code for problem in problems([draft], "error")] == ["price_currencies"]


def test_catalogs_of_all_rows_count_and_other_texts_are_told() -> None:
    (draft,) = made(
        (*HEAD, "catalogIds", "metafields.care.washing"),
        ("a", "A", "A-1", "1", "1", "summer; sale", "cold"),
        ("a", "", "A-2", "1", "1", "sale, outlet", "warm"),
    )
    assert request(draft).catalog_ids == ["summer", "sale", "outlet"]
    assert [each.value for each in request(draft).metafields or ()] == ["cold"]
    assert codes([draft])["text_differs"] == 1


@pytest.mark.parametrize("word", ["out of stock", "out_of_stock", "Out of Stock", "0"])
def test_out_of_stock_is_none_and_in_stock_asks(word: str) -> None:
    head = ("id", "name", "combinations.id", "combinations.price", "availability")
    lines = (head, ("a", "A", "A-1", "1", word), ("b", "B", "B-1", "1", "in stock"))
    out, there = made(*lines, rules=DECIDED.ask("quantity"))
    assert request(out).combinations[0].quantity == 0
    assert (there.request, there.asked["quantity"]) == (None, 1)


LINKED = Mapping(
    "products",
    {
        "id": Column("sku"), "name": Column("name"), "combinations.id": Column("sku"),
        "combinations.price": Column("price"), "combinations.quantity": Column("stock"),
        "parent": Column("parent"), "shopId": Column("no"), "rowType": Column("type"),
        "option1.name": Column("o"), "option1.value": Column("v"),
    },
)  # fmt: skip
LINKED_HEAD = ("no", "type", "sku", "name", "price", "stock", "parent", "o", "v")


def test_variants_find_their_product_wherever_it_stands() -> None:
    drafts = made(
        LINKED_HEAD,
        ("11", "variation", "S-R", "Shirt - Red", "9", "1", "id:10", "Colour", "Red"),
        ("10", "variable", "SHIRT", "Shirt", "", "", "", "Colour", "Red, Blue"),
        ("12", "variation", "S-B", "Shirt - Blue", "8", "2", "SHIRT", "Colour", "Blue"),
        ("13", "simple", "MUG", "Mug", "5", "3", "", "", ""),
        mapping=LINKED,
    )
    assert [draft.rows for draft in drafts] == [(1, 2, 3), (4,)]
    shirt = request(drafts[0])
    assert (shirt.id, shirt.name) == ("SHIRT", "Shirt")
    assert [(each.id, str(each.price), each.options) for each in shirt.combinations] == [
        ("S-R", "9", {"Colour": "Red"}), ("S-B", "8", {"Colour": "Blue"}),
    ]  # fmt: skip


def test_a_variant_of_nothing_and_a_group_are_not_sent_as_products() -> None:
    lost, group = made(
        LINKED_HEAD,
        ("11", "variation", "S-R", "Shirt - Red", "9", "1", "id:99", "Colour", "Red"),
        ("14", "grouped", "SET", "Set", "", "", "", "", ""),
        mapping=LINKED,
    )
    assert [(p.code, p.column) for p in problems([lost], "error")] == [("parent_missing", "parent")]
    assert (group.request, group.left_out) == (None, (2,))
    assert codes([group]) == {"group_left_out": 1}


def test_a_reduction_with_dates_waits_for_an_answer() -> None:
    head = (*HEAD, "combinations.discountedPrice", "saleStarts", "saleEnds")
    lines = (head, ("a", "A", "A-1", "20", "1", "15", "2017-01-01", "2030-01-01"))
    (draft,) = made(*lines)
    assert [(p.code, p.rule) for p in problems([draft], "error")] == [("sale_dated", "sale_dates")]
    (sent,) = made(*lines, rules=DECIDED.decide("sale_dates", "send"))
    (kept,) = made(*lines, rules=DECIDED.decide("sale_dates", "ignore"))
    assert [request(each).combinations[0].discounted_price for each in (sent, kept)] == [15, 20]


WOOCOMMERCE = (
    "ID", "Type", "SKU", "Name", "Published", "Visibility in catalog", "Short description", "Description",
    "In stock?", "Stock", "Regular price", "Images", "Parent", "Attribute 1 name", "Attribute 1 value(s)",
    "Tax status",
)  # fmt: skip
PICTURE = "https://images.example/tee.jpg"


def tee(description: str, stock: str, *, short: str = "", availability: str = "1") -> list[Sequence[str]]:
    """A T-shirt with one variation, as WooCommerce writes it."""
    return [
        WOOCOMMERCE,
        ("44", "variable", "TEE", "Tee", "1", "visible", short, description, "1", "12", "", PICTURE, "",
         "Colour", "Blue\\, dark, Red", "taxable"),
        ("45", "variation", "TEE-B", "Tee", "1", "visible", "", "", availability, stock, "12.50", PICTURE,
         "TEE", "Colour", "Blue\\, dark", "taxable"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("long", "short", "sent"),
    [
        ("One.\\n\\nTwo.", "", "One.\n\nTwo."),
        ("", "One.\\nTwo.", "One.\nTwo."),
        ("C:\\\\new is one.\\nTwo.", "", "C:\\new is one.\nTwo."),
    ],
)
def test_the_signs_of_woocommerce_are_read_as_what_they_stand_for(long: str, short: str, sent: str) -> None:
    (draft,) = made(*tee(long, "4", short=short))
    assert request(draft).description == sent
    (variant,) = request(draft).combinations
    assert (variant.name, variant.options) == ("Blue, dark", {"Colour": "Blue, dark"})
    told = codes([draft])
    assert (told["escaped_line"], told["escaped_comma"], told["text_differs"]) == (1, 1, 0)


def test_its_signs_are_read_so_where_the_preset_is_chosen_by_hand() -> None:
    header, *lines = tee("One.\\nTwo.", "4")
    header = tuple("Kind" if name == "Type" else name for name in header)
    assert recognise(header).preset is None
    chosen = apply("woocommerce", header).mapping.with_source("rowType", Column("Kind"))
    (draft,) = made(header, *lines, mapping=chosen)
    assert request(draft).description == "One.\nTwo."
    assert request(draft).combinations[0].options == {"Colour": "Blue, dark"}
    by_hand = chosen.with_source("description", Column("Short description"))
    (other,) = made(header, *tee("", "4", short="Mind the \\n")[1:], mapping=by_hand)
    assert request(other).description == "Mind the \\n"


def test_a_backslash_in_the_file_of_another_shop_stays() -> None:
    (draft,) = made((*HEAD, "description"), ("a", "A", "A-1", "12", "1", "Mind the \\n and the \\, of it"))
    assert request(draft).description == "Mind the \\n and the \\, of it"


def test_a_stock_counted_with_its_product_is_asked_like_a_blank_one() -> None:
    (open_,) = made(*tee("", "parent"), rules=DECIDED.ask("quantity"))
    (problem,) = problems([open_], "error")
    assert (problem.code, problem.rule) == ("quantity_of_product", "quantity")
    (answered,) = made(*tee("", "parent"), rules=DECIDED.decide("quantity", "value", "9"))
    assert [each.quantity for each in request(answered).combinations] == [9]
    (sold_out,) = made(*tee("", "parent", availability="0"), rules=DECIDED.ask("quantity"))
    assert [each.quantity for each in request(sold_out).combinations] == [0]
