"""Maps a message between the flat fields of a form and the request it becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic.alias_generators import to_snake
from pydantic_core import InitErrorDetails, PydanticCustomError

from svcconsole.api.models.messaging import (
    DeliveryAddress,
    MessageType,
    Option,
    ProductSection,
    SendMessage,
    SendMessageV1,
)
from svcconsole.api.value_path import value_at
from svcconsole.tables.values.phones import phone_key

KIND = "message"
"""How messages are named in the ledger and among the drafts."""
Values = dict[str, Any]
Path = tuple[str, ...]
Loc = tuple[str | int, ...]

SINGLE_PRODUCT = "single_product"
TYPES: Mapping[str, Mapping[str, Path]] = {
    "text": {"message": ("message",)},
    **{kind: {"media_link": ("media", "media_link"), "message": ("media", "caption")}
       for kind in ("image", "video", "document")},
    "options": {
        "header_title": ("header_title",),
        "footer": ("footer_title",),
        "message": ("body",),
        "choices": ("section", "payload"),
        "section_title": ("section", "section_title"),
        "button_title": ("section", "button_title"),
    },
    "buttons": {
        "header_image": ("header", "image", "media_link"),
        "header_title": ("header_title",),
        "footer": ("footer_title",),
        "message": ("body",),
        "choices": ("section", "payload"),
        "section_title": ("section", "section_title"),
        "button_title": ("section", "button_title"),
    },
    "address": {"message": ("message",), "address": ("address",)},
    SINGLE_PRODUCT: {
        "catalog_id": ("catalog_id",),
        "product_id": ("product_retailer_id",),
        "message": ("message",),
        "footer": ("footer_text",),
    },
    "multiple_product": {
        "catalog_id": ("catalog_id",),
        "header_title": ("header_text",),
        "footer": ("footer_text",),
        "message": ("message",),
        "sections": ("sections",),
    },
}  # fmt: skip
"""Type → field of the form → its place in the payload (specification, endpoint 9)."""
SAME_TYPE_INSIDE = frozenset({"image", "video", "document", "options", "buttons"})
"""Types whose payload names the type once more."""
REQUIRED: Mapping[str, frozenset[str]] = {
    "text": frozenset({"message"}),
    **dict.fromkeys(("image", "video", "document"), frozenset({"media_link"})),
    **dict.fromkeys(("options", "buttons"), frozenset({"message", "choices"})),
    "address": frozenset({"message", "address"}),
    "single_product": frozenset({"catalog_id", "product_id"}),
    "multiple_product": frozenset({"catalog_id", "sections"}),
}
"""What a payload must have (decisions, row 8)."""
COMMON = ("contact_identifier", "business_phone_number")
V2_ONLY = "callback_data"
V1_ONLY = "app_id"


class ComposedMessage(BaseModel):
    """What is typed, whatever the type; only what the type has is sent. `request` is the checked request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    type: MessageType
    contact_identifier: str = ""
    business_phone_number: str | None = None
    media_link: str | None = None
    header_image: str | None = None
    catalog_id: str | None = None
    product_id: str | None = None
    header_title: str | None = None
    footer: str | None = None
    message: str | None = None
    choices: list[Option] | None = None
    section_title: str | None = None
    button_title: str | None = None
    sections: list[ProductSection] | None = None
    address: DeliveryAddress | None = None
    callback_data: str | None = None
    version_1: bool = False
    app_id: str | None = None

    @model_validator(mode="after")
    def _sound(self) -> ComposedMessage:
        try:
            self.read()
        except ValidationError as error:
            raise ValidationError.from_exception_data(
                type(self).__name__, list(_at_fields(self.type, error))
            ) from None
        return self

    @property
    def request(self) -> SendMessage | SendMessageV1:
        """As it goes out: version 1 where that was chosen."""
        return self.read()

    def read(self) -> SendMessage | SendMessageV1:
        """The request; ValidationError where the specification does not allow it."""
        model = SendMessageV1 if self.version_1 else SendMessage
        return model.model_validate(wire_values(self.model_dump(exclude_none=True)))


