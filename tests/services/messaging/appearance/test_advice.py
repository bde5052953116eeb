"""What was meant and will not be seen is told in a sentence, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.services.messaging.appearance.advice import advice
from svcconsole.services.messaging.appearance.bubble import Bubble


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hello {{1}} and {{name}}", ["{{1}} would be read", "{{name}} would be read"]),
        ("**so**", ["** on each side stays as it is; one * on each side is bold."]),
        ("__so__ and more", ["__ on each side"]),
        ("*so\nlong*", ["* … * over two lines"]),
        ("[here](https://shop.example)", ["A link is shown with its whole address"]),
        ("*so* _so_ ~so~ `so` 5*3*2 snake__case__x a_b_c", []),
        ("`**so** {{`", []),
        ("- one\n- two\n* three *", []),
        ("", []),
    ],
)
def test_what_will_not_look_as_meant_is_told(text: str, told: list[str]) -> None:
    found = advice(Bubble(body=text))
    assert len(found) == len(told)
    assert all(sentence.startswith(start) for sentence, start in zip(found, told, strict=True))


def test_a_template_still_has_places() -> None:
    assert advice(Bubble(body="Hello {{1}}", template=True)) == ()


def test_cards_are_read_too_and_nothing_is_told_twice() -> None:
    card = Bubble(body="**so**")
    assert len(advice(Bubble(body="**so**", cards=(card, card)))) == 1


@given(st.text(st.characters(exclude_categories=()), max_size=80), st.booleans())
def test_no_text_raises(text: str, template: bool) -> None:
    assert all(sentence.endswith(".") for sentence in advice(Bubble(body=text, template=template)))
