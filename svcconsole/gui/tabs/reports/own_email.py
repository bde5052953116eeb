"""The address that "Only me" stands for: asked once for each store, kept in the window's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.metrics import dp
from svcconsole.gui.tabs.reports.question_words import tr
from svcconsole.gui.text import PlainLabel, visible
from svcconsole.gui.widgets.buttons import button
from svcconsole.tables.emails import email_problem

if TYPE_CHECKING:
    from svcconsole.gui.console import Console

KEY = "reports/own_email"


class AddressQuestion(QDialog):
    """Asks for an e-mail address; the verb can be pressed once it is one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        question = tr("Which e-mail address is yours?")
        self.setWindowTitle(question)
        self.setMinimumWidth(dp(WIDTH))
        self.line = QLineEdit()
        self.line.setAccessibleName(tr("Your e-mail address"))
        self.said = PlainLabel("", "caption", "text2", wrap=True)
        self.take, cancel = button(tr("Send to this address"), None, "primary"), button(tr("Cancel"))
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
        goes = tr("It is remembered for this store as “Only me”.")
        column.addWidget(PlainLabel(goes, "body", "text2", wrap=True))
        for part in (self.line, self.said, buttons):
            column.addWidget(part)
        self.line.textChanged.connect(self._typed)
        self._typed("")

    def address(self) -> str:
        """The address as it is sent."""
        return self.line.text().strip()

    def _typed(self, text: str) -> None:
        problem = email_problem(text) if text.strip() else ""
        self.take.setEnabled(bool(text.strip()) and not problem)
        self.said.setText(visible(problem or ""))


async def own_email(console: Console, parent: QWidget) -> str:
    """The person's own address, asked for where it is not known; blank when they thought better of it."""
    known = console.settings.get(KEY, "")
    if known:
        return known
    dialog = AddressQuestion(parent)
    given: list[str] = []
    dialog.accepted.connect(lambda: given.append(dialog.address()))
    await run(dialog)
    if given:
        console.settings.put(KEY, given[0])
    return given[0] if given else ""
