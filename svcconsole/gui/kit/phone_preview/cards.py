"""Blocks inside a bubble: products, an address, a limited-time offer."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QLocale, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF, QPainter

from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import ltr
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.phone_preview.parts import Built, Look, one_line, picture
from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.gui.kit.phone_preview.scene import Placed
from svcconsole.gui.kit.phone_preview.text_layout import Words, drawable
from svcconsole.gui.kit.relative_time import exact
from svcconsole.services.messaging.appearance.bubble import Address, Bubble, Offer, ProductLook

THUMB = 44


def name_of(product: ProductLook) -> str:
    """A product's name, or its id where the catalog read here has no such product."""
    return product.name or ltr(product.id)


def price_of(product: ProductLook) -> str:
    return product.price if product.name else tr("Not in the catalog, as last read")


def price_words(product: ProductLook) -> str:
    """The price in words: with the one before the reduction, which is struck through on the phone."""
    if not product.before:
        return price_of(product)
    return tr("{price}, before {before}", price=price_of(product), before=product.before)


def _price_line(face: PhoneMetrics, painter: QPainter, place: QRectF, product: ProductLook) -> None:
    """The price, and after it the one before the reduction, struck through."""
    price = price_of(product)
    one_line(face, painter, place, price, size="small", ink="text2" if product.name else "wrong")
    if product.before:
        taken = QFontMetricsF(face.font("small")).horizontalAdvance(price) + face.u(6)
        rest = place.adjusted(0, 0, -taken, 0) if face.rtl else place.adjusted(taken, 0, 0, 0)
        one_line(face, painter, rest, product.before, size="small", ink="text2", struck=True)


def count_words(bubble: Bubble) -> str:
    """How many products there are."""
    count = sum(len(section.products) for section in bubble.products)
    return tr_plural("1 item", "{n} items", count)


def product_row(face: PhoneMetrics, product: ProductLook, width: float, look: Look) -> Built:
    """A product beside its small picture, as a sheet lists it."""
    edge = face.u(THUMB)
    thumb = picture(face, product.picture, QSizeF(edge, edge), look, radius=4).moved(0, face.u(6))
    left = edge + face.u(10)
    text = QRectF(left, face.u(8), width - left, edge)

    def draw(painter: QPainter, place: QRectF) -> None:
        one_line(face, painter, place, name_of(product), bold=True)
        _price_line(face, painter, place.adjusted(0, face.line() + face.u(3), 0, 0), product)

    said = ", ".join(filter(None, (drawable(name_of(product)), price_words(product))))
    return Built((thumb, Placed("product", text, draw, said)), edge + face.u(12))


def product_card(face: PhoneMetrics, product: ProductLook, width: float, look: Look) -> Built:
    """One product, large: picture, name and price."""
    tall = width * 0.72
    shown = picture(face, product.picture, QSizeF(width, tall), look)
    high = face.line() + face.line("small") + face.u(16)
    plate = QRectF(0, tall, width, high)

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("inset"))
        text = place.adjusted(face.u(10), face.u(7), -face.u(10), 0)
        one_line(face, painter, text, name_of(product), bold=True)
        text.translate(0, face.line() + face.u(1))
        _price_line(face, painter, text, product)

    said = ", ".join(filter(None, (drawable(name_of(product)), price_words(product))))
    return Built((shown, Placed("product", plate, draw, said)), tall + high)


def products_card(face: PhoneMetrics, bubble: Bubble, width: float, look: Look) -> Built:
    """Several products: the first one's picture, the title, how many there are."""
    products = [product for section in bubble.products for product in section.products]
    first = products[0].picture if products else ""
    edge, pad = face.u(52), face.u(8)
    title = bubble.header.text if bubble.header else ""
    plate = QRectF(0, 0, width, edge + 2 * pad)
    left = edge + 2 * pad

    def ground(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("inset"))

    def draw(painter: QPainter, place: QRectF) -> None:
        one_line(face, painter, place, title or tr("Catalog"), bold=True)
        below = place.adjusted(0, face.line() + face.u(3), 0, 0)
        one_line(face, painter, below, count_words(bubble), size="small", ink="text2")

    said = f"{drawable(title)}, {count_words(bubble)}".lstrip(", ")
    parts = (
        Placed("plate", plate, ground),
        picture(face, first, QSizeF(edge, edge), look, radius=4).moved(pad, pad),
        Placed("products", QRectF(left, pad + face.u(6), width - left - pad, edge), draw, said),
    )
    return Built(parts, plate.height())


