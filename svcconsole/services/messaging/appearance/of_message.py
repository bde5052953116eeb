"""Builds the bubble of a message of each of the nine types, complete or still being typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from svcconsole.api.models.messaging import SendMessage, SendMessageV1
from svcconsole.services.messaging.appearance.bubble import (
    Address,
    Bubble,
    Button,
    Header,
    HeaderKind,
    ListRow,
    ListSection,
    ListSheet,
    ProductLook,
    ProductLookup,
    ProductSection,
)
from svcconsole.services.messaging.appearance.typed import Typed

Message = SendMessage | SendMessageV1 | Mapping[str, Any]

LONG_TEXT_LINES = 24
"""Where phones fold a long text differs from client to client; about here most of them do."""


def unknown_product(_: str) -> ProductLook | None:
    """The lookup of a store whose catalog was not read."""
    return None


def bubble_of_message(message: Message, product: ProductLookup = unknown_product) -> Bubble:
    """The message as its reader will see it; `message` may be half filled, and hold anything at all.

    A mapping has the request's fields by their names in Python or on the wire; an unknown `type` gives a
    blank bubble. (Specification: endpoint 9.)
    """
    typed = Typed(message)
    draw = _BY_TYPE.get(typed.text("type"))
    return draw(typed.part("payload"), product) if draw else Bubble(folds_after=LONG_TEXT_LINES)


def file_name(link: str) -> str:
    """The last part of a link's path, as a phone names a document; blank where there is none."""
    try:
        return unquote(PurePosixPath(urlsplit(link.strip()).path).name)
    except ValueError:
        return ""


def _text(payload: Typed, _: ProductLookup) -> Bubble:
    return Bubble(body=payload.text("message"), folds_after=LONG_TEXT_LINES)


def _media(kind: HeaderKind) -> Callable[[Typed, ProductLookup], Bubble]:
    def draw(payload: Typed, _: ProductLookup) -> Bubble:
        media = payload.part("media")
        link = media.text("media_link")
        name = file_name(link) if kind == "document" else ""
        return Bubble(
            header=Header(kind, link=link, name=name),
            body=media.text("caption"),
            folds_after=LONG_TEXT_LINES,
        )

    return draw


def _title(payload: Typed, name: str) -> Header | None:
    words = payload.text(name)
    return Header("text", text=words) if words else None


def _options(payload: Typed, _: ProductLookup) -> Bubble:
    section = payload.part("section")
    rows = tuple(
        ListRow(title=row.text("name"), id=row.text("id"))
        for row in section.parts("payload")
        if row.is_object
    )
    label = section.text("button_title")
    return Bubble(
        header=_title(payload, "header_title"),
        body=payload.text("body"),
        footer=payload.text("footer_title"),
        buttons=(Button("list", label),) if label or rows else (),
        sheet=ListSheet(label, (ListSection(section.text("section_title"), rows),)),
        folds_after=LONG_TEXT_LINES,
    )


def _buttons(payload: Typed, _: ProductLookup) -> Bubble:
    picture = payload.part("header").part("image").text("media_link")
    title = payload.text("header_title")
    return Bubble(
        header=Header("image", text=title, link=picture) if picture else _title(payload, "header_title"),
        body=payload.text("body"),
        footer=payload.text("footer_title"),
        buttons=tuple(
            Button("reply", row.text("name"), row.text("id"))
            for row in payload.part("section").parts("payload")
            if row.is_object
        ),
        folds_after=LONG_TEXT_LINES,
    )


ADDRESS_LINES = (
    ("floor_number", "building_name"),
    ("address",),
    ("landmark_area",),
    ("city", "pin_code"),
    ("country",),
)
"""Which fields share a line, from the door to the country."""


def _address(payload: Typed, _: ProductLookup) -> Bubble:
    address = payload.part("address")
    lines = (", ".join(filter(None, map(address.text, names))) for names in ADDRESS_LINES)
    shown = Address(address.text("name"), address.text("phone_number"), tuple(filter(None, lines)))
    return Bubble(
        body=payload.text("message"),
        address=None if shown == Address() else shown,
        buttons=(Button("address"),),
        folds_after=LONG_TEXT_LINES,
    )


def _look(product: ProductLookup, identifier: str) -> ProductLook:
    return product(identifier) or ProductLook(identifier)


def _single_product(payload: Typed, product: ProductLookup) -> Bubble:
    identifier = payload.text("product_retailer_id")
    section = ProductSection("", (_look(product, identifier),))
    return Bubble(
        header=Header("product"),
        body=payload.text("message"),
        footer=payload.text("footer_text"),
        products=(section,) if identifier else (),
        buttons=(Button("product"),),
        catalog=payload.text("catalog_id"),
        folds_after=LONG_TEXT_LINES,
    )


def _multiple_product(payload: Typed, product: ProductLookup) -> Bubble:
    sections = tuple(
        ProductSection(
            section.text("title"),
            tuple(_look(product, identifier) for identifier in section.texts("variant_ids") if identifier),
        )
        for section in payload.parts("sections")
        if section.is_object
    )
    return Bubble(
        header=Header("product", text=payload.text("header_text")),
        body=payload.text("message"),
        footer=payload.text("footer_text"),
        products=sections,
        buttons=(Button("products"),),
        catalog=payload.text("catalog_id"),
        folds_after=LONG_TEXT_LINES,
    )


_BY_TYPE: dict[str, Callable[[Typed, ProductLookup], Bubble]] = {
    "text": _text,
    "image": _media("image"),
    "video": _media("video"),
    "document": _media("document"),
    "options": _options,
    "buttons": _buttons,
    "address": _address,
    "single_product": _single_product,
    "multiple_product": _multiple_product,
}
