"""Amounts, codes and flags are read for certain or not at all."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.tables.values.currencies import SIGNS, codes, currency_code, may_mean
from svcconsole.tables.values.values import (
    Amount,
    Mark,
    Unreadable,
    amount,
    convention,
    decimal_sign_of,
    flag,
    gtin,
    items,
    lost_zeros,
    scientific,
    trimmed,
)


@pytest.mark.parametrize(
    ("text", "number", "currency"),
    [
        ("1,299.00", "1299.00", ""), ("1.299,00", "1299.00", ""), ("€ 12,50", "12.50", "EUR"), ("12,5",
         "12.5", ""),
        ("12", "12", ""), ("-5.00", "-5.00", ""), ("−5.00", "-5.00", ""), ("(5.00)", "-5.00", ""),
         ("5.00-", "-5.00", ""),
        ("1\u00a0234,50\u00a0€", "1234.50", "EUR"), ("15.00 GBP", "15.00", "GBP"), ("INR 1,23,456.00",
         "123456.00", "INR"),
        ("₹1,23,456", "123456", "INR"), ("12,34,567", "1234567", ""), ("1.234.567", "1234567", ""),
        ("1'299.50", "1299.50", ""), ("CHF 12.-", "12", "CHF"), ("0,999", "0.999", ""), ("12.345,6",
         "12345.6", ""),
        ("US$12.50", "12.50", "USD"), ("aed 9.99", "9.99", "AED"), ("352 AED", "352", "AED"),
        ("$12.50 USD", "12.50", "USD"), ("12,50 kr.", "12.50", ""), ("￥1200", "1200", ""),
        ("٣٫٥", "3.5", ""), ("١٬٢٩٩", "1299", ""), ("١٫٢٩٩", "1.299", ""), ("١٢٣ د.إ", "123", "AED"),
        ("１２．５０", "12.50", ""), ("۱۲۵", "125", ""), ("१२.५०", "12.50", ""),
        ("$1,299,000", "1299000", ""), (".5", "0.5", ""), ("R$ 10,00", "10.00", "BRL"), ("12.5000",
         "12.5000", ""),
    ],
)  # fmt: skip
def test_amounts_that_say_for_themselves_how_they_are_written(text: str, number: str, currency: str) -> None:
    read = amount(text)
    assert isinstance(read, Amount)
    assert (read.number, read.currency) == (Decimal(number), currency)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12 345", "12345"), ("1 299.50", "1299.50"), ("1\u202f234\u202f567,89 €", "1234567.89"),
        ("1 23 456", "123456"), ("1'299", "1299"), ("12.50 €", "12.50"), ("kr. 199,00", "199.00"),
        ("- 5.00", "-5.00"), ("CHF 1’299.50", "1299.50"), ("'12.50", "12.50"), ("12.50\n", "12.50"),
        ("12,50\nEUR", "12.50"),
    ],
)  # fmt: skip
def test_spaces_and_apostrophes_part_thousands(text: str, number: str) -> None:
    read = amount(text)
    assert isinstance(read, Amount)
    assert read.number == Decimal(number)


@pytest.mark.parametrize(
    "text",
    [
        "100\n120", "12.50\n10.00", "19 99", "12 50 €", "1 2345", "1234 567", "5'10", "1 299 50", "0 500",
        "100, 120", "12 ,50", "0.123 456", "1\n299", "1 299'000", "12.50 / 15", "1,299 000", "١٩ ٩٩",
    ],
)  # fmt: skip
@pytest.mark.parametrize("mark", [None, "point", "comma"])
def test_two_numbers_in_a_cell_are_never_read_as_one(text: str, mark: Mark | None) -> None:
    read = amount(text, mark)
    assert isinstance(read, Unreadable) and read.reason == "unreadable"
    assert decimal_sign_of(text) is None


@pytest.mark.parametrize("text", ["1,299", "1.299", "999,999"])
def test_amounts_that_can_be_two_things_wait_for_the_column(text: str) -> None:
    open_question = amount(text)
    assert isinstance(open_question, Unreadable)
    assert open_question.reason == "ambiguous"
    both: tuple[Mark, Mark] = ("point", "comma")
    first, second = (amount(text, mark) for mark in both)
    assert isinstance(first, Amount) and isinstance(second, Amount)
    assert first.number in (second.number * 1000, second.number / 1000)


@pytest.mark.parametrize(
    ("text", "reason", "sentence", "suggestion"),
    [
        ("39,0O", "letters", "“39,0O” has a letter O in it.", "39.00"),
        ("l2.50", "letters", "“l2.50” has a letter l in it.", "12.50"),
        ("lO.00", "letters", "“lO.00” has letters in it.", "10.00"),
        ("twelve", "unreadable", "“twelve” is not a number.", None),
        ("1.2.3", "unreadable", "“1.2.3” is not a number.", None),
        ("1,2,3", "unreadable", "“1,2,3” is not a number.", None),
        ("EURO 5", "unreadable", "“EURO 5” is not a number.", None),
        ("12 or 14", "unreadable", "“12 or 14” is not a number.", None),
        ("3.65E+11", "damaged", "“3.65E+11” was shortened by a spreadsheet; its digits are gone.", None),
        ("12²", "unreadable", "“12²” is not a number.", None),
        ("PCS 12", "unreadable", "“PCS 12” is not a number.", None),
        ("", "unreadable", "“” is not a number.", None),
        ("NaN", "unreadable", "“NaN” is not a number.", None),
    ],
)
def test_what_cannot_be_read_is_said_and_never_guessed(
    text: str, reason: str, sentence: str, suggestion: str | None
) -> None:
    assert amount(text, "point") == Unreadable(reason, sentence, suggestion)


def test_a_suggestion_follows_the_column() -> None:
    read = amount("39.0O", "comma")
    assert isinstance(read, Unreadable)
    assert read.suggestion == "39,00"


def test_one_convention_per_column_with_the_cells_that_settle_it() -> None:
    assert convention(["1,299", "12.50", "8"]).mark == "point"
    assert convention(["1.299", "12,50", "8"]).mark == "comma"
    assert convention(["1,299", "2,500", "12"]).mark is None
    mixed = convention(["12,50", "12.50", "13.50"])
    assert (mixed.mark, mixed.mixed, mixed.point, mixed.comma) == ("point", True, 2, 1)
    assert (mixed.certain, convention(["1,299", "12.50"]).certain) == (None, "point")


@pytest.mark.parametrize(
    "text",
    [
        "1,234,56", "1.234.56", "1,23,45", "1,234,5", "1,234,5678", "12,3456,789", "1,2,345", "1.23.45,00",
        "1234,567.00", "1234.567.890", ",123,456", ".123.456,00", "1,23,456,789", "12,345,67,890",
        "123,45,678", "0,123,456", "01.234.567",
    ],
)  # fmt: skip
@pytest.mark.parametrize("mark", [None, "point", "comma"])
def test_groups_that_are_no_thousands_are_no_price(text: str, mark: Mark | None) -> None:
    assert amount(text, mark) == Unreadable("unreadable", f"“{text}” is not a number.")


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("1,299", None), ("999.999", None), ("1,299,000.00", "point"), ("1.299.000,00", "comma"),
        ("1,299,000", "point"), ("1.299.000", "comma"), ("0.999", "point"), ("0,999", "comma"),
        (".999", "point"), (",999", "comma"), ("1299.123", "point"), ("1299,123", "comma"),
        ("+12,5", "comma"), ("1,234.567,890", None),
    ],
)  # fmt: skip
def test_the_sign_before_the_cents_is_settled_by_the_text_alone(text: str, mark: Mark | None) -> None:
    assert decimal_sign_of(text) == mark


def test_a_column_with_as_many_votes_for_either_sign_is_read_with_the_point() -> None:
    drawn = convention(["12,50", "12.50"])
    assert (drawn.mark, drawn.mixed) == ("point", True)


def test_an_amount_names_the_sign_it_was_read_with() -> None:
    assert amount("1.299,00 €") == Amount(Decimal("1299.00"), "EUR", "comma")
    assert amount("-$1,299", "comma") == Amount(Decimal("-1.299"), "", "comma", "$")
    assert amount("−1 299.50") == Amount(Decimal("-1299.50"), "", "point")


@pytest.mark.parametrize(
    ("text", "currency", "sign", "fitting", "other"),
    [
        ("$12.50", "", "$", "CAD", "EUR"), ("12.50 $", "", "$", "USD", "GBP"),
        ("Rs. 499", "", "Rs.", "PKR", "EUR"),
        ("kr 199,00", "", "kr", "NOK", "EUR"), ("¥1200", "", "¥", "CNY", "TWD"),
        ("100元", "", "元", "TWD", "JPY"),
        ("€ 5", "EUR", "", "EUR", "USD"), ("$12.50 USD", "USD", "", "USD", "CAD"),
        ("$12.50 EUR", "EUR", "$", "USD", "EUR"),
    ],
)  # fmt: skip
def test_a_sign_of_several_currencies_is_kept_and_names_none(
    text: str, currency: str, sign: str, fitting: str, other: str
) -> None:
    read = amount(text)
    assert isinstance(read, Amount)
    assert (read.currency, read.sign, read.is_money) == (currency, sign, True)
    if sign:
        assert may_mean(sign, fitting) and not may_mean(sign, other)


def test_every_sign_stands_for_codes_of_iso_4217() -> None:
    assert {code for named in SIGNS.values() for code in named} <= codes()


@given(
    cents=st.integers(0, 10**11),
    mark=st.sampled_from(["point", "comma"]),
    grouped=st.booleans(),
    sign=st.sampled_from(["", "€", "₹", "EUR "]),
)
@settings(max_examples=300, deadline=None)
def test_every_amount_with_cents_is_read_back(cents: int, mark: Mark, grouped: bool, sign: str) -> None:
    number = Decimal(cents) / 100
    text = f"{number:,.2f}" if grouped else f"{number:.2f}"
    if mark == "comma":
        text = text.translate(str.maketrans(",.", ".,"))
    read = amount(sign + text)
    assert isinstance(read, Amount)
    assert read.number == number
    assert decimal_sign_of(text) == mark


@given(st.text(max_size=12))
@settings(max_examples=500, deadline=None)
def test_any_text_is_either_an_amount_or_said_not_to_be(text: str) -> None:
    read = amount(text, "point")
    assert isinstance(read, Amount | Unreadable)
    if isinstance(read, Amount):
        assert read.number.is_finite()


def test_codes_damaged_by_a_spreadsheet() -> None:
    assert scientific("3.65E+11") and scientific("9,19877E+11") and scientific(" 8E12 ")
    assert not scientific("365275101829") and not scientific("SRT-E11") and not scientific("12")
    assert gtin("4006381333931") and not gtin("4006381333930")
    assert lost_zeros("12345670") is None
    full = "0012345678905"
    assert gtin(full)
    assert lost_zeros(full.lstrip("0")) == full.lstrip("0").zfill(12)
    assert lost_zeros("123") is None and lost_zeros("abc") is None
    assert gtin("00000012345670") and gtin("00012345678905")
    assert gtin("00012348") and lost_zeros("12348") is None, "five digits left are too few to tell"
    assert gtin("0000012345670") and lost_zeros("12345670") is None, "eight digits are a whole code"


def test_flags_lists_currencies_and_edges() -> None:
    assert [flag(text) for text in ("TRUE", " yes ", "1", "false", "No", "0", "maybe", "")] == [
        True, True, True, False, False, False, None, None,
    ]  # fmt: skip
    assert items("summer; sale,summer\n new ;") == ["summer", "sale", "new"]
    assert (currency_code(" eur "), currency_code("Euro"), currency_code("€")) == ("EUR", None, None)
    assert trimmed("\u00a0 a b \u200b\ufeff") == "a b"
