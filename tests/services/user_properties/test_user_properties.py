"""Which entry an answer speaks of: by content, identical twins in order, and never one too many accepted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.services.user_properties.outcomes import (
    ADDED,
    WIRE_NAMES,
    Counts,
    cell_named,
    entry_outcomes,
    given_ids,
    key_of,
    matched,
)

NAMES = st.sampled_from(["", "Ann", "Łukasz", "أحمد", "👩‍👩‍👧", "<b>O'Hara</b>"])
ENTRIES = st.fixed_dictionaries(
    {"firstName": NAMES, "lastName": NAMES},
    optional={
        "email": st.sampled_from(["a@shop.example", "b@shop.example"]),
        "tags": st.lists(NAMES, max_size=2),
        "emailMarketingConsent": st.booleans(),
    },
)
SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
"""Any JSON: elements of docsFailedToUpdate have no known shape."""


def handed_back(entry: Mapping[str, Any], words: str = "email is not known") -> dict[str, Any]:
    return {**entry, "storeId": "7", "customerId": "", "error": words}


def answer(
    invalid: list[Any], created: object = 0, updated: object = 0, failed: object = ()
) -> dict[str, Any]:
    counts = {"createCount": created, "updateCount": updated, "docsFailedToUpdate": failed or []}
    return {"status": 200, "data": {"invalidUserProperties": invalid, "bulkUpsertUPResponse": counts}}


def _contents(sent: list[dict[str, Any]], positions: Iterable[int]) -> list[str]:
    """These entries; the order of an entry's fields is nothing to its content."""
    return sorted(json.dumps(sent[position], sort_keys=True) for position in positions)


@given(st.lists(ENTRIES, max_size=12), st.data())
def test_every_entry_handed_back_is_found_and_no_other_is_refused(
    sent: list[dict[str, Any]], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(range(len(sent))), unique=True)) if sent else []
    back = [handed_back(sent[position], str(position)) for position in chosen]
    refused, strangers = matched(sent, data.draw(st.permutations(back)))
    assert strangers == 0 and len(refused) == len(chosen)
    assert _contents(sent, refused) == _contents(sent, chosen)


@given(ENTRIES, st.integers(2, 6), st.data())
def test_of_identical_entries_the_first_are_taken_in_the_order_of_their_errors(
    entry: dict[str, Any], count: int, data: st.DataObject
) -> None:
    back = data.draw(st.integers(1, count))
    refused, strangers = matched([entry] * count, [handed_back(entry, str(n)) for n in range(back)])
    assert (refused, strangers) == ({n: str(n) for n in range(back)}, 0)


@given(st.lists(ENTRIES, max_size=6), st.lists(SHAPES, max_size=4))
def test_what_was_never_sent_is_counted_and_refuses_nobody(
    sent: list[dict[str, Any]], returned: list[Any]
) -> None:
    refused, strangers = matched(sent, [*returned, {"firstName": "nobody sent this"}])
    assert refused == {} or all(sent[position] == {} for position in refused)
    assert strangers == len(returned) + 1


def test_a_value_of_another_type_is_another_entry() -> None:
    sent = [{"firstName": "1", "lastName": "x", "emailMarketingConsent": True}]
    assert matched(sent, [{**sent[0], "emailMarketingConsent": 1, "error": "no"}]) == ({}, 1)
    assert matched(sent, [{**sent[0], "city": None, "error": "no"}]) == ({0: "no"}, 0)


@given(st.lists(ENTRIES, min_size=1, max_size=8), st.data())
def test_counts_that_do_not_add_up_put_nothing_in_doubt(
    sent: list[dict[str, Any]], data: st.DataObject
) -> None:
    invalid = data.draw(st.integers(0, len(sent)))
    created, updated = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    found = entry_outcomes(sent, answer([handed_back(entry) for entry in sent[:invalid]], created, updated))
    assert len(found.refused) == invalid
    assert found.counts == Counts(created, updated)
    assert (found.in_doubt, found.unsure) == (frozenset(), "")


KEYED = [{"firstName": f"P{n}", "lastName": "Rao", "email": f"{n}@shop.example"} for n in range(4)]


@pytest.mark.parametrize(
    ("invalid", "failed", "doubtful"),
    [
        ([], [{"index": 1, "error": "no"}], {1}),
        ([], [{"index": 0}, {"index": 3}], {0, 3}),
        ([], {"index": 2, "error": "no"}, {2}),
        ([], [{"email": "3@shop.example", "error": "no"}], {3}),
        ([], [{"document": KEYED[2], "error": "no"}], {2}),
        ([], [KEYED[0]], {0}),
        ([handed_back(KEYED[0])], [{"index": 1}], {1, 2}),
        ([handed_back(KEYED[3])], [{"index": 1}], {1}),
        ([handed_back(KEYED[3])], [{"index": 3}], {0, 1, 2}),
        ([], [{"index": 9, "error": "no"}], {0, 1, 2, 3}),
        ([], [{"index": True}], {0, 1, 2, 3}),
        ([], ["somebody"], {0, 1, 2, 3}),
        ([], [{"index": 0}, "somebody"], {0, 1, 2, 3}),
        ([], 2, {0, 1, 2, 3}),
    ],
)
def test_only_the_entries_that_are_named_are_in_doubt(
    invalid: list[Any], failed: Any, doubtful: set[int]
) -> None:
    found = entry_outcomes(KEYED, answer(invalid, 0, 0, failed))
    assert found.in_doubt == doubtful
    assert found.unsure and found.raw


