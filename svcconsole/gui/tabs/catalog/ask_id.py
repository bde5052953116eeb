"""One field in a dialog: which id to open."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.fonts import set_role
from svcconsole.gui.widgets.field_question import FieldQuestion, answer_to
from svcconsole.gui.words import tr


async def ask_id(parent: QWidget, question: str) -> str:
    """The id typed, blank when the person thought better of it."""
    line = QLineEdit()
    line.setAccessibleName(question)
    set_role(line, "mono")
    return await answer_to(FieldQuestion(parent, question, tr("Open"), line))
