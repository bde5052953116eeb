"""WhatsApp template messages, version 2 and 1 (specification: endpoint 10)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, ValidationInfo, ValidatorFunctionWrapHandler, field_validator

from svcconsole.api.models.common import Envelope, KnownId, Record, Request, Text
from svcconsole.api.models.messaging import CallbackData, Payloads, payload_by_type


class TemplateHeader(Request):
    """`data` is the media's URL."""

    type: Literal["image"]
    data: Text


class TemplateButton(Request):
    """`index` is the button's position; the contact button is not documented (decisions, row 10)."""

    type: Literal["URL", "copy_code", "contact"]
    index: Annotated[int, Field(ge=0)]
    data: str


class LimitedTimeOffer(Request):
    type: Literal["limited_time_offer"]
    data: str


class Components(Request):
    """The variable parts of a plain template."""

    header: list[TemplateHeader] | None = None
    body: list[str] | None = None
    button: list[TemplateButton] | None = None
    limited_time_offer: Annotated[list[LimitedTimeOffer] | None, Field(alias="limited_time_offer")] = None


class CarouselCard(Request):
    header: list[TemplateHeader] | None = None
    body: list[str] | None = None
    button: list[TemplateButton] | None = None


class CarouselComponents(Request):
    """A carousel: the outer `body` is one text, each card's `body` a list as elsewhere."""

    header: list[TemplateHeader] | None = None
    body: str | None = None
    button: list[TemplateButton] | None = None
    limited_time_offer: Annotated[list[LimitedTimeOffer] | None, Field(alias="limited_time_offer")] = None
    carousel: Annotated[list[CarouselCard], Field(min_length=1)]


class TemplatePayload(Request):
    template_id: Text
    components: Components | None = None


class CarouselPayload(Request):
    template_id: Text
    components: CarouselComponents


TEMPLATE_PAYLOADS: Payloads = {"DEFAULT": TemplatePayload, "CAROUSEL": CarouselPayload}


class _TemplateMessage(Request):
    payloads: ClassVar[Payloads] = TEMPLATE_PAYLOADS

    medium: Literal["whatsapp"]
    contact_identifier: Text
    type: Literal["CAROUSEL", "DEFAULT"] = "DEFAULT"
    business_phone_number: str | None = None
    payload: TemplatePayload | CarouselPayload

    @field_validator("payload", mode="wrap")
    @classmethod
    def _payload_of_type(cls, value: Any, _: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        return payload_by_type(TEMPLATE_PAYLOADS, value, info)


class SendTemplate(_TemplateMessage):
    """Version 2; a missing `type` means DEFAULT and is sent as such (decisions, rows 7 and 9)."""

    app_id: Text | None = None
    callback_data: CallbackData | None = None


class SendTemplateV1(_TemplateMessage):
    """Version 1, deprecated: needs appId, knows no callbackData, answers `response.id`."""

    app_id: Text


class TemplateSentData(Record):
    id: KnownId


class TemplateSentV1Response(Envelope):
    response: TemplateSentData
