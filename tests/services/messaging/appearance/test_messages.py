"""Each of the nine types becomes its bubble, whole or half typed, and nothing typed makes it raise."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.api.models.messaging import SendMessage, SendMessageV1
from svcconsole.services.messaging.appearance.bubble import Bubble, Button, Header, ProductLook
from svcconsole.services.messaging.appearance.of_message import bubble_of_message
from tests.api.models.samples import MESSAGE, PAYLOADS
from tests.services.messaging.appearance.anything import JSON, OBJECTS, TYPES, typed
from tests.support.naughty import naughty_strings

MUG = ProductLook("mug-oat", "Stoneware mug, oat", "€12.00", "https://shop.example/mug-oat.png")


def look(identifier: str) -> ProductLook | None:
    return MUG if identifier == MUG.id else None


def words(bubble: Bubble) -> set[str]:
    """Everything a reader can read on it."""
    header, address = bubble.header, bubble.address
    found = {bubble.body, bubble.footer, *(button.text for button in bubble.buttons)}
    found |= {header.text, header.link} if header else set()
    found |= {address.name, address.phone, *address.lines} if address else set()
    for listed in bubble.sheet.sections if bubble.sheet else ():
        found |= {listed.title, *(row.title for row in listed.rows)}
    for section in bubble.products:
        found |= {section.title, *(product.id for product in section.products)}
    return found


SEEN = {
    "text": {"Hello"},
    "image": {"https://shop.example/image", "As promised"},
    "video": {"https://shop.example/video", "As promised"},
    "document": {"https://shop.example/document", "As promised"},
    "options": {"Mug", "Which colour", "Reply here", "Choose", "Colours", "Oat", "Moss"},
    "buttons": {"Mug", "Which colour", "Reply here", "Oat", "Moss", "https://shop.example/mug.png"},
    "address": {"Where to", "Asha", "12 Lake Road", "Near the park", "India", "+15550100123"},
    "single_product": {"This one", "While it lasts", "mug-oat"},
    "multiple_product": {"New", "Our picks", "While they last", "Mugs", "mug-oat", "mug-moss"},
}


def test_no_type_is_forgotten() -> None:
    assert set(SEEN) == set(PAYLOADS)


@pytest.mark.parametrize("kind", PAYLOADS)
def test_all_that_a_reader_sees_is_on_the_bubble(kind: str) -> None:
    wire = {**MESSAGE, "type": kind, "payload": PAYLOADS[kind]}
    bubble = bubble_of_message(wire)
    assert words(bubble) >= SEEN[kind]
    assert (
        bubble
        == bubble_of_message(SendMessage.read(wire))
        == bubble_of_message(SendMessageV1.read({**wire, "appId": "app-1"}))
    )


@pytest.mark.parametrize("kind", PAYLOADS)
def test_every_part_of_a_message_may_be_missing_yet(kind: str) -> None:
    payload = PAYLOADS[kind]
    for count in range(len(payload)):
        for names in itertools.combinations(payload, count):
            part = {name: payload[name] for name in names}
            seen = words(bubble_of_message(typed(kind, part))) - {""}
            assert seen <= words(bubble_of_message(typed(kind, payload)))


def test_a_list_opens_by_its_button_and_replies_are_buttons() -> None:
    options = bubble_of_message(typed("options", PAYLOADS["options"]))
    assert options.buttons == (Button("list", "Choose"),)
    buttons = bubble_of_message(typed("buttons", PAYLOADS["buttons"]))
    assert buttons.buttons == (Button("reply", "Oat", "oat"), Button("reply", "Moss", "moss"))
    assert buttons.header == Header("image", text="Mug", link="https://shop.example/mug.png")


def test_a_row_that_was_just_added_has_its_place_already() -> None:
    rows = {"section": {"payload": [{}, {"name": "", "id": ""}, "no row", None]}}
    assert bubble_of_message(typed("buttons", rows)).buttons == (Button("reply"),) * 2
    sheet = bubble_of_message(typed("options", rows)).sheet
    assert sheet is not None and len(sheet.sections[0].rows) == 2


def test_products_are_looked_up_and_unknown_ones_keep_their_id() -> None:
    bubble = bubble_of_message(typed("multiple_product", PAYLOADS["multiple_product"]), look)
    assert bubble.products[0].products == (MUG, ProductLook("mug-moss"))


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("https://shop.example/Invoice%202026.pdf?x=1", "Invoice 2026.pdf"),
        ("https://shop.example/", ""),
        ("", ""),
        ("https://[half", ""),
        ("https", "https"),
    ],
)
def test_a_document_has_the_name_its_link_ends_with(link: str, name: str) -> None:
    bubble = bubble_of_message(typed("document", {"media": {"mediaLink": link}}))
    assert bubble.header == Header("document", link=link, name=name)


def test_names_of_python_are_read_like_those_of_the_wire() -> None:
    wire = bubble_of_message(typed("image", {"media": {"mediaLink": "https://x.example/a", "caption": "b"}}))
    assert wire == bubble_of_message(
        typed("image", {"media": {"media_link": "https://x.example/a", "caption": "b"}})
    )


@settings(max_examples=50)
@given(TYPES.filter(lambda kind: kind != "address"), OBJECTS)
def test_nothing_is_seen_that_was_not_typed(kind: str, payload: dict[str, Any]) -> None:
    bubble = bubble_of_message(typed(kind, payload))
    assert words(bubble) <= {"", *_scalars(payload)}


def _scalars(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(_scalars, value.values()))
    if isinstance(value, list):
        return set().union(*map(_scalars, value))
    return set() if isinstance(value, bool) or value is None else {str(value)}


@settings(max_examples=50)
@given(OBJECTS)
def test_an_address_is_made_of_what_was_typed(address: dict[str, Any]) -> None:
    shown = bubble_of_message(typed("address", {"address": address})).address
    typed_words = _scalars(address)
    for line in shown.lines if shown else ():
        assert line in typed_words or any(line.startswith(word) for word in typed_words if word)


@settings(max_examples=50)
@given(TYPES, JSON)
def test_a_payload_may_be_anything_at_all(kind: str, payload: Any) -> None:
    assert isinstance(bubble_of_message(typed(kind, payload)), Bubble)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from(["type", "payload"]), JSON))
def test_a_message_may_be_anything_at_all(message: dict[str, Any]) -> None:
    assert isinstance(bubble_of_message(message), Bubble)


def test_a_number_too_long_to_be_written_is_no_text() -> None:
    assert bubble_of_message(typed("text", {"message": 10**5_000})).body == ""
    assert bubble_of_message(typed("text", {"message": 12.5})).body == "12.5"


def test_hostile_strings_stand_on_the_bubble_as_they_are() -> None:
    for text in naughty_strings():
        assert bubble_of_message(typed("text", {"message": text})).body == text
        assert bubble_of_message(typed("buttons", {"body": text, "footerTitle": text})).footer == text
