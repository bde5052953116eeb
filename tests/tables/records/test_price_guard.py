"""The price guard: zero, a reduction above the price, a jump against the store, another currency."""

from __future__ import annotations

from decimal import Decimal

import pytest

from svcconsole.api.models.catalog import Product
from svcconsole.tables.checking.price_levels import KnownPrices, PriceLevel, most_frequent
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules, rules_for
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.product_grouping import survey
from svcconsole.tables.records.products import Builder
from svcconsole.tables.records.recipients import Known

HEAD = (
    "id", "name", "url", "currency", "combinations.id", "combinations.price", "combinations.discountedPrice",
    "combinations.quantity", "combinations.image",
)  # fmt: skip
RULES = rules_for(currency="EUR", storefront_url="https://shop.example")
STORE = KnownPrices(
    variants={("a", "a-1"): PriceLevel(Decimal(100), Decimal(100), "EUR")},
    products={"b": PriceLevel(Decimal(10), Decimal(20), "EUR")},
    limit=20,
)


def row(identity: str, price: str, reduced: str = "", currency: str = "EUR") -> tuple[str, ...]:
    return (
        identity, identity.upper(), "https://shop.example/p", currency, f"{identity}-1", price, reduced, "1",
        "https://shop.example/p.jpg",
    )  # fmt: skip


def built(*cells: tuple[str, ...], rules: Rules = RULES, prices: KnownPrices = STORE) -> list[Draft[Product]]:
    rows = [Row(number, number + 1, each) for number, each in enumerate(cells, start=1)]
    mapping = recognise(HEAD).mapping
    found = survey(HEAD, rows, mapping)
    found.know(Known(prices=prices))
    builder = Builder(found, rules)
    return [builder.build_one(key, [rows[number - 1] for number in found.rows_of(key)]) for key in found.keys]


def errors(draft: Draft[Product]) -> list[str]:
    return [problem.code for problem in draft.problems if problem.level == "error"]


@pytest.mark.parametrize(
    ("cells", "code", "rule", "sentence"),
    [
        (row("x", "0"), "price_zero", "price_zero", "The price is 0."),
        (row("x", "12.50", "0.00"), "price_zero", "price_zero", "The price is 0."),
        (row("a", "100", "0"), "price_zero", "price_zero", "The price is 0."),
        (row("x", "35.00", "39.00"), "discount_above_price", "price_discount",
         "The discounted price 39.00 is higher than the price 35.00."),
        (row("a", "121"), "price_change", "price_change", "The store has 100 now; 121 is a change of 21 %."),
        (row("a", "79"), "price_change", "price_change", "The store has 100 now; 79 is a change of -21 %."),
        (row("a", "150", "79"), "price_change", "price_change",
         "The store has 100 now; 79 is a change of -21 %."),
        (row("b", "25"), "price_change", "price_change", "The store has 20 now; 25 is a change of 25 %."),
        (row("a", "100", currency="USD"), "price_currency_other", "price_currency",
         "The price is in USD, the store has it in EUR now."),
    ],
)  # fmt: skip
def test_a_price_that_may_be_a_slip_is_asked_about(
    cells: tuple[str, ...], code: str, rule: str, sentence: str
) -> None:
    (draft,) = built(cells)
    assert draft.request is None
    [problem] = [problem for problem in draft.problems if problem.level == "error"]
    assert (problem.code, problem.rule, str(problem.sentence)) == (code, rule, sentence)
    assert draft.asked[rule] == 1
    (sent,) = built(cells, rules=RULES.decide(rule, "send"))
    assert sent.request is not None, "allowed, it goes as it is"
    assert [each.code for each in sent.problems if each.level == "warning"] == [f"{rule}_sent"]
    (out,) = built(cells, rules=RULES.decide(rule, "leave_out"))
    assert (out.request, out.left_out) == (None, (1,))


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        (row("x", "12.50", "0.00"), "combinations.discountedPrice"),
        (row("x", "0", "0"), "combinations.price"),
        (row("x", "0", ""), "combinations.price"),
    ],
)
def test_a_price_of_zero_is_asked_about_once_where_the_zero_is(cells: tuple[str, ...], column: str) -> None:
    (draft,) = built(cells)
    assert [(each.code, each.column) for each in draft.problems if each.level == "error"] == [
        ("price_zero", column)
    ]


@pytest.mark.parametrize("cells", [row("a", "120"), row("a", "80"), row("b", "12"), row("new", "999")])
def test_a_change_within_the_limit_and_a_new_product_are_not_asked_about(cells: tuple[str, ...]) -> None:
    (draft,) = built(cells)
    assert not errors(draft)
    assert draft.request is not None


def test_the_limit_is_the_profiles() -> None:
    (draft,) = built(row("a", "106"), prices=KnownPrices(STORE.variants, limit=5))
    assert errors(draft) == ["price_change"]


def test_a_reduction_above_the_price_can_be_sent_without_it() -> None:
    (draft,) = built(row("x", "35", "39"), rules=RULES.decide("price_discount", "price"))
    assert draft.request is not None
    [variant] = draft.request.combinations
    assert (variant.price, variant.discounted_price) == (Decimal(35), Decimal(35))


def test_the_few_prices_in_another_currency_are_asked_about() -> None:
    drafts = built(row("p", "10"), row("q", "10"), row("r", "10", currency="USD"))
    assert [errors(draft) for draft in drafts] == [[], [], ["price_currency_mixed"]]
    half = built(row("p", "10"), row("r", "10", currency="USD"))
    assert [errors(draft) for draft in half] == [[], ["price_currency_mixed"]], "of two halves the first"


def test_the_usual_currency_is_that_of_the_most_and_there_are_several() -> None:
    assert most_frequent({"USD": 1, "EUR": 2}) == "EUR"
    assert most_frequent({"EUR": 1, "USD": 1}) == "EUR"
    assert most_frequent({"EUR": 5}) == ""
