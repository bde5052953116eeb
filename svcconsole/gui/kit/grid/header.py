"""The header of every grid: names aligned as their cells, the sort arrow after its word, columns in small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QToolTip, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour, current
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import hairline, words
from svcconsole.gui.design.text import tip_text
from svcconsole.gui.kit.grid.deferred_painting import DeferredPainting

CELL_PADDING: Final = 8
PLAIN_HEIGHT, GLANCE_HEIGHT = 32, 64
SHAPE_HEIGHT: Final = 20
FAINT: Final = 0.45
"""How much of its colour a bar of a column's shape has."""


class Span(NamedTuple):
    """A column on screen: its number in the model, its left edge and its width."""

    logical: int
    left: int
    width: int


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """A column in small: bars from 0 to 1, one line of words, and more of them for the tooltip.

    `lines` say the same, each shorter than the one before; the first that fits is shown.
    """

    bars: tuple[float, ...] = ()
    lines: tuple[str, ...] = ("",)
    tip: str = ""
    strong: int = -1
    """The bar that is filtered by, or none."""


class GridHeader(DeferredPainting, QHeaderView):
    """Paints its sections itself, all by the model's column.

    `inset` is the page's, at the first column's leading side; `sorted_by` holds columns and whether
    downwards; with `tall` there is room for the `glances`; `ruled` draws a line below, and one after
    `ruled_after`.
    """

    GROUND = "canvas"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.keep_painted()
        self.inset = CELL_PADDING
        self.trailing_columns: frozenset[int] = frozenset()
        self.sorted_by: Sequence[tuple[int, bool]] = ()
        self.glances: Mapping[int, ColumnSummary] = {}
        self.raw_names: Mapping[int, str] = {}
        """What a column is called where it comes from, said in its hint."""
        self.dimmed = self.tall = self.ruled = False
        self.ruled_after = -1
        fonts.set_role(self, "label")
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(dp(32))
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_tall(self, tall: bool) -> None:
        """Make room for the columns in small, or take it back."""
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

    def first_shown(self) -> int:
        """The first column that is shown; -1 for none."""
        order = (self.logicalIndex(at) for at in range(self.count()))
        return next((logical for logical in order if not self.isSectionHidden(logical)), -1)

    def is_first(self, logical: int) -> bool:
        """Whether a column is the first one shown."""
        return self.first_shown() == logical

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
        glance = self.glances.get(logical)
        room = self.sectionSize(logical) - 2 * dp(CELL_PADDING)
        cut = QFontMetrics(self.font()).horizontalAdvance(name) > room
        raw = self.raw_names.get(logical, "")
        lines = [name] if cut or raw or (glance is not None and glance.tip) else []
        if raw:
            lines.append(raw)
        if glance is not None and glance.tip:
            lines.append(glance.tip)
        return "\n".join(lines)

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_deferred(event.rect()):
            return
        super().paintEvent(event)
        self.paint_rule(self.viewport())

    def paint_rule(self, viewport: QWidget) -> None:
        """The line below the header, in any part of it."""
        if self.ruled:
            bottom = viewport.rect().bottom()
            with QPainter(viewport) as painter:
                hairline(painter, QPointF(0, bottom), QPointF(viewport.width(), bottom))

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        model = self.model()
        if not rect.isValid() or model is None:
            return
        painter.save()
        painter.fillRect(rect, colour("canvas"))
        direction = self.layoutDirection()
        lead = dp(self.inset) if self.is_first(logical) else dp(CELL_PADDING)
        is_sorted = any(column == logical for column, _ in self.sorted_by)
        # The arrow may stand in the padding, so that sorting does not cut the word.
        tail = dp(2) if is_sorted and logical not in self.trailing_columns else dp(CELL_PADDING)
        inner = QStyle.visualRect(direction, rect, rect.adjusted(lead, 0, -tail, 0))
        head = inner
        if self.tall:
            head = QRect(inner.left(), rect.top() + dp(4), inner.width(), self.fontMetrics().height())
        text = str(model.headerData(logical, Qt.Orientation.Horizontal) or "")
        self._paint_name(painter, head, text, logical)
        if self.tall:
            pad = dp(CELL_PADDING)
            across = rect.adjusted(pad, 0, -pad, 0)
            shape = QRect(across.left(), head.bottom() + dp(3), across.width(), dp(SHAPE_HEIGHT))
            glance = self.glances.get(logical)
            if glance is not None:
                self._paint_glance(painter, shape, glance, logical)
            elif logical != self.ruled_after:
                hairline(
                    painter, QPointF(shape.left(), shape.bottom()), QPointF(shape.right(), shape.bottom())
                )
        if logical == self.ruled_after:
            x = rect.right() if direction == Qt.LayoutDirection.LeftToRight else rect.left()
            hairline(painter, QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        painter.restore()

    def _paint_name(self, painter: QPainter, rect: QRect, text: str, logical: int) -> None:
        direction = self.layoutDirection()
        place = next((at for at, (column, _) in enumerate(self.sorted_by) if column == logical), -1)
        is_sorted, trailing = place >= 0, logical in self.trailing_columns
        token = "disabled" if self.dimmed else "text" if is_sorted or self.tall else "text2"
        painter.setFont(fonts.role_font("label", weight=600 if is_sorted else 500))
        arrow, gap = (dp(12), dp(4)) if is_sorted else (0, 0)
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, rect.width() - arrow - gap))
        side = Qt.AlignmentFlag.AlignTrailing if trailing else Qt.AlignmentFlag.AlignLeading
        words(painter, rect, shown, token, direction, side=side)
        if is_sorted:
            # After the word; in number columns before it, so that the word stays over the figures' edge.
            width = metrics.horizontalAdvance(shown)
            left = rect.width() - 1 - width - gap - arrow if trailing else width + gap
            spot = QRect(rect.left() + left, rect.top(), arrow, rect.height())
            name = "down" if self.sorted_by[place][1] else "up"
            icons.paint(painter, name, token, QStyle.visualRect(direction, rect, spot), arrow)

    def _paint_glance(self, painter: QPainter, shape: QRect, glance: ColumnSummary, logical: int) -> None:
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
        trailing = logical in self.trailing_columns
        side = Qt.AlignmentFlag.AlignTrailing if trailing else Qt.AlignmentFlag.AlignLeading
        metrics = painter.fontMetrics()
        fitting = (line for line in glance.lines if metrics.horizontalAdvance(line) <= below.width())
        words(painter, below, next(fitting, glance.lines[-1]), "text2", self.layoutDirection(), side=side)
