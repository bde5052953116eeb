"""What stands in one bubble, from its header down to its buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLocale, QRectF, QSizeF, Qt, QTime
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap

from svcconsole.gui.design.text import ltr
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview import cards, parts
from svcconsole.gui.kit.phone_preview.parts import Built, Look
from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Action, Placed, Seen
from svcconsole.gui.kit.phone_preview.text_layout import Words
from svcconsole.services.messaging.appearance.bubble import Bubble, Button, Header

INSET: Final = 4
PAD: Final = 11
BUTTONS_SHOWN: Final = 3
"""With more buttons a phone shows two of them and "See all options"."""
PICTURE_SHAPE: Final = 1 / 1.91
OWN_SHAPES: Final = (0.5, 1.25)
"""A picture that is the message keeps its own shape, between these heights to a width of 1."""
CLOCK: Final = QTime(9, 41)


@dataclass(frozen=True, slots=True)
class Stage:
    """What every bubble of a message is arranged with."""

    face: PhoneMetrics
    seen: Seen
    look: Look


def stands_beneath(bubble: Bubble) -> bool:
    """Whether the buttons stand under the bubble instead of in it: replies alone, three at most."""
    return 0 < len(bubble.buttons) <= BUTTONS_SHOWN and all(
        button.kind == "reply" for button in bubble.buttons
    )


class Column:
    """Parts under each other within a bubble."""

    def __init__(self, face: PhoneMetrics, width: float) -> None:
        self.face = face
        self.width = width
        self.parts: list[Placed] = []
        self.y = face.u(INSET)
        self.needs = 0.0
        self.words: Words | None = None
        """The words at the very end; the hour may stand beside their last line."""

    @property
    def inner(self) -> float:
        return self.width - 2 * self.face.u(PAD)

    def wide(self, parts: Iterable[Placed], height: float) -> None:
        """Parts from edge to edge."""
        self.parts += (part.moved(self.face.u(INSET), self.y) for part in parts)
        self.y += height
        self.needs, self.words = self.width, None

    def text(self, kind: str, made: Words, gap: float) -> None:
        """Words with the text's margins; `made` is as wide as the column's inside."""
        self.y += self.face.u(gap)
        self.parts.append(parts.words(kind, made).moved(self.face.u(PAD), self.y))
        self.y += made.height
        self.needs = max(self.needs, made.natural + 2 * self.face.u(PAD))
        self.words = made

    def part(self, made: Placed, gap: float, needs: float) -> None:
        """One part with the text's margins."""
        self.y += self.face.u(gap)
        self.parts.append(made.moved(self.face.u(PAD), self.y))
        self.y += made.rect.height()
        self.needs, self.words = max(self.needs, needs), None


def filled(stage: Stage, bubble: Bubble, width: float, number: int = -1) -> Column:
    """A bubble's column, or that of the card `number`, which tells no hour."""
    made = Column(stage.face, width)
    _top(made, bubble, stage.look)
    _middle(made, bubble, stage.seen, number)
    if number < 0:
        _clock(made)
    made.y += stage.face.u(8)
    if not stands_beneath(bubble):
        _buttons(made, bubble.buttons)
    return made


def _top(column: Column, bubble: Bubble, look: Look) -> None:
    """Header, products, offer: what lies over the words."""
    face, header = column.face, bubble.header
    across = column.width - 2 * face.u(INSET)
    if header is not None:
        made = _header(face, bubble, header, across, look)
        if made is not None:
            column.wide(made.parts, made.height)
        if header.text and header.kind != "product":
            title = Words(face, header.text, column.inner, bold=True, styled=False, suspects=bubble.suspects)
            column.text("title", title, 6 if made else 4)
    if bubble.offer is not None:
        column.y += face.u(4) if column.parts else 0
        offer = cards.offer_card(face, bubble.offer, across)
        column.wide(offer.parts, offer.height)


def _header(face: PhoneMetrics, bubble: Bubble, header: Header, width: float, look: Look) -> Built | None:
    match header.kind:
        case "image":
            made = parts.picture(face, header.link, QSizeF(width, width * _shape(bubble, header, look)), look)
        case "video":
            made = parts.film(face, width, width * PICTURE_SHAPE)
        case "document":
            made = parts.document(face, header, width)
        case "location":
            made = parts.location(face, width, width * PICTURE_SHAPE)
        case "product":
            return _products(face, bubble, width, look)
        case _:
            return None
    return Built((made,), made.rect.height())


