"""A flat form and the request it becomes: there and back, refusals at their fields, callback data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from svcconsole.services.messaging.messages import TYPES, ComposedMessage, field_loc, loc_of, typed_values
from svcconsole.services.sends.callback_data import (
    LONGEST,
    callback_data,
    json_problem,
    nonce_of,
    own_of,
    with_nonce,
)

VECTORS = Path(__file__).parents[3].parent / "shared" / "data" / "whatsapp" / "callbackdata_vectors.json"
EVERY: dict[str, Any] = {
    "contact_identifier": "+4915123456789",
    "business_phone_number": "+49305550100",
    "media_link": "https://img.example/a.png",
    "header_image": "https://img.example/b.png",
    "catalog_id": "c",
    "product_id": "p",
    "header_title": "h",
    "footer": "f",
    "message": "m",
    "choices": [{"id": "1", "name": "one"}],
    "section_title": "s",
    "button_title": "b",
    "sections": [{"title": "t", "variant_ids": ["v"]}],
    "address": {"name": "n", "pin_code": "1"},
}


@pytest.mark.parametrize("version_1", [False, True])
@pytest.mark.parametrize("kind", TYPES)
def test_what_is_typed_is_read_back_from_the_request(kind: str, version_1: bool) -> None:
    own = {"app_id": "a"} if version_1 else {"callback_data": "{}"}
    composed = ComposedMessage.model_validate_json(
        json.dumps({"type": kind, "version_1": version_1, **EVERY, **own})
    )
    wanted = {name: EVERY[name] for name in (*TYPES[kind], "contact_identifier", "business_phone_number")}
    found = typed_values(composed.request)
    if "address" in found:
        found["address"] = {name: value for name, value in found["address"].items() if value is not None}
    assert found == {"type": kind, "version_1": version_1, **wanted, **own}


@pytest.mark.parametrize(
    ("kind", "path", "loc"),
    [
        ("buttons", "payload.section.payload[2].name", ("choices", 2, "name")),
        ("buttons", "payload.header.image.mediaLink", ("header_image",)),
        ("options", "payload.section", ("choices",)),
        ("image", "payload.media", ("media_link",)),
        ("multiple_product", "payload.sections[0].variantIds", ("sections", 0, "variant_ids")),
        ("address", "payload.address.pin_code", ("address", "pin_code")),
        ("text", "callbackData", ("callback_data",)),
        ("text", "payload.body", ()),
    ],
)
def test_a_place_of_the_request_has_its_field(kind: str, path: str, loc: tuple[str | int, ...]) -> None:
    assert field_loc(kind, loc_of(path)) == loc


def test_what_the_specification_refuses_stands_at_the_field_of_the_form() -> None:
    with pytest.raises(ValidationError) as refused:
        ComposedMessage(type="options", contact_identifier="+49", callback_data="{")
    assert {error["loc"] for error in refused.value.errors()} == {
        ("message",),
        ("choices",),
        ("callback_data",),
    }


def test_the_reference_is_read_back_and_what_was_written_beside_it() -> None:
    sent = callback_data('{"a": "é", "a": 2}', "0123456789abcdef")
    assert json.loads(sent)["data"] == {"a": 2}
    assert nonce_of(sent) == "0123456789abcdef"
    assert json.loads(own_of(sent)) == {"a": 2}
    other = "fedcba9876543210"
    assert with_nonce(sent, other) == callback_data('{"a": "é", "a": 2}', other)
    assert own_of(callback_data("", "0123456789abcdef")) == ""
    assert (nonce_of("[1]"), own_of("[1]"), nonce_of("{"), own_of("")) == ("", "[1]", "", "")


def test_json_is_judged_as_its_vectors_say() -> None:
    if not VECTORS.exists():
        pytest.skip(f"{VECTORS} is not on this computer")
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    judged = {vector["callbackData"]: json_problem(vector["callbackData"]) is None for vector in vectors}
    wrong = {
        vector["callbackData"][:60]: vector["verdict"]
        for vector in vectors
        if 0 < len(vector["callbackData"]) <= LONGEST
        and not vector["verdict"].startswith(("BOM", "lone"))
        and judged[vector["callbackData"]] != vector["verdict"].startswith("valid")
    }
    assert wrong == {}
