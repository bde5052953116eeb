"""The question for the id that the store's e-mail names, where its answer never came."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.metrics import dp
from svcconsole.gui.tabs.reports.question_words import tr
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.buttons import button


def history_id(text: str) -> int | None:
    """The whole number above zero that was typed; None for anything else."""
    written = text.strip()
    return int(written) if written.isascii() and written.isdigit() and int(written) > 0 else None


class HistoryIdQuestion(QDialog):
    """Asks for a number; the verb can be pressed once it is one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        question = tr("Which id does the store's e-mail name?")
        self.setWindowTitle(question)
        self.setMinimumWidth(dp(WIDTH))
        self.line = QLineEdit()
        self.line.setAccessibleName(tr("Id of the report"))
        self.line.setPlaceholderText("4711")
        self.take, cancel = button(tr("Watch this report"), None, "primary"), button(tr("Cancel"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.take.setDefault(True)
        self.take.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(dp(24), dp(20), dp(24), dp(20))
        column.setSpacing(dp(12))
        told = tr("With its reportHistoryId the report is watched and fetched as if the answer had come.")
        column.addWidget(PlainLabel(question, "title", wrap=True))
        column.addWidget(PlainLabel(told, "body", "text2", wrap=True))
        column.addWidget(self.line)
        column.addWidget(buttons)
        self.line.textChanged.connect(lambda text: self.take.setEnabled(history_id(text) is not None))


async def ask_history_id(parent: QWidget) -> int | None:
    """The id; None when the person thought better of it."""
    dialog = HistoryIdQuestion(parent)
    given: list[int | None] = []
    dialog.accepted.connect(lambda: given.append(history_id(dialog.line.text())))
    await run(dialog)
    return given[0] if given else None
