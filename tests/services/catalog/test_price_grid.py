"""The pure part of the price grid: typed cells, rules for many, what waits, the plan made of it."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import pytest

from svcconsole.services.catalog.price_grid.cells import (
    CellKey,
    Field,
    Typed,
    VariantKey,
    VariantRow,
    read_cell,
)
from svcconsole.services.catalog.price_grid.pending import Change, PendingChanges
from svcconsole.services.catalog.price_grid.plan import NOT_SENDABLE, NOT_THERE, plan_items
from svcconsole.services.catalog.price_grid.rules import Operation, Rule, read_amount
from svcconsole.tables.values.values import Mark
from svcconsole.workspace.schema import ItemState


def row(variant: str, price: str, reduced: str = "", stock: str = "5", product: str = "hl") -> VariantRow:
    return VariantRow(
        VariantKey(product, variant), "Harbour lantern", variant, "", "EUR",
        Decimal(price), Decimal(reduced) if reduced else None, Decimal(stock),
    )  # fmt: skip


def key(variant: str, field: Field = Field.PRICE) -> CellKey:
    return CellKey(VariantKey("hl", variant), field)


@pytest.mark.parametrize(
    ("field", "text", "mark", "value"),
    [
        (Field.PRICE, "12,50", "point", Typed(Decimal("12.5"))),
        (Field.PRICE, "1,299", "comma", Typed(Decimal("1.299"))),
        (Field.PRICE, "1,299", "point", Typed(Decimal(1299))),
        (Field.PRICE, "£12.90", "point", Typed(Decimal("12.9"), "GBP")),
        (Field.PRICE, "$12.90", "point", Typed(Decimal("12.9"), "$")),
        (Field.REDUCED, "", "point", Typed(None)),
        (Field.STOCK, "1,026", "point", Typed(Decimal(1026))),
        (Field.PRICE, "", "point", "Type a number. The service keeps no empty price or stock."),
        (Field.PRICE, "-1", "point", "Prices and stock cannot be below zero. Type 0 or more."),
        (Field.STOCK, "€5", "point", "A stock number has no currency."),
        (Field.STOCK, "$5", "point", "A stock number has no currency."),
        (Field.PRICE, "1234567890123456", "point", "The number has more digits than the service takes."),
        (Field.PRICE, "2026-10-01", "point", "“2026-10-01” is not a number. Type it in digits."),
    ],
)  # fmt: skip
def test_a_typed_cell_is_a_number_or_says_what_is_wrong(
    field: Field, text: str, mark: Mark, value: object
) -> None:
    assert read_cell(field, text, mark) == value


@pytest.mark.parametrize(
    ("operation", "text", "rounding", "before", "after"),
    [
        (Operation.SET, "12.90", "", "119", "12.90"),
        (Operation.ADD, "-0.50", "", "119", "118.50"),
        (Operation.ADD, "-200", "", "119", None),
        (Operation.MULTIPLY, "+4 %", "", "119", "123.76"),
        (Operation.MULTIPLY, "+4 %", "up_90", "119", "123.90"),
        (Operation.MULTIPLY, "−10 %", "", "119", "107.10"),
        (Operation.MULTIPLY, "90 %", "near_05", "119.99", "108.00"),
        (Operation.MULTIPLY, "×1.5", "near_1", "119", "179.00"),
        (Operation.ROUND, "", "up_99", "119.99", "119.99"),
        (Operation.ROUND, "", "up_95", "119.99", "120.95"),
        (Operation.ROUND, "", "down_1", "119.99", "119.00"),
    ],
)  # fmt: skip
def test_a_rule_reckons_exactly(
    operation: Operation, text: str, rounding: str, before: str, after: str | None
) -> None:
    amount = read_amount(operation, text, "point")
    assert isinstance(amount, Decimal)
    made = Rule(Field.PRICE, operation, amount, rounding).applied(Decimal(before), "EUR")
    assert (None if made is None else str(made)) == after


def test_a_rule_keeps_to_the_coins_of_the_currency_and_to_whole_pieces() -> None:
    rule = Rule(Field.PRICE, Operation.MULTIPLY, Decimal("1.04"))
    assert str(rule.applied(Decimal(119), "JPY")) == "124"
    assert str(rule.applied(Decimal("1.500"), "KWD")) == "1.560"
    pieces = Rule(Field.STOCK, Operation.MULTIPLY, Decimal("1.5"), "near_1")
    assert pieces.applied(Decimal(5), "EUR") == 8


@pytest.mark.parametrize(
    ("operation", "text"),
    [(Operation.SET, "five"), (Operation.ADD, "4 %"), (Operation.MULTIPLY, ""), (Operation.SET, "-1")],
)
def test_what_is_no_rule_says_so(operation: Operation, text: str) -> None:
    assert isinstance(read_amount(operation, text, "point"), str)


def test_of_a_reduced_price_the_reduction_stays_and_one_above_the_price_is_asked_about() -> None:
    grid = PendingChanges()
    grid.take_product("hl", [row("a", "100", "80")])
    grid.set_cells({key("a"): Typed(Decimal(95))})
    assert not grid.questions
    grid.set_cells({key("a"): Typed(Decimal(70))})
    [question] = grid.questions.values()
    assert (question.code, question.suggestion) == ("discount_above_price", Decimal(70))
    assert not grid.ready()
    grid.set_cells({key("a", Field.REDUCED): Typed(None)})
    assert not grid.questions
    assert len(grid.ready()) == 2


def test_a_sign_that_is_not_of_the_variants_currency_is_asked_about() -> None:
    grid = PendingChanges()
    grid.take_product("hl", [row("a", "100"), replace(row("b", "100"), currency="CAD")])
    grid.set_cells({key(name): Typed(Decimal(101), "$") for name in "ab"})
    [(cell, question)] = grid.questions.items()
    assert (cell, question.code, question.currency) == (key("a"), "price_currency_other", "$")


def test_a_reduction_to_nothing_is_asked_about_at_its_own_cell() -> None:
    grid = PendingChanges()
    grid.take_product("hl", [row("a", "100", "80")])
    grid.set_cells({key("a"): Typed(Decimal(95)), key("a", Field.REDUCED): Typed(Decimal(0))})
    [(cell, question)] = grid.questions.items()
    assert (cell, question.code, question.after) == (key("a", Field.REDUCED), "price_zero", Decimal(0))


def test_the_price_of_a_sibling_is_what_may_be_meant() -> None:
    grid = PendingChanges()
    grid.take_product("hl", [row("brass", "119"), row("black", "119")])
    grid.set_cells({key("black"): Typed(Decimal("123.90"))})
    grid.set_cells({key("brass"): Typed(Decimal("11.90"))})
    assert grid.questions[key("brass")].suggestion == Decimal("123.90")
    grid.undo()
    grid.undo()
    assert not grid.changes
    assert grid.redo() == (key("black"),)


def test_what_is_read_anew_settles_what_the_store_has_already_and_names_what_is_gone() -> None:
    grid = PendingChanges()
    grid.take_product("hl", [row("a", "10"), row("b", "10"), row("c", "10")])
    grid.set_cells({key(name): Typed(Decimal(11)) for name in "abc"})
    grid.take_product("hl", [row("a", "11"), row("b", "10.50")])
    assert key("a") not in grid.changes
    assert grid.conflicts() == [key("b")]
    assert grid.refused[key("c")] == "The store does not have this variant any more."
    again = PendingChanges()
    assert again.load(json.loads(json.dumps(grid.as_json()))) == ["hl"]
    assert (again.changes, again.refused) == (grid.changes, grid.refused)


def test_a_damaged_draft_keeps_what_can_be_read() -> None:
    grid = PendingChanges()
    good = ["hl", "a", 0, "price", "10", "11", "", [], "", False]
    assert grid.load({"changes": [[1, 2], good, ["hl", "a", "x"], [*good[:3], "colour", *good[4:]]]}) == [
        "hl"
    ]
    assert list(grid.changes) == [key("a")]


def product(**changes: object) -> dict[str, object]:
    plain = {"id": "hl", "name": "Lantern", "url": "https://s/hl", "currency": "EUR", "photos": [], "odd": 7}
    rows = [
        {"id": name, "name": name, "productId": "hl", "price": 10.10, "discountedPrice": 10.10, "quantity": 3,
         "image": "i", "productUrl": "u", "extra": {"kept": True}}
        for name in ("a", "a", "b")
    ]  # fmt: skip
    return {**plain, "combinations": rows, **changes}


def test_the_plan_sends_each_product_as_it_is_with_only_the_new_values() -> None:
    answer = json.dumps({"data": {"products": [product()]}}).encode()
    second = CellKey(VariantKey("hl", "a", 1), Field.PRICE)
    changes = {
        second: Change(Decimal("10.1"), Decimal("12.30")),
        key("b", Field.STOCK): Change(Decimal(3), Decimal(0)),
    }
    [item] = plan_items([answer], changes)
    assert item.body is not None
    sent, was = json.loads(item.body), product()
    one, two, three = sent["combinations"]
    assert (two["price"], two["discountedPrice"], two["quantity"]) == (12.3, 12.3, 3)
    assert three["quantity"] == 0
    assert one["price"] == 10.1
    assert all(each["extra"] == {"kept": True} for each in (one, two, three))
    assert {name for name in was if sent[name] != was[name]} == {"combinations"}
    assert [each.cells[2:] for each in item.rows] == [
        ("a", "price", "10.1", "12.30"), ("b", "quantity", "3", "0"),
    ]  # fmt: skip


def test_a_price_that_the_store_reckoned_with_goes_back_as_it_came() -> None:
    variants = product()["combinations"]
    assert isinstance(variants, list)
    reckoned = product(combinations=[{**variants[0], "discountedPrice": 1169.1000000000001}, *variants[1:]])
    answer = json.dumps({"data": {"products": [reckoned]}}).encode()
    [item] = plan_items([answer], {key("b", Field.STOCK): Change(Decimal(3), Decimal(0))})
    assert item.body is not None
    assert b'"discountedPrice":1169.1000000000001' in item.body.replace(b": ", b":")


def test_what_cannot_be_sent_says_why_in_the_plan() -> None:
    answer = json.dumps({"data": {"products": [product(url=None)]}}).encode()
    gone = CellKey(VariantKey("other", "x"), Field.PRICE)
    changes = {key("b"): Change(Decimal("10.1"), Decimal(9)), gone: Change(Decimal(1), Decimal(2))}
    blocked, missing = plan_items([answer], changes)
    assert (blocked.state, blocked.reason, blocked.body) == (ItemState.BLOCKED, NOT_SENDABLE, None)
    assert (missing.state, missing.reason) == (ItemState.BLOCKED, NOT_THERE)
