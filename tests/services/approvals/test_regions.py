"""Countries of an approval's page: codes that several countries share are told apart."""

from __future__ import annotations

import pytest

from svcconsole.services.approvals.regions import RegionOf

NUMBERS = {
    "+14165550100": "CA",
    "+12425550100": "BS",
    "+18765550100": "JM",
    "+17875550100": "PR",
    "+12125550100": "US",
    "+77012345678": "KZ",
    "+79161234567": "RU",
    "+441534700700": "JE",
    "+442071234567": "GB",
    "+393331234567": "IT",
    "+491761234567": "DE",
    "+919845012345": "IN",
    "+8701234567": "",
    "+999123": "",
    "+": "",
    "+1": "",
    "+x1": "",
    "0171 234567": "",
    "": "",
}


@pytest.mark.parametrize("phone", NUMBERS)
def test_a_number_is_of_its_own_country(phone: str) -> None:
    assert RegionOf()(phone) == NUMBERS[phone]


def test_what_was_looked_up_once_is_not_taken_for_another_s() -> None:
    region = RegionOf()
    assert [region(phone) for phone in NUMBERS] == list(NUMBERS.values())
    assert [region(phone) for phone in reversed(NUMBERS)] == list(reversed(NUMBERS.values()))
