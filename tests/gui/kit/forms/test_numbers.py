"""Numbers as people in different places type them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtCore import QLocale

from svcconsole.gui.kit.forms.editors.numbers import (
    number_problem,
    number_text,
    parse_number,
    parse_whole,
    whole_number,
)

ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)
INDIAN = QLocale(QLocale.Language.English, QLocale.Country.India)
HINDI = QLocale(QLocale.Language.Hindi, QLocale.Country.India)


@pytest.mark.parametrize(
    ("text", "locale", "value"),
    [
        ("39", ENGLISH, "39"),
        ("39.5", ENGLISH, "39.5"),
        ("39,5", ENGLISH, "39.5"),
        ("1,234", ENGLISH, "1234"),
        ("1,234.50", ENGLISH, "1234.50"),
        ("39,00", GERMAN, "39.00"),
        ("39.00", GERMAN, "39.00"),
        ("1.234", GERMAN, "1234"),
        ("1,234", GERMAN, "1.234"),
        ("1.234.567,8", GERMAN, "1234567.8"),
        ("1 234,5", GERMAN, "1234.5"),
        ("-3", ENGLISH, "-3"),
        ("0,125", ENGLISH, "0.125"),
        ("1,50,000", INDIAN, "150000"),
        ("12,34,567.50", INDIAN, "1234567.50"),
        ("12,34,567", HINDI, "1234567"),
        ("1,234,567", INDIAN, "1234567"),
    ],
)
def test_written_numbers(text: str, locale: QLocale, value: str) -> None:
    assert parse_number(text, locale) == Decimal(value)


@pytest.mark.parametrize("text", ["12.7", "8,5"])
def test_a_fraction_is_no_other_whole_number(text: str) -> None:
    assert parse_whole(text) == Decimal(text.replace(",", "."))
    assert parse_whole("12.0") == 12
    assert isinstance(parse_whole("12.0"), int)


@pytest.mark.parametrize("text", ["39,0O", "1,2,3", "1.2.3,4", "abc", "--1", "1e5", "."])
def test_what_is_no_number_is_kept_as_typed_and_explained(text: str) -> None:
    assert parse_number(text, ENGLISH) == text
    assert number_problem(text) is not None


@pytest.mark.parametrize("text", ["1,50,00", "123,45,678", "1,234,56,789", "1,50,0000"])
def test_groups_that_no_language_writes_are_no_number(text: str) -> None:
    assert parse_number(text, INDIAN) == text


def test_groups_of_two_are_read_only_where_the_language_writes_them() -> None:
    assert parse_number("1,50,000", ENGLISH) == "1,50,000"


@pytest.mark.parametrize("locale", [ENGLISH, GERMAN, INDIAN, HINDI])
@pytest.mark.parametrize("number", [7, 1_000, 99_999, 150_000, 12_345_678, 9_876_543_210])
def test_a_number_can_be_typed_as_it_is_shown(locale: QLocale, number: int) -> None:
    assert parse_number(locale.toString(number), locale) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), ("50", 50), ("1,000", 1000), ("1000", 1000), (" 7 ", 7), ("2.0", 2)],
)
def test_a_whole_number_is_read_with_its_groups(text: str, number: int) -> None:
    assert whole_number(text, 1, 1000) == number


@pytest.mark.parametrize("text", ["", "0", "1,001", "2.5", "1,0,0", "-3", "many"])
def test_what_is_no_whole_number_of_the_range_is_none(text: str) -> None:
    assert whole_number(text, 1, 1000) is None


def test_blank_is_not_set_and_the_letter_is_named() -> None:
    assert parse_number("  ", ENGLISH) is None
    assert number_problem("39,0O") == "“39,0O” has a letter O in it."
    assert number_text(Decimal("39.50"), GERMAN) == "39,50"
