"""A read-only JSON view: monospaced, left to right, as high as its lines."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible

MOST_LINES, LEAST_LINES = 22, 3


class JsonPane(QPlainTextEdit):
    """Read only; Tab leaves it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        fonts.set_role(self, "mono")

    def show_text(self, text: str) -> None:
        """Show `text` from its beginning; characters that hide or reorder it are named."""
        self.setPlainText(visible(text))
        lines = max(LEAST_LINES, min(self.blockCount(), MOST_LINES))
        sideways = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + sideways + dp(24))
