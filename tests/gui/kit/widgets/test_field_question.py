"""A question of one field: what is said of an answer moves neither the field nor the buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged
from tests.support.qt import show


def judged(text: str) -> Judged:
    return Judged(text if text.isdigit() else "", "" if text.isdigit() else f"“{text}” is no number.")


def test_what_is_said_of_an_answer_moves_nothing(qtbot: QtBot) -> None:
    page, line = QWidget(), QLineEdit("7")
    show(qtbot, page, 500, 400)
    question = FieldQuestion(page, "Which one?", "Open", line, judged)
    show(qtbot, question, 440, 240)
    before = line.geometry(), question.take.geometry(), question.size()
    line.setText("seven")
    assert question.said.isVisible() and question.said.text() == "“seven” is no number."
    assert not question.take.isEnabled()
    layout = question.layout()
    assert layout is not None
    layout.activate()
    assert (line.geometry(), question.take.geometry(), question.size()) == before
