"""A request or an answer as text in a well: monospaced, left to right, its parts told apart by colour."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.widgets.buttons import link

LEAST: Final = 132
PATTERNS: Final = (
    (re.compile(r"^POST "), "accent_text"),
    (re.compile(r"^2\d\d(?= |$)"), "success"),
    (re.compile(r"^[1345]\d\d(?= |$)"), "danger"),
    (re.compile(r"^[A-Za-z][A-Za-z-]*:(?= )"), "text2"),
    (re.compile(r"(?<=^Authorization: ).*$"), "warning"),
    (re.compile(r"</?[a-zA-Z!][^<>]*>"), "text2"),
    (re.compile(r"^… .*$"), "text2"),
)
"""What is drawn in which token's colour; a later one wins."""


class _Highlighter(QSyntaxHighlighter):
    def highlightBlock(self, text: str) -> None:
        for pattern, token in PATTERNS:
            for found in pattern.finditer(text):
                style = QTextCharFormat()
                style.setForeground(colour(token))
                start = _units(text[: found.start()])
                self.setFormat(start, _units(found[0]), style)


def _units(text: str) -> int:
    """How many characters Qt counts, to whom an emoji is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class BodyWell(QWidget):
    """A heading with a note at its end, and the text below; `more` asks for all of it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = PlainLabel(title, "label")
        self.note = PlainLabel("", "caption", "text2")
        self.more = link(tr("Show all of it"), "caption")
        self.more.hide()
        self.area = QPlainTextEdit()
        self.area.setReadOnly(True)
        self.area.setTabChangesFocus(True)
        self.area.setAccessibleName(title)
        self.area.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.area.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        self.area.document().setDefaultTextOption(option)
        self.area.setMinimumHeight(dp(LEAST))
        self.area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_role(self.area, "mono")
        set_property(self.area, "state", "locked")
        self._highlighter = _Highlighter(self.area.document())
        self.heading.setMinimumHeight(self.more.sizeHint().height())
        head = hbox(self.heading, STRETCH, self.more, self.note, spacing=8)
        vbox(head, (self.area, 1), parent=self, spacing=4)

    def show_text(self, text: str, note: str) -> None:
        """Show another text, from its start."""
        self.note.setText(note)
        if text != self.area.toPlainText():
            self.area.setPlainText(text)
