"""The tiles of the wall: each a message as the phone paints it, who gets it, and what is suspect in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from svcconsole.gui.design import icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, rounded_path, words
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview import frame
from svcconsole.gui.kit.phone_preview.bubbles import arrange
from svcconsole.gui.kit.phone_preview.column import Stage
from svcconsole.gui.kit.phone_preview.phone_metrics import WIDTH, PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Seen
from svcconsole.gui.kit.phone_preview.screen import hidden_bubble
from svcconsole.gui.kit.time_slices import SLICE_SECONDS
from svcconsole.gui.tabs.messaging.campaign.wall.wall_words import icon_of, tile_words
from svcconsole.services.campaigns.likely_wrong.suspicions import Ground, Tile
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.direction import bubble_is_right_to_left

LEAST_WIDTH, HEIGHT, GAP = 206, 196, 10
PICTURE: Final = 132
SHRUNK: Final = 0.72
FINE, TO_FIX, TO_LOOK_AT = "fine", "to_fix", "to_look_at"
MARKS: Final = {FINE: ("check", "success"), TO_FIX: ("error", "danger")}
TILE_ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class Message(NamedTuple):
    """What is said to whom: what somebody says of it is no word about another message of the same row."""

    row: int
    number: str
    bubble: Bubble


@dataclass(frozen=True, slots=True)
class WallTile:
    """A tile as it is shown: what was found, its message with what is suspect, what somebody said of it."""

    tile: Tile
    bubble: Bubble
    name: str
    mark: str = TO_LOOK_AT

    @property
    def row(self) -> int:
        """The row of the file."""
        return self.tile.recipient.row

    @property
    def message(self) -> Message:
        """The message that is marked."""
        return Message(self.row, self.tile.recipient.number, replace(self.bubble, suspects=()))

    def spoken(self) -> str:
        """Everything the tile shows, in words."""
        said = {FINE: tr("Fine"), TO_FIX: tr("To fix"), TO_LOOK_AT: tr("To look at")}[self.mark]
        return ", ".join((self.name, tile_words(self.tile.found), said))


class PictureKey(NamedTuple):
    """A message as it is painted: how large in logical pixels, how many dots each has, on which ground."""

    bubble: Bubble
    width: int
    height: int
    ratio: float
    dark: bool


class WallModel(QAbstractListModel):
    """The tiles that are shown; their pictures are painted once, when they are first looked at, and a few at
    a time: a wall full of them would hold the window up."""

    def __init__(self) -> None:
        super().__init__()
        self.tiles: tuple[WallTile, ...] = ()
        self._pictures: dict[PictureKey, QPixmap] = {}
        self._wanted: dict[PictureKey, None] = {}
        self._painting = QTimer(self)
        self._painting.setSingleShot(True)
        self._painting.timeout.connect(self._paint_wanted)

    def set_tiles(self, tiles: Sequence[WallTile]) -> None:
        """Show other tiles."""
        self.beginResetModel()
        self.tiles = tuple(tiles)
        self.endResetModel()

    def set_mark(self, place: int, mark: str) -> None:
        """What somebody said of one of them."""
        changed = list(self.tiles)
        changed[place] = replace(changed[place], mark=mark)
        self.tiles = tuple(changed)
        index = self.index(place)
        self.dataChanged.emit(index, index)

    def picture(self, tile: WallTile, size: QSize, ratio: float, *, dark: bool) -> QPixmap | None:
        """The message cut out of the phone; None until it is painted, and then its tile is told."""
        key = PictureKey(tile.bubble, size.width(), size.height(), ratio, dark)
        if key not in self._pictures:
            self._wanted[key] = None
            self._painting.start()
        return self._pictures.get(key)

    def forget(self) -> None:
        """Paint everything anew: colours, fonts or what is hidden are others."""
        self._pictures.clear()
        self._wanted.clear()

    def _paint_wanted(self) -> None:
        """Paint for a few milliseconds; the rest follows once the window has had its turn."""
        begun, painted = time.perf_counter(), set[Bubble]()
        while self._wanted and time.perf_counter() - begun < SLICE_SECONDS:
            key = next(iter(self._wanted))
            del self._wanted[key]
            self._pictures[key] = _painted(key)
            painted.add(key.bubble)
        for place, tile in enumerate(self.tiles):
            if tile.bubble in painted:
                index = self.index(place)
                self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])
        if self._wanted:
            self._painting.start()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt declares it)
        return 0 if parent.isValid() else len(self.tiles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        tile = self.tiles[index.row()]
        if role == TILE_ROLE:
            return tile
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return tile.spoken()
        return None


class TilePainter(QStyledItemDelegate):
    """Paints a tile: ground, message, name and state, what is suspect."""

    def __init__(self, model: WallModel, view: QListView) -> None:
        super().__init__(view)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        grid = view.gridSize() if isinstance(view, QListView) else QSize()
        return grid if grid.isValid() else QSize(dp(LEAST_WIDTH), dp(HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tile = index.data(TILE_ROLE)
        view = option.widget
        if not isinstance(tile, WallTile) or not isinstance(view, QListView):
            return
        chosen = view.currentIndex() == index
        painter.save()
        whole = option.rect.adjusted(0, 0, -dp(GAP), -dp(GAP))
        edge, wide = ("accent_text", 2) if chosen else ("border", 1)
        ground = "accent_subtle" if chosen else "surface"
        box(painter, whole, dp(8), fill=colour(ground), edge=colour(edge), width=wide)
        if chosen and view.hasFocus():
            ring(painter, whole, dp(8))
        inner = whole.adjusted(dp(6), dp(6), -dp(6), -dp(6))
        picture = QRect(inner.left(), inner.top(), inner.width(), dp(PICTURE))
        shown = self._model.picture(
            tile, picture.size(), view.devicePixelRatioF(), dark=theme().name == "dark"
        )
        if shown is not None:
            painter.drawPixmap(picture.topLeft(), shown)
        self._paint_lines(painter, tile, inner, picture.bottom() + dp(8), view.layoutDirection())
        painter.restore()

    def _paint_lines(
        self, painter: QPainter, tile: WallTile, inner: QRect, top: int, direction: Qt.LayoutDirection
    ) -> None:
        line = inner.adjusted(dp(4), 0, -dp(4), 0)
        metrics = QFontMetrics(role_font("strong"))
        row = QRect(line.left(), top, line.width(), metrics.height())
        if tile.mark in MARKS:
            icon, tone = MARKS[tile.mark]
            said = tr("Fine") if tile.mark == FINE else tr("To fix")
            painter.setFont(role_font("strong"))
            wide = QFontMetrics(painter.font()).horizontalAdvance(said)
            place = QRect(row.right() - wide, row.top(), wide + 1, row.height())
            words(painter, _placed(place, line, direction), said, tone, direction)
            mark = QRect(place.left() - dp(20), row.top(), dp(14), row.height())
            icons.paint(painter, icon, tone, _placed(mark, line, direction), dp(14))
            row.setRight(mark.left() - dp(6))
        painter.setFont(role_font("strong"))
        nobody = not tile.tile.recipient.name
        words(painter, _placed(row, line, direction), tile.name, "text2" if nobody else "text", direction)
        below = QRect(line.left(), row.bottom() + dp(5), line.width(), metrics.height())
        tone = "text2" if tile.tile.found.ground is Ground.BY_CHANCE else "warning"
        mark = QRect(below.left(), below.top(), dp(14), below.height())
        icons.paint(painter, icon_of(tile.tile.found.ground), tone, _placed(mark, line, direction), dp(14))
        below.setLeft(below.left() + dp(20))
        painter.setFont(role_font("body"))
        words(painter, _placed(below, line, direction), tile_words(tile.tile.found), tone, direction)


class WallView(QListView):
    """The wall itself. `chosen(place)`: another tile; `fine()`: Enter; `larger()`: Space."""

    chosen = Signal(int)
    fine = Signal()
    larger = Signal()

    def __init__(self, model: WallModel) -> None:
        super().__init__()
        self._model = model
        self.setModel(model)
        self.setItemDelegate(TilePainter(model, self))
        self.setAccessibleName(tr("Messages most likely wrong"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("bg", "surface")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)

    def show_place(self, place: int) -> None:
        """Make a tile the chosen one."""
        index = self._model.index(place)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def columns(self) -> int:
        """How many tiles stand side by side."""
        return max(1, self.viewport().width() // dp(LEAST_WIDTH + GAP))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.chosen.emit(current.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The tiles share the width there is."""
        super().resizeEvent(event)
        wide = (self.viewport().width() - 1) // self.columns()
        self.setGridSize(QSize(wide, dp(HEIGHT + GAP)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._model.forget()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.fine.emit()
        elif event.key() == Qt.Key.Key_Space:
            self.larger.emit()
        else:
            super().keyPressEvent(event)


def _placed(rect: QRect, whole: QRect, direction: Qt.LayoutDirection) -> QRect:
    return QStyle.visualRect(direction, whole, rect)


def _painted(key: PictureKey) -> QPixmap:
    """A bubble on the phone's wall, as much smaller as the tile is than the phone."""
    bubble, size = hidden_bubble(key.bubble), QSize(key.width, key.height)
    picture = QPixmap(size * key.ratio)
    picture.setDevicePixelRatio(key.ratio)
    picture.fill(Qt.GlobalColor.transparent)
    face = PhoneMetrics(1.0, key.dark, bubble_is_right_to_left(bubble))
    room = QRectF(0, 0, size.width() / SHRUNK, size.height() / SHRUNK)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(rounded_path(QRectF(QPointF(0, 0), size), dp(5)))
        painter.scale(SHRUNK, SHRUNK)
        painter.fillRect(room, face.tone("wall"))
        frame.paint_wall(painter, face, room)
        wide = min(room.width(), face.u(WIDTH - 2 * frame.EDGE))
        scene = arrange(Stage(face, Seen(), _no_picture), bubble, wide)
        parts = [part for part in scene.parts if part.kind != "day"]
        up = min((part.rect.top() for part in parts), default=0.0) - face.u(8)
        left = room.width() - wide if face.rtl else 0.0
        for part in parts:
            part.draw(painter, part.rect.translated(left, -up))
    return picture


def _no_picture(_link: str) -> None:
    """Pictures of a message are shown on the phone beside the wall, not on every tile."""


def suspected(tile: Tile, bubble: Bubble) -> Bubble:
    """The message with what is suspect in it underlined."""
    part = tile.found.suspect
    return replace(bubble, suspects=(part,)) if part.strip() else bubble
