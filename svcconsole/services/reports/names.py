"""The 24 reports of the specification: what each answers, its type, the filters that apply."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.api.models.reports import RESUMABLE, ReportName, ReportType
from svcconsole.words.message import message


@dataclass(frozen=True, slots=True)
class KnownReport:
    """`type` is suggested, never required, and so are the filters: the specification does not say which
    belong together (decisions, row 5). `answers` is one sentence about what staff learn from it; `also` are
    words that find it."""

    name: ReportName
    type: ReportType
    answers: str
    channel: bool = False
    group_by: bool = False
    also: str = ""

    @property
    def resumable(self) -> bool:
        """Whether an export of more than 50,000 rows can be continued."""
        return self.name == RESUMABLE

    def found_by(self, words: str) -> bool:
        """Whether each of `words` is in its name, type, sentence or further words."""
        text = f"{self.name} {self.type} {self.answers} {self.also}".casefold()
        return all(word in text for word in words.casefold().split())


REPORTS: tuple[KnownReport, ...] = (
    KnownReport(
        "All Conversations Report", "Overall",
        message("Every message that was written or received, with " "its status."),
        channel=True, also="export messages history everything",
    ),
    KnownReport(
        "Customer Conversations", "Overall",
        message("Which customers the store talked with, on which channel and how often."),
        channel=True, group_by=True, also="people contacts",
    ),
    KnownReport(
        "Channel Engagement", "Overall",
        message("How much was written on each channel, and how much was " "read."),
        channel=True, group_by=True, also="whatsapp email instagram messenger livechat",
    ),
    KnownReport(
        "Overall customers report", "Overall", message("Every customer with contact details and tags."),
        also="people contacts list",
    ),
    KnownReport(
        "Customer Delivery Failure Report", "Overall",
        message("Which messages did not arrive, at whom and " "why."),
        channel=True, also="failed errors undelivered",
    ),
    KnownReport(
        "Customer Conversion Summary report", "Overall",
        message("What customers bought, and what led them " "to it."),
        group_by=True, also="orders revenue sales",
    ),
    KnownReport(
        "Events conversion report", "Overall",
        message("How often each event happened, and who ordered " "afterwards."),
        group_by=True, also="tracking funnel",
    ),
    KnownReport(
        "Whatsapp Payment Report", "Overall", message("Which payments were asked for in WhatsApp and made."),
        also="orders money paid",
    ),
    KnownReport(
        "Ledger report", "Overall",
        message("What was charged for messages, and what is left of the " "balance."),
        channel=True, also="costs billing credit money",
    ),
    KnownReport(
        "Campaign Summary Report", "Campaigns",
        message("How far each campaign came: sent, delivered, " "read, clicked."),
        channel=True, also="broadcast results",
    ),
    KnownReport(
        "Campaign(s) Message Failure Overview", "Campaigns",
        message("Why messages of campaigns did not arrive."),
        channel=True, group_by=True, also="broadcast failed errors",
    ),
    KnownReport(
        "Campaign(s) Opt-Out and Bounce", "Campaigns",
        message("Who unsubscribed after a campaign, and " "what bounced."),
        channel=True, group_by=True, also="broadcast stop unsubscribe",
    ),
    KnownReport(
        "Campaign(s) Conversion Events Report", "Campaigns",
        message("What people did after a campaign reached them."),
        channel=True, group_by=True, also="broadcast orders revenue",
    ),
    KnownReport(
        "Ticket's Overview", "Helpdesk", message("Every ticket with its channel, agent, times and state."),
        channel=True, group_by=True, also="support cases",
    ),
    KnownReport(
        "Agent Engagement", "Helpdesk", message("How many tickets and messages each agent dealt with."),
        channel=True, group_by=True, also="support team workload",
    ),
    KnownReport(
        "Agent SLA report", "Helpdesk", message("How quickly each agent replied and solved."),
        channel=True, group_by=True, also="support response time speed",
    ),
    KnownReport(
        "Overall CSAT/NPS", "Helpdesk", message("How satisfied customers were after their ticket."),
        channel=True, group_by=True, also="rating score feedback satisfaction",
    ),
    KnownReport(
        "Label Engagement", "Helpdesk", message("How often each label was put on a ticket."),
        channel=True, group_by=True, also="tags topics",
    ),
    KnownReport(
        "Customer ticket report (with forms)", "Helpdesk",
        message("Every ticket with the answers in its " "form."),
        channel=True, also="support fields answers",
    ),
    KnownReport(
        "Journey overall report", "Journeys",
        message("How many people began, finished and left each " "journey."),
        group_by=True, also="flows chatbot automation",
    ),
    KnownReport(
        "Journey keywords report", "Journeys", message("Which words people wrote to begin a journey."),
        group_by=True, also="flows chatbot automation",
    ),
    KnownReport(
        "Price please automation report", "Journeys",
        message("Who asked for a price, and whether they " "ordered."),
        group_by=True, also="flows chatbot quote",
    ),
    KnownReport(
        "Popup Insights", "Widgets", message("How often each popup was seen, clicked and filled in."),
        group_by=True, also="website form",
    ),
    KnownReport(
        "Popup Conversions", "Widgets", message("Who left contact details in a popup, and what they bought."),
        group_by=True, also="website form orders leads",
    ),
)  # fmt: skip

BY_NAME = {report.name: report for report in REPORTS}


def search(words: str) -> tuple[KnownReport, ...]:
    """The reports that all of `words` find; those whose name begins with them come first."""
    found = [report for report in REPORTS if report.found_by(words)]
    start = words.strip().casefold()
    return tuple(sorted(found, key=lambda report: not report.name.casefold().startswith(start)))
