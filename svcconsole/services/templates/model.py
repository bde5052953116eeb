"""LocalTemplate: a template as staff wrote it down, with the places that a message fills in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

_PLACE = re.compile(r"\{\{\s*([A-Za-z_]\w*|\d{1,3})\s*\}\}")
MOST_PLACES = 100
"""A number in a place beyond this is a slip of the pen, not a variable."""

Header = Literal["text", "image", "video", "document", "location"]
ButtonType = Literal["URL", "copy_code", "contact", "quick_reply", "phone"]
Form = Literal["plain", "list", "cart"]

FILLED_BUTTONS = frozenset({"URL", "copy_code"})
"""Buttons that a message fills in; the others are fixed in the template or belong to a flow."""


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        hide_input_in_errors=True,
    )


class TemplateButton(_Part):
    """A button; `url` is where it leads, with at most one place in it; `phone` whom it calls."""

    type: ButtonType
    text: str = ""
    url: str | None = None
    phone: str | None = None

    @property
    def wants_data(self) -> bool:
        """Whether a message has to bring something: the end of the address, or the code."""
        return self.type == "copy_code" or (
            self.type == "URL" and (self.url is None or bool(variables(self.url)))
        )


class TemplateCard(_Part):
    """What a template and each card of a carousel are made of."""

    header: Header | None = None
    header_text: str = ""
    body: Annotated[str, StringConstraints(min_length=1)]
    buttons: tuple[TemplateButton, ...] = ()


class LocalTemplate(TemplateCard):
    """One template of the store's dashboard, as it was typed off or taken over.

    `form` says what it becomes when it is a list or a cart; `samples` are values by place ("1", "name") to
    show it with; `limited_time_offer` is the offer's own text, None for none.
    """

    id: Annotated[str, StringConstraints(min_length=1)]
    name: str = ""
    language: str = "en"
    category: str = ""
    form: Form = "plain"
    footer: str | None = None
    limited_time_offer: str | None = None
    cards: Annotated[tuple[TemplateCard, ...], Field(max_length=10)] = ()
    samples: dict[str, str] = Field(default_factory=dict)

    @property
    def type(self) -> Literal["CAROUSEL", "DEFAULT"]:
        """The message's outer `type`."""
        return "CAROUSEL" if self.cards else "DEFAULT"

    @property
    def shown(self) -> str:
        """What people call it."""
        return self.name or self.id

    @property
    def needs_flow(self) -> bool:
        """Whether it is sent by starting a flow (specification, What the service does): quick replies, a
        list, a cart."""
        parts = (self, *self.cards)
        return self.form != "plain" or any(
            button.type == "quick_reply" for part in parts for button in part.buttons
        )


def variables(text: str) -> tuple[str, ...]:
    """The names of the places in `text`: numbered ones without a gap from 1, named ones as they come."""
    names = list(dict.fromkeys(_PLACE.findall(text)))
    numbers = [int(name) for name in names if name.isdigit() and 0 < int(name) <= MOST_PLACES]
    numbered = [str(number) for number in range(1, max(numbers, default=0) + 1)]
    return (*numbered, *(name for name in names if not name.isdigit()))


def filled(text: str, values: Mapping[str, str] | Sequence[str]) -> str:
    """`text` with its places filled; a place without a value stays as it is written."""
    if not isinstance(values, Mapping):
        values = dict(zip(variables(text), values, strict=False))
    known = values
    return _PLACE.sub(lambda place: known.get(place[1]) or place[0], text)
