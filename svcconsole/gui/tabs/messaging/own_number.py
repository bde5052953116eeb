"""The number that "Send to me first" goes to: asked once for each store, kept in the window's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from svcconsole.gui.contact_words import phone_words
from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.metrics import dp
from svcconsole.gui.tabs.messaging.words import tr
from svcconsole.gui.text import PlainLabel, visible
from svcconsole.gui.widgets.buttons import button
from svcconsole.tables.phones import Phone, PhoneProblem, read_phone

if TYPE_CHECKING:
    from svcconsole.gui.console import Console

KEY = "messaging/own_number"


class NumberQuestion(QDialog):
    """Asks for a phone number; the verb can be pressed once it is one."""

    def __init__(self, parent: QWidget, region: str | None, number: str) -> None:
        super().__init__(parent)
        self.region = region
        question = tr("Which number is yours?")
        self.setWindowTitle(question)
        self.setMinimumWidth(dp(WIDTH))
        self.line = QLineEdit(number)
        self.line.setAccessibleName(tr("Your phone number"))
        self.said = PlainLabel("", "caption", "text2", wrap=True)
        self.take, cancel = button(tr("Send to this number"), None, "primary"), button(tr("Cancel"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.take.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(dp(24), dp(20), dp(24), dp(20))
        column.setSpacing(dp(12))
        column.addWidget(PlainLabel(question, "title", wrap=True))
        goes = tr("The message goes there just as it would to the customer.")
        column.addWidget(PlainLabel(goes, "body", "text2", wrap=True))
        for part in (self.line, self.said, buttons):
            column.addWidget(part)
        self.line.textChanged.connect(self._typed)
        self._typed(number)

    def number(self) -> str:
        """The number in full; blank where it is none."""
        read = read_phone(self.line.text(), self.region)
        return read.e164 if isinstance(read, Phone) else ""

    def _typed(self, text: str) -> None:
        read = read_phone(text, self.region) if text.strip() else None
        self.take.setEnabled(isinstance(read, Phone))
        wrong = read.sentence if isinstance(read, PhoneProblem) else ""
        self.said.setText(visible(wrong) or phone_words(text, self.region))


async def own_number(console: Console, parent: QWidget) -> str:
    """The number to send to; blank when the person thought better of it."""
    dialog = NumberQuestion(parent, console.card.region, console.settings.get(KEY, ""))
    given: list[str] = []
    dialog.accepted.connect(lambda: given.append(dialog.number()))
    await run(dialog)
    if given:
        console.settings.put(KEY, given[0])
    return given[0] if given else ""
