"""A message on the chat's wall: its bubble, the buttons under it, its cards side by side."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from svcconsole.gui.design.painting import box
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview import column, parts
from svcconsole.gui.kit.phone_preview.column import Stage
from svcconsole.gui.kit.phone_preview.parts import Built
from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Action, Placed, Scene
from svcconsole.services.messaging.appearance.bubble import Bubble

MARGIN: Final = 12
WIDEST: Final = 0.86
CARD: Final = 0.7
GAP: Final = 4


def arrange(stage: Stage, bubble: Bubble, width: float) -> Scene:
    """Everything in the chat, from its top left corner on, `width` wide."""
    face, scene = stage.face, Scene()
    y = face.u(10)
    pill = _day(face)
    scene.add([pill], (width - pill.rect.width()) / 2, y)
    y += pill.rect.height() + face.u(10)
    margin = face.u(MARGIN)
    made = _bubble(stage, bubble, (width - 2 * margin) * (1 if bubble.cards else WIDEST))
    scene.add(made.parts, margin, y)
    y += made.height
    if column.stands_beneath(bubble):
        for button in bubble.buttons:
            y += face.u(GAP)
            row = parts.button_row(face, button, made.width, None, ground=True)
            scene.add([row], margin, y)
            y += row.rect.height()
    if bubble.cards:
        y += face.u(6)
        carousel = _carousel(stage, bubble, width)
        scene.add(carousel.parts, margin, y)
        y += carousel.height
    scene.height = y + face.u(14)
    return scene.mirrored(width) if face.rtl else scene


def _day(face: PhoneMetrics) -> Placed:
    font = face.font("small")
    said = tr("Today")
    wide = QFontMetricsF(font).horizontalAdvance(said) + face.u(24)

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, place.height() / 2, fill=face.tone("bubble"))
        painter.setFont(font)
        painter.setPen(face.tone("text2"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, said)

    return Placed("day", QRectF(0, 0, wide, face.line("small") + face.u(8)), draw, said)


def _carousel(stage: Stage, bubble: Bubble, width: float) -> Built:
    """The cards side by side, all as high as the highest; the one at the leading edge is `seen.card`."""
    face, seen = stage.face, stage.seen
    room = width - 2 * face.u(MARGIN)
    wide, gap = room * CARD, face.u(6)
    made = [_bubble(stage, card, wide, number) for number, card in enumerate(bubble.cards)]
    high = max(card.height for card in made)
    whole = len(made) * (wide + gap) - gap
    shift = min(min(seen.card, len(made) - 1) * (wide + gap), max(0.0, whole - room))
    placed: list[Placed] = []
    for number, card in enumerate(made):
        action = Action("card", number=number) if number != seen.card else None
        ground = _ground(face, wide, high, "card", action)
        inner = (part for part in card.parts if part.kind != "bubble")
        placed += (part.moved(number * (wide + gap) - shift, 0) for part in (ground, *inner))
    return Built(tuple(placed), high, room)


def _ground(
    face: PhoneMetrics, width: float, height: float, kind: str, action: Action | None = None
) -> Placed:
    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(10), fill=face.tone("bubble"), edge=face.tone("bubble_edge"))

    return Placed(kind, QRectF(0, 0, width, height), draw, "", action)


def _bubble(stage: Stage, bubble: Bubble, width: float, number: int = -1) -> Built:
    """The message's own bubble, or that of its card `number`; words alone make it no wider than they are."""
    made = column.filled(stage, bubble, width, number)
    inside = not column.stands_beneath(bubble) and bubble.buttons
    if not (inside or bubble.cards or number >= 0):
        needed = max(math.ceil(made.needs) + 1, stage.face.u(76))
        if needed < width:
            made = column.filled(stage, bubble, needed, number)
    ground = _ground(stage.face, made.width, made.y, "bubble")
    return Built((ground, *made.parts), made.y, made.width)
