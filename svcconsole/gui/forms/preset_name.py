"""The question what a preset is to be called."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.metrics import dp
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.buttons import button

LONGEST_NAME = 80


def tr(text: str) -> str:
    return QCoreApplication.translate("presets", text)


async def ask_name(
    parent: QWidget, question: str, verb: str, *, taken: set[str], note: str = "", suggested: str = ""
) -> str:
    """What a preset is to be called; blank when the person thought better of it. `taken` are names of
    others, which would be replaced."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(question)
    dialog.setMinimumWidth(dp(WIDTH))
    line = QLineEdit(suggested[:LONGEST_NAME])
    line.setAccessibleName(tr("Name of the preset"))
    line.setPlaceholderText(tr("Name of the preset"))
    line.setMaxLength(LONGEST_NAME)
    said = PlainLabel("", "caption", "text2", wrap=True)
    buttons = QDialogButtonBox()
    keeps, cancel = button(verb, None, "primary"), button(tr("Cancel"))
    buttons.addButton(keeps, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    keeps.setDefault(True)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(dp(24), dp(20), dp(24), dp(20))
    column.setSpacing(dp(12))
    column.addWidget(PlainLabel(question, "title", wrap=True))
    column.addWidget(line)
    column.addWidget(said)
    column.addWidget(buttons)

    def typed(text: str) -> None:
        keeps.setEnabled(bool(text.strip()))
        same = text.strip() in taken
        keeps.setText(tr("Replace") if same else verb)
        said.setText(tr("A preset of this name is replaced.") if same else note)

    line.textChanged.connect(typed)
    typed(line.text())
    line.selectAll()
    line.setFocus()
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return line.text().strip() if accepted else ""
