"""The sheet of all parts: three themes, right to left, large type; every part that takes the focus shows it.

With SVCCONSOLE_PICTURES set to a folder the sheets are kept there, to be looked at beside the design.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.theme import theme
from tests.support import gallery
from tests.support.qt import show

FOCUSABLE = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractScrollArea, QAbstractSpinBox)
SHEETS = [
    ("light", 1.0, False),
    ("dark", 1.0, False),
    ("contrast", 1.0, False),
    ("light", 1.0, True),
    ("dark", 2.0, False),
]


@pytest.fixture(autouse=True)
def _light_again(qapp: QApplication) -> Iterator[None]:
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    theme().set_font_scale(1.0)
    theme().set_setting("light")


def _keep(picture: QImage, name: str) -> None:
    folder = os.environ.get("SVCCONSOLE_PICTURES")
    if folder:
        assert picture.save(str(Path(folder) / f"components-{name}.png"))


def _count(picture: QImage, name: str) -> int:
    """How many pixels have a token's colour."""
    flat = picture.convertToFormat(QImage.Format.Format_RGB32)
    return bytes(flat.constBits()).count(colour(name).rgb().to_bytes(4, "little"))


@pytest.mark.parametrize(("name", "scale", "mirrored"), SHEETS)
def test_the_sheet_is_drawn(
    qapp: QApplication, qtbot: QtBot, name: str, scale: float, mirrored: bool
) -> None:
    theme().set_setting(name)
    theme().set_font_scale(scale)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft if mirrored else Qt.LayoutDirection.LeftToRight)
    sheet = show(qtbot, gallery.sheet(name.capitalize()))
    picture = sheet.grab().toImage()
    _keep(picture, f"{name}-{scale:.0%}{'-rtl' if mirrored else ''}")
    for token in ("canvas", "surface", "accent", "text", "danger", "success"):
        assert _count(picture, token) > 0, token


def _focusables(sheet: QWidget) -> list[QWidget]:
    return [
        each
        for each in sheet.findChildren(QWidget)
        if isinstance(each, FOCUSABLE)
        and not isinstance(each.parentWidget(), QAbstractSpinBox)  # it has its field's focus and name
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.isEnabled()
        and each.isVisibleTo(sheet)
    ]


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_everything_that_takes_the_focus_draws_its_ring(qtbot: QtBot, name: str) -> None:
    theme().set_setting(name)
    sheet = show(qtbot, gallery.sheet(name.capitalize()))
    with qtbot.waitActive(sheet):
        sheet.activateWindow()
    without = []
    parts = _focusables(sheet)
    assert len(parts) > 30
    for part in parts:
        # A field inside a larger one has its ring around the larger one.
        owner = part.parentWidget() if isinstance(part, QLineEdit) and not part.hasFrame() else part
        assert owner is not None
        sheet.setFocus()
        # On a ground of its own colour the ring is set off by a line of the text's colour.
        filled = part.property("kind") == "primary" or (
            isinstance(part, QCheckBox | QRadioButton) and part.isChecked()
        )
        ring = "on_accent" if filled and name == "light" else "focus"
        before = _count(owner.grab().toImage(), ring)
        part.setFocus(Qt.FocusReason.TabFocusReason)
        least = 8 if filled else 24  # small round marks have few unblended pixels
        if _count(owner.grab().toImage(), ring) < before + least:
            without.append(f"{type(part).__name__} {part.accessibleName() or getattr(part, 'text', str)()}")
    assert without == []


def test_everything_that_takes_the_focus_has_a_name(qtbot: QtBot) -> None:
    sheet = show(qtbot, gallery.sheet("Light"))
    nameless = [
        type(part).__name__
        for part in _focusables(sheet)
        if not (part.accessibleName() or (isinstance(part, QAbstractButton) and part.text()))
    ]
    assert nameless == []
