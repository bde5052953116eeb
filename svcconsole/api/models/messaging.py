"""WhatsApp messages and their delivery records (specification: endpoints 9 and 14)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, NoReturn

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from svcconsole.api.models.common import (
    WIRE_NAMES_ONLY,
    Envelope,
    KnownId,
    LooseText,
    Record,
    Request,
    Text,
    refuse,
)
from svcconsole.words.message import message

MessageType = Literal[
    "text",
    "image",
    "video",
    "document",
    "options",
    "buttons",
    "address",
    "single_product",
    "multiple_product",
]


def _is_json(value: str) -> str:
    # not pydantic's own reader: it stops at 200 brackets, and 1,024 characters hold 512
    try:
        json.loads(value, parse_constant=_no_json)
    except (ValueError, RecursionError):
        raise PydanticCustomError("not_json", "must be JSON text") from None
    return value


def _no_json(constant: str) -> NoReturn:
    raise ValueError(constant)


CallbackData = Annotated[str, Field(min_length=1, max_length=1024), AfterValidator(_is_json)]
"""Echoed in webhooks (V2 only): not empty, readable as JSON, at most 1,024 characters."""


class TextPayload(Request):
    message: Text


class Media(Request):
    media_link: Text
    caption: str | None = None


class MediaPayload(Request):
    """An image, a video or a document; `type`, when given, is the message's own type."""

    type: Literal["image", "video", "document"] | None = None
    media: Media


class Option(Request):
    id: str | None = None
    name: str | None = None


class OptionSection(Request):
    button_title: str | None = None
    section_title: str | None = None
    payload: Annotated[list[Option], Field(min_length=1)]


class OptionsPayload(Request):
    type: Literal["options"] | None = None
    body: Text
    header_title: str | None = None
    footer_title: str | None = None
    section: OptionSection


class HeaderImage(Request):
    media_link: str | None = None


class ButtonsHeader(Request):
    type: Literal["image"] | None = None
    image: HeaderImage | None = None


class ButtonsPayload(Request):
    type: Literal["buttons"] | None = None
    body: Text
    header_title: str | None = None
    footer_title: str | None = None
    section: OptionSection
    header: ButtonsHeader | None = None


class DeliveryAddress(Request):
    """The address shown in an address message; these names are snake_case on the wire, too."""

    model_config = ConfigDict(alias_generator=None)

    id: str | None = None
    name: str | None = None
    phone_number: str | None = None
    pin_code: str | None = None
    floor_number: str | None = None
    building_name: str | None = None
    address: str | None = None
    landmark_area: str | None = None
    city: str | None = None
    country: str | None = None


class AddressPayload(Request):
    message: Text
    address: DeliveryAddress


class SingleProductPayload(Request):
    message: str | None = None
    footer_text: str | None = None
    catalog_id: Text
    product_retailer_id: Text


class ProductSection(Request):
    title: str | None = None
    variant_ids: list[str] | None = None


class MultipleProductPayload(Request):
    message: str | None = None
    catalog_id: Text
    header_text: str | None = None
    footer_text: str | None = None
    sections: Annotated[list[ProductSection], Field(min_length=1)]


Payload = (
    TextPayload
    | MediaPayload
    | OptionsPayload
    | ButtonsPayload
    | AddressPayload
    | SingleProductPayload
    | MultipleProductPayload
)
Payloads = Mapping[str, type[Request]]
"""The payload model of each outer `type`; message classes hold theirs in `payloads` for forms."""

PAYLOADS: Payloads = {
    "text": TextPayload,
    "image": MediaPayload,
    "video": MediaPayload,
    "document": MediaPayload,
    "options": OptionsPayload,
    "buttons": ButtonsPayload,
    "address": AddressPayload,
    "single_product": SingleProductPayload,
    "multiple_product": MultipleProductPayload,
}


def payload_by_type(payloads: Payloads, value: Any, info: ValidationInfo) -> Any:
    """Read a payload as the shape its outer `type` names; refusals keep their place inside the payload."""
    chosen = payloads.get(info.data.get("type", ""))
    if chosen is None:  # the type itself is refused already, and nothing can be said about its payload
        return value
    if isinstance(value, BaseModel) and not isinstance(value, chosen):
        raise PydanticCustomError("other_payload", "is not the payload of this type")
    by_name = info.context != WIRE_NAMES_ONLY
    return chosen.model_validate(value, by_alias=True, by_name=by_name, context=info.context)


class _Message(Request):
    payloads: ClassVar[Payloads] = PAYLOADS

    medium: Literal["whatsapp"]
    contact_identifier: Text
    type: MessageType
    business_phone_number: str | None = None
    payload: Payload

    @field_validator("payload", mode="wrap")
    @classmethod
    def _payload_of_type(cls, value: Any, _: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        return payload_by_type(PAYLOADS, value, info)

    @model_validator(mode="after")
    def _same_type_inside(self) -> _Message:
        if isinstance(self.payload, MediaPayload) and self.payload.type not in {None, self.type}:
            refuse(
                type(self),
                [(("payload", "type"), message("must be {type}, the message's own type", type=self.type))],
            )
        return self


class SendMessage(_Message):
    """Version 2: callbackData is echoed in webhooks; appId is accepted (decisions, row 7)."""

    app_id: Text | None = None
    callback_data: CallbackData | None = None


class SendMessageV1(_Message):
    """Version 1, deprecated: needs appId, knows no callbackData, and its answer names no message."""

    app_id: Text


class FetchMessages(Request):
    message_ids: Annotated[list[str], Field(min_length=1)]


class SentData(Record):
    id: KnownId


class SentResponse(Envelope):
    """Version 2: `data.id` is what the message is tracked by."""

    data: SentData


class SentV1Response(Envelope):
    """Version 1 of send message: a status; the id is in the schema, not in the sample (decisions, row 28)."""

    status_only = True

    id: LooseText = None


class MessageRecord(Record):
    """A delivery record; `created_at` None with a `message` text is the store's "no messages were found"."""

    id: LooseText = None
    message_id: LooseText = None
    created_at: LooseText = None
    receiver_id: LooseText = None
    status: LooseText = None
    type: LooseText = None
    message: LooseText = None
    asset_value: LooseText = None
    failure_reason: LooseText = None


class MessagesData(Record):
    messages: list[MessageRecord]


class MessagesResponse(Envelope):
    data: MessagesData
