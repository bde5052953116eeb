"""One field in a dialog: which id to open."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.fonts import set_role
from svcconsole.gui.metrics import dp
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.buttons import button


async def ask_id(parent: QWidget, question: str) -> str:
    """The id typed, blank when the person thought better of it."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(question)
    dialog.setMinimumWidth(dp(WIDTH))
    line = QLineEdit()
    line.setAccessibleName(question)
    set_role(line, "mono")
    buttons = QDialogButtonBox()
    opens = button(QCoreApplication.translate("ask", "Open"), None, "primary")
    cancel = button(QCoreApplication.translate("ask", "Cancel"))
    buttons.addButton(opens, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    opens.setDefault(True)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(dp(24), dp(20), dp(24), dp(20))
    column.setSpacing(dp(12))
    column.addWidget(PlainLabel(question, "title", wrap=True))
    column.addWidget(line)
    column.addWidget(buttons)
    line.setFocus()
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return line.text().strip() if accepted else ""
