"""Builds the bubble of a template from its stored text and the values typed so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, get_args

from pydantic import BaseModel

from svcconsole.services.messaging.appearance.bubble import (
    Bubble,
    Button,
    ButtonKind,
    Header,
    HeaderKind,
    Offer,
)
from svcconsole.services.messaging.appearance.of_message import LONG_TEXT_LINES, file_name
from svcconsole.services.messaging.appearance.typed import Typed, as_list, as_text
from svcconsole.services.messaging.appearance.variables import filled

MARKETING_LINES: Final = 5
"""A marketing template folds after about five lines."""
MILLISECONDS_FROM: Final = 10**11
"""Smaller numbers are seconds since 1970: as milliseconds they would be before 1974."""

_BUTTONS: Final[Mapping[str, ButtonKind]] = {
    "url": "url",
    "copy_code": "copy_code",
    "phone_number": "phone",
    "phone": "phone",
    "contact": "phone",
    "quick_reply": "reply",
    "reply": "reply",
    "list": "list",
    "spm": "product",
    "mpm": "products",
    "catalog": "products",
}


def bubble_of_template(
    template: BaseModel | Mapping[str, Any] | None,
    components: BaseModel | Mapping[str, Any] | None = None,
    *,
    samples: bool = False,
) -> Bubble:
    """The template with `components` (specification: endpoint 10) put into its places, half filled or not.

    Of the template are read `header` (text, image, video, document), `header_text`, `body`, `footer`,
    `buttons` (`type`, `text`, `url` or `data`), `cards`, `limited_time_offer`, `category`. Without one, what
    the components alone tell is shown: media, buttons, code, end of the offer. With `samples` places that
    are still to be filled show the template's own samples (`samples`, value by place).
    """
    local, typed = Typed(template), Typed(components)
    shown = _samples(local) if samples else {}
    bubble = _part(local, typed, shown)
    cards, given = local.parts("cards"), typed.parts("carousel")
    count = max(len(cards), 0 if cards else len(given))
    marketing = local.text("category").lower() == "marketing"
    return Bubble(
        header=bubble.header,
        body=bubble.body,
        footer=local.text("footer"),
        buttons=bubble.buttons,
        cards=tuple(_part(_at(cards, at), _at(given, at), shown) for at in range(count)),
        offer=_offer(local, typed, bubble.code),
        folds_after=MARKETING_LINES if marketing else LONG_TEXT_LINES,
        template=True,
    )


def offer_end(said: str) -> datetime | None:
    """The moment an offer's `data` means: milliseconds or seconds since 1970, or ISO 8601; else None."""
    words = said.strip()
    try:
        if words.isascii() and words.isdigit():
            number = int(words[:20])
            return datetime.fromtimestamp(number / 1000 if number >= MILLISECONDS_FROM else number, UTC)
        moment = datetime.fromisoformat(words)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _at(entries: Sequence[Typed], place: int) -> Typed:
    return entries[place] if place < len(entries) else Typed(None)


def _values(typed: Typed) -> list[str]:
    body = typed.part("body").value
    return [body] if isinstance(body, str) else [as_text(value) for value in as_list(body)]


def _samples(local: Typed) -> dict[str, str]:
    held = local.part("samples").value
    return (
        {as_text(name): as_text(value) for name, value in held.items()} if isinstance(held, Mapping) else {}
    )


def _part(local: Typed, typed: Typed, samples: Mapping[str, str]) -> Bubble:
    """A template's or a card's own header, body and buttons."""
    return Bubble(
        header=_header(local, typed, samples),
        body=filled(local.text("body"), _values(typed), samples),
        buttons=_buttons(local.parts("buttons"), typed.parts("button")),
    )


def _header(local: Typed, typed: Typed, samples: Mapping[str, str]) -> Header | None:
    given = _at(typed.parts("header"), 0)
    link = given.text("data")
    words = filled(local.text("header_text"), [link], samples)
    said = local.text("header").lower() or given.text("type").lower() or ("text" if words else "")
    kind: HeaderKind | None = next((known for known in get_args(HeaderKind) if known == said), None)
    if kind is None:
        return None
    if kind == "text":
        return Header("text", text=words) if words else None
    return Header(kind, link=link, name=file_name(link) if kind == "document" else "")


def _buttons(local: Sequence[Typed], typed: Sequence[Typed]) -> tuple[Button, ...]:
    given: dict[int, Typed] = {}
    for place, entry in enumerate(typed):
        index = entry.number("index")
        given.setdefault(place if index is None else index, entry)
    wanted = dict(enumerate(local)) or {place: Typed(None) for place in sorted(given)}
    return tuple(_button(button, given.get(place, Typed(None))) for place, button in wanted.items())


def _button(local: Typed, given: Typed) -> Button:
    said = (local.text("type") or given.text("type")).lower()
    kind = _BUTTONS.get(said, "reply")
    data = given.text("data")
    url = local.text("url") or local.text("phone_number") or local.text("data")
    return Button(kind, local.text("text"), filled(url, [data]) if url else data)


def _offer(local: Typed, typed: Typed, code: str) -> Offer | None:
    said = _at(typed.parts("limited_time_offer"), 0).text("data")
    words = local.text("limited_time_offer")
    if not words and not said:
        return None
    return Offer(words, offer_end(said), said, code)
