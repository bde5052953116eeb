"""Icons: drawn to one measure, one for each meaning, tinted when they are painted."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design import icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.theme import theme
from svcconsole.resources import resource

NAMES = [
    "catalog", "customers", "messaging", "helpdesk", "reports", "properties", "practice", "store",
    "activity", "help", "settings", "search", "plus", "minus", "close", "edit", "delete", "copy",
    "link", "import", "export", "refresh", "undo", "redo", "send", "play", "pause", "stop",
    "filter", "columns", "more", "drag", "swap", "compare", "wand", "history", "attach-file",
    "tick", "ticks", "today", "check", "warning", "error", "decide", "unknown", "info", "clock", "lock",
    "unlock", "ban", "eye", "eye-off", "shield", "person", "phone", "mail", "pin", "tag",
    "calendar", "globe", "file", "table", "image", "video", "text", "list", "buttons", "bag",
    "cart", "chart", "bell", "flag", "sun", "moon", "up", "down", "left", "right",
]  # fmt: skip
DRAWN = sorted(path.stem for path in resource("icons").glob("*.svg") if path.stem != "app")
PILLS = ("error", "warning", "decide", "clock", "check", "play", "pause", "minus", "close")
DELIVERY = ("clock", "tick", "ticks", "close", "unknown")


def test_every_meaning_has_its_drawing_and_none_is_left_over() -> None:
    assert sorted(NAMES) == DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_every_drawing_keeps_the_measure(name: str) -> None:
    text = icons.drawing(name)
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 20 20"
    assert root.get("stroke") == "currentColor"
    assert root.get("stroke-width") == "1.5"
    assert root.get("fill") == "none"
    assert not re.findall(r"#[0-9a-fA-F]{3,8}|rgb|url\(|<(?:image|style|script|text)", text)
    assert QSvgRenderer(text.replace("currentColor", "black").encode()).isValid()


@pytest.mark.parametrize("name", DRAWN)
def test_every_drawing_stays_inside_its_grid_and_is_seen(qapp: QApplication, name: str) -> None:
    picture = icons.pixmap(name, "text", 20, 4.0).toImage()
    inked = [
        (x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).alpha() > 127
    ]
    assert len(inked) > 60
    rim = {0, picture.width() - 1}
    assert not [point for point in inked if rim & set(point)]


def _shape(name: str) -> bytes:
    picture = icons.pixmap(name, "text", 12, 1.0).toImage().convertToFormat(QImage.Format.Format_Alpha8)
    return bytes(picture.constBits())


@pytest.mark.parametrize("states", [PILLS, DELIVERY])
def test_states_differ_without_colour(qapp: QApplication, states: tuple[str, ...]) -> None:
    shapes = {name: _shape(name) for name in states}
    for one in states:
        for other in states:
            if one < other:
                differing = sum(abs(a - b) > 100 for a, b in zip(shapes[one], shapes[other], strict=True))
                assert differing >= 8, (one, other)


def test_an_icon_takes_the_theme_it_is_painted_in(qapp: QApplication) -> None:
    made = icons.icon("stop", "danger")
    try:
        for name in ("light", "dark", "contrast"):
            theme().set_setting(name)
            picture = made.pixmap(QSize(40, 40)).toImage()
            assert colour("danger").name() in {
                picture.pixelColor(x, picture.height() // 2).name() for x in range(picture.width())
            }
    finally:
        theme().set_setting("light")


def test_an_icon_that_is_not_drawn_is_a_mistake_of_the_program() -> None:
    with pytest.raises(FileNotFoundError):
        icons.icon("hamburger")


def test_only_directions_are_mirrored(qapp: QApplication) -> None:
    before = {
        name: icons.pixmap(name, "text", 20, 1.0).toImage() for name in ("send", "play", "clock", "tick")
    }
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        after = {name: icons.pixmap(name, "text", 20, 1.0).toImage() for name in before}
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert after["send"] == before["send"].flipped(Qt.Orientation.Horizontal)
    assert all(after[name] == before[name] for name in ("play", "clock", "tick"))
