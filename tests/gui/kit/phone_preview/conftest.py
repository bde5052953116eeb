"""The phone beside the form, as wide as there, and what tests ask it and do to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.phone_preview.scene import Placed, Scene
from svcconsole.gui.kit.phone_preview.screen import Screen
from svcconsole.services.messaging.appearance.bubble import Bubble
from tests.support.qt import show

Show = Callable[..., Screen]


@pytest.fixture
def screen(qtbot: QtBot) -> Show:
    """`screen(bubble)`: the painted phone of a preview as wide as beside the form."""

    def painted(bubble: Bubble, width: int = 388, height: int = 720) -> Screen:
        preview = show(qtbot, PhonePreview("Wickloom", "forest"), width, height)
        preview.show_bubble(bubble)
        return preview.phone

    return painted


def chat(phone: Screen) -> Scene:
    """What stands in the chat."""
    return phone.content.chat.scene


def sheet(phone: Screen) -> Scene:
    """What stands on the open sheet."""
    assert phone.content.sheet is not None
    return phone.content.sheet.scene


def place(phone: Screen, part: Placed) -> QRectF:
    """Where a part in front is on the widget."""
    return phone.content.front.place_of(part)


def picture_of(screen: Screen) -> QImage:
    return screen.grab().toImage()


def inside(outer: QRectF, inner: QRectF) -> bool:
    return outer.adjusted(-1, -1, 1, 1).contains(inner)


def press(phone: Screen, part: Placed) -> None:
    assert part.action is not None
    phone.press(part.action)


def click(qtbot: QtBot, phone: Screen, part: Placed) -> None:
    spot = place(phone, part).center().toPoint()
    qtbot.mouseClick(phone, Qt.MouseButton.LeftButton, pos=spot)
