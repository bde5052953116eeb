"""Masks leave nothing by which a person is known, are the same when done twice, and leave the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.words import masking
from svcconsole.words.masking import KnownNames, mask_fields, mask_of, mask_text, masks_of

NUMBERS = (
    "+91 98765 43210",
    "+919876543210",
    "(415) 555-2671",
    "0039 02 1234567",
    "98765-43210",
    "9876543210",
)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("around", ["{}", "Call {} today.", "\u2066{}\u2069", "“{}”,x", "{} · a@b.example"])
def test_a_phone_number_is_masked_wherever_it_stands(number: str, around: str) -> None:
    masked = mask_text(around.format(number))
    assert "".join(filter(str.isdecimal, number))[:-2] not in "".join(filter(str.isdecimal, masked))
    assert sum(map(str.isdecimal, masked)) == 2
    assert mask_text(masked) == masked


@pytest.mark.parametrize(
    "text", ["2026-11-23 02:00", "23.11.2026 02:00", "1,234,567", "41 rows", "K7M2-Q9XP", "09:38", "12.50 €"]
)
def test_what_is_no_number_of_a_person_stays(text: str) -> None:
    assert mask_text(text) == text


@given(st.text(max_size=40))
def test_masked_twice_is_masked_once(text: str) -> None:
    for mask in (masking.mask_name, masking.mask_phone, masking.mask_email, masking.mask_address):
        assert mask(mask(text)) == mask(text)


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Customer Name", masking.mask_name), ("firstName", masking.mask_name), ("Person", masking.mask_name),
        ("phoneNumber", masking.mask_phone), ("alternatePhoneNumbers", masking.mask_phone),
        ("Phone (WhatsApp)", masking.mask_phone), ("Phone before", masking.mask_phone),
        ("customer_email", masking.mask_email), ("E-mail", masking.mask_email),
        ("Shipping City", masking.mask_address), ("Address 1", masking.mask_address),
        ("Name", None), ("Product Name", None), ("Template name", None), ("Status", None), ("Report", None),
    ],
)  # fmt: skip
def test_a_column_is_masked_by_what_it_is_called(heading: str, expected: masking.Mask | None) -> None:
    assert mask_of(heading) is expected


def test_a_mere_name_is_a_persons_beside_other_columns_of_people() -> None:
    assert masks_of(["Name", "Phone"]) == (masking.mask_name, masking.mask_phone)
    assert masks_of(["Name", "Price"]) == (None, None)


def test_a_record_is_masked_by_its_fields() -> None:
    record = {
        "id": 4711,
        "firstName": "Ana",
        "assets": [{"assetName": "EMAIL", "assetValue": "ana@shop.example"}],
        "addresses": [{"address1": "Old Mill 12", "city": "Pune", "isDefault": True}],
        "payload": {"message": "Call +91 98765 43210"},
        "template": {"name": "welcome"},
    }
    said = str(mask_fields(record))
    assert not [each for each in ("Ana", "ana@", "Mill", "Pune", "98765") if each in said]
    assert "4711" in said and "welcome" in said


def test_known_names_are_found_in_texts_of_any_script() -> None:
    names = KnownNames()
    names.learn(["Ana Ribeiro", "मीरा शर्मा", "José María Núñez-Ortiz", "will"])
    text = "Ana Ribeiro, मीरा शर्मा and José María Núñez-Ortiz will come"
    whole = names.mask_whole(text)
    assert whole == "A••• R•••, म••• श••• and J••• M••• N••• will come"
    assert names.mask_words("Hello मीरा and Ana, will you") == "Hello म••• and A•••, will you"
    assert names.mask_whole("Send Ana") == "Send Ana"
    names.forget()
    assert names.mask_whole(text) == names.mask_words(text) == text
