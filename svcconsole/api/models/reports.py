"""Reports: generating, and asking for status and download link (specification: endpoints 1 and 2)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from svcconsole.api.models.common import (
    AnyText,
    Envelope,
    KnownId,
    LooseText,
    Record,
    Request,
    Text,
    Whole,
    refuse,
)
from svcconsole.words.message import message

ReportType = Literal["Overall", "Campaigns", "Helpdesk", "Journeys", "Widgets"]
ReportName = Literal[
    "Popup Conversions",
    "Campaign(s) Message Failure Overview",
    "Whatsapp Payment Report",
    "Agent Engagement",
    "Overall CSAT/NPS",
    "Channel Engagement",
    "Label Engagement",
    "Customer Conversations",
    "Events conversion report",
    "Ticket's Overview",
    "Journey overall report",
    "Campaign Summary Report",
    "Campaign(s) Opt-Out and Bounce",
    "Campaign(s) Conversion Events Report",
    "Ledger report",
    "Agent SLA report",
    "Price please automation report",
    "Customer Delivery Failure Report",
    "Overall customers report",
    "Popup Insights",
    "Customer Conversion Summary report",
    "Customer ticket report (with forms)",
    "Journey keywords report",
    "All Conversations Report",
]
RESUMABLE: ReportName = "All Conversations Report"
"""The only report whose export continues from a cursor."""


def moment(text: str) -> datetime:
    """The instant an ISO 8601 timestamp with a time zone names; ValueError for anything else."""
    if "T" not in text:
        raise ValueError(text)
    instant = datetime.fromisoformat(text)
    if instant.utcoffset() is None:
        raise ValueError(text)
    return instant


def _zoned(text: str) -> str:
    try:
        moment(text)
    except ValueError:
        raise PydanticCustomError(
            "not_a_moment", "must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T00:00:00Z"
        ) from None
    return text


Moment = Annotated[str, AfterValidator(_zoned)]
"""A zoned ISO 8601 timestamp, kept as written; without a zone its day would depend on who reads it."""


class DateRange(Request):
    start_date: Moment
    end_date: Moment

    @model_validator(mode="after")
    def _in_order(self) -> DateRange:
        if moment(self.start_date) > moment(self.end_date):
            refuse(
                DateRange,
                [(("end_date",), message("must not be before startDate {start}", start=self.start_date))],
            )
        return self


class ReportFilters(Request):
    """Both apply to supported reports only; which those are is not documented."""

    channel: Literal["whatsapp", "email", "instagram", "messenger", "livechat"] | None = None
    group_by: Literal["day", "week", "month"] | None = None


class GenerateReport(Request):
    """`cursor` resumes an earlier partial export of the same parameters."""

    report_type: ReportType
    report_name: ReportName
    date_range: DateRange
    emails: Annotated[list[Text], Field(min_length=1)]
    report_description: str | None = None
    filters: ReportFilters | None = None
    cursor: Text | None = None


class GetReport(Request):
    report_history_id: Whole


class ReportRequestedData(Record):
    report_history_id: KnownId


class ReportRequestedResponse(Envelope):
    data: ReportRequestedData


class ReportData(Record):
    """`report_status` is QUEUE, IN_PROGRESS, COMPLETED or FAILED, or a word of the store's own; a cursor of
    any type means that the report goes on."""

    download_link: LooseText = None
    report_status: AnyText = None
    cursor: AnyText = None


class ReportResponse(Envelope):
    data: ReportData
