"""Markup and hostile text on the phone is text, in every place that shows any."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from svcconsole.gui.kit.phone_preview.screen import Screen
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.of_message import bubble_of_message
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from tests.gui.design.test_text import PAYLOADS as MARKUP
from tests.gui.kit.phone_preview.conftest import Show, chat, picture_of, press
from tests.gui.kit.phone_preview.messages import message
from tests.services.messaging.appearance.anything import OBJECTS, TYPES, typed
from tests.support.naughty import naughty_strings

MESSAGES = st.builds(bubble_of_message, st.builds(typed, TYPES, OBJECTS))
TEMPLATES = st.builds(bubble_of_template, OBJECTS, OBJECTS)


@pytest.fixture
def phone(screen: Show) -> Screen:
    """A phone with nothing on it."""
    return screen(Bubble())


def test_markup_is_shown_letter_by_letter_and_opens_no_file(screen: Show, tmp_path: Path) -> None:
    red = QImage(300, 300, QImage.Format.Format_RGB32)
    red.fill(Qt.GlobalColor.red)
    canary = tmp_path / "canary.png"
    assert red.save(str(canary))
    seen = canary.stat().st_atime_ns
    phone = screen(Bubble())
    for payload in MARKUP:
        text = payload.format(picture=canary)
        phone.show_bubble(
            message(
                "buttons",
                body=text,
                headerTitle=text,
                footerTitle=text,
                section={"payload": [{"name": text}]},
            )
        )
        body, title = chat(phone).of("body")[0], chat(phone).of("title")[0]
        assert (body.words, title.words) == (text, text)
        image = picture_of(phone)
        red_dots = [
            (x, y)
            for x in range(0, image.width(), 4)
            for y in range(0, image.height(), 4)
            if image.pixelColor(x, y).name() == "#ff0000"
        ]
        assert red_dots == [], text
    assert canary.stat().st_atime_ns == seen


def test_hostile_strings_are_painted_in_every_place(screen: Show) -> None:
    phone = screen(Bubble())
    strings = [
        *naughty_strings(),
        "\ud800half",
        "nul\x00",
        "x" * 100_000,
        "\u202e" * 50,
        "*" * 5_000,
        "a\n" * 5_000,
    ]
    for text in strings:
        rows = [{"name": text, "id": text}]
        phone.show_bubble(
            message(
                "options",
                body=text,
                headerTitle=text,
                footerTitle=text,
                section={"buttonTitle": text, "payload": rows},
            )
        )
        if phone.content.sheet is None:
            press(phone, chat(phone).of("button")[0])
        assert phone.content.sheet is not None
        phone.grab()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(MESSAGES, TEMPLATES), st.booleans())
def test_whatever_is_typed_is_painted(phone: Screen, bubble: Bubble, opened: bool) -> None:
    phone.show_bubble(bubble)
    buttons = [part for part in chat(phone).of("button") if part.action is not None]
    if opened and buttons:
        press(phone, buttons[0])
    phone.grab()
    assert chat(phone).of("bubble")
