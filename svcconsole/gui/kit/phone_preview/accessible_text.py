"""The whole message as text, for people who hear the preview instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.phone_preview.cards import ends_words, name_of, price_words
from svcconsole.gui.kit.phone_preview.parts import label_of, tip_of
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.formatting import visible_text

LONGEST: Final = 2_000
"""Nobody listens to more at once; the form has the whole text."""


def accessible_text(bubble: Bubble) -> str:
    """Everything on the phone, a line each; hidden characters are named."""
    if bubble.is_blank:
        return tr("Nothing is written yet")
    said = "\n".join(visible(line) for line in _lines(bubble) if line)
    return said if len(said) <= LONGEST else said[:LONGEST] + "…"


def _lines(bubble: Bubble) -> Iterator[str]:
    if bubble.header is not None:
        kinds = {
            "image": tr("Picture"),
            "video": tr("Video"),
            "document": tr("Document"),
            "location": tr("A place on the map"),
        }
        yield " ".join(filter(None, (kinds.get(bubble.header.kind, ""), bubble.header.name)))
        yield bubble.header.text
    if bubble.offer is not None:
        yield bubble.offer.text
        yield ends_words(bubble.offer)
    yield visible_text(bubble.body[:LONGEST])
    if bubble.address is not None:
        yield ", ".join(filter(None, (bubble.address.name, *bubble.address.lines, bubble.address.phone)))
    yield bubble.footer
    for section in bubble.products:
        yield section.title
        for product in section.products:
            yield ", ".join(filter(None, (name_of(product), price_words(product))))
    for button in bubble.buttons:
        yield tr(
            "Button: {words}",
            words=", ".join(filter(None, (label_of(button) or tr("no words yet"), tip_of(button)))),
        )
    for listed in bubble.sheet.sections if bubble.sheet else ():
        yield listed.title
        for row in listed.rows:
            yield ", ".join(filter(None, (row.title, row.description)))
    for number, card in enumerate(bubble.cards, start=1):
        yield tr("Card {number}", number=number)
        yield from _lines(card)
