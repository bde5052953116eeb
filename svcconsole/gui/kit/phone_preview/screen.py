"""The painted phone: what is drawn, and what the mouse and the keys do there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from svcconsole.gui.design.hiding import (
    hidden_address,
    hidden_cell,
    hidden_name,
    hidden_words,
    is_hiding,
)
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, rounded_path
from svcconsole.gui.design.text import tip_text
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview import frame
from svcconsole.gui.kit.phone_preview.accessible_text import accessible_text
from svcconsole.gui.kit.phone_preview.arrangement import LEAST_ZOOM, Arrangement, Layer
from svcconsole.gui.kit.phone_preview.parts import Look
from svcconsole.gui.kit.phone_preview.phone_colours import veil
from svcconsole.gui.kit.phone_preview.phone_metrics import HEIGHT, WIDTH
from svcconsole.gui.kit.phone_preview.scene import Action, Placed
from svcconsole.services.messaging.appearance.bubble import (
    Address,
    Bubble,
    Button,
    Header,
    ListRow,
    ListSection,
    ListSheet,
    Offer,
)

STEP: Final = 48
FAR: Final = 1e9


def hidden_bubble(bubble: Bubble) -> Bubble:
    """The message with who people are hidden in its texts, while that is wanted."""
    if not is_hiding():
        return bubble
    address = bubble.address and _hidden_address(bubble.address)  # its name is hidden in the texts, too
    return replace(
        bubble,
        header=bubble.header and _hidden_header(bubble.header),
        body=hidden_words(bubble.body),
        footer=hidden_words(bubble.footer),
        buttons=tuple(map(_hidden_button, bubble.buttons)),
        sheet=bubble.sheet and _hidden_sheet(bubble.sheet),
        offer=bubble.offer and _hidden_offer(bubble.offer),
        cards=tuple(map(hidden_bubble, bubble.cards)),
        address=address,
    )


def _hidden_header(header: Header) -> Header:
    return replace(header, text=hidden_words(header.text), name=hidden_words(header.name))


def _hidden_button(button: Button) -> Button:
    return replace(button, text=hidden_words(button.text), data=hidden_words(button.data))


def _hidden_offer(offer: Offer) -> Offer:
    return replace(offer, text=hidden_words(offer.text), said=hidden_words(offer.said))


def _hidden_sheet(sheet: ListSheet) -> ListSheet:
    sections = tuple(
        ListSection(hidden_words(section.title), tuple(map(_hidden_row, section.rows)))
        for section in sheet.sections
    )
    return ListSheet(hidden_words(sheet.title), sections)


def _hidden_row(row: ListRow) -> ListRow:
    return replace(row, title=hidden_words(row.title), description=hidden_words(row.description))


def _hidden_address(address: Address) -> Address:
    return Address(
        hidden_name(address.name),
        hidden_cell("phone", address.phone),
        tuple(map(hidden_address, address.lines)),
    )


class Screen(QWidget):
    """`wanted`: a press on a picture that is not here, with its URL."""

    accessible_role = QAccessible.Role.Document

    wanted = Signal(str)

    def __init__(self, name: str, shade: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = Arrangement(look)
        self._name, self._shade = name, shade
        self.bubble = Bubble()
        """The message as it is; `content` has it with people hidden, while that is wanted."""
        self._active: int | None = None
        self._pressed: Action | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Phone"))
        self.show_bubble(self.bubble)

    def show_bubble(self, bubble: Bubble) -> None:
        """Show another message."""
        self.bubble = bubble
        shown = hidden_bubble(bubble)
        self.content.show(shown)
        self.setAccessibleDescription(accessible_text(shown))
        self.update()

    def set_dark(self, dark: bool) -> None:
        """The phone's own dark colours, or its light ones."""
        self.content.is_dark = dark
        self.look_again()

    def look_again(self) -> None:
        """Arrange everything anew: a picture came, the colours or fonts are others."""
        self.content.forget()
        self.update()

    # --- painting ------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(dp(WIDTH), dp(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(WIDTH * LEAST_ZOOM), dp(300))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.content.fit(QSizeF(self.size()))
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.look_again()
        elif event.type() == QEvent.Type.LanguageChange:  # people are hidden from now on, or shown
            self.show_bubble(self.bubble)

    def paintEvent(self, event: QPaintEvent) -> None:
        face, outline = self.content.face, self.content.outline
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame.paint_body(painter, face, outline)
            glass = frame.screen(face, outline)
            painter.setClipPath(rounded_path(glass, face.u(frame.CORNER - frame.EDGE)))
            chat, sheet = self.content.chat, self.content.sheet
            frame.paint_wall(painter, face, chat.view)
            self._paint_layer(painter, chat)
            frame.paint_top(painter, face, outline, self._name, self._shade)
            if sheet is not None:
                painter.fillRect(glass, veil())
                ground = sheet.view.adjusted(0, 0, 0, face.u(20))
                box(painter, ground, face.u(14), fill=face.tone("sheet"))
                self._paint_layer(painter, sheet)
            painter.setClipping(False)
            if self.hasFocus():
                self._paint_focus(painter, outline)

    def _paint_layer(self, painter: QPainter, layer: Layer) -> None:
        painter.save()
        painter.setClipRect(layer.view, Qt.ClipOperation.IntersectClip)
        for part in layer.scene.parts:
            place = layer.place_of(part)
            if place.isEmpty() or place.intersects(layer.view):
                part.draw(painter, place)
        painter.restore()
        if layer.most:
            self._paint_thumb(painter, layer)

    def _paint_thumb(self, painter: QPainter, layer: Layer) -> None:
        """How far the reader is: a thin bar at the trailing edge."""
        face, view = self.content.face, layer.view
        high = max(face.u(24), view.height() ** 2 / layer.scene.height)
        top = view.top() + (view.height() - high) * layer.scroll / layer.most
        left = view.left() + face.u(3) if face.rtl else view.right() - face.u(6)
        box(painter, QRectF(left, top, face.u(3), high), face.u(1.5), fill=face.tone("text2"))

    def _paint_focus(self, painter: QPainter, outline: QRectF) -> None:
        active, front = self._active_part(), self.content.front
        if active is None:
            ring(painter, outline, self.content.face.u(frame.CORNER))
        else:
            painter.setClipRect(front.view)
            ring(painter, front.place_of(active), self.content.face.u(8))

    # --- doing ---------------------------------------------------------------------------------------

    def press(self, action: Action) -> None:
        """Do what a press on a part does."""
        if action.kind == "picture":
            self.wanted.emit(action.data)
            return
        if action.kind in {"sheet", "unfold"}:
            self._active = None
        self.content.press(action)
        self.update()

    def turn(self, by: int) -> None:
        """To a neighbouring card of a carousel."""
        last = max(0, len(self.content.bubble.cards) - 1)
        self.press(Action("card", number=min(max(0, self.content.seen.card + by), last)))

    def scroll_by(self, distance: float) -> bool:
        """Move what is in front; whether there was anything to move."""
        front = self.content.front
        before = front.scroll
        front.scroll = min(max(0.0, before + distance), front.most)
        self.update()
        return front.scroll != before

    def wheelEvent(self, event: QWheelEvent) -> None:
        sideways, down = event.angleDelta().x(), event.angleDelta().y()
        if sideways and self.content.bubble.cards:
            self.turn(-1 if sideways > 0 else 1)
            event.accept()
        else:
            event.setAccepted(self.scroll_by(-down / 120 * STEP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.content.front.part_at(event.position())
        self._pressed = part.action if part and event.button() == Qt.MouseButton.LeftButton else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        part = self.content.front.part_at(event.position())
        if pressed is not None and part is not None and part.action == pressed:
            self._active = None
            self.press(pressed)
        elif part is None and self._is_beside_sheet(event.position()):
            self.press(Action("sheet"))

    def _is_beside_sheet(self, point: QPointF) -> bool:
        sheet = self.content.sheet
        return sheet is not None and self.content.chat.view.contains(point) and not sheet.view.contains(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        part = self.content.front.part_at(event.position())
        hand = part is not None and part.action is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part = self.content.front.part_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip_text(part.tip) if part else "", self)
            return True
        turns = event.type() == QEvent.Type.ShortcutOverride and bool(self.content.bubble.cards)
        if turns and isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.accept()  # the cards are turned, whatever the page around does with these keys
            return True
        return super().event(event)

    def _active_part(self) -> Placed | None:
        """The part the keys are at."""
        parts = list(self.content.front.scene.actions())
        return parts[self._active] if self._active is not None and self._active < len(parts) else None

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through what can be pressed before it leaves the phone."""
        count = len(list(self.content.front.scene.actions()))
        after = (-1 if self._active is None else self._active) + (1 if forward else -1)
        if not self.hasFocus() or not -1 <= after < count:
            self._active = None
            return super().focusNextPrevChild(forward)
        self._active = after if after >= 0 else None
        part = self._active_part()
        if part is not None:
            self.content.front.scroll_to(part)
        self.update()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._handle_key(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _handle_key(self, key: Qt.Key) -> bool:
        page = self.content.front.view.height()
        moves = {
            Qt.Key.Key_Up: -STEP,
            Qt.Key.Key_Down: STEP,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -FAR,
            Qt.Key.Key_End: FAR,
        }
        turns = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        part = self._active_part()
        if key in moves:
            self.scroll_by(moves[key])
        elif key in turns and self.content.bubble.cards:
            self.turn(-turns[key] if self.content.face.rtl else turns[key])
        elif key == Qt.Key.Key_Escape and self.content.sheet is not None:
            self.press(Action("sheet"))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and part and part.action:
            self.press(part.action)
        else:
            return False
        return True
