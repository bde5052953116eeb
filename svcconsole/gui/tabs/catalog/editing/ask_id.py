"""One field in a dialog: which id to open."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, answer_to


async def ask_id(parent: QWidget, question: str) -> str:
    """The id typed, blank when the person thought better of it."""
    line = QLineEdit()
    line.setAccessibleName(question)
    set_role(line, "mono")
    return await answer_to(FieldQuestion(parent, question, tr("Open", "action"), line))
