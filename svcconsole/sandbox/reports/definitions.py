"""The reports of the specification: what each is made of and which filters it uses, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy import Select

from svcconsole.api.models.reports import ReportName
from svcconsole.sandbox.reports import conversations
from svcconsole.sandbox.reports.asked import Asked


@dataclass(frozen=True, slots=True)
class Report:
    """`query` gives the rows, in their order, under the CSV's column names.

    A filter that it does not use is ignored (decisions, row 5). `whole_past`: it also reads what happened
    outside its range. `spread`: this column, a JSON object, becomes a column for each of its names.
    """

    query: Callable[[Asked], Select[tuple[object, ...]]]
    channel: bool = False
    group_by: bool = False
    whole_past: bool = False
    spread: str | None = None


REPORTS: Mapping[ReportName, Report] = {
    "All Conversations Report": Report(conversations.all_conversations, channel=True),
    "Customer Conversations": Report(conversations.customer_conversations, channel=True, group_by=True),
    "Channel Engagement": Report(conversations.channel_engagement, channel=True, group_by=True),
    "Customer Delivery Failure Report": Report(conversations.delivery_failures, channel=True),
}
