"""The building blocks of bubbles and sheets: text, hairlines, buttons, pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap

from svcconsole.gui.design.painting import box, rounded_path
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Action, Placed
from svcconsole.gui.kit.phone_preview.text_layout import Words, drawable
from svcconsole.services.messaging.appearance.bubble import Button, Header

Shown = QPixmap | str | None
"""A picture, why it cannot be shown (a short code, blank: not reached), or None: not asked for yet."""
Look = Callable[[str], Shown]
"""The picture of a URL, as far as it is here."""

BUTTON: Final = 34
ICONS: Final = {
    "url": "link",
    "phone": "phone",
    "copy_code": "copy",
    "list": "list",
    "products": "list",
    "address": "pin",
}


@dataclass(frozen=True, slots=True)
class Built:
    """Parts from the top left corner on, how high they are together, and how much width they need."""

    parts: tuple[Placed, ...]
    height: float
    width: float = 0.0


def words(kind: str, made: Words, *, width: float | None = None, tip: str = "") -> Placed:
    """A block of words as a part."""
    rect = QRectF(0, 0, made.width if width is None else width, made.height)
    return Placed(kind, rect, made.draw, made.text, tip=tip)


def hollow(face: PhoneMetrics, width: float, share: float = 0.7) -> Placed:
    """A grey bar in place of words that are not written yet."""
    height = face.line()
    rect = QRectF(0, 0, width, height)

    def draw(painter: QPainter, place: QRectF) -> None:
        bar = QRectF(place.left(), place.center().y() - face.u(4), place.width() * share, face.u(8))
        if face.rtl:
            bar.moveRight(place.right())
        box(painter, bar, face.u(4), fill=face.tone("hollow"))

    return Placed("hollow", rect, draw)


def hairline(face: PhoneMetrics, width: float) -> Placed:
    """The line over a bubble's button."""

    def draw(painter: QPainter, place: QRectF) -> None:
        painter.setPen(QPen(face.tone("line"), 1))
        painter.drawLine(place.topLeft(), place.topRight())

    return Placed("line", QRectF(0, 0, width, 1), draw)


def label_of(button: Button) -> str:
    """What stands on a button: its words, or those the phone has for its kind."""
    own = {
        "copy_code": tr("Copy offer code"),
        "product": tr("View"),
        "products": tr("View items"),
        "address": tr("Provide address"),
    }
    return button.text or own.get(button.kind, "")


def tip_of(button: Button) -> str:
    """What the button does, for whoever points at it."""
    tips = {
        "url": mark("Opens {data}"),
        "phone": mark("Calls {data}"),
        "copy_code": mark("Copies {data}"),
        "reply": mark("Comes back as {data}"),
    }
    return tr(tips[button.kind], data=button.data) if button.data and button.kind in tips else ""


def button_row(
    face: PhoneMetrics, button: Button, width: float, action: Action | None, *, ground: bool
) -> Placed:
    """One button, `ground` on a plate of its own or on the bubble it belongs to."""
    label = drawable(label_of(button)).replace("\n", " ")
    high = max(face.u(BUTTON), face.line() + face.u(12))
    font = face.font("text", bold=False)
    metrics = QFontMetricsF(font)
    icon = ICONS.get(button.kind, "")

    def draw(painter: QPainter, place: QRectF) -> None:
        if ground:
            box(painter, place, face.u(8), fill=face.tone("bubble"), edge=face.tone("bubble_edge"))
        if not label:
            bar = QRectF(0, 0, min(place.width() * 0.4, face.u(90)), face.u(8))
            bar.moveCenter(place.center())
            box(painter, bar, face.u(4), fill=face.tone("hollow"))
            return
        side = face.u(15) if icon else 0.0
        gap = face.u(6) if icon else 0.0
        room = place.width() - side - gap - face.u(16)
        shown = metrics.elidedText(label, Qt.TextElideMode.ElideRight, room)
        wide = min(room, metrics.horizontalAdvance(shown)) + side + gap
        left = place.center().x() - wide / 2
        spot = QRectF(left, place.center().y() - side / 2, side, side)
        text = QRectF(left + side + gap, place.top(), wide - side - gap, place.height())
        if face.rtl:
            spot.moveRight(left + wide)
            text.moveLeft(left)
        if icon:
            face.icon(painter, icon, "link", spot)
        painter.setFont(font)
        painter.setPen(face.tone("link"))
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.drawText(
            text.adjusted(-1, 0, 1, 0),
            int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextSingleLine),
            shown,
        )

    tip = "\n".join(filter(None, (label if metrics.horizontalAdvance(label) > width else "", tip_of(button))))
    return Placed("button", QRectF(0, 0, width, high), draw, label, action, tip)


def _fill(painter: QPainter, place: QRectF, picture: QPixmap, radius: float) -> None:
    """The picture over the whole place, cut where it is longer."""
    size = QSize(picture.width(), picture.height())
    wanted = size.scaled(
        place.size().toSize().expandedTo(QSize(1, 1)), Qt.AspectRatioMode.KeepAspectRatioByExpanding
    )
    target = QRectF(0, 0, wanted.width(), wanted.height())
    target.moveCenter(place.center())
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(rounded_path(place, radius), Qt.ClipOperation.IntersectClip)
    painter.drawPixmap(target, picture, QRectF(picture.rect()))
    painter.restore()


