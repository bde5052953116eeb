"""Every kind of template becomes its bubble: places filled, cards, codes, offers with their end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.api.models.templates import SendTemplate
from svcconsole.services.messaging.appearance.bubble import Bubble, Button, Header, Offer
from svcconsole.services.messaging.appearance.of_template import bubble_of_template, offer_end
from svcconsole.services.messaging.appearance.variables import filled, places
from tests.api.models.samples import CAROUSEL, HEADER, ORDER_LINK, TEMPLATE
from tests.services.messaging.appearance.anything import JSON, OBJECTS
from tests.support.naughty import naughty_strings

ORDER: dict[str, Any] = {
    "category": "utility",
    "header": "image",
    "body": "Hello {{1}}, your order is on its way.",
    "footer": "Reply STOP",
    "buttons": [
        {"type": "URL", "text": "Where it is", "url": "https://shop.example/{{1}}"},
        {"type": "copy_code", "text": "Copy the code"},
    ],
    "limitedTimeOffer": "Ends soon",
    "samples": {"1": "Mina"},
}
SUMMER: dict[str, Any] = {
    "category": "marketing",
    "body": "{{1}}, summer is here.",
    "cards": [
        {
            "header": "image",
            "body": f"{place}: {{{{1}}}}",
            "buttons": [{"type": "URL", "text": "Look", "url": "https://shop.example/{{1}}"}],
        }
        for place in ("Table", "Garden")
    ],
}


def test_every_sample_makes_a_bubble() -> None:
    for wire in (TEMPLATE, ORDER_LINK, CAROUSEL):
        request = SendTemplate.read(wire)
        components = wire["payload"]["components"]
        for template in (None, ORDER, SUMMER):
            bubble = bubble_of_template(template, components)
            assert not bubble.is_blank
            assert bubble == bubble_of_template(template, request.payload.components)


def test_a_template_is_filled_in_every_place() -> None:
    bubble = bubble_of_template(ORDER, TEMPLATE["payload"]["components"])
    assert bubble.header == Header("image", link=HEADER[0]["data"])
    assert bubble.body == "Hello Asha, your order is on its way."
    assert bubble.footer == "Reply STOP"
    assert bubble.buttons == (
        Button("url", "Where it is", "https://shop.example/orders/17"),
        Button("copy_code", "Copy the code", "MUG5"),
    )
    assert bubble.offer == Offer("Ends soon", datetime(2026, 1, 1, tzinfo=UTC), "1767225600000", "MUG5")


def test_a_carousel_has_its_cards_side_by_side_under_one_text() -> None:
    bubble = bubble_of_template(SUMMER, CAROUSEL["payload"]["components"])
    assert bubble.body == "For the summer, summer is here."
    assert [card.body for card in bubble.cards] == ["Table: Mug", "Garden: Mug"]
    assert [card.buttons[0].data for card in bubble.cards] == ["https://shop.example/mug"] * 2


def test_what_is_still_to_be_filled_stays_to_be_seen() -> None:
    bubble = bubble_of_template(ORDER, {"body": [""]})
    assert bubble.body == "Hello {{1}}, your order is on its way."
    assert bubble.header == Header("image")
    assert bubble_of_template(ORDER, {}, samples=True).body == "Hello Mina, your order is on its way."
    assert bubble_of_template(ORDER, {"body": ["Asha"]}, samples=True).body.startswith("Hello Asha")


def test_cards_that_are_not_typed_yet_stand_there_already() -> None:
    assert [card.body for card in bubble_of_template(SUMMER, {"carousel": []}).cards] == [
        "Table: {{1}}",
        "Garden: {{1}}",
    ]


def test_a_template_that_is_not_in_the_library_shows_what_the_message_brings() -> None:
    bubble = bubble_of_template(None, TEMPLATE["payload"]["components"])
    assert (bubble.body, bubble.code) == ("", "MUG5")
    assert [button.kind for button in bubble.buttons] == ["url", "copy_code"]


def test_marketing_folds_sooner() -> None:
    assert bubble_of_template({**ORDER, "category": "MARKETING"}).folds_after == 5
    assert bubble_of_template(ORDER).folds_after > 5


def test_a_header_of_words_takes_the_first_value_of_its_own() -> None:
    template = {"header": "text", "header_text": "Forget something, {{1}}?", "body": "x"}
    assert bubble_of_template(template, {"header": [{"data": "Mina"}]}).header == Header(
        "text", text="Forget something, Mina?"
    )


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("quick_reply", "reply"), ("QUICK_REPLY", "reply"), ("phone_number", "phone"), ("contact", "phone")],
)
def test_each_kind_of_button_is_known(kind: str, shown: str) -> None:
    bubble = bubble_of_template(
        {"body": "x", "buttons": [{"type": kind, "text": "Go", "phoneNumber": "+49"}]}
    )
    assert (bubble.buttons[0].kind, bubble.buttons[0].text) == (shown, "Go")


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("{{1}} {{2}}", ["a", "b"], "a b"),
        ("{{2}} {{1}} {{2}}", ["a", "b"], "b a b"),
        ("{{first_name}}, {{day}}", ["Asha", "Monday"], "Asha, Monday"),
        ("{{name}} {{2}} {{1}}", ["a", "b", "c"], "c b a"),
        ("{{ 1 }}", ["a"], "a"),
        ("{{1}}", ["{{2}} \\1 \\g<0>"], "{{2}} \\1 \\g<0>"),
        ("{{0}} {{1000}}", ["a", "b"], "a b"),
        ("{1} {{}} {{a b}}", ["a"], "{1} {{}} {{a b}}"),
    ],
)
def test_places_are_filled_by_number_then_by_name(text: str, values: list[str], expected: str) -> None:
    assert filled(text, values) == expected


def test_places_are_listed_once_numbers_first() -> None:
    assert places("{{b}} {{2}} {{1}} {{b}} {{10}}") == ("1", "2", "10", "b")


@pytest.mark.parametrize(
    "said",
    ["1767225600000", "1767225600", "2026-01-01T00:00:00Z", "2026-01-01T05:30:00+05:30", " 2026-01-01 "],
)
def test_the_end_of_an_offer_may_be_written_in_these_ways(said: str) -> None:
    assert offer_end(said) == datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("said", ["", "soon", "9" * 40, "²", "0001-01-01T00:00:00+14:00", "-5"])
def test_an_end_that_is_no_moment_stays_as_it_was_written(said: str) -> None:
    assert offer_end(said) is None
    offer = bubble_of_template({"limited_time_offer": "Now"}, {"limited_time_offer": [{"data": said}]}).offer
    assert offer == Offer("Now", None, said)


@given(st.integers(10**8 + 1, 7 * 10**9))
def test_seconds_and_milliseconds_are_told_apart(seconds: int) -> None:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    assert offer_end(str(seconds)) == offer_end(str(seconds * 1000)) == moment


@settings(max_examples=50)
@given(OBJECTS, OBJECTS, st.booleans())
def test_nothing_that_is_typed_raises(
    template: dict[str, Any], components: dict[str, Any], samples: bool
) -> None:
    assert isinstance(bubble_of_template(template, components, samples=samples), Bubble)


@settings(max_examples=50)
@given(JSON)
def test_components_may_be_anything_at_all(components: Any) -> None:
    assert isinstance(bubble_of_template(SUMMER, components), Bubble)


@given(st.text(max_size=40), st.lists(st.text(max_size=10), max_size=4))
def test_a_text_without_places_stays_as_it_is(text: str, values: list[str]) -> None:
    assert places(text) or filled(text, values) == text


def test_hostile_strings_are_filled_in_as_they_are() -> None:
    for text in naughty_strings():
        seen = bubble_of_template(ORDER, {"body": [text]}).body
        assert seen == f"Hello {text or '{{1}}'}, your order is on its way."
