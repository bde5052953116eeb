"""A dialog of one field, with a verb on its button once the answer is valid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.message_line import MessageLine
from svcconsole.gui.kit.dialogs import WIDTH, run
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.text_area import TextArea


@dataclass(frozen=True, slots=True)
class Judged:
    """The value that what was typed stands for ("" where it will not do), what is said of it, and the verb
    where it is another than usual."""

    value: str
    said: str = ""
    verb: str = ""


def as_typed(text: str) -> Judged:
    """Whatever is not blank will do."""
    return Judged(text.strip())


class FieldQuestion(KeyboardWindow, QDialog):
    """`field` is the caller's, named for a screen reader; `value` is what it stands for now."""

    def __init__(
        self,
        parent: QWidget,
        question: str,
        verb: str,
        field: QLineEdit | TextArea,
        judge: Callable[[str], Judged] = as_typed,
        *,
        told: str = "",
    ) -> None:
        super().__init__(parent)
        self.value = ""
        self.field = field
        self._verb, self._judge = verb, judge
        self.setWindowTitle(question)
        self.setMinimumWidth(dp(WIDTH))
        self.said = MessageLine(field, field)
        self.take, cancel = button(verb, None, "primary"), button(tr("Cancel"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.take.setDefault(True)
        column = vbox(parent=self, spacing=12, margins=(24, 20, 24, 20))
        column.addWidget(PlainLabel(question, "title", wrap=True))
        if told:
            column.addWidget(PlainLabel(told, "body", "text2", wrap=True))
        for part in (field, self.said, buttons):
            column.addWidget(part)
        self.said.setHidden(judge is as_typed)
        field.textChanged.connect(lambda *_: self._typed())
        self._typed()
        field.selectAll()
        field.setFocus()

    def _typed(self) -> None:
        judged = self._judge(self.field.text())
        self.value = judged.value
        self.take.setEnabled(bool(judged.value))
        self.take.setText(judged.verb or self._verb)
        self.said.setText(visible(judged.said))


async def answer_to(dialog: FieldQuestion) -> str:
    """The value the person gave; blank when they thought better of it."""
    return dialog.value if await run(dialog) == QDialog.DialogCode.Accepted else ""
