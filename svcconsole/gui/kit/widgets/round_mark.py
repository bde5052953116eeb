"""A round mark of a timeline: an icon on its state's colour, with the line to the next."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box

GROUNDS = frozenset({"success", "warning", "danger", "info", "neutral"})


class RoundMark(QWidget):
    """Says nothing to a screen reader: the words beside it do. `joined`: a line goes down to the next."""

    def __init__(
        self,
        icon: str,
        tone: str,
        *,
        size: int = 22,
        joined: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._size, self._joined = icon, tone, size, joined
        self.setFixedWidth(dp(size))
        self.setMinimumHeight(dp(size))
        tall = QSizePolicy.Policy.Expanding if joined else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Fixed, tall)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            disc = QRect(0, 0, dp(self._size), dp(self._size))
            if self._joined:
                painter.setPen(QPen(colour("border_input"), 1))
                middle = disc.center().x()
                painter.drawLine(middle, disc.bottom() + dp(2), middle, self.height())
            ground = f"{self._tone}_subtle" if self._tone in GROUNDS else "neutral_subtle"
            box(painter, disc, disc.width() / 2, fill=colour(ground))
            icons.paint(painter, self._icon, self._tone, disc, dp(14))
