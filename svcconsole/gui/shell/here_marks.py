"""The marks of who has the shared workspace open, in the band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.theme import colour
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.widgets.avatar import initials
from svcconsole.gui.shell.flat_button import FlatButton

if TYPE_CHECKING:
    from svcconsole.services.team_here import Here

MARK, GAP, MOST = 24, 2, 4
MOST_NARROW = 2


class HereMarks(FlatButton):
    """Initials in round marks, whoever works from here first in the accent's colour; of more than four the
    rest is a number. It is there only where somebody is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._here: tuple[Here, ...] = ()
        self._narrow = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(role_font("badge"))
        self.hide()

    def set_here(self, here: Sequence[Here]) -> None:
        """These are there."""
        if tuple(here) == self._here:
            return
        self._here = tuple(here)
        lines = [_line(one) for one in self._here]
        count = tr_plural("{n} person is here now", "{n} people are here now", len(self._here))
        self.setAccessibleName(count)
        self.setAccessibleDescription(", ".join(lines))
        set_tip(self, "\n".join((tr("Here now"), *lines)))
        self.setVisible(bool(self._here))
        self.updateGeometry()
        self.update()

    def marks(self) -> list[str]:
        """What stands in the marks, in order; the last may be a number of others."""
        most = MOST_NARROW if self._narrow else MOST
        shown = [initials(visible(one.name)) or "–" for one in self._here[:most]]
        more = len(self._here) - len(shown)
        return [*shown, tr("+{number}", number=more)] if more else shown

    def set_narrow(self, narrow: bool) -> None:
        """Fewer marks."""
        self._narrow = narrow
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(max(0, len(self.marks()) * dp(MARK + GAP) - dp(GAP)) + dp(8), dp(32))

    def paint_content(self, painter: QPainter) -> None:
        painter.setFont(self.font())
        marks, shown = self.marks(), len(self._here)
        for at, text in enumerate(marks):
            place = QRect(dp(4) + at * dp(MARK + GAP), (self.height() - dp(MARK)) // 2, dp(MARK), dp(MARK))
            place = QStyle.visualRect(self.layoutDirection(), self.rect(), place)
            mine = at < shown and self._here[at].mine
            ground, ink = ("accent_subtle", "accent_text") if mine else ("neutral_subtle", "text2")
            box(painter, place, place.height() / 2, fill=colour(ground), edge=colour(ink))
            painter.setPen(colour(ink))
            words = QFontMetrics(self.font()).elidedText(text, Qt.TextElideMode.ElideNone, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


def _line(one: Here) -> str:
    """A person with the computers."""
    name, hosts = visible(one.name), ", ".join(map(visible, one.hosts))
    if one.mine:
        return tr("{name}, you, on {hosts}", name=name, hosts=hosts)
    return tr("{name} on {hosts}", name=name, hosts=hosts)
