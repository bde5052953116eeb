"""The runs at the side: title, whether all has settled, how many, and a bar of how far they came."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyleOptionViewItem

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import tip_text
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.two_lines import Index, TwoLineDelegate, TwoLines
from svcconsole.gui.kit.widgets.bars import part_widths
from svcconsole.gui.panels.delivery.delivery_text import group_line, group_pill, group_title
from svcconsole.services.deliveries.deliveries import Group
from svcconsole.services.deliveries.states import State

GROUP_ROLE = Qt.ItemDataRole.UserRole + 1
PARTS = (
    (State.READ, "info"),
    (State.DELIVERED, "neutral"),
    (State.SENT, "border_input"),
    (State.FAILED, "danger"),
    (State.DECIDE, "warning"),
)
"""What the bar shows; the rest of it is what nobody knows more of yet."""


class Groups(QAbstractListModel):
    """The groups, newest first; counts tick in place."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[Group] = []

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Newer ones; the rows stay where they are unless there are others."""
        same = [each.key for each in groups] == [each.key for each in self.groups]
        if same:
            self.groups = list(groups)
            if groups:
                self.dataChanged.emit(self.index(0), self.index(len(groups) - 1))
            return
        self.beginResetModel()
        self.groups = list(groups)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.groups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        group = self.groups[index.row()]
        if role == GROUP_ROLE:
            return group
        if role == Qt.ItemDataRole.DisplayRole:
            return group_title(group)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join((group_title(group), group_line(group), group_pill(group).word))
        if role == Qt.ItemDataRole.ToolTipRole:  # a narrow card cuts them
            return tip_text("\n".join((group_title(group), group_line(group))))
        return None


class RunList(QListView):
    """`chosen(key)` when another group is to be shown."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.model_of_groups = Groups()
        self.setModel(self.model_of_groups)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(tr("Runs"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bg", "canvas")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_groups(self, groups: Sequence[Group], key: str) -> None:
        """These, with one of them current; `chosen` does not follow."""
        before = self.blockSignals(True)
        self.model_of_groups.set_groups(groups)
        row = next((at for at, group in enumerate(groups) if group.key == key), -1)
        if row != self.currentIndex().row():
            self.setCurrentIndex(self.model_of_groups.index(row))
        self.blockSignals(before)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        group = current.data(GROUP_ROLE)
        if isinstance(group, Group):
            self.chosen.emit(group.key)


class _Painter(TwoLineDelegate):
    margin, radius, padding, gap = (10, 2), 8, (10, 10), 4

    def lines_of(self, index: Index) -> TwoLines | None:
        group = index.data(GROUP_ROLE)
        if not isinstance(group, Group):
            return None
        return TwoLines(group_title(group), group_line(group), pill=group_pill(group))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = self.lines_of(index)
        return QSize(dp(200), (sum(lines.heights()) if lines is not None else 0) + dp(38))

    def top_of(self, ground: QRect, lines: TwoLines) -> int:
        return ground.top() + dp(8)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        inner = self.ground_of(QRect(option.rect)).adjusted(dp(10), dp(8), -dp(10), -dp(8))
        bar = QRect(inner.left(), inner.bottom() - dp(5), inner.width(), dp(5))
        _paint_bar(painter, bar, index.data(GROUP_ROLE), option.direction)


def _paint_bar(painter: QPainter, rect: QRect, group: Group, direction: Qt.LayoutDirection) -> None:
    box(painter, QRectF(rect), rect.height() / 2, fill=colour("sunken"))
    counts = group.totals.counts
    values = [*(counts[state] for state, _ in PARTS)]
    rest = group.totals.total - sum(values)
    left = 0.0
    for (_, token), width in zip(PARTS, part_widths([*values, rest], rect.width(), dp(4)), strict=False):
        if width > 0:
            part = QRect(rect.left() + round(left), rect.top(), max(1, round(width) - 1), rect.height())
            painter.fillRect(QStyle.visualRect(direction, rect, part), colour(token))
        left += width
