"""The Reports tab, not built yet: one sentence about what will be there."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.widgets.empty import EmptyState


class ReportsTab(QWidget):
    """The place of reports."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.setProperty("bg", "surface")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        sentence = self.tr("Reports will be asked for, put together and read here.")
        column.addWidget(EmptyState("reports", sentence))
