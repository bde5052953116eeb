"""Checks a template message against its template; each mismatch names its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from svcconsole.api.models.templates import (
    CarouselCard,
    CarouselComponents,
    CarouselPayload,
    Components,
    TemplateButton,
    TemplatePayload,
)
from svcconsole.sandbox.rules.template_registry import Button, Part, Template

PARTS = "payload.components"


def mismatches(template: Template, kind: str, payload: TemplatePayload | CarouselPayload) -> list[str]:
    """One sentence for each thing in which `payload` and its template differ; none when it can be sent."""
    if kind != template.type:
        cards = f"a carousel of {_count(len(template.cards), 'card')}" if template.cards else "no carousel"
        return [f"type must be {template.type}: template {template.id} is {cards}"]
    return list(_differences(template, payload.components or Components()))


def _differences(template: Template, given: Components | CarouselComponents) -> Iterator[str]:
    name = f"template {template.id}"
    body = [given.body] if isinstance(given.body, str) else given.body
    yield from _part(PARTS, name, template, given, body)
    yield from _offer(name, template, len(given.limited_time_offer or ()))
    if isinstance(given, CarouselComponents):
        yield from _cards(name, template.cards, given.carousel)


def _cards(name: str, wanted: Sequence[Part], given: Sequence[CarouselCard]) -> Iterator[str]:
    if len(given) != len(wanted):
        yield (
            f"{PARTS}.carousel has {_count(len(given), 'card')}: {name} wants {_count(len(wanted), 'card')}"
        )
    for position, (part, card) in enumerate(zip(wanted, given, strict=False)):
        path = f"{PARTS}.carousel[{position}]"
        yield from _part(path, f"card {position + 1} of {name}", part, card, card.body)


def _part(
    path: str,
    name: str,
    wanted: Part,
    given: Components | CarouselComponents | CarouselCard,
    body: Sequence[str] | None,
) -> Iterator[str]:
    headers = len(given.header or ())
    if headers != (1 if wanted.header else 0):
        wants = f"wants one {wanted.header} header" if wanted.header else "has no header"
        yield f"{path}.header {_but(headers, 'entry', 'entries')}: {name} {wants}"
    values = len(body or ())
    if values != wanted.variables:
        wants = f"wants {_count(wanted.variables, 'value')}" if wanted.variables else "has no variables"
        yield f"{path}.body {_but(values, 'value')}: {name} {wants}"
    yield from _buttons(f"{path}.button", name, wanted.buttons, given.button or ())


def _buttons(
    path: str, name: str, wanted: Sequence[Button], given: Sequence[TemplateButton]
) -> Iterator[str]:
    has = ", ".join(f"a {button.type} button at index {index}" for index, button in enumerate(wanted))
    told = f"{name} has {has or 'no button to fill in'}"
    # what a contact button looks like is not documented: none is held against a message (decisions, row 10)
    counted = [(place, button) for place, button in enumerate(given) if button.type != "contact"]
    for place, button in counted:
        if button.index >= len(wanted):
            yield f"{path}[{place}].index is {button.index}: {told}"
        elif wanted[button.index].type != button.type:
            yield f"{path}[{place}].type is {button.type}: {told}"
    times = Counter(button.index for _, button in counted)
    for index, count in times.items():
        if count > 1 and index < len(wanted):
            yield f"{path} names index {index} {count} times: {told}"
    for index, missing in enumerate(wanted):
        if index not in times:
            yield f"{path} lacks the {missing.type} button at index {index}: {told}"


def _offer(name: str, template: Template, given: int) -> Iterator[str]:
    if given != (1 if template.limited_time_offer else 0):
        wants = "wants one limited-time offer" if template.limited_time_offer else "has no limited-time offer"
        yield f"{PARTS}.limited_time_offer {_but(given, 'entry', 'entries')}: {name} {wants}"


def _but(given: int, one: str, many: str = "") -> str:
    return f"has {_count(given, one, many)}" if given else "is required"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
