"""The Helpdesk tab, not built yet: one sentence about what will be there."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.widgets.empty import EmptyState


class HelpdeskTab(QWidget):
    """The place of helpdesk."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.setProperty("bg", "surface")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        sentence = self.tr("Tickets will be created and assigned to agents and teams here.")
        column.addWidget(EmptyState("helpdesk", sentence))