def picture(face: PhoneMetrics, link: str, size: QSizeF, look: Look, *, radius: float = 6) -> Placed:
    """A picture, or in its place why there is none; a press asks for it."""
    shown = look(link) if link else None
    there = isinstance(shown, QPixmap) and not shown.isNull()
    said = _why_none(link, shown)

    def draw(painter: QPainter, place: QRectF) -> None:
        if isinstance(shown, QPixmap) and there:
            _fill(painter, place, shown, face.u(radius))
            return
        box(painter, place, face.u(radius), fill=face.tone("media"))
        _centre_words(face, painter, place, icon="image", said=said, ink="wrong" if shown else "text2")

    action = Action("picture", link) if link and not there else None
    return Placed("picture", QRectF(QPointF(), size), draw, "" if there else said, action)


def _why_none(link: str, shown: Shown) -> str:
    if not link:
        return tr("No picture yet")
    if isinstance(shown, str):
        return (
            tr("The picture does not load: {shown}", shown=shown) if shown else tr("Not reached. Try again")
        )
    return tr("Show picture")


def _centre_words(
    face: PhoneMetrics, painter: QPainter, place: QRectF, *, icon: str, said: str, ink: str
) -> None:
    """An icon with a line of words below it, where there is room for both."""
    side = face.u(20)
    font = face.font("small")
    metrics = QFontMetricsF(font)
    both = place.height() > side + metrics.height() + face.u(16) and place.width() > face.u(80)
    spot = QRectF(0, 0, side, side)
    spot.moveCenter(place.center() - QPointF(0, metrics.height() / 2 + face.u(2) if both else 0))
    face.icon(painter, icon, ink, spot)
    if both:
        line = QRectF(
            place.left() + face.u(8), spot.bottom() + face.u(4), place.width() - face.u(16), metrics.height()
        )
        painter.setFont(font)
        painter.setPen(face.tone(ink))
        cut = metrics.elidedText(said, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, cut)


def film(face: PhoneMetrics, width: float, height: float) -> Placed:
    """A video: its first picture is not known here, the sign that it plays is."""

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("film"))
        disc = QRectF(0, 0, face.u(44), face.u(44))
        disc.moveCenter(place.center())
        ground = QColor(face.tone("on_film"))
        ground.setAlphaF(0.18)
        box(painter, disc, face.u(22), fill=ground, edge=face.tone("on_film"), width=1.5)
        sign = QRectF(0, 0, face.u(20), face.u(20))
        sign.moveCenter(disc.center())
        face.icon(painter, "play", "on_film", sign)

    return Placed("video", QRectF(0, 0, width, height), draw, tr("Video"))


def document(face: PhoneMetrics, header: Header, width: float) -> Placed:
    """A document by its name, as its link ends."""
    name = drawable(header.name) or tr("Document")
    _, dot, ending = name.rpartition(".")
    kind = ending.upper() if dot and len(ending) <= 5 else ""
    high = face.line() + face.line("micro") + face.u(18)

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("inset"))
        spot = QRectF(0, 0, face.u(24), face.u(24))
        spot.moveCenter(QPointF(place.left() + face.u(22), place.center().y()))
        text = place.adjusted(face.u(42), face.u(8), -face.u(10), 0)
        if face.rtl:
            spot.moveCenter(QPointF(place.right() - face.u(22), place.center().y()))
            text = place.adjusted(face.u(10), face.u(8), -face.u(42), 0)
        face.icon(painter, "file", "wrong", spot)
        one_line(face, painter, text, name, cut=Qt.TextElideMode.ElideMiddle)
        text.translate(0, face.line() + face.u(1))
        one_line(face, painter, text, kind, size="micro", ink="text2")

    return Placed("document", QRectF(0, 0, width, high), draw, name)


def one_line(
    face: PhoneMetrics,
    painter: QPainter,
    place: QRectF,
    said: str,
    *,
    size: str = "text",
    ink: str = "text",
    bold: bool = False,
    struck: bool = False,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """A line of words at the leading side of `place`, from its top."""
    font = face.font(size, bold=bold)
    font.setStrikeOut(struck)
    metrics = QFontMetricsF(font)
    line = QRectF(place.left(), place.top(), place.width(), max(metrics.height(), face.line(size)))
    painter.setFont(font)
    painter.setPen(face.tone(ink))
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    flags = int(face.leading | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
    shown = metrics.elidedText(drawable(said).replace("\n", " "), cut, line.width())
    painter.drawText(line, flags | int(Qt.TextFlag.TextSingleLine), shown)


def location(face: PhoneMetrics, width: float, height: float) -> Placed:
    """A place on a map that is not known here."""

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("media"))
        _centre_words(face, painter, place, icon="pin", said=tr("A place on the map"), ink="text2")

    return Placed("location", QRectF(0, 0, width, height), draw, tr("A place on the map"))
