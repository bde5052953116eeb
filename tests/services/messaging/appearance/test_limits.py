"""The counters know what WhatsApp takes, count what is typed so far, and warn in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from svcconsole.services.messaging.appearance import limits
from svcconsole.services.messaging.appearance.bubble import Bubble, Button
from svcconsole.services.messaging.appearance.limits import LIMITS, counts, limit_of, of_bubble, warnings
from tests.api.models.samples import CAROUSEL, MESSAGE, PAYLOADS, TEMPLATE
from tests.services.messaging.appearance.anything import OBJECTS, TYPES, typed

FACTS = Path(__file__).parents[5] / "shared" / "data" / "whatsapp" / "limits.json"


def test_the_numbers_are_those_of_the_facts() -> None:
    if not FACTS.is_file():
        pytest.skip(f"{FACTS.name} of the shared data is not here")
    facts = json.loads(FACTS.read_bytes())
    ours = {
        "text_body": limit_of("text", "payload.message"),
        "interactive_body": limit_of("options", "payload.body"),
        "header_text": limit_of("buttons", "payload.headerTitle"),
        "footer_text": limit_of("buttons", "payload.footerTitle"),
        "reply_buttons_max": limit_of("buttons", "payload.section.payload"),
        "reply_button_title": limit_of("buttons", "payload.section.payload[2].name"),
        "reply_button_id": limit_of("buttons", "payload.section.payload[0].id"),
        "list_button_label": limit_of("options", "payload.section.buttonTitle"),
        "list_rows_total": limit_of("options", "payload.section.payload"),
        "list_row_title": limit_of("options", "payload.section.payload[9].name"),
        "list_row_id": limit_of("options", "payload.section.payload[0].id"),
        "list_section_title": limit_of("options", "payload.section.sectionTitle"),
        "product_list_sections": limit_of("multiple_product", "payload.sections"),
        "product_list_products_total": limits.PRODUCTS,
        "carousel_card_body": limit_of("template", "cards[3].body"),
        "carousel_body": limit_of("template", "body"),
        "copy_code_coupon": limits.CODE,
    }
    assert {name: facts[name] for name in ours} == ours
    assert facts["carousel_cards"] == f"{limits.CARDS_FEWEST}..{limit_of('template', 'cards')}"


def test_every_type_has_its_counters_and_the_samples_are_within() -> None:
    assert set(PAYLOADS) <= set(LIMITS)
    for kind, payload in PAYLOADS.items():
        message = {**MESSAGE, "type": kind, "payload": payload, "callbackData": "{}"}
        assert {count.path for count in counts(kind, message)} > {"callbackData"}
        assert warnings(kind, message) == ()
    for wire in (TEMPLATE, CAROUSEL):
        assert warnings("components", wire) == ()


@pytest.mark.parametrize("kind", LIMITS)
def test_each_limit_warns_from_the_first_character_too_many(kind: str) -> None:
    for limit in LIMITS[kind]:
        at, over = (_message(limit.path, limit.most + more, limit.things) for more in (0, 1))
        assert limit.path not in [_plain(count.path) for count in warnings(kind, at)]
        told = [count for count in warnings(kind, over) if _plain(count.path) == limit.path]
        assert [(count.used, count.limit) for count in told] == [(limit.most + 1, limit.most)]
        assert f"{limit.most + 1:,}" in told[0].sentence and told[0].sentence.startswith(limit.what)


def _plain(path: str) -> str:
    return path.replace("[0]", "[]")


def _message(path: str, size: int, things: str) -> Any:
    """A message in which only `path` is filled, `size` characters or things long."""
    step, _, rest = path.partition(".")
    inner = _message(rest, size, things) if rest else (["x"] * size if things else "x" * size)
    name = step.removesuffix("[]")
    return {name: [inner] if step.endswith("[]") else inner}


def test_products_of_all_sections_count_together() -> None:
    sections = [{"title": "a", "variantIds": ["x"] * 16}] * 2
    (told,) = warnings("multiple_product", typed("multiple_product", {"sections": sections}))
    assert (told.path, told.used, told.limit) == ("payload.products", 32, 30)
    assert told.sentence == "The message has 32 products; WhatsApp takes 30 at most."


def test_the_callback_data_is_limited_by_the_service() -> None:
    (told,) = warnings("text", {"callbackData": "x" * 1025})
    assert told.sentence == "The tracking data has 1,025 characters; the service takes 1,024 at most."


@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [
        ("callbackData", "text", 1024),
        ("payload.body", "options", 1024),
        ("payload.media.caption", "image", 1024),
    ],
)
def test_between_the_two_ways_of_counting_there_is_a_warning(path: str, kind: str, most: int) -> None:
    def told(text: str) -> list[tuple[int, str]]:
        step, _, rest = path.partition(".")
        inner: Any = text
        for name in reversed(rest.split(".") if rest else []):
            inner = {name: inner}
        return [(count.used, count.sentence) for count in warnings(kind, {step: inner}) if count.path == path]

    assert told("😀" * (most // 2)) == []
    [(used, sentence)] = told("😀" * (most // 2) + "x")
    assert used == most // 2 + 1
    assert "has 513 characters, and 1,025 where an emoji counts as two" in sentence
    assert "1,024 at most and may refuse it" in sentence
    [(used, sentence)] = told("😀" * (most + 1))
    assert used == most + 1 and "as two" not in sentence


def test_a_filled_template_counts_what_stands_in_it() -> None:
    card = Bubble(body="x" * 161)
    told = {
        count.path: count.used
        for count in of_bubble(Bubble(body="x" * 1025, cards=(card, card)))
        if count.sentence
    }
    assert told == {"body": 1025, "cards[0].body": 161, "cards[1].body": 161}
    code = Bubble(body="x", buttons=(Button("copy_code", "Copy", "C" * 16),))
    assert [count.path for count in of_bubble(code) if count.sentence] == ["buttons[0]"]


def test_a_carousel_of_one_card_is_none() -> None:
    (told,) = [count for count in of_bubble(Bubble(cards=(Bubble(),))) if count.sentence]
    assert told.sentence == "A carousel has 2 cards at least; this one has 1."


@settings(max_examples=50)
@given(TYPES, OBJECTS)
def test_counting_never_raises(kind: str, payload: dict[str, Any]) -> None:
    for count in (*counts(kind, typed(kind, payload)), *counts("template", payload)):
        assert (count.used > count.limit) == bool(count.sentence)
