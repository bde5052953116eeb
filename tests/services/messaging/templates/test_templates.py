"""Templates written down: what they want filled in, what is made of it and back, files of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from svcconsole.services.messaging.templates.composed import ComposedTemplate
from svcconsole.services.messaging.templates.files import TemplateFileError, as_json, of_entries, read
from svcconsole.services.messaging.templates.model import LocalTemplate, variables
from svcconsole.services.messaging.templates.placeholders import components_of, filled_of, mismatches, slots

CARD = {
    "header": "image",
    "body": "For {{1}}",
    "buttons": [
        {"type": "URL", "text": "Look", "url": "https://shop.example/{{1}}"},
        {"type": "URL", "text": "Shop", "url": "https://shop.example/"},
        {"type": "copy_code", "text": "Copy"},
    ],
}
WHOLE: dict[str, Any] = {
    **CARD,
    "id": "whole",
    "body": "Hello {{1}}, {{name}}",
    "limitedTimeOffer": "Ends soon",
}


def template(**changes: Any) -> LocalTemplate:
    return LocalTemplate.model_validate({**WHOLE, **changes})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("none", ()),
        ("{{1}} and {{1}}", ("1",)),
        ("only {{3}}", ("1", "2", "3")),
        ("{{name}}, {{ city }}", ("name", "city")),
        ("{{2}} {{name}}", ("1", "2", "name")),
        ("{1} {{}} {{ a b }}", ()),
    ],
)
def test_the_values_a_text_wants(text: str, names: tuple[str, ...]) -> None:
    assert variables(text) == names


def test_every_slot_is_filled_and_read_back() -> None:
    for made in (template(), template(body="Hello {{1}}", cards=[CARD, CARD])):
        filled = {slot.key: f"value of {slot.key}" for slot in slots(made)}
        assert list(mismatches(made, filled)) == []
        components = components_of(made, filled)
        assert filled_of(made, components) == filled
        composed = ComposedTemplate(
            template_id=made.id, contact_identifier="+49", type=made.type, values=components
        )
        sent = json.loads(composed.request.wire())
        assert sent["type"] == made.type
        assert filled_of(made, composed.request.model_dump()["payload"]["components"]) == filled


def test_a_button_that_is_fixed_in_the_template_is_not_filled_in() -> None:
    assert [slot.key for slot in slots(template())] == [
        "header", "body.0", "body.1", "button.0", "button.2", "limited_time_offer",
    ]  # fmt: skip


def test_what_is_blank_is_a_mismatch_of_its_own() -> None:
    wanted = {slot.key for slot in slots(template())}
    assert {key for key, _ in mismatches(template(), {})} == wanted
    assert dict(mismatches(template(), {"header": " "}))["header"] == "The header's image has no link yet."


@pytest.mark.parametrize(
    ("changes", "needs"),
    [
        ({}, False),
        ({"buttons": [{"type": "quick_reply", "text": "Yes"}]}, True),
        ({"cards": [{"body": "x", "buttons": [{"type": "quick_reply", "text": "Yes"}]}]}, True),
        ({"form": "list"}, True),
        ({"form": "cart"}, True),
    ],
)
def test_quick_replies_lists_and_carts_go_by_a_flow(changes: dict[str, Any], needs: bool) -> None:
    assert template(**changes).needs_flow == needs


def test_what_the_service_refuses_stands_at_its_slot() -> None:
    with pytest.raises(ValidationError) as refused:
        ComposedTemplate(template_id="", contact_identifier="", values={"body": [1], "unheard": 1})
    assert {error["loc"] for error in refused.value.errors()} == {
        ("template_id",), ("contact_identifier",), ("values", "body.0"), ("values", "other"),
    }  # fmt: skip


def test_a_library_is_the_same_after_a_file() -> None:
    made = (template(), template(id="م", name="<b>", samples={"1": "مريم"}, cards=[CARD]))
    assert read(as_json(made).encode()) == made
    assert of_entries(json.loads(as_json(made))["templates"]) == made


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"{", "not JSON"),
        (b"{}", "no list of templates"),
        (b"[]", "no list of templates"),
        (b'[{"id": "a"}]', "Entry 1, body"),
        (b'[{"id": "a", "body": "x"}, {"id": "b", "body": "x", "colour": 1}]', "Entry 2, colour"),
        (b'[{"id": "a", "body": "x", "header": "song"}]', "Entry 1, header"),
    ],
)
def test_a_file_that_holds_something_else_says_where(content: bytes, said: str) -> None:
    with pytest.raises(TemplateFileError) as refused:
        read(content)
    assert said in refused.value.sentence
