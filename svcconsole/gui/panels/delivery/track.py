"""A dialog for ids that were sent from elsewhere: pasted, one after the other."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.fonts import set_role
from svcconsole.gui.metrics import dp
from svcconsole.gui.panels.delivery.words import tr
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.text_area import TextArea


def ids_in(text: str) -> tuple[str, ...]:
    """The ids in what was pasted, each once: between them stand spaces, line ends, commas or quotes."""
    return tuple(dict.fromkeys(re.findall(r"[^\s,;\"']+", text)))


class TrackDialog(QDialog):
    """A field, "Track" and "Cancel"."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Which messages?"))
        self.setMinimumWidth(dp(WIDTH))
        self.area = TextArea()
        self.area.setAccessibleName(tr("Message ids"))
        self.area.setTabChangesFocus(True)
        set_role(self.area, "mono")
        self.track = button(tr("Track"), None, "primary")
        cancel = button(tr("Cancel"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.track, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(dp(24), dp(20), dp(24), dp(20))
        column.setSpacing(dp(12))
        column.addWidget(PlainLabel(tr("Which messages?"), "title", wrap=True))
        help = tr("Paste the ids of messages that were sent from elsewhere, one on each line.")
        column.addWidget(PlainLabel(help, "body", "text2", wrap=True))
        column.addWidget(self.area)
        column.addWidget(buttons)
        self.area.setFocus()


async def ask_ids(parent: QWidget) -> tuple[str, ...]:
    """The ids a person pasted; none when they thought better of it."""
    dialog = TrackDialog(parent)
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return ids_in(dialog.area.text()) if accepted else ()
