"""Asks why a plan is sent back: whoever made it reads these words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, Question, run


async def send_back_words(parent: QWidget, name: str) -> str | None:
    """The reason; None where the plan is not sent back after all. It can be pressed once there is one."""
    answers = (Answer("back", tr("Send back")), Answer("cancel", tr("Cancel")))
    text = tr("Nothing is sent. {name} reads why, and can ask again once it is put right.", name=name)
    dialog = Question(parent, tr("Send this plan back to {name}?", name=name), text, answers, "cancel")
    reason = QLineEdit()
    reason.setAccessibleName(tr("Why"))
    reason.setPlaceholderText(tr("Why"))
    dialog.body.insertWidget(2, reason)
    go = dialog.by_id["back"]

    def typed(words: str) -> None:
        go.setEnabled(bool(words.strip()))
        set_tip(go, "" if words.strip() else tr("Say why first."))

    reason.textChanged.connect(typed)
    typed("")
    reason.setFocus(Qt.FocusReason.OtherFocusReason)
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return reason.text().strip() if accepted and dialog.answer == "back" else None
