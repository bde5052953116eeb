"""A row of Settings gives its words room: a wide control stands below them where little would be left."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.panels.settings.rows import LEAST_WORDS, SettingRow
from tests.support.qt import show


def test_a_wide_control_stands_below_the_words_where_they_would_have_no_room(
    qtbot: QtBot, qapp: QApplication
) -> None:
    both = QWidget()
    hbox(QPushButton("Copy my code to the clipboard"), QPushButton("Open a hand-over…"), parent=both)
    said = "Tell whoever hands over your code. What they make with it opens here alone, and once."
    row = show(qtbot, SettingRow("Take work over", said, both), 700, 200)
    words = row.findChild(PlainLabel)
    assert isinstance(words, PlainLabel)

    def below() -> bool:
        qapp.processEvents()
        return both.mapTo(row, QPoint()).y() >= words.mapTo(row, QPoint(0, words.height())).y()

    assert not below()
    for width, expected in ((400, True), (700, False), (360, True)):
        row.resize(width, 200)
        assert below() is expected, width
        assert words.width() >= dp(LEAST_WORDS), width
        assert row.rect().contains(both.geometry()), width
