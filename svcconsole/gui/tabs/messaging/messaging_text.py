"""The names of messages and their parts in the window."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.gui.design.words import tr

TEMPLATE, FLOW = "template", "flow"
ICONS: Mapping[str, str] = {
    "text": "text",
    "image": "image",
    "video": "video",
    "document": "file",
    "options": "list",
    "buttons": "buttons",
    "address": "pin",
    "single_product": "bag",
    "multiple_product": "cart",
    TEMPLATE: "table",
    FLOW: "activity",
}


def type_words(kind: str) -> str:
    """A type of message, as its row in the list says it; another word as it is."""
    return {
        "text": tr("Text"),
        "image": tr("Image"),
        "video": tr("Video"),
        "document": tr("Document"),
        "options": tr("Options list"),
        "buttons": tr("Buttons"),
        "address": tr("Address"),
        "single_product": tr("One product"),
        "multiple_product": tr("Several products"),
        TEMPLATE: tr("Template"),
        FLOW: tr("Initiate flow"),
    }.get(kind, kind)


def message_words(kind: str) -> str:
    """What the text of a message is called."""
    return tr("Caption") if kind in ("image", "video", "document") else tr("Message")


def choices_words(kind: str) -> str:
    """What its rows are called."""
    return tr("Reply buttons") if kind == "buttons" else tr("Options")


def labels() -> dict[str, str]:
    """The fields of a message by their name in the form."""
    return {
        "contact_identifier": tr("To"),
        "business_phone_number": tr("From business number"),
        "media_link": tr("Link of the file"),
        "header_image": tr("Header image URL"),
        "catalog_id": tr("Catalog"),
        "product_id": tr("Product"),
        "header_title": tr("Header title"),
        "footer": tr("Footer"),
        "message": tr("Message"),
        "choices": tr("Options"),
        "section_title": tr("Section title"),
        "button_title": tr("Button title"),
        "sections": tr("Sections"),
        "address": tr("Address"),
        "callback_data": tr("Tracking data"),
        "version_1": tr("Send without tracking (older version)"),
        "app_id": tr("App id"),
    }
