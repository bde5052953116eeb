"""A message below a field takes room that was kept for it: nothing moves, and the next click hits."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.widgets.buttons import button
from tests.support.qt import show


@pytest.mark.parametrize("help_text", ["", "As on the label."])
@pytest.mark.parametrize("fix", [None, ("Use EUR", lambda: None)])
def test_what_stands_below_a_field_stays_where_it_is(qtbot: QtBot, help_text: str, fix: object) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    field, below = Field("Currency", QLineEdit(), help=help_text), button("Save")
    column.addWidget(field)
    column.addWidget(below)
    column.addStretch(1)
    show(qtbot, page, 420, 300)
    before = below.geometry()
    field.set_error("A currency has three letters.", fix)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: field.error() != "")
    column.activate()
    assert below.geometry() == before
    field.set_error(None)
    column.activate()
    assert below.geometry() == before
