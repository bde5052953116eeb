"""The charts shown first for each of the 24 reports, by column names, and for any other table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from svcconsole.api.models.reports import ReportName


@dataclass(frozen=True, slots=True)
class WantedChart:
    """The first pictures of a report. Several names: the first that the file has.

    `rows` is what a row of it is. `amount` is the column to add up where the report comes summed already: a
    row for each channel or agent; shares and averages never are, nobody can add them. `over` is its time:
    the column `period` is there only when the report was asked for by day, week or month.
    """

    rows: str
    over: tuple[str, ...]
    split: str | None
    values: tuple[str, ...]
    amount: str | None
    figures: str


@dataclass(frozen=True, slots=True)
class Defaults:
    """The same by the places of columns; None where the file has none of the names."""

    rows: str
    over: int | None = None
    split: int | None = None
    values: int | None = None
    amount: int | None = None
    figures: int | None = None
    needs_period: bool = False
    """The report would have times if it had been asked for by day, week or month."""


_PERIOD: Final = ("period",)

REPORTS: Final[Mapping[ReportName, WantedChart]] = {
    "All Conversations Report": WantedChart(
        "Messages", ("createdAt",), "channel", ("status",), None, "failureReason"
    ),
    "Customer Conversations": WantedChart(
        "Conversations",
        (*_PERIOD, "lastMessageAt"),
        "channel",
        ("customerName", "contact"),
        "received",
        "received",
    ),
    "Channel Engagement": WantedChart("Rows", _PERIOD, "channel", ("channel",), "sent", "read"),
    "Customer Delivery Failure Report": WantedChart(
        "Failed messages", ("failedAt",), "channel", ("failureReason",), None, "campaign"
    ),
    "Ticket's Overview": WantedChart(
        "Rows", _PERIOD, "channel", ("channel",), "tickets", "averageFirstReplyMinutes"
    ),
    "Agent Engagement": WantedChart(
        "Rows", _PERIOD, None, ("agentName", "agentEmail"), "messagesWritten", "tickets"
    ),
    "Agent SLA report": WantedChart(
        "Rows", _PERIOD, None, ("agentEmail",), "repliedWithin30Minutes", "averageFirstReplyMinutes"
    ),
    "Overall CSAT/NPS": WantedChart("Rows", _PERIOD, "channel", ("channel",), "csatAnswers", "averageCsat"),
    "Label Engagement": WantedChart(
        "Rows", _PERIOD, "label", ("label",), "tickets", "averageFirstReplyMinutes"
    ),
    "Customer ticket report (with forms)": WantedChart(
        "Tickets", ("createdAt",), "channel", ("agentEmail",), None, "csat"
    ),
    "Campaign Summary Report": WantedChart(
        "Campaigns", ("startedAt",), "channel", ("campaign",), "read", "readPercent"
    ),
    "Campaign(s) Message Failure Overview": WantedChart(
        "Rows", _PERIOD, "campaign", ("failureReason",), "messages", "messages"
    ),
    "Campaign(s) Opt-Out and Bounce": WantedChart(
        "Rows", _PERIOD, "campaign", ("campaign",), "optedOut", "optedOutPercent"
    ),
    "Campaign(s) Conversion Events Report": WantedChart(
        "Rows", _PERIOD, "event", ("event",), "events", "customers"
    ),
    "Journey overall report": WantedChart("Rows", _PERIOD, "flow", ("flow",), "runs", "completedPercent"),
    "Journey keywords report": WantedChart("Rows", _PERIOD, None, ("keyword",), "runs", "customers"),
    "Price please automation report": WantedChart(
        "Rows", _PERIOD, None, ("product",), "asked", "orderedPercent"
    ),
    "Ledger report": WantedChart("Entries", ("at",), "category", ("category",), "amount", "balance"),
    "Whatsapp Payment Report": WantedChart("Payments", ("at",), "status", ("status",), None, "amount"),
    "Overall customers report": WantedChart("Customers", ("createdAt",), None, ("country",), None, "city"),
    "Customer Conversion Summary report": WantedChart(
        "Customers", (*_PERIOD, "lastOrderAt"), "currency", ("customerName",), "orders", "orders"
    ),
    "Events conversion report": WantedChart("Rows", _PERIOD, "event", ("event",), "events", "orderedPercent"),
    "Popup Insights": WantedChart("Rows", _PERIOD, "popup", ("popup",), "viewed", "clickedPercent"),
    "Popup Conversions": WantedChart("Rows", _PERIOD, "popup", ("popup",), "submitted", "orderedPercent"),
}


def defaults_of(report: str | None, columns: Sequence[str]) -> Defaults | None:
    """The first pictures of a report's file; None for a name or columns nobody knows."""
    wanted = next((wanted for name, wanted in REPORTS.items() if name == report), None)
    if wanted is None:
        return None
    places = {column: at for at, column in reversed(list(enumerate(columns)))}

    def place(*names: str | None) -> int | None:
        return next((places[name] for name in names if name is not None and name in places), None)

    values = place(*wanted.values)
    if values is None:
        return None
    over = place(*wanted.over)
    return Defaults(
        rows=wanted.rows,
        over=over,
        split=place(wanted.split),
        values=values,
        amount=place(wanted.amount),
        figures=place(wanted.figures),
        needs_period=over is None and "period" in wanted.over,
    )
