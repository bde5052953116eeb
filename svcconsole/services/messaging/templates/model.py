"""LocalTemplate: a template as staff stored it here, with the variables a message fills."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from svcconsole.services.messaging.appearance.variables import places

Header = Literal["text", "image", "video", "document", "location"]
ButtonType = Literal["URL", "copy_code", "contact", "quick_reply", "phone_number"]
Form = Literal["plain", "list", "cart"]


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
    """A button; `url` is where it leads, with at most one place in it."""

    type: ButtonType
    text: str = ""
    url: str | None = None
    phone_number: str | None = None

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
    """The names of the values that `text` wants, in their order: numbers without a gap from 1, then names."""
    names = places(text)
    numbers = [int(name) for name in names if name.isdigit()]
    numbered = [str(number) for number in range(1, max(numbers, default=0) + 1)]
    return (*numbered, *(name for name in names if not name.isdigit()))