@pytest.mark.parametrize(
    ("returned", "refused", "doubtful"),
    [
        ({"0": handed_back(KEYED[2])}, {2}, set()),
        (handed_back(KEYED[1]), {1}, set()),
        ({}, set(), set()),
        ("some of them", set(), {0, 1, 2, 3}),
        (3, set(), {0, 1, 2, 3}),
    ],
)
def test_entries_handed_back_in_another_shape_are_not_passed_over(
    returned: Any, refused: set[int], doubtful: set[int]
) -> None:
    found = entry_outcomes(KEYED, answer(returned, 4))
    assert (set(found.refused), set(found.in_doubt)) == (refused, doubtful)


def test_an_entry_the_store_wrote_in_its_own_way_is_known_by_its_key() -> None:
    back = handed_back({**KEYED[1], "firstName": "P1 ", "tags": []})
    found = entry_outcomes(KEYED, answer([back]))
    assert (set(found.refused), found.in_doubt) == ({1}, frozenset())
    twice = [*KEYED, KEYED[1]]
    assert entry_outcomes(twice, answer([back])).in_doubt == {0, 1, 2, 3, 4}


@given(st.lists(ENTRIES, min_size=1, max_size=5), SHAPES)
def test_any_word_of_entries_that_failed_leaves_nobody_accepted(
    sent: list[dict[str, Any]], shape: Any
) -> None:
    found = entry_outcomes(sent, answer([], len(sent), 0, [shape]))
    assert found.unsure and found.raw


@given(SHAPES)
def test_an_answer_of_any_shape_accepts_nobody_it_does_not_count(payload: Any) -> None:
    assert entry_outcomes([{"firstName": "a", "lastName": "b"}], payload).unsure


def test_nothing_that_failed_can_be_said_in_several_ways() -> None:
    sent = [{"firstName": "a", "lastName": "b"}]
    several: tuple[object, ...] = (None, [], {}, 0, False, "")
    for nothing in several:
        payload = answer([], "1", 0.0)
        payload["data"]["bulkUpsertUPResponse"]["docsFailedToUpdate"] = nothing
        assert entry_outcomes(sent, payload).unsure == ""


@given(st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 10**9))
def test_totals_are_read_back_out_of_their_words(created: int | None, updated: int | None) -> None:
    counts = Counts(created, updated)
    assert Counts.read(f"said: {counts.words()} · 3 refused") == counts
    assert Counts().plus(counts) == counts


def test_the_cell_an_error_names_is_the_first_field_in_it() -> None:
    for wire in WIRE_NAMES.values():
        assert cell_named(f'userProperties[3].{wire} must be text, not "email"') == wire
    assert cell_named("Phonenumber and firstName are wrong") == "phoneNumber"
    assert cell_named("secondaryEmail is not known, myemail neither") is None
    assert len(WIRE_NAMES) == 17 and not set(ADDED) & set(WIRE_NAMES.values())


def test_the_key_is_the_first_that_is_given() -> None:
    assert key_of({"email": "a@shop.example", "phoneNumber": "+441"}) == "phoneNumber:+441"
    assert key_of({"email": "a@shop.example", "partnerCustomerId": "7"}) == "partnerCustomerId:7"
    assert key_of({"firstName": "a", "email": ""}) == ""


def test_the_ids_that_a_store_gives_to_a_refused_entry_are_kept() -> None:
    ann, bo = ({"firstName": name, "lastName": "", "email": f"{name}@shop.example"} for name in ("ann", "bo"))
    back = {**handed_back(bo), "customerId": 55}
    assert given_ids([ann, bo], answer([back])) == {1: '{"customerId": 55, "storeId": "7"}'}
    assert given_ids([ann, bo], answer([{**ann, "error": "no"}])) == {}


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        ("phoneNumber is wrong", "phoneNumber is wrong"),
        (["phoneNumber", "is wrong"], 'Unusual answer: ["phoneNumber", "is wrong"]'),
        ({"code": 7}, 'Unusual answer: {"code": 7}'),
        (None, ""),
    ],
    ids=["words", "list", "object", "none"],
)
def test_a_reason_of_another_type_is_shown_raw_and_says_so(error: object, shown: str) -> None:
    found = entry_outcomes(KEYED, answer([{**KEYED[2], "error": error}]))
    assert found.refused == {2: shown}
    assert not found.in_doubt
