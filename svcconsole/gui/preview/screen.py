"""The painted phone itself: what is on it, what the mouse and the keys do there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import box, ring, rounded_path
from svcconsole.gui.preview import frame
from svcconsole.gui.preview.bubbles import arrange
from svcconsole.gui.preview.column import Stage
from svcconsole.gui.preview.face import HEIGHT, WIDTH, Face
from svcconsole.gui.preview.parts import Look
from svcconsole.gui.preview.scene import Action, Placed, Scene, Seen
from svcconsole.gui.preview.sheets import arrange_sheet, has_sheet
from svcconsole.gui.preview.spoken import spoken
from svcconsole.gui.preview.tones import veil
from svcconsole.gui.text import tip_text
from svcconsole.services.appearance.bubble import Bubble
from svcconsole.services.appearance.direction import bubble_is_right_to_left

LEAST_ZOOM, MOST_ZOOM = 0.8, 1.2
SHEET_SHARE: Final = 0.78
"""How much of the chat a sheet may cover."""
STEP: Final = 48


class Screen(QWidget):
    """`wanted`: a press on a picture that is not here, with its URL."""

    wanted = Signal(str)

    def __init__(self, name: str, shade: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bubble = Bubble()
        self.is_dark = False
        self.seen = Seen()
        self._name, self._shade, self._look = name, shade, look
        self._scroll = [0.0, 0.0]
        self._active: int | None = None
        self._pressed: Action | None = None
        self._scenes: tuple[Scene, Scene | None] | None = None
        self._face = Face()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Phone"))
        self._describe()

    def show_bubble(self, bubble: Bubble) -> None:
        """Show another message; scroll and what is open stay as far as they can."""
        self.bubble = bubble
        if not has_sheet(bubble):
            self.seen = replace(self.seen, sheet=False)
        self.seen = replace(self.seen, card=min(self.seen.card, max(0, len(bubble.cards) - 1)))
        self._describe()
        self.look_again()

    def set_dark(self, dark: bool) -> None:
        """The phone's own dark colours, or its light ones."""
        self.is_dark = dark
        self.look_again()

    def look_again(self) -> None:
        """Arrange everything anew when it is painted next: a picture came, the colours are others."""
        self._scenes = None
        self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(spoken(self.bubble))

    # --- what is where -------------------------------------------------------------------------------

    @property
    def face(self) -> Face:
        self._arranged()
        return self._face

    @property
    def phone(self) -> QRectF:
        """The phone's outline in the widget."""
        face = self.face
        wide = min(face.u(WIDTH), self.width())
        high = min(face.u(HEIGHT), self.height())
        return QRectF((self.width() - wide) / 2, 0, wide, high)

    @property
    def scene(self) -> Scene:
        """What stands in the chat, from the chat's own top left corner on."""
        return self._arranged()[0]

    @property
    def sheet(self) -> Scene | None:
        """What stands on the open sheet, from the sheet's own corner on; None when none is open."""
        return self._arranged()[1]

    def _arranged(self) -> tuple[Scene, Scene | None]:
        if self._scenes is None:
            zoom = min(self.width() / dp(WIDTH), self.height() / dp(HEIGHT))
            zoom = min(max(zoom, LEAST_ZOOM), MOST_ZOOM)
            self._face = face = Face(zoom, self.is_dark, bubble_is_right_to_left(self.bubble))
            wide = min(face.u(WIDTH), self.width()) - 2 * face.u(frame.EDGE)
            sheet = arrange_sheet(face, self.bubble, wide, self._look) if self.seen.sheet else None
            self._scenes = arrange(Stage(face, self.seen, self._look), self.bubble, wide), sheet
            self._keep_scroll()
        return self._scenes

    def _views(self) -> tuple[QRectF, QRectF | None]:
        """The chat, and the open sheet over it, in the widget."""
        chat = frame.chat(self.face, self.phone)
        sheet = self.sheet
        if sheet is None:
            return chat, None
        high = min(sheet.height, chat.height() * SHEET_SHARE)
        return chat, QRectF(chat.left(), chat.bottom() - high, chat.width(), high)

    def _front(self) -> tuple[Scene, QRectF, int]:
        """The scene that takes presses and scrolling, where it is seen, which scroll is its own."""
        chat, over = self._views()
        sheet = self.sheet
        return (sheet, over, 1) if sheet is not None and over is not None else (self.scene, chat, 0)

    def place_of(self, part: Placed) -> QRectF:
        """Where a part of the front scene is in the widget now."""
        _, view, which = self._front()
        return part.rect.translated(view.left(), view.top() - self._scroll[which])

    def part_at(self, point: QPointF) -> Placed | None:
        """The part in front at `point` that has something to say or do."""
        scene, view, which = self._front()
        if not view.contains(point):
            return None
        inside = QPointF(point.x() - view.left(), point.y() - view.top() + self._scroll[which])
        return next(
            (
                part
                for part in reversed(scene.parts)
                if (part.action or part.tip) and part.rect.contains(inside)
            ),
            None,
        )

    # --- painting ------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(dp(WIDTH), dp(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(WIDTH * LEAST_ZOOM), dp(300))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.look_again()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.look_again()

    def paintEvent(self, event: QPaintEvent) -> None:
        face, phone = self.face, self.phone
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame.paint_body(painter, face, phone)
        glass = frame.screen(face, phone)
        painter.setClipPath(rounded_path(glass, face.u(frame.CORNER - frame.EDGE)))
        chat, over = self._views()
        frame.paint_wall(painter, face, chat)
        self._paint_scene(painter, self.scene, chat, 0)
        frame.paint_top(painter, face, phone, self._name, self._shade)
        if over is not None and self.sheet is not None:
            painter.fillRect(glass, veil())
            box(painter, over.adjusted(0, 0, 0, face.u(20)), face.u(14), fill=face.tone("sheet"))
            self._paint_scene(painter, self.sheet, over, 1)
        painter.setClipping(False)
        if self.hasFocus():
            self._paint_focus(painter, phone)

    def _paint_scene(self, painter: QPainter, scene: Scene, view: QRectF, which: int) -> None:
        painter.save()
        painter.setClipRect(view, Qt.ClipOperation.IntersectClip)
        painter.translate(view.left(), view.top() - self._scroll[which])
        seen = QRectF(0, self._scroll[which], view.width(), view.height())
        for part in scene.parts:
            if part.rect.isEmpty() or part.rect.intersects(seen):
                part.draw(painter, part.rect)
        painter.restore()
        if scene.height > view.height():
            self._paint_thumb(painter, scene, view, self._scroll[which])

    def _paint_thumb(self, painter: QPainter, scene: Scene, view: QRectF, scroll: float) -> None:
        """How far the reader is: a thin bar at the trailing edge."""
        face = self._face
        high = max(face.u(24), view.height() * view.height() / scene.height)
        top = view.top() + (view.height() - high) * scroll / (scene.height - view.height())
        left = view.left() + face.u(3) if face.rtl else view.right() - face.u(6)
        box(painter, QRectF(left, top, face.u(3), high), face.u(1.5), fill=face.tone("text2"))

    def _paint_focus(self, painter: QPainter, phone: QRectF) -> None:
        active = self._active_part()
        if active is None:
            ring(painter, phone, self._face.u(frame.CORNER))
        else:
            painter.setClipRect(self._front()[1])
            ring(painter, self.place_of(active), self._face.u(8))

    # --- scrolling -----------------------------------------------------------------------------------

    def scroll_by(self, distance: float) -> bool:
        """Move what is in front; whether there was anything to move."""
        _, _, which = self._front()
        before = self._scroll[which]
        self._scroll[which] += distance
        self._keep_scroll()
        self.update()
        return self._scroll[which] != before

    def _keep_scroll(self) -> None:
        chat, over = self._views()
        for which, (scene, view) in enumerate(((self.scene, chat), (self.sheet, over))):
            most = scene.height - view.height() if scene is not None and view is not None else 0.0
            self._scroll[which] = min(max(0.0, self._scroll[which]), max(0.0, most))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().x() and self.bubble.cards:
            self.turn(-1 if event.angleDelta().x() > 0 else 1)
            event.accept()
        elif self.scroll_by(-event.angleDelta().y() / 120 * STEP):
            event.accept()
        else:
            event.ignore()

    # --- doing ---------------------------------------------------------------------------------------

    def press(self, action: Action) -> None:
        """Do what a press on a part does."""
        if action.kind == "picture":
            self.wanted.emit(action.data)
            return
        if action.kind == "sheet":
            self.seen = replace(self.seen, sheet=not self.seen.sheet)
            self._scroll[1], self._active = 0.0, None
        elif action.kind == "unfold":
            self.seen = replace(self.seen, unfolded=self.seen.unfolded | {action.number})
            self._active = None
        else:
            self.seen = replace(self.seen, card=action.number)
        self.look_again()

    def turn(self, by: int) -> None:
        """To a neighbouring card of a carousel."""
        card = min(max(0, self.seen.card + by), max(0, len(self.bubble.cards) - 1))
        self.press(Action("card", number=card))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position())
        self._pressed = part.action if part and event.button() == Qt.MouseButton.LeftButton else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        part = self.part_at(event.position())
        if pressed is not None and part is not None and part.action == pressed:
            self._active = None
            self.press(pressed)
        elif self.seen.sheet and part is None and self._is_beside_sheet(event.position()):
            self.press(Action("sheet"))

    def _is_beside_sheet(self, point: QPointF) -> bool:
        chat, over = self._views()
        return over is not None and chat.contains(point) and not over.contains(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position())
        hand = part is not None and part.action is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part = self.part_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip_text(part.tip) if part else "", self)
            return True
        return super().event(event)

    def _active_part(self) -> Placed | None:
        parts = list(self._front()[0].actions())
        return parts[self._active] if self._active is not None and self._active < len(parts) else None

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through what can be pressed before it leaves the phone."""
        count = len(list(self._front()[0].actions()))
        at = -1 if self._active is None else self._active
        nextone = at + (1 if forward else -1)
        if not self.hasFocus() or nextone >= count or nextone < -1:
            self._active = None
            return super().focusNextPrevChild(forward)
        self._active = nextone if nextone >= 0 else None
        self._show_active()
        return True

    def _show_active(self) -> None:
        part = self._active_part()
        if part is not None:
            _, view, _ = self._front()
            place = self.place_of(part)
            self.scroll_by(min(0.0, place.top() - view.top()) or max(0.0, place.bottom() - view.bottom()))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take_key(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _take_key(self, key: Qt.Key) -> bool:
        _, view, _ = self._front()
        moves = {
            Qt.Key.Key_Up: -STEP,
            Qt.Key.Key_Down: STEP,
            Qt.Key.Key_PageUp: -view.height(),
            Qt.Key.Key_PageDown: view.height(),
            Qt.Key.Key_Home: -1e9,
            Qt.Key.Key_End: 1e9,
        }
        turns = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        part = self._active_part()
        if key in moves:
            self.scroll_by(moves[key])
        elif key in turns and self.bubble.cards:
            self.turn(-turns[key] if self._face.rtl else turns[key])
        elif key == Qt.Key.Key_Escape and self.seen.sheet:
            self.press(Action("sheet"))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and part and part.action:
            self.press(part.action)
        else:
            return False
        return True
