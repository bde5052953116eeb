"""Without colour nothing is lost: pills and ticks of different meaning differ in shape."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design import icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.widgets.pills import STATES, TICKS

SIDE = 24
LEAST = 12
"""So many of the icon's pixels must be inked in one and bare in the other."""


def ink(name: str, token: str) -> set[tuple[int, int]]:
    """Where an icon has ink, whatever its colour."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    image.fill(colour("surface"))
    painter = QPainter(image)
    icons.paint(painter, name, token, QRect(0, 0, SIDE, SIDE), SIDE)
    painter.end()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    ground = grey.pixelColor(0, 0).value()
    inked = {
        (x, y) for x in range(SIDE) for y in range(SIDE) if abs(grey.pixelColor(x, y).value() - ground) > 40
    }
    assert inked, f"{name} is not seen in {theme().name} without colour"
    return inked


@pytest.mark.parametrize("mode", ["light", "dark", "contrast"])
def test_states_differ_in_shape(qapp: QApplication, mode: str) -> None:
    theme().set_setting(mode)
    try:
        shapes = {value.word: ink(value.icon or "", value.tone) for value in STATES.values()}
        alike = [(a, b) for a, b in combinations(shapes, 2) if len(shapes[a] ^ shapes[b]) < LEAST]
        assert alike == []
    finally:
        theme().set_setting("light")


def test_ticks_of_different_words_differ_in_shape_or_word(qapp: QApplication) -> None:
    ticks = list(TICKS.values())
    shapes = {tick.word: ink(tick.icon, tick.token) for tick in ticks}
    alike = {(a, b) for a, b in combinations(shapes, 2) if len(shapes[a] ^ shapes[b]) < LEAST}
    # Delivered and read are told apart by the word that always stands beside the tick.
    assert alike <= {("Delivered", "Read"), ("Read", "Delivered")}
