"""Phone numbers and e-mail addresses: read where they can exist, refused with the reason, never guessed."""

from __future__ import annotations

import pytest

from svcconsole.tables.values.emails import email_key, email_problem
from svcconsole.tables.values.phones import (
    Line,
    Phone,
    PhoneProblem,
    digits_of,
    phone_key,
    phone_region,
    read_phone,
    split_phones,
)


@pytest.mark.parametrize(
    ("text", "region", "e164", "country", "line"),
    [
        ("+91 98450 22817", None, "+919845022817", "IN", Line.MOBILE),
        ("98450 22817", "IN", "+919845022817", "IN", Line.MOBILE),
        ("919845022817", "IN", "+919845022817", "IN", Line.MOBILE),
        ("0171 1234567", "DE", "+491711234567", "DE", Line.MOBILE),
        ("0049 171 1234567", "FR", "+491711234567", "DE", Line.MOBILE),
        ("+44 20 7946 0958", "IN", "+442079460958", "GB", Line.LANDLINE),
        ("(201) 555-0123", "US", "+12015550123", "US", Line.EITHER),
        ("٠٥٠١٢٣٤٥٦٧", "AE", "+971501234567", "AE", Line.MOBILE),
        ("＋４９１７１１２３４５６７", None, "+491711234567", "DE", Line.MOBILE),
        ("\u202a+49 171 1234567\u202c", None, "+491711234567", "DE", Line.MOBILE),
        ("tel:+49-171-1234567", None, "+491711234567", "DE", Line.MOBILE),
        ("'0171 1234567", "DE", "+491711234567", "DE", Line.MOBILE),
        ("p:+46701234567", None, "+46701234567", "SE", Line.MOBILE),
        ("Mobile: 98450 22817", "IN", "+919845022817", "IN", Line.MOBILE),
        ("Tel. 030 123456", "DE", "+4930123456", "DE", Line.LANDLINE),
        ("+44 (0)20 7946 0958", None, "+442079460958", "GB", Line.LANDLINE),
        ("01.02.03.04.05", "FR", "+33102030405", "FR", Line.LANDLINE),
        ("20.30.40.50", "DK", "+4520304050", "DK", Line.EITHER),
    ],
)
def test_a_number_is_read_with_its_country(
    text: str, region: str | None, e164: str, country: str, line: Line
) -> None:
    found = read_phone(text, region)
    assert isinstance(found, Phone)
    assert (found.e164, found.country, found.line, found.given) == (e164, country, line, True)
    assert phone_key(text, region) == e164


@pytest.mark.parametrize(
    ("text", "region", "e164"),
    [
        ("0011 47 922 34 567", "AU", "+4792234567"),
        ("0061 412 345 678", "AU", "+61412345678"),
        ("001 415 555 2671", "AU", "+14155552671"),
        ("0049 171 1234567", "US", "+491711234567"),
        ("000 49 171 1234567", "KE", "+491711234567"),
        ("0015 49 171 1234567", "BR", "+491711234567"),
        ("0055 51 98765 4321", "BR", "+5551987654321"),
        ("0057 301 234 5678", "CO", "+573012345678"),
        ("0065 9123 4567", "SG", "+6591234567"),
        ("001 415 555 2671", None, "+14155552671"),
        ("0058 241 234 5678", "KR", "+582412345678"),
        ("001 662-234-5678", "TH", "+16622345678"),
        *(
            (text, region, e164)
            for region in ("SG", "TH", "HK", "KR", "ID", "KH")
            for text, e164 in (
                ("0033 6 12 34 56 78", "+33612345678"),
                ("0081 90-1234-5678", "+819012345678"),
                ("0091 98450 12345", "+919845012345"),
                ("00972 50-123-4567", "+972501234567"),
            )
        ),
        *(("0091 98450 12345", region, "+919845012345") for region in ("CO", "TW", "NG")),
    ],
)
def test_a_number_behind_an_exit_code_is_of_the_country_behind_it(
    text: str, region: str | None, e164: str
) -> None:
    """What is dialled in its region, or 00; a region's own number is not taken for another country's."""
    assert phone_key(text, region) == e164


@pytest.mark.parametrize(
    ("text", "region", "one", "other"),
    [
        ("001 65 9223 4567", "HK", "+1 659-223-4567", "+65 9223 4567"),
        ("001 6592234567", "HK", "+1 659-223-4567", "+65 9223 4567"),
        ("0016618234567", "TH", "+1 661-823-4567", "+66 18 234 567"),
    ],
)
def test_a_number_that_two_exit_codes_give_is_nobodys_before_somebody_says_whose(
    text: str, region: str, one: str, other: str
) -> None:
    found = read_phone(text, region)
    assert isinstance(found, PhoneProblem) and found.two_ways
    assert f"can be {one} or {other}." in found.sentence


def test_the_exit_code_of_australia_is_not_the_code_of_america() -> None:
    unknown = read_phone("0011 47 922 34 567")
    assert isinstance(unknown, PhoneProblem) and unknown.no_country, "the country says what 0011 is"
    assert isinstance(read_phone("0011 47 922 34 567", "DE"), PhoneProblem)


