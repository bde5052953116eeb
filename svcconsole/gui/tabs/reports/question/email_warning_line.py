"""The line that warns how many e-mails are sent, and the way to get them alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.tabs.reports.question.email_warning import EmailCount


class EmailWarningLine(Ground):
    """Hidden while there is nothing to warn of. `only_me`: nobody else is to get them."""

    only_me = Signal()

    def __init__(self) -> None:
        super().__init__("well")
        self.icon = IconLabel("mail", "warning", 16)
        self.said = PlainLabel("", "caption", "text", wrap=True)
        self.alone = link(tr("Only me"))
        self.alone.clicked.connect(self.only_me)
        row = QHBoxLayout(self)
        row.setContentsMargins(dp(12), dp(8), dp(12), dp(8))
        row.setSpacing(dp(10))
        row.addWidget(self.icon)
        row.addWidget(self.said, 1)
        row.addWidget(self.alone)
        self.hide()

    def show_mails(self, mails: EmailCount | None, *, alone: bool) -> None:
        """Warn where the same person may get more than one; `alone`: it goes to the person who asks."""
        warns = mails is not None and mails.many
        self.setVisible(warns)
        if mails is not None:
            self.said.setText(mails.sentence())
        self.alone.setVisible(not alone)