def fields_of(kind: str, *, version_1: bool = False) -> frozenset[str]:
    """The fields that a message of this type and version has."""
    return frozenset((*COMMON, *TYPES.get(kind, ()), V1_ONLY if version_1 else V2_ONLY))


def wire_values(values: Mapping[str, Any]) -> Values:
    """The request as a dict by the models' names, from what is typed so far; blank fields are left out."""
    kind = values.get("type")
    made: Values = {"medium": "whatsapp", "type": kind}
    shown = fields_of(str(kind), version_1=bool(values.get("version_1")))
    for name in (*COMMON, V2_ONLY, V1_ONLY):
        if name in shown and values.get(name) not in (None, ""):
            made[name] = values[name]
    payload: Values = {"type": kind} if kind in SAME_TYPE_INSIDE else {}
    for name, path in TYPES.get(str(kind), {}).items():
        if values.get(name) not in (None, "", [], {}):
            _put(payload, path, values[name])
    if "header" in payload:
        payload["header"] = {"type": "image", **payload["header"]}
    made["payload"] = payload
    return made


def typed_values(request: BaseModel) -> Values:
    """What would be typed for this request, to open it as a new draft."""
    sent = request.model_dump()
    found: Values = {
        "type": sent["type"],
        "version_1": isinstance(request, SendMessageV1),
        **{name: sent.get(name) for name in (*COMMON, V2_ONLY, V1_ONLY) if sent.get(name) is not None},
    }
    for name, path in TYPES[sent["type"]].items():
        if (value := value_at(sent["payload"], path)) is not None:
            found[name] = value
    return found


def field_loc(kind: str, loc: Sequence[str | int]) -> Loc:
    """The form's field, and the place in it, that a place of the request belongs to; blank for none."""
    if loc[:1] != ("payload",):
        return tuple(loc) if loc and loc[0] in (*COMMON, "type", V2_ONLY, V1_ONLY) else ()
    inside = tuple(loc[1:])
    paths = TYPES.get(kind, {})
    for name, path in paths.items():
        if inside[: len(path)] == path:
            return (name, *inside[len(path) :])
    return next(((name,) for name, path in paths.items() if path[: len(inside)] == inside and inside), ())


def loc_of(path: str) -> Loc:
    """A path on the wire, `payload.section.payload[0].name`, as a place in the models' names."""
    parts = re.findall(r"[A-Za-z_]\w*|\d+", path)
    return tuple(int(part) if part.isdigit() else to_snake(part) for part in parts)


def title_of(values: Mapping[str, Any], type_words: str) -> str:
    """What a message is called in lists: its type, and how its text begins."""
    text = " ".join(str(values.get("message") or values.get("header_title") or "").split())
    return f"{type_words}: {text[:80]}" if text else type_words


def people_of(number: str | None, region: str | None, email: str | None = None) -> tuple[str, ...]:
    """Keys of the person by which their page finds what was sent."""
    keys = (
        f"phone:{phone_key(number, region)}" if number else "",
        f"email:{email.casefold()}" if email else "",
    )
    return tuple(key for key in keys if key)


def _put(payload: Values, path: Path, value: Any) -> None:
    for part in path[:-1]:
        payload = payload.setdefault(part, {})
    payload[path[-1]] = value


def _at_fields(kind: str, error: ValidationError) -> Iterator[InitErrorDetails]:
    """The request's errors at the fields of the form; what belongs to none stands at the message's type."""
    for entry in error.errors(include_url=False, include_input=False):
        loc = field_loc(kind, entry["loc"]) or ("type",)
        known = entry["type"] in _PLAIN_ERRORS
        said: Any = entry["type"] if known else PydanticCustomError("rule", "{text}", {"text": entry["msg"]})
        yield InitErrorDetails(type=said, loc=loc, input=None, ctx=entry.get("ctx", {}) if known else {})


_PLAIN_ERRORS = frozenset({"missing", "string_too_short", "string_too_long", "too_short", "string_type"})
