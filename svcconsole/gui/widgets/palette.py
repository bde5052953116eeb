"""The command palette: one field that finds what can be done, by its words, with its place and shortcut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from svcconsole.gui import icons
from svcconsole.gui.fonts import role_font
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, drop_shadow
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.theme import colour

WIDTH, TOP, ROWS, ROW = 600, 96, 10, 36
SHADOW = 20
NO_INDEX = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be done. `reason` says why it cannot be done now; empty when it can."""

    title: str
    run: Callable[[], None]
    icon: str = "right"
    place: str = ""
    keys: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """An entry with the places of its title's letters that were typed."""

    entry: Entry
    letters: tuple[tuple[int, int], ...] = ()


def find(text: str, entries: Sequence[Entry]) -> list[Match]:
    """Entries that hold every typed word, those that begin with one first, what cannot run now last."""
    wanted = text.casefold().split()
    found: list[tuple[int, int, Match]] = []
    for at, entry in enumerate(entries):
        title, place = entry.title.casefold(), entry.place.casefold()
        if not all(word in title or word in place for word in wanted):
            continue
        spots = tuple((title.index(word), len(word)) for word in wanted if word in title)
        begins = any(title.startswith(word) or f" {word}" in title for word in wanted)
        rank = (2 if entry.reason else 0) + (0 if begins or not wanted else 1)
        found.append((rank, at, Match(entry, spots)))
    found.sort(key=lambda each: each[:2])
    return [match for _, _, match in found]


