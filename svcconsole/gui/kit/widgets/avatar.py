"""A person's initials on a round background whose colour depends on the name."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box

TONES = ("info", "accent", "success", "danger", "neutral")


def initials(name: str) -> str:
    """The first letters of the first and last word; one where it has signs of its own. Blank for no name."""
    found = [letter for word in name.split() if (letter := _first(word))]
    if not found:
        return ""
    alone = len(found) == 1 or len(found[0]) > 1
    return (found[0] if alone else found[0] + found[-1]).upper()


def paint_avatar(painter: QPainter, rect: QRect, name: str, key: str) -> None:
    """The round ground with the initials, within `rect`."""
    tone = TONES[sum(map(ord, key)) % len(TONES)]
    box(painter, rect, rect.height() / 2, fill=colour(f"{tone}_subtle"))
    painter.setPen(colour("accent_text" if tone == "accent" else tone))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, initials(name) or "–")


class Avatar(QWidget):
    """The large one at the head of a card; it says nothing to a screen reader, the name beside it does."""

    def __init__(self, size: int = 56) -> None:
        super().__init__()
        self._name = self._key = ""
        self.setFixedSize(QSize(dp(size), dp(size)))

    def set_person(self, name: str, key: str) -> None:
        self._name, self._key = name, key
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(fonts.role_font("title"))
            paint_avatar(painter, self.rect(), self._name, self._key)


def _first(word: str) -> str:
    """The first letter or figure of a word with its combining signs; an emoji is none."""
    for at, sign in enumerate(word):
        if unicodedata.category(sign)[0] in "LN":
            end = at + 1
            while end < len(word) and unicodedata.category(word[end])[0] == "M":
                end += 1
            return word[at:end]
    return ""
