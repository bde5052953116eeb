"""The list of doubts or of decisions: by kind, two lines each, with a box to tick for deciding in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from svcconsole.gui import icons
from svcconsole.gui.colours import colour
from svcconsole.gui.fonts import role_font
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring, words
from svcconsole.gui.panels.decisions import words as say
from svcconsole.gui.panels.runs import words as runs

if TYPE_CHECKING:
    from svcconsole.workspace.records import Decided, Doubt

Index = QModelIndex | QPersistentModelIndex
Key = tuple[str, int]

ENTRY_ROLE = Qt.ItemDataRole.UserRole
TICK = Qt.CheckState.Checked
BOX = 18


@dataclass(frozen=True, slots=True)
class Heading:
    """A kind and how many there are of it."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """One doubt as listed; `decided` is there once somebody decided about it."""

    doubt: Doubt
    decided: Decided | None = None

    @property
    def key(self) -> Key:
        return (self.doubt.run_id, self.doubt.seq)

    @property
    def name(self) -> str:
        return say.name_of(self.doubt)

    @property
    def why(self) -> str:
        """The second line: the reason, or what was decided and by whom."""
        if self.decided is None:
            return self.doubt.reason
        word = say.tr(say.DECIDED[self.decided.decision])
        return f"{word} · {self.decided.by}" if self.decided.by else word

    @property
    def when(self) -> str:
        return say.when(self.doubt.at if self.decided is None else self.decided.at)


def by_kind(rows: Sequence[Row]) -> list[Heading | Row]:
    """The rows under a heading for each kind, kinds in the order in which they come."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(say.heading(row.doubt.kind), []).append(row)
    found: list[Heading | Row] = []
    for group in groups.values():
        found.append(Heading(group[0].doubt.kind, len(group)))
        found += group
    return found


class Listing(QAbstractListModel):
    """Headings and rows; which rows are ticked."""

    ticked_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[Heading | Row] = []
        self._ticked: set[Key] = set()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these; what is ticked and still there stays ticked."""
        entries = by_kind(rows)
        if entries == self._entries:
            return
        self.beginResetModel()
        self._entries = entries
        self._ticked &= {row.key for row in rows}
        self.endResetModel()
        self.ticked_changed.emit()

    def rows(self) -> list[Row]:
        return [entry for entry in self._entries if isinstance(entry, Row)]

    def ticked(self) -> list[Row]:
        """The ticked rows in the order of the list."""
        return [row for row in self.rows() if row.key in self._ticked]

    def index_of(self, key: Key) -> QModelIndex:
        """Where a row stands; an index of nothing when it is not there."""
        for at, entry in enumerate(self._entries):
            if isinstance(entry, Row) and entry.key == key:
                return self.index(at)
        return QModelIndex()

    def first(self) -> QModelIndex:
        """The first row; an index of nothing without one."""
        return self.index(1) if len(self._entries) > 1 else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        entry = self._entries[index.row()]
        if isinstance(entry, Heading):
            return Qt.ItemFlag.ItemIsEnabled
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual if entry.decided is not None else usual | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self._entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if isinstance(entry, Heading):
            return say.heading(entry.kind) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role in (Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.ToolTipRole):
            parts = (say.place_of(entry.doubt), entry.why, entry.when)
            return " · ".join(part for part in parts if part)
        if role == Qt.ItemDataRole.CheckStateRole and entry.decided is None:
            return TICK if entry.key in self._ticked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = self._entries[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(entry, Row) or entry.decided is not None:
            return False
        if Qt.CheckState(value) == TICK:
            self._ticked.add(entry.key)
        else:
            self._ticked.discard(entry.key)
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True


class DoubtList(QListView):
    """The list itself; `Space` ticks, a click on the box ticks, a click on the row shows it.

    `chosen(Row)`: another one is to be shown.
    """

    chosen = Signal(object)

    def __init__(self, model: Listing, name: str) -> None:
        super().__init__()
        self.listing = model
        self.setModel(model)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bg", "canvas")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)

    def current(self) -> Row | None:
        """The row that is shown."""
        entry = self.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, Row) else None

    def show_row(self, key: Key | None) -> None:
        """Make a row the current one; the first where it is not there."""
        found = self.listing.index_of(key) if key is not None else QModelIndex()
        self.setCurrentIndex(found if found.isValid() else self.listing.first())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen.emit(self.current())

    def moveCursor(self, action: QListView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Headings are stepped over."""
        found = super().moveCursor(action, modifiers)
        if isinstance(found.data(ENTRY_ROLE), Heading):
            up = action in (QListView.CursorAction.MoveUp, QListView.CursorAction.MovePageUp)
            beside = self.listing.index(found.row() + (-1 if up and found.row() else 1))
            return beside if beside.isValid() else found
        return found

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            _turn(self.listing, self.currentIndex())
            return
        super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        first = QFontMetrics(role_font("strong")).height()
        if isinstance(index.data(ENTRY_ROLE), Heading):
            return QSize(dp(200), first + dp(14))
        return QSize(dp(200), first + QFontMetrics(role_font("caption")).height() + dp(20))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, direction = QRect(option.rect), self._view.layoutDirection()
        entry = index.data(ENTRY_ROLE)
        if isinstance(entry, Heading):
            _paint_heading(painter, rect, entry, direction)
        elif isinstance(entry, Row):
            current = index == self._view.currentIndex()
            self._paint_row(painter, rect, entry, index, current=current)

    def _paint_row(self, painter: QPainter, rect: QRect, row: Row, index: Index, *, current: bool) -> None:
        direction = self._view.layoutDirection()
        ground = rect.adjusted(dp(10), dp(2), -dp(10), -dp(2))
        hovered = ground.contains(self._view.viewport().mapFromGlobal(self._view.cursor().pos()))
        if current:
            box(painter, ground, dp(8), fill=colour("selection"))
            if self._view.hasFocus():
                ring(painter, ground, dp(8))
        elif hovered:
            box(painter, ground, dp(8), fill=colour("hover"))

        def placed(part: QRect) -> QRect:
            return QStyle.visualRect(direction, ground, part)

        inner = ground.adjusted(dp(12), dp(8), -dp(10), -dp(8))
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is not None:
            _paint_box(painter, self._view, _box_in(ground, direction), ticked=state == TICK)
        else:
            icon = say.of_kind(row.doubt.kind).icon
            mark = QRect(inner.left(), inner.top(), dp(BOX), inner.height())
            icons.paint(painter, icon, "text2", placed(mark), dp(16))
        inner.setLeft(inner.left() + dp(BOX + 10))
        first = QFontMetrics(role_font("strong")).height()
        painter.setFont(role_font("caption"))
        time = painter.fontMetrics().horizontalAdvance(row.when)
        at = QRect(inner.right() - time, inner.top(), time + 1, first)
        words(painter, placed(at), row.when, "text2", direction, side=Qt.AlignmentFlag.AlignTrailing)
        painter.setFont(role_font("strong"))
        name = QRect(inner.left(), inner.top(), inner.width() - time - dp(10), first)
        words(painter, placed(name), _line(row.name), "text", direction)
        painter.setFont(role_font("caption"))
        below = QRect(inner.left(), inner.top() + first + dp(2), inner.width(), inner.height() - first)
        why = " · ".join(part for part in (say.place_of(row.doubt), row.why) if part)
        words(painter, placed(below), _line(why), "text2", direction)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            ground = QRect(option.rect).adjusted(dp(10), dp(2), -dp(10), -dp(2))
            reach = _box_in(ground, self._view.layoutDirection()).adjusted(-dp(8), -dp(14), dp(6), dp(14))
            if reach.contains(event.position().toPoint()):
                return _turn(self._view.model(), index)
        return False


