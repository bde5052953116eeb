"""A notice: what happened in one sentence, what to do, the store's own words, one link, a cross."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, rounded_path
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import sentences, show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.buttons import link as make_link
from svcconsole.gui.kit.widgets.buttons import tool_button

LEVELS: Final = {
    "info": ("info", "info"),
    "success": ("check", "success"),
    "warning": ("warning", "warning"),
    "error": ("error", "danger"),
}
"""Icon and tone by level."""


class NoticeCard(QWidget):
    """360 wide; the edge at its leading side has the level's colour."""

    accessible_role = QAccessible.Role.AlertMessage

    link_clicked = Signal()
    closed = Signal()

    def __init__(
        self,
        level: str,
        sentence: str,
        server_words: Sequence[str] = (),
        link: str | None = None,
        *,
        advice: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        icon, self._tone = LEVELS[level]
        self.setMinimumWidth(dp(240))
        row = hbox(parent=self, spacing=12, margins=(14, 8, 8, 8))
        row.addWidget(IconLabel(icon, self._tone, 16), 0, Qt.AlignmentFlag.AlignVCenter)
        words = vbox(spacing=0)
        self._sentence = PlainLabel(visible(sentence), "strong", wrap=True)
        words.addWidget(self._sentence)
        if advice:
            words.addWidget(PlainLabel(visible(advice), "caption", "text2", wrap=True))
        for said in server_words:
            words.addWidget(PlainLabel(f"“{visible(said)}”", "caption", "text2", wrap=True))
        self._more = PlainLabel("", "caption", "text2", wrap=True)
        self._more.hide()
        words.addWidget(self._more)
        row.addLayout(words, 1)
        self._count = PlainLabel("", "label", "text2")
        self._count.hide()
        row.addWidget(self._count)
        if link is not None:
            way = make_link(link)
            way.clicked.connect(self.link_clicked)
            if advice or server_words:  # beside so many words it would make them a narrow column
                words.addSpacing(dp(4))
                words.addWidget(way, 0, Qt.AlignmentFlag.AlignLeading)
            else:
                row.addWidget(way)
        close = tool_button("close", tr("Dismiss"))
        close.setProperty("compact", True)
        close.clicked.connect(self.closed)
        row.addWidget(close)
        self.setAccessibleName(show(sentence))
        self.setAccessibleDescription(sentences(advice, *server_words))

    def set_count(self, count: int) -> None:
        """How often the same notice came."""
        self._count.setVisible(count > 1)
        self._count.setText(f"× {self.locale().toString(count)}")

    def set_text(self, text: str) -> None:
        """A second line in our own words, e.g. "Work is kept. Trying again in 12 s"."""
        self._more.setVisible(bool(text))
        self._more.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            whole = QRectF(self.rect())
            radius = dp(8)
            box(painter, whole, radius, fill=colour("raised"), edge=colour("border"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipPath(rounded_path(whole, radius))
            left = (
                whole.left()
                if self.layoutDirection() == Qt.LayoutDirection.LeftToRight
                else whole.right() - 3
            )
            painter.fillRect(QRectF(left, whole.top(), 3, whole.height()), colour(self._tone))
