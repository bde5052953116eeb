"""Questions: as high as their texts, however long these are."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.dialogs import Answer, Question, ask
from tests.support.qt import answer, question_of, show

ANSWERS = (Answer("go", "Go on"), Answer("stay", "Stay here"))


@pytest.mark.parametrize("text", ["Short.", "What is typed here is lost. " * 3, "A very long text. " * 40])
async def test_a_question_is_as_high_as_its_texts(window_loop: QApplication, qtbot: QtBot, text: str) -> None:
    parent = QWidget()
    show(qtbot, parent, 900, 600)
    asked = asyncio.create_task(
        ask(parent, "Leave without keeping what is typed?", text, ANSWERS, safe="stay")
    )
    question = await question_of(parent)
    assert isinstance(question, Question)
    for label in (question.heading, question.text):
        assert abs(label.height() - label.heightForWidth(label.width())) <= 1
    await answer(question, "Go on")
    assert await asked == "go"
