"""The known limits of WhatsApp as counters that warn; the specification states only callbackData's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import BaseModel
from pydantic.alias_generators import to_snake

from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.typed import Typed, as_list, as_text
from svcconsole.tables.values.text_length import utf16_units
from svcconsole.words.message import mark_plural, message, plural

MEGABYTE: Final = 1024 * 1024
MEDIA_BYTES: Final[Mapping[str, int]] = {
    "image": 5 * MEGABYTE,
    "video": 16 * MEGABYTE,
    "document": 100 * MEGABYTE,
}
"""How large a media file may be."""
TEXT, INTERACTIVE, HEADER, FOOTER, CARD = 4096, 1024, 60, 60, 160
REPLIES, REPLY, REPLY_ID = 3, 20, 256
ROWS, ROW, ROW_ID, LIST_BUTTON, SECTION = 10, 24, 200, 20, 24
SECTIONS, PRODUCTS = 10, 30
TEMPLATE_BUTTONS, TEMPLATE_BUTTON, PHONE, URL, CODE = 10, 25, 20, 2000, 15
CARDS_FEWEST, CARDS_MOST = 2, 10
CALLBACK_DATA = 1024


WHATSAPP: Final = message("WhatsApp")


@dataclass(frozen=True, slots=True)
class Limit:
    """The most of what stands at `path` (wire names, `[]` for each entry): characters, or `things`."""

    path: str
    most: int
    what: str
    things: str = ""
    taker: str = WHATSAPP


_THINGS: Final = {
    "": mark_plural("{n} character", "{n} characters"),
    "buttons": mark_plural("{n} button", "{n} buttons"),
    "cards": mark_plural("{n} card", "{n} cards"),
    "products": mark_plural("{n} product", "{n} products"),
    "reply buttons": mark_plural("{n} reply button", "{n} reply buttons"),
    "rows": mark_plural("{n} row", "{n} rows"),
    "sections": mark_plural("{n} section", "{n} sections"),
}
"""What a limit counts, with its number."""


@dataclass(frozen=True, slots=True)
class Count:
    """What is used of a limit at `path`, with its places in lists; `sentence` is blank within the limit,
    however it is counted."""

    path: str
    used: int
    limit: int
    sentence: str = ""


_CALLBACK = Limit("callbackData", CALLBACK_DATA, message("The tracking data"), taker=message("the service"))
_CAPTION = (Limit("payload.media.caption", INTERACTIVE, message("The caption")), _CALLBACK)
_CHOICES = (
    Limit("payload.headerTitle", HEADER, message("The header title")),
    Limit("payload.body", INTERACTIVE, message("The message")),
    Limit("payload.footerTitle", FOOTER, message("The footer")),
    Limit("payload.section.sectionTitle", SECTION, message("The section title")),
    Limit("payload.section.buttonTitle", LIST_BUTTON, message("The button title")),
)
_PART = (
    Limit("headerText", HEADER, message("The header")),
    Limit("buttons", TEMPLATE_BUTTONS, message("The template"), "buttons"),
    Limit("buttons[].text", TEMPLATE_BUTTON, message("The button")),
    Limit("buttons[].url", URL, message("The link")),
    Limit("buttons[].phoneNumber", PHONE, message("The number")),
)
LIMITS: Final[Mapping[str, tuple[Limit, ...]]] = {
    "text": (Limit("payload.message", TEXT, message("The message")), _CALLBACK),
    "image": _CAPTION,
    "video": _CAPTION,
    "document": _CAPTION,
    "options": (
        *_CHOICES,
        Limit("payload.section.payload", ROWS, message("The list"), "rows"),
        Limit("payload.section.payload[].name", ROW, message("The row")),
        Limit("payload.section.payload[].id", ROW_ID, message("The row's id")),
        _CALLBACK,
    ),
    "buttons": (
        *_CHOICES,
        Limit("payload.section.payload", REPLIES, message("The message"), "reply buttons"),
        Limit("payload.section.payload[].name", REPLY, message("The button")),
        Limit("payload.section.payload[].id", REPLY_ID, message("The button's id")),
        _CALLBACK,
    ),
    "address": (Limit("payload.message", INTERACTIVE, message("The message")), _CALLBACK),
    "single_product": (
        Limit("payload.message", INTERACTIVE, message("The message")),
        Limit("payload.footerText", FOOTER, message("The footer")),
        _CALLBACK,
    ),
    "multiple_product": (
        Limit("payload.headerText", HEADER, message("The header")),
        Limit("payload.message", INTERACTIVE, message("The message")),
        Limit("payload.footerText", FOOTER, message("The footer")),
        Limit("payload.sections", SECTIONS, message("The message"), "sections"),
        Limit("payload.sections[].title", SECTION, message("The section title")),
        _CALLBACK,
    ),
    "template": (
        *_PART,
        Limit("body", INTERACTIVE, message("The body")),
        Limit("footer", FOOTER, message("The footer")),
        Limit("cards", CARDS_MOST, message("The carousel"), "cards"),
        Limit("cards[].body", CARD, message("The card's body")),
        *(Limit(f"cards[].{limit.path}", limit.most, limit.what, limit.things) for limit in _PART),
    ),
    "components": (
        Limit("payload.components.button[].data", URL, message("The button's value")),
        Limit("payload.components.carousel", CARDS_MOST, message("The carousel"), "cards"),
        Limit("payload.components.carousel[].button[].data", URL, message("The button's value")),
        _CALLBACK,
    ),
}
"""By message type; `template` is a template of the local library, `components` a template message."""
_PRODUCTS: Final = Limit("", PRODUCTS, message("The message"), "products")
_INDEX: Final = re.compile(r"\[\d+\]")


def limit_of(kind: str, path: str) -> int | None:
    """The most for what stands at `path` (`payload.section.payload[2].name`) of a `kind` of `LIMITS`."""
    wanted = _INDEX.sub("[]", path)
    return next((limit.most for limit in LIMITS.get(kind, ()) if limit.path == wanted), None)


def counts(kind: str, message: BaseModel | Mapping[str, Any]) -> tuple[Count, ...]:
    """How much of each limit is used by what is typed so far; what is not there yet counts 0.

    Never raises. `payload.products` are all products of a message together, in whatever section.
    """
    return tuple(_counted(kind, message))


def warnings(kind: str, message: BaseModel | Mapping[str, Any]) -> tuple[Count, ...]:
    """The counts that are over their limits, each with its sentence."""
    return tuple(count for count in counts(kind, message) if count.sentence)


def of_bubble(bubble: Bubble) -> tuple[Count, ...]:
    """A template's limits once its values stand in it; those of its cards have paths like `cards[0].body`."""
    found = [
        _length(
            "header",
            bubble.header.text if bubble.header else "",
            Limit("", HEADER, message("The header")),
        ),
        _length("body", bubble.body, Limit("", INTERACTIVE, message("The body"))),
        _length("footer", bubble.footer, Limit("", FOOTER, message("The footer"))),
    ]
    for place, button in enumerate(bubble.buttons):
        most = CODE if button.kind == "copy_code" else URL
        what = message("The code") if button.kind == "copy_code" else message("The link")
        if button.kind in {"copy_code", "url"}:
            found.append(_length(f"buttons[{place}]", button.data, Limit("", most, what)))
    if len(bubble.cards) == 1:
        sentence = plural(
            "A carousel has {n} card at least; this one has 1.",
            "A carousel has {n} cards at least; this one has 1.",
            CARDS_FEWEST,
        )
        found.append(Count("cards", 1, CARDS_MOST, sentence))
    for place, card in enumerate(bubble.cards):
        found.append(_length(f"cards[{place}].body", card.body, Limit("", CARD, message("The card's body"))))
    return tuple(found)


