"""Access keys: held, Alt shows a letter at each control, and with that letter it goes there or presses it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.access_keys import AccessKeys, give_letters
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from tests.support.qt import show

ALT = Qt.KeyboardModifier.AltModifier


class Window(KeyboardWindow, QDialog):
    """A field, a choice of two, a button, and a button that is out of sight below."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []
        self.name = QLineEdit("Ana")
        self.name.setAccessibleName("Name")
        self.segments = Segments()
        for words in ("List", "Week"):
            self.segments.add(words)
        self.choices = self.segments.findChildren(QAbstractButton)
        self.save = self._button("Save")
        self.send = self._button("Send to me first")
        self.off = self._button("Never")
        self.off.setEnabled(False)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.addWidget(self._button("Here"))
        column.addSpacing(2000)
        column.addWidget(self._button("Far below"))
        area = QScrollArea(widgetResizable=True)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        for part in (self.name, self.segments, self.save, self.send, self.off, area):
            outer.addWidget(part)

    def _button(self, words: str) -> QPushButton:
        button = QPushButton(words, autoDefault=False)
        button.clicked.connect(lambda: self.pressed.append(words))
        return button


class KeyboardDialog(KeyboardWindow, QDialog):
    """A question with room for many controls."""


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    shown = show(qtbot, Window(), 500, 400)
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    shown.name.setFocus()
    yield shown


def overlays(window: QWidget) -> list[AccessKeys]:
    return [each for each in window.findChildren(AccessKeys) if each.isVisible()]


def hold_alt(window: QWidget) -> AccessKeys:
    """Press Alt in what has the focus, and keep it down."""
    QTest.keyPress(QApplication.focusWidget() or window, Qt.Key.Key_Alt)
    (found,) = overlays(window)
    return found


def letter_of(keys: AccessKeys, control: QWidget) -> str:
    return next((letter for letter, each in keys.control_of.items() if each is control), "")


def press(window: QWidget, letter: str) -> None:
    """As the system sends a letter while Alt is down: shortcuts are looked for first."""
    handle = window.windowHandle()
    assert handle is not None
    QTest.keyClick(handle, Qt.Key(ord(letter.upper())), ALT)


def test_letters_are_those_of_the_words_and_never_twice() -> None:
    names = ["Save", "Send to me first", "Stop", "Save as", "Search"]
    letters = give_letters(names)
    assert letters == ["s", "t", "o", "a", "e"]
    assert give_letters(names, {"s"}) == ["v", "t", "o", "a", "e"]


def test_words_of_another_script_have_letters_of_every_keyboard() -> None:
    letters = give_letters(["حفظ", "सहेजें", "CSV", "Ángel", ""])
    assert letters[2:4] == ["c", "n"]
    assert len(set(letters[:4])) == 4 and all(each.isascii() and each.isalpha() for each in letters[:4])
    assert letters[4] == "", "what has no name has no letter"


def test_more_than_thirty_five_have_two_letters_each_and_none_is_given_twice() -> None:
    letters = give_letters([f"Row {at}" for at in range(50)])
    assert len(set(letters)) == 50 and all(letters)
    alone, pairs = {each for each in letters if len(each) == 1}, [each for each in letters if len(each) == 2]
    assert (len(alone), len(pairs)) == (34, 16)
    assert not alone & {each[0] for each in pairs}, "a letter that begins a pair does nothing by itself"
    assert len(set(give_letters([f"Row {at}" for at in range(300)]))) == 300


def test_two_letters_one_after_the_other_press_the_button(qtbot: QtBot) -> None:
    page = KeyboardDialog()
    pressed: list[str] = []
    column = QVBoxLayout(page)
    for at in range(40):
        button = QPushButton(f"Row {at}", autoDefault=False)
        button.clicked.connect(lambda _=False, at=at: pressed.append(f"Row {at}"))
        column.addWidget(button)
    show(qtbot, page, 400, 1400)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    keys = hold_alt(page)
    letters, found = next((each, found) for each, found in keys.control_of.items() if len(each) == 2)
    assert isinstance(found, QPushButton)
    handle = page.windowHandle()
    assert handle is not None
    for letter in letters:
        assert not pressed and overlays(page), "the letters stay until the second one"
        for down in (True, False):  # Alt stays down all the time, as `keyClick` has it only for one letter
            QTest.simulateEvent(handle, down, Qt.Key(ord(letter.upper())), ALT, "", False)
    assert pressed == [found.text()]


def test_alt_and_a_letter_presses_the_button(window: Window) -> None:
    keys = hold_alt(window)
    press(window, letter_of(keys, window.send))
    assert window.pressed == ["Send to me first"]
    assert window.name.text() == "Ana", "nothing was typed"
    assert QApplication.focusWidget() is window.send
    assert not overlays(window)


def test_a_field_has_the_focus_with_its_text_chosen(window: Window) -> None:
    window.save.setFocus()
    keys = hold_alt(window)
    press(window, letter_of(keys, window.name))
    assert QApplication.focusWidget() is window.name
    assert window.name.selectedText() == "Ana"


def test_each_choice_of_several_has_a_letter(window: Window) -> None:
    keys = hold_alt(window)
    press(window, letter_of(keys, window.choices[1]))
    assert window.segments.current() == 1
    keys = hold_alt(window)
    press(window, letter_of(keys, window.choices[0]))
    assert window.segments.current() == 0


def test_what_cannot_be_seen_or_pressed_has_none(window: Window) -> None:
    keys = hold_alt(window)
    named = {each.text() for each in keys.control_of.values() if isinstance(each, QPushButton)}
    assert {"Save", "Send to me first", "Here"} <= named
    assert not named & {"Never", "Far below"}


def test_they_come_after_a_moment_and_go_when_alt_is_let_go(window: Window, qtbot: QtBot) -> None:
    before = window.grab().toImage()
    keys = hold_alt(window)
    assert not keys.are_shown() and window.grab().toImage() == before, "Alt is often pressed in passing"
    qtbot.waitUntil(keys.are_shown)
    assert window.grab().toImage() != before
    QTest.keyRelease(window.name, Qt.Key.Key_Alt)
    assert not overlays(window) and window.grab().toImage() == before


def test_a_click_puts_them_away(window: Window) -> None:
    hold_alt(window)
    QTest.mouseClick(window.save, Qt.MouseButton.LeftButton)
    assert not overlays(window) and window.pressed == ["Save"]


def test_a_page_keeps_the_letters_it_uses_itself(window: Window) -> None:
    used: list[str] = []
    shortcut = QShortcut(QKeySequence("Alt+S"), window)
    shortcut.activated.connect(lambda: used.append("the page's own"))
    keys = hold_alt(window)
    assert "s" not in keys.control_of
    press(window, "s")
    assert used == ["the page's own"] and window.pressed == []


def test_other_keys_with_alt_show_none(window: Window) -> None:
    QTest.keyPress(window.name, Qt.Key.Key_Alt, Qt.KeyboardModifier.ControlModifier)
    assert not overlays(window)


def test_a_popover_has_its_own(window: Window, qtbot: QtBot) -> None:
    popover = Popover(window)
    inner = QPushButton("Apply")
    pressed: list[bool] = []
    inner.clicked.connect(lambda: pressed.append(True))
    popover.set_content(inner)
    popover.open_at(window.save)
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is popover.windowHandle())
    QTest.keyPress(popover, Qt.Key.Key_Alt)
    (keys,) = overlays(popover)
    assert list(keys.control_of.values()) == [inner]
    press(popover, letter_of(keys, inner))
    assert pressed == [True]
