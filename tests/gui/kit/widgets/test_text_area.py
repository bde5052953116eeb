"""A field of several lines gives back what was pasted, to the last character, and copies it out again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.widgets.text_area import TextArea
from tests.support.naughty import naughty_strings, paste
from tests.support.qt import show

CASES = (
    "a\u00a0b\u202fc",
    "line\u2028separator and paragraph\u2029separator",
    "alone \r and two\n\nlines\n",
    "\ufdd0\ufdd1 of no use to anyone",
    "\x00\x07\x1b[0m",
    "👩‍👩‍👧 مرحبا <b>bold</b>",
)


@pytest.fixture
def area(qtbot: QtBot) -> TextArea:
    made: TextArea = show(qtbot, TextArea(), 300, 200)
    return made


@pytest.mark.parametrize("text", CASES, ids=ascii)
def test_what_goes_in_comes_out(area: TextArea, text: str) -> None:
    area.set_text(text)
    assert area.text() == text
    area.selectAll()
    area.cut()
    assert (area.text(), QGuiApplication.clipboard().text()) == ("", text)
    area.paste()
    assert area.text() == text


def test_every_naughty_string_is_pasted_whole(area: TextArea) -> None:
    for text in naughty_strings():
        paste(area, text)
        assert area.text() == text


def test_the_two_characters_that_end_a_line_elsewhere_become_one(area: TextArea) -> None:
    paste(area, "one\r\ntwo\r\n")
    assert area.text() == "one\ntwo\n"


@pytest.mark.parametrize("window", list(Qt.LayoutDirection)[:2], ids=["ltr", "rtl"])
def test_text_begins_at_the_side_its_first_letter_says(area: TextArea, window: Qt.LayoutDirection) -> None:
    area.setLayoutDirection(window)
    neutral = area.cursorRect().left()
    for text, right in (("abc", False), ("1. مرحبا", True), ("{{1}} مرحبا", True), ("abc مرحبا", False)):
        area.set_text(text)
        area.moveCursor(QTextCursor.MoveOperation.Start)
        begins = area.cursorRect().left()
        assert (begins > area.viewport().width() / 2) is right, text
    area.set_text("12")
    area.clear()
    assert area.cursorRect().left() == neutral
    assert (neutral > area.viewport().width() / 2) is (window == Qt.LayoutDirection.RightToLeft)