def address_card(face: PhoneMetrics, address: Address, width: float) -> Built:
    """Who lives where, with the number to call."""
    pad = face.u(10)
    inner = width - 2 * pad - face.u(22)
    blocks = [Words(face, address.name, inner, bold=True, styled=False)] if address.name else []
    blocks += [Words(face, line, inner, "small", styled=False) for line in address.lines]
    if address.phone:
        blocks.append(Words(face, ltr(address.phone), inner, "small", "text2", styled=False))
    high = sum(block.height for block in blocks) + face.u(2) * max(0, len(blocks) - 1)
    plate = QRectF(0, 0, width, high + 2 * pad)

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("inset"))
        spot = QRectF(place.left() + pad, place.top() + pad, face.u(15), face.u(15))
        top, left = place.top() + pad, place.left() + pad + face.u(22)
        if face.rtl:
            spot.moveRight(place.right() - pad)
            left = place.left() + pad
        face.icon(painter, "pin", "text2", spot)
        for block in blocks:
            block.draw(painter, QRectF(left, top, inner, block.height))
            top += block.height + face.u(2)

    said = ", ".join(filter(None, (address.name, *address.lines, address.phone)))
    return Built((Placed("address", plate, draw, drawable(said)),), plate.height())


def ends_words(offer: Offer, now: datetime | None = None) -> str:
    """When the offer is over, as far as it is known; `now` has a zone."""
    if offer.ends is None:
        return tr("Ends: {said}", said=offer.said) if offer.said else tr("No end yet")
    left = offer.ends - (now or datetime.now(UTC))
    moment = QDateTime.fromSecsSinceEpoch(int(offer.ends.timestamp()))
    said = QLocale().toString(moment, tr("d MMM yyyy, HH:mm", "day"))
    return tr("Over since {said}", said=said) if left.total_seconds() < 0 else tr("Ends {said}", said=said)


def offer_card(face: PhoneMetrics, offer: Offer, width: float) -> Built:
    """A limited-time offer: its words, its end, its code."""
    end = ends_words(offer)
    over = offer.ends is not None and offer.ends < datetime.now(UTC)
    pad = face.u(10)
    high = face.line() + face.line("small") * (2 if offer.code else 1) + face.u(5) + 2 * pad
    plate = QRectF(0, 0, width, high)

    def draw(painter: QPainter, place: QRectF) -> None:
        box(painter, place, face.u(6), fill=face.tone("inset"))
        spot = QRectF(place.left() + pad, place.top() + pad, face.u(18), face.u(18))
        text = place.adjusted(pad + face.u(26), pad, -pad, 0)
        if face.rtl:
            spot.moveRight(place.right() - pad)
            text = place.adjusted(pad, pad, -pad - face.u(26), 0)
        face.icon(painter, "tag", "link", spot)
        one_line(face, painter, text, offer.text or tr("Limited-time offer"), bold=True)
        text.translate(0, face.line() + face.u(2))
        one_line(face, painter, text, end, size="small", ink="wrong" if over else "text2")
        if offer.code:
            text.translate(0, face.line("small") + face.u(2))
            one_line(face, painter, text, tr("Code: {code}", code=ltr(offer.code)), size="small", ink="text2")

    code = tr("Code: {code}", code=offer.code) if offer.code else ""
    said = ", ".join(filter(None, (offer.text or tr("Limited-time offer"), end, code)))
    tip = exact(offer.ends.isoformat()) if offer.ends else ""
    return Built((Placed("offer", plate, draw, drawable(said), tip=tip),), high)
