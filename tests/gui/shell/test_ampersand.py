"""A store's name with "&" is shown whole on every button, and makes no shortcut of the next letter."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QGroupBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import literal
from svcconsole.gui.kit.dialogs import Answer, Question
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox, RadioButton
from svcconsole.gui.shell import menus
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.rail import TABS
from svcconsole.tour.window_driver import WindowDriver
from tests.gui.shell.conftest import LIVE, OpenWindow
from tests.gui.shell.pages import new_customer, new_product
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

NAME = "Harbour & Hearth"
DRAWN_BY_QT = (QPushButton, QCheckBox, QRadioButton, QToolButton)
LONE = re.compile(r"(?<!&)&(?!&)")


def faults(window: QWidget) -> list[str]:
    """Every text of a control that Qt would read a shortcut out of."""
    found = []
    for each in window.findChildren(QAbstractButton):
        raw = QAbstractButton.text(each)
        if isinstance(each, DRAWN_BY_QT) and LONE.search(raw):
            found.append(f"{type(each).__name__} {raw!r}")
        if "&" in raw and not each.shortcut().isEmpty():
            found.append(f"{type(each).__name__} {raw!r} has the shortcut {each.shortcut().toString()}")
    for action in window.findChildren(QAction):
        if LONE.search(action.text()):
            found.append(f"action {action.text()!r}")
    for label in window.findChildren(QLabel):
        if label.buddy() is not None and "&" in label.text():
            found.append(f"label {label.text()!r}")
    for bar in window.findChildren(QTabBar):
        found += [f"tab {bar.tabText(at)!r}" for at in range(bar.count()) if "&" in bar.tabText(at)]
    found += [f"box {box.title()!r}" for box in window.findChildren(QGroupBox) if LONE.search(box.title())]
    return found


def naming(window: MainWindow) -> list[str]:
    """What the buttons say that name the store."""
    return [each.text() for each in window.findChildren(QAbstractButton) if "Harbour" in each.text()]


async def test_every_button_of_a_store_with_an_ampersand_shows_its_name_whole(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.reset("demo")
    async with open_window(LIVE._replace(name=NAME)) as window:
        await window.console.ready()
        stage = WindowDriver(tmp_path)
        stage.window = window
        for tab in TABS:
            window.show_tab(tab.name)
            await until(lambda: not window.scope.is_busy())
        await new_product(stage)
        await new_customer(stage)
        window.show_place("help")
        window.show_decisions()
        choices, card = window._stores, window.console.card
        menus.stores(
            window, choices, card, lambda _: None, window.commands.actions, open_beside=lambda _: None
        )
        assert not faults(window)
        said = naming(window)
        assert len(said) >= 5
        assert all(NAME in words for words in said), said


def test_a_question_and_the_boxes_show_an_ampersand(qtbot: QtBot) -> None:
    parent = show(qtbot, QWidget(), 600, 400)
    question = Question(parent, f"Save to {NAME}?", "", (Answer("a", NAME), Answer("b", "No")), "b")
    check, radio = CheckBox(NAME, parent), RadioButton(NAME, parent)
    assert [question.by_id["a"].text(), check.text(), radio.text()] == [NAME] * 3
    assert not faults(parent)


def test_another_text_is_literal_too(qtbot: QtBot) -> None:
    made = show(qtbot, button(NAME))
    made.setText(f"Send to {NAME}")
    made.set_busy(f"Sending to {NAME}")
    made.set_busy(None)
    assert made.text() == f"Send to {NAME}"
    assert QPushButton.text(made) == literal(f"Send to {NAME}")
    assert made.shortcut() == QKeySequence()
