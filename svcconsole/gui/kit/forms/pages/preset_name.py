"""The question what a preset is to be called."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to

LONGEST_NAME = 80


async def ask_name(
    parent: QWidget, question: str, verb: str, *, taken: set[str], note: str = "", suggested: str = ""
) -> str:
    """What a preset is to be called; blank when the person thought better of it. `taken` are names of
    others, which would be replaced."""
    line = QLineEdit(suggested[:LONGEST_NAME])
    line.setAccessibleName(tr("Name of the preset"))
    line.setPlaceholderText(tr("Name of the preset"))
    line.setMaxLength(LONGEST_NAME)

    def judged(text: str) -> Judged:
        name = text.strip()
        if name in taken:
            return Judged(name, tr("A preset of this name is replaced."), tr("Replace"))
        return Judged(name, note)

    return await answer_to(FieldQuestion(parent, question, verb, line, judged))
