"""The reports of the specification: what each is made of and which filters it uses, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from svcconsole.api.models.reports import ReportName
from svcconsole.sandbox.reports import campaigns, conversations, helpdesk, journeys, sales
from svcconsole.sandbox.reports.request import Query, ReportQuery


@dataclass(frozen=True, slots=True)
class Report:
    """`query` gives the rows, in their order, under the CSV's column names.

    A filter that it does not use is ignored (decisions, row 5). `from_the_start`: it also reads what happened
    before its range. `spread`: this column, a JSON object, becomes a column for each of its names.
    """

    query: Callable[[ReportQuery], Query]
    channel: bool = False
    group_by: bool = False
    from_the_start: bool = False
    spread: str | None = None


REPORTS: Mapping[ReportName, Report] = {
    "All Conversations Report": Report(conversations.all_conversations, channel=True),
    "Customer Conversations": Report(conversations.customer_conversations, channel=True, group_by=True),
    "Channel Engagement": Report(conversations.channel_engagement, channel=True, group_by=True),
    "Customer Delivery Failure Report": Report(conversations.delivery_failures, channel=True),
    "Ticket's Overview": Report(helpdesk.overview, channel=True, group_by=True),
    "Agent Engagement": Report(helpdesk.agent_engagement, channel=True, group_by=True),
    "Agent SLA report": Report(helpdesk.agent_sla, channel=True, group_by=True),
    "Overall CSAT/NPS": Report(helpdesk.satisfaction, channel=True, group_by=True),
    "Label Engagement": Report(helpdesk.label_engagement, channel=True, group_by=True),
    "Customer ticket report (with forms)": Report(helpdesk.tickets_with_forms, channel=True, spread="form"),
    "Campaign Summary Report": Report(campaigns.summary, channel=True),
    "Campaign(s) Message Failure Overview": Report(campaigns.failures, channel=True, group_by=True),
    "Campaign(s) Opt-Out and Bounce": Report(campaigns.opt_outs_and_bounces, channel=True, group_by=True),
    "Campaign(s) Conversion Events Report": Report(campaigns.conversion_events, channel=True, group_by=True),
    "Journey overall report": Report(journeys.overall, group_by=True),
    "Journey keywords report": Report(journeys.keywords, group_by=True),
    "Price please automation report": Report(journeys.price_please, group_by=True),
    "Ledger report": Report(sales.account, channel=True, from_the_start=True),
    "Whatsapp Payment Report": Report(sales.payments),
    "Overall customers report": Report(sales.everybody),
    "Customer Conversion Summary report": Report(sales.conversions, group_by=True),
    "Events conversion report": Report(sales.events, group_by=True),
    "Popup Insights": Report(sales.popup_insights, group_by=True),
    "Popup Conversions": Report(sales.popup_conversions, group_by=True),
}
