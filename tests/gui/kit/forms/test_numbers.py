"""Numbers as people in different places type them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from PySide6.QtCore import QLocale

from svcconsole.gui.kit.forms.editors.numbers import number_problem, number_text, parse_number

ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)


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
    ],
)
def test_written_numbers(text: str, locale: QLocale, value: str) -> None:
    assert parse_number(text, locale) == Decimal(value)


@pytest.mark.parametrize("text", ["39,0O", "1,2,3", "1.2.3,4", "abc", "--1", "1e5", "."])
def test_what_is_no_number_is_kept_as_typed_and_explained(text: str) -> None:
    assert parse_number(text, ENGLISH) == text
    assert number_problem(text) is not None


def test_blank_is_not_set_and_the_letter_is_named() -> None:
    assert parse_number("  ", ENGLISH) is None
    assert number_problem("39,0O") == "“39,0O” has a letter O in it."
    assert number_text(Decimal("39.50"), GERMAN) == "39,50"
