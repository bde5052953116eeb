"""The User Properties tab, not built yet: one sentence about what will be there."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.widgets.empty import EmptyState


class UserPropertiesTab(QWidget):
    """The place of user properties."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.setProperty("bg", "surface")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        sentence = self.tr("User properties will be filled in as a table and sent here.")
        column.addWidget(EmptyState("properties", sentence))
