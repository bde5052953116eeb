"""The header of the viewer's table: names, the sort arrow, and each column at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QToolTip, QWidget

from svcconsole.gui import fonts, icons
from svcconsole.gui.colours import colour, current
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import hairline, words
from svcconsole.gui.panels.viewer.sheet_model import NUMBER_COLUMN
from svcconsole.gui.text import tip_text

PADDING: Final = 8
PLAIN_HEIGHT, GLANCE_HEIGHT = 32, 64
SHAPE_HEIGHT: Final = 20
FAINT: Final = 0.45
"""How much of its colour a bar of a column's shape has."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A column in small: bars from 0 to 1, one line of words, and more of them for the tooltip.

    `lines` say the same, each shorter than the one before; the first that fits is shown.
    """

    bars: tuple[float, ...] = ()
    lines: tuple[str, ...] = ("",)
    tip: str = ""
    strong: int = -1
    """The bar that is filtered by, or none."""


class SheetHeader(QHeaderView):
    """`glances` by the file's column; with `tall` there is room for them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.trailing: frozenset[int] = frozenset()
        self.sorted_by: Sequence[tuple[int, bool]] = ()
        self.glances: dict[int, Glance] = {}
        self.tall = False
        fonts.set_role(self, "label")
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(dp(40))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_tall(self, tall: bool) -> None:
        """Make room for the columns at a glance, or take it back."""
        if tall != self.tall:
            self.tall = tall
            self.geometriesChanged.emit()

    def sizeHint(self) -> QSize:
        text = self.fontMetrics().height()
        height = max(dp(PLAIN_HEIGHT), text + dp(16))
        if self.tall:
            height = max(dp(GLANCE_HEIGHT), 2 * text + dp(SHAPE_HEIGHT) + dp(12))
        return QSize(self.length(), height)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            logical = self.logicalIndexAt(event.pos())
            QToolTip.showText(event.globalPos(), tip_text(self.tip_of(logical)), self)
            return True
        return super().event(event)

    def tip_of(self, logical: int) -> str:
        """The column's whole name where it is cut, and its figures."""
        model = self.model()
        if logical < 0 or model is None:
            return ""
        name = str(model.headerData(logical, Qt.Orientation.Horizontal) or "")
        glance = self.glances.get(logical - 1)
        cut = QFontMetrics(self.font()).horizontalAdvance(name) > self.sectionSize(logical) - 2 * dp(PADDING)
        lines = [name] if cut or (glance is not None and glance.tip) else []
        if glance is not None and glance.tip:
            lines.append(glance.tip)
        return "\n".join(lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        bottom = self.viewport().rect().bottom()
        painter = QPainter(self.viewport())
        hairline(painter, QPointF(0, bottom), QPointF(self.viewport().width(), bottom))

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        model = self.model()
        if not rect.isValid() or model is None:
            return
        painter.save()
        painter.fillRect(rect, colour("canvas"))
        direction = self.layoutDirection()
        inner = rect.adjusted(dp(PADDING), 0, -dp(PADDING), 0)
        text = str(model.headerData(logical, Qt.Orientation.Horizontal) or "")
        line = self.fontMetrics().height()
        head = QRect(inner.left(), rect.top(), inner.width(), rect.height())
        if self.tall:
            head = QRect(inner.left(), rect.top() + dp(4), inner.width(), line)
        self._paint_name(painter, head, text, logical, direction)
        glance = self.glances.get(logical - 1)
        if self.tall:
            shape = QRect(inner.left(), head.bottom() + dp(3), inner.width(), dp(SHAPE_HEIGHT))
            if glance is not None:
                self._paint_glance(painter, shape, glance, logical)
            elif logical != NUMBER_COLUMN:
                hairline(
                    painter, QPointF(shape.left(), shape.bottom()), QPointF(shape.right(), shape.bottom())
                )
        if logical == NUMBER_COLUMN:
            x = rect.right() if direction == Qt.LayoutDirection.LeftToRight else rect.left()
            hairline(painter, QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        painter.restore()

    def _paint_name(
        self, painter: QPainter, rect: QRect, text: str, logical: int, direction: Qt.LayoutDirection
    ) -> None:
        place = next((at for at, (column, _) in enumerate(self.sorted_by) if column == logical - 1), -1)
        is_sorted = place >= 0
        token = "text" if is_sorted or self.tall else "text2"
        painter.setFont(fonts.role_font("label", weight=600 if is_sorted else 500))
        side = Qt.AlignmentFlag.AlignLeading
        if logical in self.trailing:
            side = Qt.AlignmentFlag.AlignTrailing
        if is_sorted:
            # At the end of a text column's section; before a number's word, which stands over the figures.
            arrow = dp(12)
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() - arrow - dp(4))
            width = metrics.horizontalAdvance(shown)
            left = width + dp(4) if logical not in self.trailing else rect.width() - width - dp(4) - arrow
            spot = QRect(rect.left() + left, rect.top(), arrow, rect.height())
            name = "down" if self.sorted_by[place][1] else "up"
            icons.paint(painter, name, token, QStyle.visualRect(direction, rect, spot), arrow)
            text = shown
        words(painter, rect, text, token, direction, side=side)

    def _paint_glance(self, painter: QPainter, shape: QRect, glance: Glance, logical: int) -> None:
        if glance.bars:
            strong = colour("accent" if current() == "contrast" else "chart1")
            faint = QColor(strong)
            if current() != "contrast":
                faint.setAlphaF(FAINT)
            step = (shape.width() + 1) / len(glance.bars)
            for at, height in enumerate(glance.bars):
                tall = max(1.0, shape.height() * height) if height > 0 else 0.0
                bar = QRectF(shape.left() + at * step, shape.bottom() + 1 - tall, max(1.0, step - 1), tall)
                # From left to right in every window, as charts keep time and size.
                painter.fillRect(bar, strong if at == glance.strong else faint)
        painter.setFont(fonts.role_font("micro"))
        below = QRect(shape.left(), shape.bottom() + dp(3), shape.width(), self.fontMetrics().height())
        side = Qt.AlignmentFlag.AlignTrailing if logical in self.trailing else Qt.AlignmentFlag.AlignLeading
        metrics = painter.fontMetrics()
        fitting = (line for line in glance.lines if metrics.horizontalAdvance(line) <= below.width())
        words(painter, below, next(fitting, glance.lines[-1]), "text2", self.layoutDirection(), side=side)
