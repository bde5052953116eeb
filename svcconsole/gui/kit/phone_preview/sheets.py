"""The sheet that opens from the phone's lower edge: list rows, products, all buttons of a template."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview.cards import product_row
from svcconsole.gui.kit.phone_preview.column import BUTTONS_SHOWN
from svcconsole.gui.kit.phone_preview.parts import Look, hairline, hollow, label_of, one_line, words
from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Action, Placed, Scene
from svcconsole.gui.kit.phone_preview.text_layout import Words, drawable
from svcconsole.services.messaging.appearance.bubble import Bubble, ListRow, ListSection

PAD = 16


def has_sheet(bubble: Bubble) -> bool:
    """Whether the message has a button that opens one."""
    opens = {"list", "products"}
    return len(bubble.buttons) > BUTTONS_SHOWN or any(button.kind in opens for button in bubble.buttons)


def arrange_sheet(face: PhoneMetrics, bubble: Bubble, width: float, look: Look) -> Scene:
    """The sheet's parts from its top left corner on."""
    scene = Scene()
    pad = face.u(PAD)
    y = _head(face, scene, _title(bubble), width)
    for title, made, high in _rows(face, bubble, width - 2 * pad, look):
        if title:
            heading = Words(face, title, width - 2 * pad, "small", "text2", bold=True, styled=False)
            scene.add([words("section", heading)], pad, y + face.u(10))
            y += heading.height + face.u(12)
        scene.add(made, pad, y)
        y += high
    scene.height = y + face.u(12)
    return scene.mirrored(width) if face.rtl else scene


def _title(bubble: Bubble) -> str:
    if bubble.sheet is not None:
        return bubble.sheet.title or tr("Options")
    if bubble.products:
        return bubble.header.text if bubble.header and bubble.header.text else tr("Catalog")
    return tr("All options")


def _head(face: PhoneMetrics, scene: Scene, title: str, width: float) -> float:
    pad, high = face.u(PAD), face.line() + face.u(22)
    side = face.u(16)

    def cross(painter: QPainter, place: QRectF) -> None:
        spot = QRectF(0, 0, side, side)
        spot.moveCenter(place.center())
        face.icon(painter, "close", "text2", spot)

    def said(painter: QPainter, place: QRectF) -> None:
        one_line(face, painter, place, title, size="title", bold=True)

    close = QRectF(pad - face.u(6), (high - face.u(28)) / 2, face.u(28), face.u(28))
    left = close.right() + face.u(8)
    text = QRectF(left, (high - face.line("title")) / 2, width - left - pad, face.line("title"))
    scene.add(
        [
            Placed("close", close, cross, tr("Close"), Action("sheet")),
            Placed("sheet title", text, said, drawable(title)),
            hairline(face, width).moved(0, high),
        ]
    )
    return high


def _rows(
    face: PhoneMetrics, bubble: Bubble, width: float, look: Look
) -> list[tuple[str, list[Placed], float]]:
    """Each row's parts and height, with the heading before it if there is one."""
    found: list[tuple[str, list[Placed], float]] = []
    if bubble.products:
        for section in bubble.products:
            for at, product in enumerate(section.products):
                built = product_row(face, product, width, look)
                found.append((section.title if at == 0 else "", list(built.parts), built.height))
        return found
    sections = bubble.sheet.sections if bubble.sheet else (_all_buttons(bubble),)
    for listed in sections:
        rows = listed.rows or (ListRow(""),)
        found += (
            (listed.title if at == 0 else "", *_row(face, row, width, ring=bubble.sheet is not None))
            for at, row in enumerate(rows)
        )
    return found


def _all_buttons(bubble: Bubble) -> ListSection:
    return ListSection("", tuple(ListRow(label_of(button), button.data) for button in bubble.buttons))


def _row(face: PhoneMetrics, row: ListRow, width: float, *, ring: bool) -> tuple[list[Placed], float]:
    """A row, with the ring that is filled when it is chosen."""
    room = width - face.u(34)
    title = Words(face, row.title, room, styled=False)
    made = [words("row", title, tip=tr("Comes back as {id}", id=row.id) if row.id else "")]
    if not row.title:
        made = [hollow(face, room, 0.5)]
    made = [made[0].moved(0, face.u(9))]
    high = title.height + face.u(18)
    if row.description:
        below = Words(face, row.description, room, "small", "text2", styled=False)
        made.append(words("row description", below).moved(0, face.u(10) + title.height))
        high += below.height + face.u(1)

    if not ring:
        return made, high

    def circle(painter: QPainter, place: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(face.tone("text2"), face.u(1.5)))
        painter.drawEllipse(QPointF(place.center()), face.u(7), face.u(7))

    made.append(Placed("ring", QRectF(width - face.u(22), 0, face.u(22), high), circle))
    return made, high
