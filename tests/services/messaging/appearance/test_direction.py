"""A message runs as its first letter does, whatever stands before it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcconsole.services.messaging.appearance.bubble import Bubble, Button, Header
from svcconsole.services.messaging.appearance.direction import bubble_is_right_to_left, is_right_to_left


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("مرحبا", True),
        ("שלום Asha", True),
        ("Hello مرحبا", False),
        ("123, *مرحبا*", True),
        ("🌿 ٣ مرحبا", True),
        ("{{name}} مرحبا", True),
        ("123 !", None),
        ("", None),
    ],
)
def test_the_first_letter_decides(text: str, right: bool | None) -> None:
    assert is_right_to_left(text) is right


@pytest.mark.parametrize(
    "bubble",
    [
        Bubble(body="مرحبا", header=Header("text", "Hello")),
        Bubble(body="123", footer="مرحبا"),
        Bubble(buttons=(Button("reply", "نعم"),)),
        Bubble(body="{{1}}", cards=(Bubble(body="نعم"),)),
    ],
)
def test_the_body_decides_else_the_next_words_that_can(bubble: Bubble) -> None:
    assert bubble_is_right_to_left(bubble)


@given(st.text(st.characters(exclude_categories=()), max_size=50))
def test_no_text_raises(text: str) -> None:
    assert is_right_to_left(text) in {True, False, None}
