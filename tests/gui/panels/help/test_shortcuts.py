"""The list of shortcuts has every key: of the window, of tables and sheets, of the parts of a page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QKeyCombination
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import ltr
from svcconsole.gui.kit import actions
from svcconsole.gui.kit.grid.keys import KEYS, STANDARD
from svcconsole.gui.kit.part_keys import PARTS, PartKeys
from svcconsole.gui.panels.help.shortcuts import ShortcutSheet
from tests.support.qt import show

TABLES = {each for part in PARTS[:2] for _, keys in part.keys for each in keys}


def test_every_key_of_tables_and_sheets_is_listed(qapp: QApplication) -> None:
    answered = {QKeySequence(QKeyCombination.fromCombined(each)).toString() for each in KEYS}
    answered |= {
        sequence.toString() for standard, _ in STANDARD for sequence in QKeySequence.keyBindings(standard)
    }
    also = {
        "Enter",
        "Ctrl+Ins",
        "Copy",
    }  # other keys of the keyboard for what is listed under Return and Ctrl+C
    assert answered - also <= {QKeySequence(each).toString() for each in TABLES}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.part)
def test_keys_are_written_so_that_qt_reads_them(part: PartKeys) -> None:
    for words, keys in part.keys:
        for each in keys:
            assert QKeySequence(each).toString() == each, words


def test_both_tables_stand_in_the_sheet(qtbot: QtBot) -> None:
    sheet = show(qtbot, ShortcutSheet(), 900, 700)
    said = [label.text() for label in sheet.findChildren(QLabel)]
    assert {words for part in PARTS for words, _ in part.keys} <= set(said)
    assert {spec.words for spec in actions.TABLE if spec.keys} <= set(said)
    assert said[said.index("Show a letter at each control, and go there with it") + 1] == ltr("Alt")
