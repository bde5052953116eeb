"""A message below a field takes room that was kept for it: nothing moves, and the next click hits."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.fields import Field, FieldGrid, Fix
from svcconsole.gui.kit.widgets.buttons import button
from tests.support.qt import show

LONG = "“98450” has no country code. Begin it with + and the country's code, as in +49 30 123456."


@pytest.mark.parametrize("help_text", ["", "As on the label."])
@pytest.mark.parametrize("fix", [None, ("Use EUR", lambda: None)])
def test_what_stands_below_a_field_stays_where_it_is(qtbot: QtBot, help_text: str, fix: Fix | None) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    field, below = Field("Currency", QLineEdit(), help=help_text), button("Save")
    column.addWidget(field)
    column.addWidget(below)
    column.addStretch(1)
    show(qtbot, page, 420, 300)
    before = below.geometry()
    field.set_error("A currency has three letters.", fix)
    qtbot.waitUntil(lambda: field.error() != "")
    column.activate()
    assert below.geometry() == before
    field.set_error(LONG, fix)
    column.activate()
    assert below.geometry() == before, "a message of two lines moves nothing either"
    field.set_error(None)
    column.activate()
    assert below.geometry() == before


def test_a_message_without_room_is_whole_while_its_field_has_the_focus(qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    field, below = Field("To", QLineEdit()), QLineEdit()
    group = FieldGrid()  # the last field of a group: the message is not cut off where that ends
    group.add(field)
    column.addWidget(group)
    column.addWidget(below)
    column.addStretch(1)
    show(qtbot, page, 320, 300)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    field.editor.setFocus()
    field.set_error(LONG)
    (whole,) = [each for each in page.findChildren(QLabel) if each.text() == LONG and each.parent() is page]
    assert whole.isVisible() and whole.height() >= 2 * whole.fontMetrics().height()
    assert whole.geometry().top() < below.geometry().top() < whole.geometry().bottom()
    assert page.childAt(below.geometry().center()) is below, "the note takes no clicks"
    below.setFocus()
    qtbot.waitUntil(whole.isHidden)
    assert field.error() == LONG
    field.editor.setFocus()
    qtbot.waitUntil(whole.isVisible)
    field.set_error("Too short.")
    assert whole.isHidden()


def test_another_help_moves_nothing_once_the_field_is_on_screen(qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    field, below = Field("Report", QLineEdit()), QLineEdit()
    column.addWidget(field)
    column.addWidget(below)
    column.addStretch(1)
    show(qtbot, page, 320, 300)
    before = below.geometry()
    field.set_help(LONG)
    column.activate()
    assert below.geometry() == before
