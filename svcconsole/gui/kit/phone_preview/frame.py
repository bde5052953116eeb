"""The phone around the chat: its body, the clock, who writes, the wall behind the bubbles."""

from __future__ import annotations

import random
from typing import Final

from PySide6.QtCore import QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from svcconsole.gui.design.painting import box
from svcconsole.gui.design.tokens import STORE_COLOURS
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview.column import CLOCK
from svcconsole.gui.kit.phone_preview.parts import one_line
from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.gui.kit.widgets.store_marks import monogram

EDGE: Final = 8
CORNER: Final = 30
STATUS: Final = 34
BAR: Final = 48
DOODLES: Final = 46


def screen(face: PhoneMetrics, phone: QRectF) -> QRectF:
    """The phone's glass."""
    edge = face.u(EDGE)
    return phone.adjusted(edge, edge, -edge, -edge)


def chat(face: PhoneMetrics, phone: QRectF) -> QRectF:
    """Where the messages are: the glass under the clock and the name."""
    return screen(face, phone).adjusted(0, face.u(STATUS + BAR), 0, 0)


def paint_body(painter: QPainter, face: PhoneMetrics, phone: QRectF) -> None:
    """The phone without anything on it."""
    box(painter, phone, face.u(CORNER), fill=face.tone("frame"), edge=face.tone("frame_edge"))
    box(painter, screen(face, phone), face.u(CORNER - EDGE), fill=face.tone("wall"))


def paint_top(painter: QPainter, face: PhoneMetrics, phone: QRectF, name: str, shade: str) -> None:
    """The clock, the camera's island, and the store as the chat's other side; clipped by the caller."""
    glass = screen(face, phone)
    bar = QRectF(glass.left(), glass.top(), glass.width(), face.u(STATUS + BAR))
    painter.fillRect(bar, face.tone("bar"))
    painter.setPen(QPen(face.tone("bar_edge"), 1))
    painter.drawLine(bar.bottomLeft(), bar.bottomRight())
    island = QRectF(0, 0, face.u(80), face.u(18))
    island.moveCenter(QPointF(glass.center().x(), glass.top() + face.u(19)))
    box(painter, island, face.u(9), fill=face.tone("frame"))
    clock = QRectF(glass.left() + face.u(22), glass.top() + face.u(10), face.u(70), face.u(18))
    if face.rtl:
        clock.moveRight(glass.right() - face.u(22))
    hour = QLocale().toString(CLOCK, QLocale.FormatType.ShortFormat)
    one_line(face, painter, clock, hour, size="small", bold=True)
    _paint_store(painter, face, bar.adjusted(0, face.u(STATUS), 0, 0), name, shade)


def _paint_store(painter: QPainter, face: PhoneMetrics, bar: QRectF, name: str, shade: str) -> None:
    back = QRectF(bar.left() + face.u(8), 0, face.u(18), face.u(18))
    mark = QRectF(bar.left() + face.u(32), 0, face.u(32), face.u(32))
    text = QRectF(bar.left() + face.u(73), bar.top() + face.u(7), bar.width() - face.u(85), face.u(18))
    if face.rtl:
        for part in (back, mark, text):
            part.moveLeft(bar.left() + bar.right() - part.right())
    for part in (back, mark):
        part.moveCenter(QPointF(part.center().x(), bar.center().y() - face.u(1)))
    face.icon(painter, "left", "text", back)
    box(painter, mark, mark.width() / 2, fill=QColor(STORE_COLOURS[shade]))
    font = QFont(face.font(bold=True))
    painter.setFont(font)
    painter.setPen(face.tone("on_film"))
    painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, monogram(name))
    one_line(face, painter, text, name, bold=True)
    text.translate(0, QFontMetricsF(font).height() * 0.98)
    one_line(face, painter, text, tr("Business account"), size="small", ink="text2")


def paint_wall(painter: QPainter, face: PhoneMetrics, place: QRectF) -> None:
    """The faint drawings behind the bubbles, always the same ones; clipped by the caller."""
    dice = random.Random(7)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(face.tone("doodle"), max(1.0, face.u(1.2))))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for _ in range(DOODLES):
        spot = QPointF(
            place.left() + dice.random() * place.width(), place.top() + dice.random() * face.u(640)
        )
        if dice.random() < 0.6:
            painter.drawEllipse(spot, face.u(5), face.u(5))
        else:
            painter.drawLine(spot, spot + QPointF(face.u(9), face.u(dice.uniform(-4, 4))))
    painter.restore()