def _counted(kind: str, message: BaseModel | Mapping[str, Any]) -> Iterator[Count]:
    for limit in LIMITS.get(kind, ()):
        for path, value in _at(Typed(message), limit.path.split("."), ""):
            yield (
                _count(path, len(as_list(value)), limit)
                if limit.things
                else _length(path, as_text(value), limit)
            )
    if kind == "multiple_product":
        sections = Typed(message).part("payload").parts("sections")
        used = sum(len(section.texts("variant_ids")) for section in sections)
        yield _count("payload.products", used, _PRODUCTS)


def _at(typed: Typed, steps: list[str], before: str) -> Iterator[tuple[str, Any]]:
    """What stands at the end of `steps`, with its path; a `[]` step goes through every entry."""
    step, *rest = steps
    name = step.removesuffix("[]")
    path = f"{before}.{name}" if before else name
    held = typed.part(to_snake(name))
    if step.endswith("[]"):
        for place, entry in enumerate(as_list(held.value)):
            yield from _at(Typed(entry), rest, f"{path}[{place}]")
    elif rest:
        yield from _at(held, rest, path)
    else:
        yield path, held.value


def callback_count(text: str) -> Count:
    """How much of its limit a text of callback data uses."""
    return _length(_CALLBACK.path, text, _CALLBACK)


def _length(path: str, text: str, limit: Limit) -> Count:
    """Counted in code points; between those and the units of UTF-16 nobody knows (decisions, row 42)."""
    count, units = _count(path, len(text), limit), utf16_units(text)
    if count.sentence or units <= limit.most:
        return count
    sentence = message(
        "{what} has {things}, and {units} where an emoji counts as two; {taker} takes {most} at most and may"
        " refuse it.",
        what=limit.what,
        things=plural(*_THINGS[""], count.used),
        units=units,
        taker=limit.taker,
        most=limit.most,
    )
    return replace(count, sentence=sentence)


def _count(path: str, used: int, limit: Limit) -> Count:
    over = used > limit.most
    sentence = ""
    if over:
        sentence = message(
            "{what} has {things}; {taker} takes {most} at most.",
            what=limit.what,
            things=plural(*_THINGS[limit.things], used),
            taker=limit.taker,
            most=limit.most,
        )
    return Count(path, used, limit.most, sentence)
