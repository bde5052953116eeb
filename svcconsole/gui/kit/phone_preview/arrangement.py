"""Arranges the phone's content for a size: chat and open sheet, scrolled, and hit testing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.phone_preview import frame
from svcconsole.gui.kit.phone_preview.bubbles import arrange
from svcconsole.gui.kit.phone_preview.column import Stage
from svcconsole.gui.kit.phone_preview.parts import Look
from svcconsole.gui.kit.phone_preview.phone_metrics import HEIGHT, WIDTH, PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Action, Placed, Scene, Seen
from svcconsole.gui.kit.phone_preview.sheets import arrange_sheet, has_sheet
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.direction import bubble_is_right_to_left

LEAST_ZOOM, MOST_ZOOM = 0.8, 1.2
SHEET_SHARE: Final = 0.78
"""How much of the chat a sheet may cover."""
TURNED: Final[dict[str, Callable[[Seen, Action], Seen]]] = {
    "sheet": lambda seen, _: replace(seen, sheet=not seen.sheet),
    "unfold": lambda seen, action: replace(seen, unfolded=seen.unfolded | {action.number}),
    "card": lambda seen, action: replace(seen, card=action.number),
}
"""What the reader sees after a press."""


class Layer:
    """One scene behind an opening: the chat, or the sheet over it."""

    def __init__(self, scene: Scene, view: QRectF, scroll: float) -> None:
        """`view`: where the opening is; `scroll`: how far the scene is moved up in it."""
        self.scene = scene
        self.view = view
        self.most = max(0.0, scene.height - view.height())
        self.scroll = min(max(0.0, scroll), self.most)

    def place_of(self, part: Placed) -> QRectF:
        """Where a part is now, on the widget."""
        return part.rect.translated(self.view.left(), self.view.top() - self.scroll)

    def part_at(self, point: QPointF) -> Placed | None:
        """The part at `point` that has something to say or do."""
        if not self.view.contains(point):
            return None
        able = (part for part in reversed(self.scene.parts) if part.action or part.tip)
        return next((part for part in able if self.place_of(part).contains(point)), None)

    def scroll_to(self, part: Placed) -> None:
        """Bring a part into the opening."""
        place = self.place_of(part)
        by = min(0.0, place.top() - self.view.top()) or max(0.0, place.bottom() - self.view.bottom())
        self.scroll = min(max(0.0, self.scroll + by), self.most)


class Arrangement:
    """A bubble on a phone of some size. Everything is arranged anew when it is looked at after a change."""

    def __init__(self, look: Look) -> None:
        self.bubble = Bubble()
        self.is_dark = False
        self.seen = Seen()
        self._look = look
        self._room = QSizeF(WIDTH, HEIGHT)
        self._layers: list[Layer] = []
        self._scrolled = [0.0, 0.0]
        self._face = PhoneMetrics()

    def show(self, bubble: Bubble) -> None:
        """Another message; what is open and how far it is scrolled stays as far as it can."""
        self.bubble = bubble
        sheet = self.seen.sheet and has_sheet(bubble)
        card = min(self.seen.card, max(0, len(bubble.cards) - 1))
        self.seen = replace(self.seen, sheet=sheet, card=card)
        self.forget()

    def fit(self, room: QSizeF) -> None:
        """The room there is on the widget."""
        self._room = room
        self.forget()

    def press(self, action: Action) -> None:
        """What a press on a part does to what is seen."""
        if action.kind == "sheet":
            self._scrolled[1] = 0.0
        self.seen = TURNED[action.kind](self.seen, action)
        self.forget()

    def forget(self) -> None:
        """Arrange anew when asked next."""
        for which, layer in enumerate(self._layers):
            self._scrolled[which] = layer.scroll
        self._layers = []

    @property
    def face(self) -> PhoneMetrics:
        self._arrange()
        return self._face

    @property
    def outline(self) -> QRectF:
        """The phone in the room."""
        return self._outline(self.face)

    def _outline(self, face: PhoneMetrics) -> QRectF:
        wide = min(face.u(WIDTH), self._room.width())
        high = min(face.u(HEIGHT), self._room.height())
        return QRectF((self._room.width() - wide) / 2, 0, wide, high)

    @property
    def chat(self) -> Layer:
        return self._arrange()[0]

    @property
    def sheet(self) -> Layer | None:
        """The open sheet."""
        return next(iter(self._arrange()[1:]), None)

    @property
    def front(self) -> Layer:
        """What takes presses and scrolling."""
        return self._arrange()[-1]

    def _arrange(self) -> list[Layer]:
        if self._layers:
            return self._layers
        zoom = min(self._room.width() / dp(WIDTH), self._room.height() / dp(HEIGHT))
        zoom = min(max(zoom, LEAST_ZOOM), MOST_ZOOM)
        face = self._face = PhoneMetrics(zoom, self.is_dark, bubble_is_right_to_left(self.bubble))
        view = frame.chat(face, self._outline(face))
        chat = arrange(Stage(face, self.seen, self._look), self.bubble, view.width())
        self._layers = [Layer(chat, view, self._scrolled[0])]
        if self.seen.sheet:
            sheet = arrange_sheet(face, self.bubble, view.width(), self._look)
            high = min(sheet.height, view.height() * SHEET_SHARE)
            over = QRectF(view.left(), view.bottom() - high, view.width(), high)
            self._layers.append(Layer(sheet, over, self._scrolled[1]))
        return self._layers
