"""A template of the practice store: its fixed text and the variables a message must fill."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field
from sqlalchemy import Connection

from svcconsole.api.models.common import Request, Text
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.tables import messaging as tables

_PLACE = re.compile(r"\{\{(\d+)\}\}")

CAROUSEL, DEFAULT = "CAROUSEL", "DEFAULT"


class Button(Request):
    """A button that a message fills in: the end of `url`, or the code that is copied."""

    type: Literal["URL", "copy_code"]
    text: Text
    url: Text | None = None

    def filled(self, data: str) -> str:
        """Where it leads, or the code itself."""
        return _PLACE.sub(lambda _: data, self.url) if self.url else data


class Part(Request):
    """What a template and each card of a carousel are made of; `{{1}}` in a text is its first variable."""

    header: Literal["image"] | None = None
    body: Text
    buttons: tuple[Button, ...] = ()

    @property
    def variables(self) -> int:
        """How many values the body wants."""
        return max((int(place) for place in _PLACE.findall(self.body)), default=0)

    def filled(self, values: Sequence[str]) -> str:
        """The body with its values."""
        return _PLACE.sub(lambda place: values[int(place[1]) - 1], self.body)


class Template(Part):
    """One template; with `cards` it is a carousel, whose own body is filled by a single text."""

    id: Text
    language: Text = "en"
    category: Literal["marketing", "utility"]
    footer: str | None = None
    limited_time_offer: Text | None = None
    cards: Annotated[tuple[Part, ...], Field(max_length=10)] = ()

    @property
    def type(self) -> str:
        """The message's outer `type` that goes with it."""
        return CAROUSEL if self.cards else DEFAULT

    def shown(self) -> Mapping[str, Any]:
        """As JSON, for whoever lists the templates."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)

    @classmethod
    def stored(cls, body: str) -> Self:
        """A template from its record."""
        return cls.model_validate_json(body)


def save_templates(connection: Connection, templates: Sequence[Template]) -> None:
    """Add templates, or replace those of the same id."""
    rows = [
        {"id": template.id, "body": template.model_dump_json(by_alias=True, exclude_none=True)}
        for template in templates
    ]
    database.upsert(connection, tables.templates, rows)


def find(connection: Connection, template_id: str) -> Template | None:
    """The template of this id, if the store has it."""
    body = database.bodies(connection, tables.templates, [template_id]).get(template_id)
    return None if body is None else Template.stored(body)
