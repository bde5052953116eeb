"""Helpdesk tickets (specification: Ticket, endpoint 12)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, model_validator

from svcconsole.api.models.common import (
    Envelope,
    KnownId,
    Loc,
    LooseId,
    LooseText,
    Record,
    Request,
    Whole,
    refuse,
)
from svcconsole.words.message import message


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


Channel = Annotated[Literal["WHATSAPP", "EMAIL", "TASKS"], BeforeValidator(_upper)]
"""Read in any case, sent as documented (decisions, row 19)."""

REQUIRED_BY_CHANNEL = {
    "EMAIL": ("brand_email", "customer_email"),
    "WHATSAPP": ("brand_phone_number", "customer_phone_number"),
    "TASKS": ("task_title",),
}
REQUIRED_BY_ASSIGNMENT = {"SPECIFIC_AGENT": ("agent_mail",), "SPECIFIC_TEAM": ("team_id",)}


class CreateTicket(Request):
    """A ticket; what it needs depends on its channel and on whom it is assigned to."""

    channel: Channel
    label_ids: list[Whole] | None = None
    brand_email: str | None = None
    customer_email: str | None = None
    brand_phone_number: str | None = None
    customer_phone_number: str | None = None
    task_title: str | None = None
    assignment_type: Literal["ALL_AGENTS", "SPECIFIC_AGENT", "SPECIFIC_TEAM"] | None = None
    agent_mail: str | None = None
    team_id: Whole | None = None
    context: str | None = None

    @model_validator(mode="after")
    def _what_the_choices_need(self) -> CreateTicket:
        missing: list[tuple[Loc, str]] = [
            ((name,), message("is required when channel is {channel}", channel=self.channel))
            for name in REQUIRED_BY_CHANNEL[self.channel]
            if getattr(self, name) in {None, ""}
        ]
        missing += [
            ((name,), message("is required when assignmentType is {type}", type=self.assignment_type))
            for name in REQUIRED_BY_ASSIGNMENT.get(self.assignment_type or "", ())
            if getattr(self, name) in {None, ""}
        ]
        if missing:
            refuse(CreateTicket, missing, "required")
        return self


class Ticket(Record):
    """A ticket as created; `team_id` None means no team."""

    id: KnownId
    customer_id: LooseId = None
    store_id: LooseId = None
    agent_id: LooseId = None
    team_id: LooseId = None
    channel_name: LooseText = None


class TicketData(Record):
    ticket: Ticket


class TicketResponse(Envelope):
    data: TicketData
