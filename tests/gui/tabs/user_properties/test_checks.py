"""What is checked here is what a store checks: the same entries are refused, at the same cells."""

from __future__ import annotations

import random
from typing import Any

from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Values, read, wire_of
from svcconsole.gui.tabs.user_properties.checks import check
from svcconsole.services.user_properties.outcomes import WIRE_NAMES, matched
from tests.sandbox.wire import data, post
from tests.support.practice import PracticeStore

PATH = "createOrUpdateUserProperties"
WRITTEN = {
    "text": ["", "Asha", " ", "أحمد", "👩‍👩‍👧", "\u0000", "<b>x</b>", "x" * 5000, "0", "true"],
    "time": ["", "2026-01-31T08:00:00Z", "31.1.2026", " "],
    "consent": ["", "yes", "No", "TRUE", "false", "1", "0", "ja", "subscribed", " yes ", "on"],
    "tags": ["", "vip", 'a, "b, c", d', ",,", '""', "one\ntwo"],
}
"""What people write into cells of each kind, and what programs leave there."""
COUNT = 4000
CONTACTS = {"phone_number", "alternate_phone_number", "email"}
"""Of these a store may take what reaches nobody; here it is to be fixed first."""


def entry(chance: random.Random) -> Values:
    """Cells filled at random, names mostly there; now and then one that only a person can empty to text."""
    odd = [chance.random() < 0.15 for _ in CELLS]
    values = [
        read(cell, chance.choice(WRITTEN[cell.kind]) if at else "")
        for cell, at in zip(CELLS, odd, strict=True)
    ]
    for name in ("first_name", "last_name"):
        if chance.random() < 0.9:
            values[PLACES[name]] = chance.choice(("Asha", "", "أحمد"))
    return tuple(values)


def test_a_store_refuses_exactly_what_is_to_be_put_right_here(practice_store: PracticeStore) -> None:
    chance = random.Random(25)
    entries = [values for _ in range(COUNT) if (values := entry(chance)) and any(values)]
    found = [check(values).problems for values in entries]
    assert 500 < sum(map(bool, found)) < len(entries) - 500
    for start in range(0, len(entries), 500):
        some = slice(start, start + 500)
        sent = [wire_of(values) for values in entries[some]]
        answer: dict[str, Any] = data(practice_store, PATH, {"userProperties": sent})
        refused, strangers = matched(sent, answer["invalidUserProperties"])
        assert strangers == 0
        for at, problems in enumerate(found[some]):
            others = {name: said for name, said in problems.items() if name not in CONTACTS}
            assert problems if at in refused else not others, (sent[at], problems)
            named = [WIRE_NAMES[name] for name in others]
            assert all(name in refused[at] for name in named), (refused[at], problems)


def test_a_number_that_a_spreadsheet_shortened_is_refused_here_with_its_reason(
    practice_store: PracticeStore,
) -> None:
    damaged = {"firstName": "Asha", "lastName": "Rao", "phoneNumber": "9.19877E+11"}
    values = tuple(damaged.get(cell.wire) for cell in CELLS)
    assert list(check(values).problems) == ["phone_number"]
    assert "last digits are lost" in check(values).problems["phone_number"]
    assert data(practice_store, PATH, {"userProperties": [damaged]})["invalidUserProperties"]


def test_half_a_character_is_refused_here_since_no_store_can_read_what_holds_it(
    practice_store: PracticeStore,
) -> None:
    half = {"firstName": "Asha", "lastName": "Rao", "city": "half \ud83d"}
    assert list(check(tuple(half.get(cell.wire) for cell in CELLS)).problems) == ["city"]
    assert post(practice_store, PATH, {"userProperties": [half]}).status == 400


def test_a_number_or_an_address_that_reaches_nobody_is_to_be_fixed() -> None:
    def found(**cells: str) -> list[str]:
        given = {"first_name": "Asha", "last_name": "Rao", **cells}
        return list(check(tuple(given.get(cell.name) for cell in CELLS), "IN").problems)

    assert found(phone_number="98450 22817") == found(phone_number="+49 1512 1237960") == []
    assert found(phone_number="12") == ["phone_number"]
    assert found(alternate_phone_number="12", email="asha.example") == ["alternate_phone_number", "email"]
    local = {"first_name": "Asha", "last_name": "Rao", "phone_number": "98450 22817"}
    assert "country code" in check(tuple(local.get(cell.name) for cell in CELLS)).problems["phone_number"]