def _turn(model: QAbstractItemModel, index: Index) -> bool:
    """Tick a row or take its tick away."""
    state = model.data(index, Qt.ItemDataRole.CheckStateRole)
    if state is None:
        return False
    other = Qt.CheckState.Unchecked if state == TICK else TICK
    return model.setData(index, other, Qt.ItemDataRole.CheckStateRole)


def _box_in(ground: QRect, direction: Qt.LayoutDirection) -> QRect:
    top = ground.top() + (ground.height() - dp(BOX)) // 2
    return QStyle.visualRect(direction, ground, QRect(ground.left() + dp(10), top, dp(BOX), dp(BOX)))


def _paint_box(painter: QPainter, widget: QWidget, rect: QRect, *, ticked: bool) -> None:
    """A check box as the program's style draws every other one."""
    option = QStyleOptionButton()
    option.initFrom(widget)
    state = QStyle.StateFlag.State_Enabled
    state |= QStyle.StateFlag.State_On if ticked else QStyle.StateFlag.State_Off
    option.rect = rect
    option.state = state
    widget.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, option, painter, widget)


def _paint_heading(painter: QPainter, rect: QRect, entry: Heading, direction: Qt.LayoutDirection) -> None:
    inner = rect.adjusted(dp(20), dp(4), -dp(20), 0)

    def placed(part: QRect) -> QRect:
        return QStyle.visualRect(direction, inner, part)

    mark = QRect(inner.left(), inner.top(), dp(16), inner.height())
    icons.paint(painter, say.of_kind(entry.kind).icon, "text2", placed(mark), dp(16))
    painter.setFont(role_font("label"))
    title = QRect(inner.left() + dp(24), inner.top(), inner.width() - dp(64), inner.height())
    words(painter, placed(title), say.heading(entry.kind), "text", direction)
    number = QRect(inner.right() - dp(40), inner.top(), dp(41), inner.height())
    painter.setFont(role_font("caption"))
    count = runs.count(entry.count)
    words(painter, placed(number), count, "text2", direction, side=Qt.AlignmentFlag.AlignTrailing)


def _line(text: str) -> str:
    return text.replace("\n", " ")
