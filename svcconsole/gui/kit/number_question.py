"""A question whose verb can be pressed once a number was typed: for what reaches many people."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, Question, run
from svcconsole.gui.kit.forms.editors.numbers import parse_number
from svcconsole.gui.kit.quantity_words import count

TYPED_ABOVE = 500
"""More messages than these are sent only by typing their number (reliability, T17)."""


class NumberTyped(Question):
    """The question, and a field for `wanted`; the verb can be pressed once that is typed."""

    def __init__(self, parent: QWidget, question: str, text: str, wanted: int, verb: str) -> None:
        answers = (Answer("start", verb), Answer("cancel", tr("Cancel")))
        super().__init__(parent, question, text, answers, "cancel")
        self._wanted = wanted
        self.number = QLineEdit()
        self.number.setAccessibleName(tr("How many messages"))
        self.number.setPlaceholderText(count(wanted))
        self.body.insertWidget(2, self.number)
        self.number.textChanged.connect(self._typed)
        self._typed("")
        self.number.setFocus(Qt.FocusReason.OtherFocusReason)

    async def asked(self) -> bool:
        """Ask; whether it was typed and the verb pressed."""
        accepted = await run(self)
        return bool(accepted) and self.answer == "start"

    def _typed(self, text: str) -> None:
        go, same = self.by_id["start"], parse_number(text) == self._wanted
        go.setEnabled(same)
        set_tip(go, "" if same else tr("Type {wanted} first.", wanted=count(self._wanted)))
