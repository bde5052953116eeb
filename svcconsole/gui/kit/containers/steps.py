"""The steps of a wizard in its header: done ones are links, the current one is filled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import control_height, dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton


class _Step(PaintedButton):
    def __init__(self, number: int, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.number = number
        self.state = "ahead"
        self.narrow = False
        self.setText(title)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        fonts.set_role(self, "strong")

    def wide(self) -> int:
        """The room for mark and word."""
        return dp(20) + dp(6) + QFontMetrics(self.font()).horizontalAdvance(self.text()) + dp(4)

    def sizeHint(self) -> QSize:
        return QSize(dp(24) if self.narrow else self.wide(), control_height(compact=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction = self.layoutDirection()
            whole = self.rect().adjusted(dp(2), 0, -dp(2), 0)
            side = dp(20)
            mark = QRect(whole.left(), (whole.height() - side) // 2, side, side)
            mark = QStyle.visualRect(direction, whole, mark)
            current, done = self.state == "current", self.state == "done"
            if current:
                box(painter, mark, side / 2, fill=colour("accent"))
            else:
                ground = colour("accent_subtle") if done else None
                box(
                    painter,
                    mark,
                    side / 2,
                    fill=ground,
                    edge=colour("accent_text" if done else "border_input"),
                )
            if done:
                icons.paint(painter, "check", "accent_text", mark, dp(12))
            else:
                painter.setFont(fonts.role_font("label"))
                painter.setPen(colour("on_accent" if current else "text2"))
                painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, self.locale().toString(self.number))
            if not self.narrow:
                painter.setFont(self.font())
                hovered = done and self.underMouse()
                tone = "text" if current else "accent_text" if hovered else "text2"
                place = QStyle.visualRect(direction, whole, whole.adjusted(side + dp(6), 0, 0, 0))
                words(painter, place, self.text(), tone, direction)
            if self.hasFocus():
                ring(painter, self.rect(), dp(5))


class _Dash(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedWidth(dp(18))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(QPen(colour("border_input"), 1))
            middle = self.height() // 2
            painter.drawLine(0, middle, self.width(), middle)


class Steps(QWidget):
    """`chosen` tells the index of a reachable step that was clicked."""

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = hbox(parent=self, spacing=8)
        self._steps: list[_Step] = []
        self._reachable: set[int] = set()
        self._current = 0
        for index, title in enumerate(titles):
            if index:
                row.addWidget(_Dash(self))
            step = _Step(index + 1, title, self)
            step.clicked.connect(lambda _checked=False, at=index: self._clicked(at))
            self._steps.append(step)
            row.addWidget(step)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.set_current(0)

    def current(self) -> int:
        """The step being done."""
        return self._current

    def set_current(self, index: int) -> None:
        """Go on to a step; those before it are done, and reachable unless said otherwise."""
        self._current = index
        self._reachable = set(range(index))
        self._show()

    def set_reachable(self, indexes: Iterable[int]) -> None:
        """Which other steps can be gone back to."""
        self._reachable = set(indexes)
        self._show()

    def _wide(self) -> int:
        """The room all steps want with their words."""
        gaps = len(self._steps) - 1
        return sum(step.wide() for step in self._steps) + gaps * (dp(18) + 2 * dp(8))

    def sizeHint(self) -> QSize:
        return QSize(self._wide(), control_height(compact=True))

    def minimumSizeHint(self) -> QSize:
        gaps = len(self._steps) - 1
        words = self._steps[self._current].wide() - dp(24) if self._steps else 0
        return QSize(
            len(self._steps) * dp(24) + words + gaps * (dp(18) + 2 * dp(8)), control_height(compact=True)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._narrow()

    def _narrow(self) -> None:
        """Without room only the current step keeps its word; the others say it in their tooltip."""
        tight = self.width() < self._wide()
        for index, step in enumerate(self._steps):
            narrow = tight and index != self._current
            if narrow != step.narrow:
                step.narrow = narrow
                set_tip(step, step.text() if narrow else "")
                step.updateGeometry()

    def _show(self) -> None:
        words = {"done": tr("done"), "current": tr("current step"), "ahead": tr("still ahead")}
        for index, step in enumerate(self._steps):
            if index == self._current:
                step.state = "current"
            else:
                step.state = "done" if index < self._current else "ahead"
            reachable = index in self._reachable
            step.setAccessibleDescription(words[step.state])
            step.setFocusPolicy(Qt.FocusPolicy.TabFocus if reachable else Qt.FocusPolicy.NoFocus)
            step.setCursor(Qt.CursorShape.PointingHandCursor if reachable else Qt.CursorShape.ArrowCursor)
            step.update()
        self._narrow()

    def _clicked(self, index: int) -> None:
        if index in self._reachable and index != self._current:
            self.chosen.emit(index)
