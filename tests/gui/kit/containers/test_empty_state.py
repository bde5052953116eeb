"""An empty list never keeps the focus, which nobody would see there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.empty_state import EmptyState
from tests.support.qt import show


def page(qtbot: QtBot, empty: EmptyState) -> tuple[QLineEdit, QListWidget, QStackedWidget]:
    """A search over a list, with the focus in the list, and what stands there once the list is empty."""
    window, search, entries, stack = QWidget(), QLineEdit(), QListWidget(), QStackedWidget()
    column = QVBoxLayout(window)
    column.addWidget(search)
    column.addWidget(stack)
    stack.addWidget(entries)
    stack.addWidget(empty)
    show(qtbot, window, 400, 300)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    entries.setFocus()
    return search, entries, stack


def test_its_button_has_the_focus_once_the_list_is_empty(qtbot: QtBot) -> None:
    empty, button = EmptyState("list", "Nothing yet."), QPushButton("Begin")
    empty.add_button(button)
    _, entries, stack = page(qtbot, empty)
    stack.setCurrentWidget(empty)
    assert QApplication.focusWidget() is button
    stack.setCurrentWidget(entries)
    assert QApplication.focusWidget() is entries, "and the list has it again"


def test_without_a_button_it_is_where_the_page_begins(qtbot: QtBot) -> None:
    empty = EmptyState("list", "Nothing yet.")
    search, entries, stack = page(qtbot, empty)
    assert entries.hasFocus()
    stack.setCurrentWidget(empty)
    assert QApplication.focusWidget() is search
    qtbot.keyClick(search, Qt.Key.Key_A)
    assert search.text() == "a", "what is typed goes where it is seen"
