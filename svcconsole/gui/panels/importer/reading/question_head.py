"""The head of a question: its mark, what is asked, and why."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel


class QuestionHead(QWidget):
    """Title and text beside the diamond of what needs a decision."""

    def __init__(self) -> None:
        super().__init__()
        self.title = PlainLabel("", "title", wrap=True)
        self.text = PlainLabel("", tone="text2", wrap=True)
        mark = IconLabel("decide", "warning", 20, line="title")
        words = vbox(self.title, self.text, spacing=4)
        hbox((mark, 0, Qt.AlignmentFlag.AlignTop), (words, 1), parent=self, spacing=12)

    def set_texts(self, title: str, text: str) -> None:
        """Another question."""
        self.title.setText(title)
        self.text.setText(text)
