"""The measures of the phone: its size on screen, fonts, colours and direction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QTransform
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design import fonts, icons, metrics
from svcconsole.gui.kit.phone_preview.phone_colours import tone

WIDTH: Final = 334
HEIGHT: Final = 634
"""The phone in units; at a zoom of 1 a unit is one of the window's own grid."""
_POINTS: Final = {"title": 0.5, "text": 0.0, "small": -1.0, "micro": -2.0}


@dataclass(frozen=True)
class PhoneMetrics:
    """How everything on the phone is measured and coloured."""

    zoom: float = 1.0
    dark: bool = False
    rtl: bool = False

    def u(self, units: float) -> float:
        """Units of the phone in logical pixels."""
        return units * self.zoom * metrics.scale()

    def tone(self, name: str) -> QColor:
        return tone(name, self.dark)

    def font(self, size: str = "text", *, bold: bool = False) -> QFont:
        """The system's font at one of the phone's sizes: title, text, small, micro."""
        font = QFont(QApplication.font())
        wanted = font.pointSizeF() * self.zoom + _POINTS[size] * self.zoom
        font.setPointSizeF(max(fonts.LEAST_POINTS, wanted))
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    @cached_property
    def mono(self) -> QFont:
        """The platform's fixed font, as large as the text."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        return font

    def line(self, size: str = "text") -> float:
        """The height of a line; fonts of many scripts carry more air than that."""
        found = QFontMetricsF(self.font(size))
        return min(found.height(), found.ascent() * 1.36)

    def icon(self, painter: QPainter, name: str, ink: str, rect: QRectF) -> None:
        """One of the window's icons in a colour of the phone, filling `rect`."""
        drawing = icons.drawing(name).replace("currentColor", self.tone(ink).name())
        painter.save()
        if self.rtl and name in icons.MIRRORED:
            middle = rect.center().x()
            painter.setTransform(QTransform(-1, 0, 0, 1, 2 * middle, 0), True)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(QByteArray(drawing.encode())).render(painter, rect)
        painter.restore()

    @property
    def leading(self) -> Qt.AlignmentFlag:
        """The side at which the message's lines begin."""
        return Qt.AlignmentFlag.AlignRight if self.rtl else Qt.AlignmentFlag.AlignLeft
