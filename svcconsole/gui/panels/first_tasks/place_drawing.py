"""A small drawing of the place where a step goes on: a page, and the ring around the button to press."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.first_tasks.tasks import FOOT, HEAD, Step

WIDE, HIGH = 380, 180


class PlaceDrawing(QWidget):
    """Says nothing to a screen reader: the words beside it do."""

    def __init__(self) -> None:
        super().__init__()
        self._step: Step | None = None
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_step(self, step: Step) -> None:
        """Draw the page where `step` goes on, and the ring around its button."""
        self._step = step
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(WIDE), dp(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(240), dp(HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        if (step := self._step) is None:
            return
        with QPainter(self) as painter:
            whole = self.rect().adjusted(0, 0, -1, -1)
            box(painter, QRectF(whole), dp(8), fill=colour("surface"), edge=colour("border"))
            head, foot = dp(48), whole.height() - dp(48)
            top = self._from_leading(dp(16), 0, whole.width() - dp(32), head)
            painter.setFont(fonts.role_font("label"))
            words(painter, top, step.place(), "text", self.layoutDirection())
            if step.at == FOOT:
                self._paint_form(painter, head, foot - dp(12))
                painter.fillRect(QRect(0, foot, whole.width(), 1), colour("border"))
                self._paint_button(painter, step, foot + dp(10))
            elif step.at == HEAD:
                painter.fillRect(QRect(0, head, whole.width(), 1), colour("border"))
                self._paint_button(painter, step, dp(10))
                for at in range(4):
                    wide = round((whole.width() - dp(32)) * (0.7, 0.55, 0.8, 0.4)[at])
                    self._paint_line(painter, dp(16), head + dp(22 + 28 * at), wide)
            else:
                painter.fillRect(QRect(0, head, whole.width(), 1), colour("border"))
                self._paint_list(painter, step, head)

    def _from_leading(self, left: int, top: int, width: int, height: int) -> QRect:
        whole = self.rect().adjusted(0, 0, -1, -1)
        return QStyle.visualRect(self.layoutDirection(), whole, QRect(left, top, width, height))

    def _paint_line(self, painter: QPainter, left: int, top: int, wide: int) -> None:
        line = self._from_leading(left, top, wide, dp(6))
        box(painter, QRectF(line), dp(3), fill=colour("neutral_subtle"))

    def _paint_form(self, painter: QPainter, top: int, bottom: int) -> None:
        """A field with a few lines, and what stands beside a form."""
        wide = self.width() * 6 // 10
        field = self._from_leading(dp(16), top, wide, bottom - top)
        box(painter, QRectF(field), dp(4), edge=colour("border_input"))
        for at, share in enumerate((0.8, 0.6, 0.35)):
            self._paint_line(painter, dp(26), top + dp(14 + 18 * at), round(wide * share))
        side = self._from_leading(dp(32) + wide, top, self.width() - dp(48) - wide, bottom - top)
        box(painter, QRectF(side), dp(4), fill=colour("canvas"))

    def _paint_button(self, painter: QPainter, step: Step, top: int) -> None:
        """At the trailing end; beside one that is not filled, the one that is."""
        painter.setFont(fonts.role_font("strong"))
        wide = QFontMetrics(painter.font()).horizontalAdvance(tr(step.press)) + dp(28)
        wide = dp(36) if step.icon else min(wide, self.width() - dp(120))
        left = self.width() - dp(20) - wide
        if not step.filled:
            other = dp(72)
            beside = self._from_leading(self.width() - dp(20) - other, top, other, dp(28))
            box(painter, QRectF(beside), dp(5), fill=colour("neutral_subtle"))
            left -= other + dp(12)
        self._paint_target(painter, step, self._from_leading(left, top, wide, dp(28)))

    def _paint_list(self, painter: QPainter, step: Step, head: int) -> None:
        """Lines of a list along the leading edge, the third of them the one to press; rows beside them."""
        wide = dp(120)
        side = self._from_leading(0, head + 1, wide, self.height() - head - 2)
        corners = QPainterPath()
        corners.addRoundedRect(QRectF(self.rect().adjusted(1, 1, -2, -2)), dp(8), dp(8))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(corners)
        painter.fillRect(side, colour("canvas"))
        painter.restore()
        for at in range(2):
            self._paint_line(painter, dp(16), head + dp(18 + 24 * at), dp((64, 48)[at]))
        self._paint_target(painter, step, self._from_leading(dp(10), head + dp(62), wide - dp(20), dp(26)))
        self._paint_line(painter, dp(16), head + dp(104), dp(56))
        for at in range(4):
            room = self.width() - wide - dp(32)
            share = (0.9, 0.7, 0.8, 0.5)[at]
            self._paint_line(painter, wide + dp(16), head + dp(22 + 28 * at), round(room * share))

    def _paint_target(self, painter: QPainter, step: Step, button: QRect) -> None:
        filled = step.filled
        ground, edge = ("accent", "accent") if filled else ("surface", "border_input")
        box(painter, QRectF(button), dp(5), fill=colour(ground), edge=colour(edge))
        if step.icon:
            icons.paint(painter, step.icon, "text", button, dp(16))
        else:
            painter.setPen(colour("on_accent" if filled else "text"))
            shown = painter.fontMetrics().elidedText(
                tr(step.press), Qt.TextElideMode.ElideRight, button.width() - dp(12)
            )
            painter.drawText(button, Qt.AlignmentFlag.AlignCenter, shown)
        ring(painter, button.adjusted(-dp(4), -dp(4), dp(4), dp(4)), dp(8))
