"""The text of a message as a person reads it, for each type, as delivery records show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from svcconsole.api.models import messaging as models
from svcconsole.api.models import templates as template_models
from svcconsole.sandbox.rules.template_registry import Part, Template

_Given = template_models.Components | template_models.CarouselComponents | template_models.CarouselCard


def message_text(kind: str, payload: models.Payload) -> str:
    """The message as plain text: what its payload says, in the order the customer sees it."""
    return "\n".join(line for line in _LINES[kind](payload) if line)


def template_text(
    template: Template, payload: template_models.TemplatePayload | template_models.CarouselPayload
) -> str:
    """The template with its values: picture, text, offer, footer, buttons, then each card the same way."""
    given = payload.components or template_models.Components()
    values = [given.body] if isinstance(given.body, str) else given.body or []
    offers = [f"{template.limited_time_offer}: {offer.data}" for offer in given.limited_time_offer or ()]
    lines = [*_part(template, given, values, offers), template.footer]
    if isinstance(given, template_models.CarouselComponents):
        for part, card in zip(template.cards, given.carousel, strict=True):
            lines += _part(part, card, card.body or [], [])
    return "\n".join(line for line in lines if line)


def _part(part: Part, given: _Given, values: Sequence[str], offers: Sequence[str]) -> list[str]:
    buttons = [_button(part, button) for button in given.button or ()]
    return [*(header.data for header in given.header or ()), part.filled(values), *offers, *buttons]


def _button(part: Part, given: template_models.TemplateButton) -> str:
    button = part.buttons[given.index] if given.index < len(part.buttons) else None
    if button is None or given.type == "contact":
        return f"[{given.data}]"
    return f"[{button.text}] {button.filled(given.data)}"


def _text(payload: models.TextPayload) -> Iterable[str | None]:
    return [payload.message]


def _media(payload: models.MediaPayload) -> Iterable[str | None]:
    return [payload.media.caption, payload.media.media_link]


def _options(payload: models.OptionsPayload) -> Iterable[str | None]:
    section = payload.section
    named = [option.name or option.id for option in section.payload]
    return [
        payload.header_title,
        payload.body,
        payload.footer_title,
        section.button_title,
        section.section_title,
        *(f"- {name}" for name in named if name),
    ]


def _buttons(payload: models.ButtonsPayload) -> Iterable[str | None]:
    image = payload.header.image if payload.header else None
    named = [option.name or option.id for option in payload.section.payload]
    return [
        image.media_link if image else None,
        payload.header_title,
        payload.body,
        payload.footer_title,
        *(f"[{name}]" for name in named if name),
    ]


def _address(payload: models.AddressPayload) -> Iterable[str | None]:
    return [payload.message, *(value for name, value in payload.address if name != "id")]


def _product(payload: models.SingleProductPayload) -> Iterable[str | None]:
    return [payload.message, f"{payload.catalog_id}: {payload.product_retailer_id}", payload.footer_text]


def _products(payload: models.MultipleProductPayload) -> Iterable[str | None]:
    lines = [payload.header_text, payload.message]
    for section in payload.sections:
        lines += [section.title, *(f"{payload.catalog_id}: {name}" for name in section.variant_ids or ())]
    return [*lines, payload.footer_text]


_LINES: Mapping[str, Callable[[Any], Iterable[str | None]]] = {
    "text": _text,
    "image": _media,
    "video": _media,
    "document": _media,
    "options": _options,
    "buttons": _buttons,
    "address": _address,
    "single_product": _product,
    "multiple_product": _products,
}