class Matches(QAbstractListModel):
    """The matches as rows."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[Match] = []

    def show(self, rows: list[Match]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.rows[index.row()].entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.title, entry.place, entry.keys, entry.reason) if part)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        enabled = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return enabled if index.isValid() else Qt.ItemFlag.NoItemFlags


class MatchPainter(QStyledItemDelegate):
    """Icon, title with the typed letters heavier, place or reason and shortcut at the end."""

    def __init__(self, model: Matches) -> None:
        super().__init__(model)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(dp(200), dp(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        match = self._model.rows[index.row()]
        entry = match.entry
        row = QStyleOptionViewItem(option)
        rect = _rect(row)
        painter.save()
        if _state(row) & QStyle.StateFlag.State_Selected:
            box(painter, rect, dp(5), fill=colour("selection"))
        tone = "disabled" if entry.reason else "text"
        mirrored = _direction(row) == Qt.LayoutDirection.RightToLeft
        mark = _at(rect, dp(10), dp(16), mirrored)
        icons.paint(painter, entry.icon, "disabled" if entry.reason else "text2", mark, dp(16))
        painter.setFont(role_font("caption"))
        painter.setPen(colour("text2"))
        end = "   ".join(part for part in (entry.reason or entry.place, entry.keys) if part)
        width = painter.fontMetrics().horizontalAdvance(end)
        inner = rect.adjusted(dp(36), 0, -dp(12), 0) if not mirrored else rect.adjusted(dp(12), 0, -dp(36), 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | middle, end)
        painter.setPen(colour(tone))
        _draw_title(painter, match, _title_place(inner, width + dp(12), mirrored), mirrored)
        painter.restore()


def _draw_title(painter: QPainter, match: Match, place: QRect, mirrored: bool) -> None:
    """The title; letters are set apart only where reading order is simple, so that no script is broken up."""
    title = match.entry.title
    middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    if mirrored or not title.isascii():
        painter.setFont(role_font("body"))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | middle, title)
        return
    heavy = {at for start, length in match.letters for at in range(start, start + length)}
    left, at = place.left(), 0
    while at < len(title) and left < place.right():
        weight = at in heavy
        end = at
        while end < len(title) and (end in heavy) == weight:
            end += 1
        painter.setFont(role_font("heading" if weight else "body"))
        piece = title[at:end]
        painter.drawText(QRect(left, place.top(), place.right() - left, place.height()), middle, piece)
        left += painter.fontMetrics().horizontalAdvance(piece)
        at = end


def _title_place(inner: QRect, taken: int, mirrored: bool) -> QRect:
    return inner.adjusted(taken, 0, 0, 0) if mirrored else inner.adjusted(0, 0, -taken, 0)


def _at(rect: QRect, offset: int, width: int, mirrored: bool) -> QRect:
    left = rect.right() - offset - width if mirrored else rect.left() + offset
    return QRect(left, rect.top(), width, rect.height())


def _rect(option: QStyleOptionViewItem) -> QRect:
    rect: QRect = option.rect
    return rect


def _state(option: QStyleOptionViewItem) -> QStyle.StateFlag:
    state: QStyle.StateFlag = option.state
    return state


def _direction(option: QStyleOptionViewItem) -> Qt.LayoutDirection:
    direction: Qt.LayoutDirection = option.direction
    return direction


class Palette(QFrame):
    """A card over the window: type, choose with the arrows, Enter runs, Esc gives the focus back."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._area = parent
        self._entries: Sequence[Entry] = ()
        self._before: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search or run a command"))
        self.field.setAccessibleName(self.tr("Search or run a command"))
        self._model = Matches(self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setItemDelegate(MatchPainter(self._model))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("What can be done"))
        self.list.viewport().setAutoFillBackground(False)
        self._nothing = PlainLabel("", "caption", "text2")
        column = QVBoxLayout(self)
        margin = dp(SHADOW)
        column.setContentsMargins(margin + dp(8), margin + dp(8), margin + dp(8), margin + dp(8))
        column.setSpacing(dp(8))
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self._nothing)
        self.setAccessibleName(self.tr("Commands"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda index: self._run(index.row()))
        parent.installEventFilter(self)
        self.hide()

    def open(self, entries: Sequence[Entry], before: QWidget | None) -> None:
        """Show `entries`; the focus goes back to `before` when the palette closes unused."""
        self._entries = entries
        self._before = before
        self.field.clear()
        self._search("")
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_up(self) -> None:
        """Close and give the focus back."""
        if self.isVisible():
            self.hide()
            if self._before is not None:
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)
            self.closed.emit()

    def shown(self) -> list[str]:
        """The titles on screen, in order."""
        return [match.entry.title for match in self._model.rows]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._place()
        if watched is self.field:
            if event.type() == QEvent.Type.FocusOut and self.isVisible():
                self.hide()
                self.closed.emit()
            if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
                return self._takes(event)
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._key(event)
        return super().eventFilter(watched, event)

    def _takes(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        row = self.list.currentIndex().row()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: ROWS, Qt.Key.Key_PageUp: -ROWS}
        key = Qt.Key(event.key())
        if key in steps:
            self._choose(row + steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(row)
        elif key == Qt.Key.Key_Escape:
            self.close_up()
        else:
            return False
        return True

    def _search(self, text: str) -> None:
        found = find(text.removeprefix(">").strip(), self._entries)
        self._model.show(found)
        self._choose(0)
        self.list.setFixedHeight(dp(ROW) * max(1, min(ROWS, len(found))) + 2)
        self.list.setVisible(bool(found))
        self._nothing.setText(self.tr("Nothing is called “{text}”.").format(text=text))
        self._nothing.setVisible(not found)
        self._place()

    def _choose(self, row: int) -> None:
        if self._model.rows:
            self.list.setCurrentIndex(self._model.index(max(0, min(row, len(self._model.rows) - 1))))

    def _run(self, row: int) -> None:
        if not 0 <= row < len(self._model.rows):
            return
        entry = self._model.rows[row].entry
        if entry.reason:
            return
        self.close_up()
        entry.run()

    def _place(self) -> None:
        area = self._area.rect()
        width = min(dp(WIDTH), area.width() - dp(32)) + 2 * dp(SHADOW)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((area.width() - width) // 2, dp(TOP) - dp(SHADOW))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        margin = dp(SHADOW)
        card = self.rect().adjusted(margin, margin, -margin, -margin)
        drop_shadow(painter, card.toRectF(), dp(8))
        box(painter, card, dp(8), fill=colour("raised"), edge=colour("edge"))
