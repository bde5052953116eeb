"""Damaged phone numbers: what is wrong with them, and what one reading of them is certain."""

from __future__ import annotations

import pytest

from svcconsole.tables.values.phone_repair import REPAIRABLE, Damage, Repaired, Stays, diagnose, repair
from svcconsole.tables.values.phones import Line, Phone, read_phone

REPAIRED = (
    ("0171 555 01 44", "DE", Damage.STARTS_ZERO, "+49 171 5550144", "mobile in Germany"),
    ("06 12 00 41 88", "FR", Damage.STARTS_ZERO, "+33 6 12 00 41 88", "mobile in France"),
    ("0912 000 341", "PT", Damage.STARTS_ZERO, "+351 912 000 341", "mobile in Portugal"),
    ("090-1200-4418", "JP", Damage.STARTS_ZERO, "+81 90-1200-4418", "mobile in Japan"),
    ("+0171 5550144", "DE", Damage.STARTS_ZERO, "+49 171 5550144", "mobile in Germany"),
    ("0345 1234567", "IT", Damage.STARTS_ZERO, "+39 0345 123 4567",
     "landline in Italy: WhatsApp may not be on it"),
    ("0213 400 118", "PT", Damage.STARTS_ZERO, "+351 21 340 0118",
     "landline in Portugal: WhatsApp may not be on it"),
    ("1715550144", "DE", Damage.LOST_ZERO, "+49 171 5550144", "mobile in Germany"),
    ("8012345678", "NG", Damage.LOST_ZERO, "+234 801 234 5678", "mobile in Nigeria"),
    ("491715550144", None, Damage.LOST_PLUS, "+49 171 5550144", "mobile in Germany"),
    ("491715550144", "DE", Damage.LOST_PLUS, "+49 171 5550144", "mobile in Germany"),
    ("9845022817", "IN", Damage.NO_COUNTRY, "+91 98450 22817", "mobile in India"),
    ("011491715550144", "DE", Damage.EXIT_CODE, "+49 171 5550144", "mobile in Germany"),
    ("0011 49 171 5550144", None, Damage.EXIT_CODE, "+49 171 5550144", "mobile in Germany"),
    ("0016622345678", "US", Damage.EXIT_CODE, "+1 662-234-5678", "number in United States"),
    ("4.91715550144E+11", None, Damage.COMPUTED, "+49 171 5550144", "mobile in Germany"),
    ("491715550144.0", "DE", Damage.COMPUTED, "+49 171 5550144", "mobile in Germany"),
    ("p:+491715550144", None, Damage.LABEL, "+49 171 5550144", "mobile in Germany"),
    ("Tel. 0171 5550144", "DE", Damage.LABEL, "+49 171 5550144", "mobile in Germany"),
    ("0171 5550144 (Mobil)", "DE", Damage.LABEL, "+49 171 5550144", "mobile in Germany"),
    ("+49 171 5550144 ext. 12", None, Damage.EXTENSION, "+49 171 5550144", "mobile in Germany"),
    ("0171 5550144 / 030 1234567", "DE", Damage.TWO_NUMBERS, "+49 171 5550144:::+49 30 1234567",
     "+49 171 5550144 is the mobile, in Germany"),
    ("030 1234567 +49 171 5550144", "DE", Damage.TWO_NUMBERS, "+49 171 5550144:::+49 30 1234567",
     "+49 171 5550144 is the mobile, in Germany"),
)  # fmt: skip
STAYING = (
    ("0347 100 0188", "IT", Damage.STARTS_ZERO, "in Italy a leading 0 can belong to it"),
    ("0694 400 112", "GR", Damage.STARTS_ZERO, "without the 0 it has 9 digits, Greece has 10"),
    ("0171 5550144", None, Damage.STARTS_ZERO, "no country is known for this row"),
    ("2125550144", None, Damage.NO_COUNTRY, "no country is known for this row"),
    ("001 65 9223 4567", "HK", Damage.EXIT_CODE, "can be +1 659-223-4567 or +65 9223 4567"),
    ("0016622345678", "TH", Damage.EXIT_CODE, "can be +1 662-234-5678 or +66 2 234 5678"),
    ("3.46E+11", "DE", Damage.DIGITS_LOST, "3 of 12 digits left"),
    ("9.19847E+11", None, Damage.DIGITS_LOST, "6 of 12 digits left"),
    ("+49171", "DE", Damage.TOO_SHORT, "it has 3 digits, Germany has 10 to 11"),
    ("+4917155501441234555", None, Damage.TOO_LONG, "it has 17 digits, Germany has 10 to 11"),
    ("0171 555O144", "DE", Damage.LETTERS, "a letter may stand for a digit, and nobody knows which"),
    ("0171 5550144 or 0172 5550144", "DE", Damage.TWO_NUMBERS, "which of them is the mobile cannot be told"),
    ("2024-01-05", "DE", Damage.UNREADABLE, "no number can be made out"),
    ("05.01.2024", "DE", Damage.UNREADABLE, "no number can be made out"),
    ("n/a", None, Damage.UNREADABLE, "no number can be made out"),
)


@pytest.mark.parametrize(("text", "country", "damage", "after", "how"), REPAIRED)
def test_one_certain_reading_is_offered_with_how_it_is_known(
    text: str, country: str | None, damage: Damage, after: str, how: str
) -> None:
    assert diagnose(text, country) is damage
    found = repair(text, country)
    assert isinstance(found, Repaired)
    assert (found.text, found.how) == (after, how)
    assert damage in REPAIRABLE
    for one in after.split(":::"):
        read = read_phone(one)
        assert isinstance(read, Phone) and read.given, "what is offered can be read by itself"


@pytest.mark.parametrize(("text", "country", "damage", "why"), STAYING)
def test_what_cannot_be_worked_out_stays_and_says_why(
    text: str, country: str | None, damage: Damage, why: str
) -> None:
    assert diagnose(text, country) is damage
    found = repair(text, country)
    assert isinstance(found, Stays)
    assert found.why == why


def test_digits_that_are_two_numbers_in_two_countries_are_left_alone() -> None:
    found = repair("4930123456", "IN")
    assert isinstance(found, Repaired), "only one of them can exist"
    twice = repair("6581234567", "IN")
    assert isinstance(twice, Stays)
    assert twice.why == "can be +65 8123 4567 or +91 6581 234 567"


def test_a_landline_is_said() -> None:
    found = repair("030 1234567", "DE")
    assert isinstance(found, Repaired)
    assert found.line is Line.LANDLINE
