"""The variables of a template, the components made of them, and why the store would refuse them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from svcconsole.services.messaging.appearance.typed import Typed
from svcconsole.services.messaging.appearance.variables import places
from svcconsole.services.messaging.templates.model import LocalTemplate, TemplateCard, variables
from svcconsole.words.json_reason import json_reason
from svcconsole.words.message import OR, listed, mark, message, number, plural

Filled = Mapping[str, str]
"""What was typed, by slot: `body.0`, `header`, `button.1`, `limited_time_offer`, `cards.0.body.0`; and
`other`, more components as JSON."""
OTHER = "other"
OFFER = "limited_time_offer"
Components = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to fill in; `name` is the variable's name or the button's words, `card` its card's place."""

    key: str
    what: Literal["header", "value", "url", "code", "offer"]
    name: str = ""
    card: int | None = None


def slots(template: LocalTemplate) -> tuple[Slot, ...]:
    """Everything a message fills in, in the order in which the customer sees it."""
    found = [*_slots("", template, None)]
    if template.limited_time_offer is not None:
        found.append(Slot(OFFER, "offer", template.limited_time_offer))
    for place, card in enumerate(template.cards):
        found += _slots(f"cards.{place}.", card, place)
    return tuple(found)


def components_of(template: LocalTemplate, filled: Filled) -> Components:
    """The request's components by the models' names, half filled or not; raises ValueError where `other` is
    no JSON object."""
    made = _part("", template, filled)
    if template.limited_time_offer is not None:
        made[OFFER] = [{"type": OFFER, "data": filled.get(OFFER, "")}]
    if template.cards:
        if "body" in made:
            made["body"] = made["body"][0]
        made["carousel"] = [_part(f"cards.{at}.", card, filled) for at, card in enumerate(template.cards)]
    for name, value in other_of(filled).items():
        both = isinstance(value, list) and isinstance(made.get(name), list)
        made[name] = [*made[name], *value] if both else value
    return made


def other_of(filled: Filled) -> dict[str, Any]:
    """The components written as JSON; ValueError where they are no JSON object."""
    text = filled.get(OTHER, "").strip()
    read = json.loads(text) if text else {}
    if not isinstance(read, dict):
        raise ValueError(message("an object is written as {{…}}"))
    return read


def filled_of(template: LocalTemplate, components: Mapping[str, Any]) -> dict[str, str]:
    """What would be typed for these components (the models' names), to open them as a new draft."""
    found: dict[str, str] = {}
    left = json.loads(json.dumps(components, default=str))
    for slot in slots(template):
        part = left
        if slot.card is not None:
            cards = left.get("carousel") or []
            part = cards[slot.card] if slot.card < len(cards) else {}
        value = _value_of(part, slot)
        if value is not None:
            found[slot.key] = value
    buttons = [entry for entry in left.get("button") or () if entry.get("type") == "contact"]
    if buttons:
        found[OTHER] = json.dumps({"button": buttons}, ensure_ascii=False)
    return found


def mismatches(template: LocalTemplate, filled: Filled) -> Iterator[tuple[str, str]]:
    """Slot and sentence for everything the store would refuse; a blank slot: the template as a whole."""
    yield from impossible(template)
    for slot in slots(template):
        if not filled.get(slot.key, "").strip():
            yield slot.key, message(_LACKS[slot.what], name=slot.name)
    try:
        other_of(filled)
    except (ValueError, RecursionError) as error:
        yield OTHER, message("This is not a JSON object: {reason}.", reason=json_reason(error))


def impossible(template: LocalTemplate) -> Iterator[tuple[str, str]]:
    """What no message can fill in, whatever is typed (specification, endpoint 10)."""
    for place, part in enumerate((template, *template.cards)):
        named = (
            message("Card {place}", place=number(place, grouped=False)) if place else message("This template")
        )
        if part.header in ("video", "document", "location"):
            yield (
                "",
                message(
                    "{named} has a {header} header; the service fills in images only.",
                    named=named,
                    header=part.header,
                ),
            )
        if part.header == "text" and variables(part.header_text):
            yield (
                "",
                message(
                    "{named} has a variable in its header's text; the service has no place for its value.",
                    named=named,
                ),
            )
        for button in part.buttons:
            if button.type == "URL" and button.url and len(variables(button.url)) > 1:
                yield (
                    "",
                    message(
                        "The link of “{text}” has several variables; a message fills in one.",
                        text=button.text,
                    ),
                )
    wants = len(variables(template.body))
    if template.cards and wants > 1:
        yield (
            "",
            plural(
                "The text above the cards wants {n} value; for a carousel the service takes one text.",
                "The text above the cards wants {n} values; for a carousel the service takes one text.",
                wants,
            ),
        )


def numbering_gaps(template: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Path and sentence for each text of a template, half written or not, whose numbers leave some out:
    "{{1}}, {{3}}"."""
    typed = Typed(template)
    cards = enumerate(typed.parts("cards"))
    texts = {"body": typed.text("body"), **{f"cards[{at}].body": card.text("body") for at, card in cards}}
    for path, text in texts.items():
        used = places(text)
        left_out = [name for name in variables(text) if name not in used]
        if left_out:
            yield (
                path,
                plural(
                    "The text has no {names}: messages are asked for a value that nobody reads.",
                    "The text has no {names}: messages are asked for values that nobody reads.",
                    len(left_out),
                    names=listed([f"{{{{{name}}}}}" for name in left_out], OR),
                ),
            )


def _slots(prefix: str, part: TemplateCard, card: int | None) -> Iterator[Slot]:
    if part.header == "image":
        yield Slot(f"{prefix}header", "header", card=card)
    for place, name in enumerate(variables(part.body)):
        yield Slot(f"{prefix}body.{place}", "value", name, card)
    for place, button in enumerate(part.buttons):
        if button.wants_data:
            what: Literal["url", "code"] = "url" if button.type == "URL" else "code"
            yield Slot(f"{prefix}button.{place}", what, button.text, card)


def _part(prefix: str, part: TemplateCard, filled: Filled) -> Components:
    made: Components = {}
    link = filled.get(f"{prefix}header", "").strip()
    if part.header == "image" and link:
        made["header"] = [{"type": "image", "data": link}]
    names = variables(part.body)
    if names:
        made["body"] = [filled.get(f"{prefix}body.{place}", "") for place in range(len(names))]
    buttons = [
        {"type": button.type, "index": place, "data": filled.get(f"{prefix}button.{place}", "")}
        for place, button in enumerate(part.buttons)
        if button.wants_data
    ]
    return {**made, "button": buttons} if buttons else made


def _value_of(part: Mapping[str, Any], slot: Slot) -> str | None:
    """What stands in the place of a slot."""
    name, _, place = slot.key.removeprefix(f"cards.{slot.card}.").partition(".")
    held = part.get(name)
    if isinstance(held, str):
        return held
    entries = held or []
    if name == "button":
        return next((entry["data"] for entry in entries if str(entry.get("index")) == place), None)
    at = int(place or 0)
    value = entries[at] if at < len(entries) else None
    return value.get("data") if isinstance(value, dict) else value


_LACKS = {
    "header": mark("The header's image has no link yet."),
    "value": mark("{{{{{name}}}}} has no value yet."),
    "url": mark("“{name}” has no end of its link yet."),
    "code": mark("“{name}” has no code yet."),
    "offer": mark("The offer has no end yet."),
}
