"""The list of the five tasks: number or tick, title, how far it is, minutes."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.two_lines import TwoLines, paint_lines
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton

HIGH, MARK = 72, 32
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


class TaskRow(PaintedButton):
    """One task; where room is short (`narrow`) its number alone. `stepped(by)`: another one is wanted."""

    stepped = Signal(int)

    def __init__(self, number: int, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number, self._sub, self._end = number, "", ""
        self._done = self._skipped = self._narrow = False
        self.setText(title)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")

    def show_state(self, sub: str, end: str, *, done: bool, skipped: bool) -> None:
        """How far it is (`sub`) and how long it takes or took (`end`)."""
        self._sub, self._end, self._done, self._skipped = show(sub), show(end), done, skipped
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(f"{self._sub}. {self._end}")
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        """The number alone."""
        self._narrow = narrow
        set_tip(self, self.text() if narrow else "")
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        if self._narrow:
            return QSize(dp(MARK + 16), dp(MARK + 16))
        return QSize(dp(240), max(dp(HIGH), sum(self._lines().heights()) + dp(24)))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(MARK + 8), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS:
            self.stepped.emit(STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            whole, direction = self.rect(), self.layoutDirection()
            if self.isChecked() or self.underMouse():
                box(painter, QRectF(whole), dp(8), fill=colour("selection" if self.isChecked() else "hover"))
            if self.hasFocus():
                ring(painter, whole, dp(8))
            side = dp(MARK)
            left = (whole.width() - side) // 2 if self._narrow else dp(16)
            place = QRect(left, (whole.height() - side) // 2, side, side)
            self._paint_mark(painter, QStyle.visualRect(direction, whole, place))
            if self._narrow:
                return
            painter.setFont(fonts.role_font("label"))
            wide = QFontMetrics(painter.font()).horizontalAdvance(self._end)
            lines = self._lines()
            top = (whole.height() - sum(lines.heights()) - dp(4)) // 2
            end = QRect(whole.right() - dp(16) - wide, top, wide + 1, lines.heights()[0])
            tone = "success" if self._done else "text2"
            words(painter, QStyle.visualRect(direction, whole, end), self._end, tone, direction)
            room = whole.adjusted(dp(32) + side, top, -dp(28) - wide, 0)
            paint_lines(painter, whole, room, lines, direction, gap=dp(4))

    def _paint_mark(self, painter: QPainter, place: QRect) -> None:
        radius = place.width() / 2
        if self._done:
            box(painter, QRectF(place), radius, fill=colour("success_subtle"))
            icons.paint(painter, "check", "success", place, dp(16))
            return
        chosen = self.isChecked()
        ground = "accent" if chosen else None
        edge = None if chosen else colour("border" if self._skipped else "border_input")
        box(painter, QRectF(place), radius, fill=colour(ground) if ground else None, edge=edge)
        painter.setFont(fonts.role_font("heading"))
        tone = "on_accent" if chosen else "text2"
        painter.setPen(colour(tone))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.locale().toString(self._number))

    def _lines(self) -> TwoLines:
        return TwoLines(self.text(), self._sub)