def _products(face: PhoneMetrics, bubble: Bubble, width: float, look: Look) -> Built | None:
    if any(button.kind == "products" for button in bubble.buttons):
        return cards.products_card(face, bubble, width, look)
    products = [product for section in bubble.products for product in section.products]
    if products:
        return cards.product_card(face, products[0], width, look)
    shown = parts.picture(face, "", QSizeF(width, width * PICTURE_SHAPE), look)
    return Built((shown,), shown.rect.height())


def _shape(bubble: Bubble, header: Header, look: Look) -> float:
    """The picture's height to a width of 1."""
    shown = look(header.link) if header.link else None
    alone = not (bubble.buttons or bubble.offer or bubble.cards or header.text)
    if alone and isinstance(shown, QPixmap) and shown.width():
        low, high = OWN_SHAPES
        return min(high, max(low, shown.height() / shown.width()))
    return PICTURE_SHAPE


def _middle(column: Column, bubble: Bubble, seen: Seen, number: int) -> None:
    """The words, the address, the footer."""
    face = column.face
    if bubble.body:
        most = 0 if number in seen.unfolded else bubble.folds_after
        body = Words(face, bubble.body, column.inner, most=most, suspects=bubble.suspects)
        column.text("body", body, 5 if column.parts else 4)
        if body.folded:
            column.part(_more(face, column.inner, number), 1, 0)
    elif _wants_words(bubble):
        for share in (0.9, 0.55):
            column.part(parts.hollow(face, column.inner, share), 5, column.width)
    if bubble.address is not None:
        column.y += face.u(6)
        address = cards.address_card(face, bubble.address, column.width - 2 * face.u(INSET))
        column.wide(address.parts, address.height)
    if bubble.footer:
        footer = Words(face, bubble.footer, column.inner, "small", "text2", styled=False)
        column.text("footer", footer, 5)


def _wants_words(bubble: Bubble) -> bool:
    """Whether words are missing: media and products by themselves are a message without any."""
    kind = bubble.header.kind if bubble.header else ""
    alone = not (bubble.buttons or bubble.offer or bubble.cards or bubble.footer)
    return kind != "product" and not (alone and kind in {"image", "video", "document"})


def _more(face: PhoneMetrics, width: float, number: int) -> Placed:
    said = tr("Read more")

    def draw(painter: QPainter, place: QRectF) -> None:
        parts.one_line(face, painter, place, said, ink="link")

    return Placed("unfold", QRectF(0, 0, width, face.line()), draw, said, Action("unfold", number=number))


def _clock(column: Column) -> None:
    """The hour in the trailing corner: beside the last words where there is room, else under them."""
    face, last = column.face, column.words
    said = QLocale().toString(CLOCK, QLocale.FormatType.ShortFormat)
    font = face.font("micro")
    metrics = QFontMetricsF(font)
    wide, high = metrics.horizontalAdvance(said) + 1, face.line("micro")

    def draw(painter: QPainter, place: QRectF) -> None:
        painter.setFont(font)
        painter.setPen(face.tone("text2"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, ltr(said))

    pad = face.u(PAD)
    beside = (
        last is not None and last.ends_right == face.rtl and last.last + face.u(10) + wide <= column.inner
    )
    if beside and last is not None:
        column.needs = max(column.needs, last.last + face.u(10) + wide + 2 * pad)
        top = column.y - high + face.u(3)
    else:
        column.needs = max(column.needs, wide + 2 * pad)
        top = column.y + face.u(1)
        column.y = top + high - face.u(2)
    column.parts.append(Placed("hour", QRectF(column.width - pad - wide, top, wide, high), draw, said))


def _buttons(column: Column, buttons: tuple[Button, ...]) -> None:
    """Buttons within the bubble, each under a hairline; many of them fold behind "See all options"."""
    face = column.face
    opens = {"list", "products"}
    shown = buttons if len(buttons) <= BUTTONS_SHOWN else buttons[: BUTTONS_SHOWN - 1]
    rows = [(button, Action("sheet") if button.kind in opens else None) for button in shown]
    if len(shown) < len(buttons):
        rows.append((Button("list", tr("See all options")), Action("sheet")))
    for button, action in rows:
        column.parts.append(parts.hairline(face, column.width).moved(0, column.y))
        row = parts.button_row(face, button, column.width, action, ground=False)
        column.parts.append(row.moved(0, column.y))
        column.y += row.rect.height()
