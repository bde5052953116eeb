"""The header of a table: column names aligned as their cells, the sort arrow right after its word."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QWidget

from svcconsole.gui import fonts, icons
from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import words

CELL_PADDING = 8


class RecordHeader(QHeaderView):
    """Paints its sections itself; `inset` is the page's, at the first column's leading side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.inset = CELL_PADDING
        self.trailing_columns: frozenset[int] = frozenset()
        self.sorted_by: tuple[int, bool] | None = None
        self.dimmed = False
        fonts.set_role(self, "label")
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(dp(32))
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        height = max(dp(32), self.fontMetrics().height() + dp(16))
        return QSize(super().sizeHint().width(), height)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def is_first(self, logical: int) -> bool:
        """Whether a column is the first one shown."""
        return all(self.isSectionHidden(self.logicalIndex(at)) for at in range(self.visualIndex(logical)))

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        model = self.model()
        if not rect.isValid() or model is None:
            return
        painter.save()
        painter.fillRect(rect, colour("canvas"))
        direction = self.layoutDirection()
        lead = dp(self.inset) if self.is_first(logical) else dp(CELL_PADDING)
        is_sorted = self.sorted_by is not None and self.sorted_by[0] == logical
        trailing = logical in self.trailing_columns
        # The arrow may stand in the padding, so that sorting does not cut the word.
        tail = dp(2) if is_sorted and not trailing else dp(CELL_PADDING)
        inner = QStyle.visualRect(direction, rect, rect.adjusted(lead, 0, -tail, 0))
        text = str(model.headerData(logical, Qt.Orientation.Horizontal) or "")
        token = "disabled" if self.dimmed else "text" if is_sorted else "text2"
        painter.setFont(fonts.role_font("label", weight=600 if is_sorted else 500))
        arrow = dp(12) if is_sorted else 0
        gap = dp(4) if is_sorted else 0
        shown = painter.fontMetrics().elidedText(
            text, Qt.TextElideMode.ElideRight, max(0, inner.width() - arrow - gap)
        )
        width = painter.fontMetrics().horizontalAdvance(shown)
        side = Qt.AlignmentFlag.AlignTrailing if trailing else Qt.AlignmentFlag.AlignLeading
        words(painter, inner, shown, token, direction, side=side)
        if is_sorted and self.sorted_by is not None:
            # After the word; in number columns before it, so that the word stays over the figures' edge.
            left = inner.left() + width + gap
            if trailing:
                left = inner.right() - width - gap - arrow
            if direction == Qt.LayoutDirection.RightToLeft:
                left = inner.right() - width - gap - arrow
                if trailing:
                    left = inner.left() + width + gap
            name = "down" if self.sorted_by[1] else "up"
            icons.paint(painter, name, token, QRect(left, inner.top(), arrow, inner.height()), arrow)
        painter.restore()