@pytest.mark.parametrize(
    ("text", "region", "reason"),
    [
        ("9.19877E+11", "IN", "its last digits are lost"),
        ("9,19877e+11", None, "its last digits are lost"),
        ("919877000000.0", "IN", "zeros at its start may be lost"),
        ("1711234567", "DE", "lacks the 0"),
        ("612345678", "FR", "lacks the 0"),
    ],
)
def test_what_a_spreadsheet_damaged_is_told_and_never_guessed(
    text: str, region: str | None, reason: str
) -> None:
    found = read_phone(text, region)
    assert isinstance(found, PhoneProblem)
    assert found.damaged and reason in found.sentence and text in found.sentence
    assert phone_key(text, region) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("98450 22817", "has no country code"),
        ("+49 17l 1234567", "has a letter l in it"),
        ("+999 1234567", "a country code that no country has"),
        ("+91 98", "too few digits"),
        ("+49 171 1234567 8901234", "too many digits"),
        ("+1 212 555 0100 ext 5", "has an extension"),
        ("☎", "has no digits"),
        ("2024-01-05", "is a date"),
        ("05/01/2024", "is a date"),
        ("5.1.24 10:30", "is a date"),
        ("192.168.1.20", "computer's address"),
        ("1,234.50", "has a sign , in it"),
        ("-80.24379700", "has a sign - in it"),
        ("7" * 65, "this text has 65 characters"),
    ],
)
def test_what_is_no_number_is_refused_with_the_reason(text: str, reason: str) -> None:
    found = read_phone(text)
    assert isinstance(found, PhoneProblem)
    assert reason in found.sentence and not found.damaged


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("+49 171 1234567 / +49 30 123456", ["+49 171 1234567", "+49 30 123456"]),
        ("0171 1234567, 030 1234567", ["0171 1234567", "030 1234567"]),
        ("98450 22817 or 98450 22818", ["98450 22817", "98450 22818"]),
        ("+4917112345678+49301234567", ["+4917112345678", "+49301234567"]),
        ("+49 171 1234567 ::: +49 171 1234567", ["+49 171 1234567"]),
        ("0171 1234567 00493012345678", ["0171 1234567", "00493012345678"]),
        (" +49 (171) 123-45.67 ", ["+49 (171) 123-45.67"]),
        ("030/123456", ["030/123456"]),
        ("0171 / 1234567", ["0171 / 1234567"]),
        ("tel:+49301234567;ext=5", ["tel:+49301234567;ext=5"]),
    ],
)
def test_a_cell_with_two_numbers_has_two_and_one_with_a_slash_has_one(text: str, numbers: list[str]) -> None:
    assert split_phones(text) == numbers


@pytest.mark.parametrize(
    ("text", "region"),
    [("91", "IN"), ("+91", "IN"), ("0091", "IN"), ("1", "US"), ("1-809", "US"), ("IN", "IN"), ("ind", "IN"),
     ("India", "IN"), ("Deutschland", "DE"), ("999", ""), ("", ""), ("nowhere", "")],
)  # fmt: skip
def test_a_country_is_named_by_its_calling_code_its_letters_or_its_name(text: str, region: str) -> None:
    assert phone_region(text) == region


def test_a_number_nobody_was_given_can_be_told_from_one_that_cannot_exist() -> None:
    found = read_phone("+1 555 010 0000")
    assert isinstance(found, Phone) and not found.given


def test_the_digits_of_any_script_are_found() -> None:
    assert digits_of("+٠٥٠ 12-३४") == "0501234"


@pytest.mark.parametrize(
    "text", ["meera.s@post.example", "ä.ö@mücke.example", "a+b@c.test", " spaces@around.example "]
)
def test_an_address_that_can_exist_is_taken(text: str) -> None:
    assert email_problem(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("meera", "has no @"),
        ("a..b@post.example", "two full stops in a row"),
        ("meera@", "nothing after its @"),
        ("@post.example", "nothing before its @"),
        ("meera@post", "no full stop after its @"),
        ("meera@-post.example", "a hyphen"),
        ("meera@post-.example", "a hyphen"),
        ("meera.@post.example", "a full stop at its beginning, its end or beside its @"),
        ("meera@" + "y" * 70 + ".example", "longer"),
        ("meera@shop.local", "no e-mail goes to"),
        ("meera@[1.2.3.4]", "name@shop.example"),
        ("a b@post.example", "SPACE"),
        ("a\u200bb@post.example", "holds what no e-mail address has: "),
        ("x@" + "y" * 300, "at most 254"),
    ],
)
def test_an_address_that_cannot_exist_is_refused_with_the_reason(text: str, reason: str) -> None:
    problem = email_problem(text)
    assert problem is not None and reason in problem


def test_addresses_are_compared_without_regard_to_case() -> None:
    assert email_key(" Meera@Post.example ") == email_key("meera@post.EXAMPLE")
