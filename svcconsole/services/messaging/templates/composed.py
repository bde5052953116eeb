"""Maps a template message between the flat fields of a form and the request it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from svcconsole.api.models.templates import SendTemplate, SendTemplateV1
from svcconsole.services.messaging.templates.placeholders import OTHER

KIND = "template"
"""How template messages are named in the ledger and among the drafts."""
OUTSIDE = ("contact_identifier", "business_phone_number", "callback_data", "app_id")


class ComposedTemplate(BaseModel):
    """What is typed; `components` are made of it and of the template. `request` is the checked request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    template_id: str = ""
    contact_identifier: str = ""
    business_phone_number: str | None = None
    type: str = "DEFAULT"
    values: dict[str, Any] | None = None
    callback_data: str | None = None
    version_1: bool = False
    app_id: str | None = None

    @model_validator(mode="after")
    def _sound(self) -> ComposedTemplate:
        try:
            self.read()
        except ValidationError as error:
            raise ValidationError.from_exception_data(type(self).__name__, list(_at_fields(error))) from None
        return self

    @property
    def request(self) -> SendTemplate | SendTemplateV1:
        """As it goes out: version 1 where that was chosen."""
        return self.read()

    def read(self) -> SendTemplate | SendTemplateV1:
        """The request; ValidationError where the specification does not allow it."""
        model = SendTemplateV1 if self.version_1 else SendTemplate
        return model.model_validate(wire_values(self.model_dump(exclude_none=True)))


def wire_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The request as a dict by the models' names; `values` holds the components."""
    unused = "callback_data" if values.get("version_1") else "app_id"
    made: dict[str, Any] = {"medium": "whatsapp", "type": values.get("type", "DEFAULT")}
    made |= {name: values[name] for name in OUTSIDE if name != unused and values.get(name)}
    payload: dict[str, Any] = {"template_id": values.get("template_id", "")}
    if values.get("values"):
        payload["components"] = values["values"]
    return {**made, "payload": payload}


def field_loc(loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The form's field that a place of the request belongs to; blank for none."""
    if loc[:2] == ("payload", "template_id"):
        return ("template_id",)
    if loc[:2] == ("payload", "components"):
        return ("values", _key(loc[2:]))
    return loc[:1] if loc and loc[0] in OUTSIDE else ()


def _key(loc: tuple[str | int, ...]) -> str:
    """The slot a place in the components belongs to, what was written as JSON for the rest."""
    if loc[:1] == ("carousel",) and len(loc) > 2 and isinstance(loc[1], int):
        return f"cards.{loc[1]}.{_key(loc[2:])}"
    if loc[:1] == ("body",):
        return f"body.{loc[1] if len(loc) > 1 else 0}"
    return str(loc[0]) if loc[:1] in (("header",), ("limited_time_offer",)) else OTHER


def _at_fields(error: ValidationError) -> Iterator[InitErrorDetails]:
    for entry in error.errors(include_url=False, include_input=False):
        loc = field_loc(entry["loc"]) or ("template_id",)
        if entry["type"] in ("missing", "string_too_short"):
            yield InitErrorDetails(type="missing", loc=loc[:1], input=None)
        else:
            said = PydanticCustomError("rule", "{text}", {"text": entry["msg"]})
            yield InitErrorDetails(type=said, loc=loc, input=None)
