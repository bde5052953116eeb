"""The kinds of items the practice store receives: how each is fetched and becomes a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from svcconsole.api.models.common import Record
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.containers.facts import Fact
from svcconsole.gui.kit.widgets.pills import PillValue, tick_for
from svcconsole.gui.panels.practice.faults import fault_text
from svcconsole.gui.panels.practice.received.received_rows import (
    Row,
    as_json,
    contact_of,
    first,
    name_of,
    word_pill,
)
from svcconsole.gui.runtime.practice_records import (
    Asked,
    Customer,
    Delivery,
    Email,
    Flow,
    Message,
    Report,
    Ticket,
    UserProperty,
)

WAITING = "WAITING"
"""An e-mail or a webhook that is still to be sent."""
UNDER_WAY = ("QUEUE", "IN_PROGRESS")
TICK_WORDS = {"queued": "waiting"}


def _message(message: Message) -> Row:
    """Its text is what the customer would read."""
    tick = tick_for(TICK_WORDS.get(message.status, message.status))
    tones = {"text2": "neutral"}
    facts = [Fact(tr("Message id"), message.message_id, mono=True), Fact(tr("Kind"), message.kind)]
    if message.template_id:
        facts.append(Fact(tr("Template"), message.template_id, mono=True))
    if message.callback_data:
        facts.append(Fact(tr("Tracking data"), message.callback_data, mono=True))
    if message.failure_reason:
        facts.append(Fact(tr("Why it failed"), message.failure_reason, tone="danger"))
    facts += [Fact(tr("Link opened"), click.url, mono=True) for click in message.clicks]
    return Row(
        "messages",
        tr("Message"),
        f"m{message.id}",
        message.created_at,
        message.contact or "",
        _shown(message),
        PillValue(tr(tick.word), tick.icon, tones.get(tick.token, tick.token)),
        tuple(facts),
        message.events,
        text=_shown(message),
        body=as_json(message.request),
        settled=not message.ahead,
    )


def _shown(message: Message) -> str:
    return message.text or tr("A message of the kind {kind}", kind=message.kind)


def request_row(asked: Asked) -> Row:
    """A request of the store's log, whatever it asked for."""
    facts = [
        Fact(tr("Request"), asked.id, mono=True),
        Fact(tr("Operation"), asked.operation, mono=True),
        Fact(tr("Answer"), tr("none") if asked.status is None else str(asked.status)),
        Fact(tr("Carried out"), tr("yes") if asked.executed else tr("no")),
        Fact(tr("Size"), tr_plural("{n} byte", "{n} bytes", asked.bytes)),
        Fact(tr("Fingerprint"), asked.digest, mono=True),
    ]
    if asked.seconds is not None:
        facts.append(Fact(tr("Took"), tr("{ms} ms", ms=round(asked.seconds * 1000))))
    if asked.fault is not None:
        facts.append(Fact(tr("Fault on purpose"), fault_text.title(asked.fault.kind), tone="warning"))
    became = tr("carried out") if asked.executed else tr("not carried out")
    what = f"{asked.operation} · {became}"
    return Row(
        "requests",
        tr("Request"),
        f"r{asked.number}",
        asked.at,
        asked.id,
        f"{what} · {fault_text.title(asked.fault.kind)}" if asked.fault else what,
        _answer_pill(asked),
        tuple(facts),
        text=tr("Equal fingerprints are the very same request, sent more than once."),
    )


def _answer_pill(asked: Asked) -> PillValue:
    if asked.status is None:
        waits = asked.seconds is None
        return (
            PillValue(tr("Under way"), "clock", "neutral")
            if waits
            else PillValue(tr("No answer"), "unknown", "warning")
        )
    if asked.status < 300:
        return PillValue(str(asked.status), "check", "success")
    return PillValue(str(asked.status), "error", "danger")


def _ticket(ticket: Ticket) -> Row:
    request = ticket.request
    facts = (
        Fact(tr("Agent"), ticket.agent_mail or "–"),
        Fact(tr("Team"), ticket.team_name or "–"),
        Fact(tr("Labels"), ", ".join(ticket.labels) or "–"),
    )
    channel = first(request, "channel")
    about = first(request, "taskTitle", "context")
    what = f"{channel} · {about}" if about else channel
    return Row(
        "tickets",
        tr("Ticket"),
        f"t{ticket.id}",
        ticket.created_at,
        contact_of(request),
        what,
        word_pill(ticket.status),
        facts,
        body=as_json(request),
    )


def _flow(flow: Flow) -> Row:
    facts = (Fact(tr("Flow"), flow.flow_id or "–", mono=True),)
    return Row(
        "flows", tr("Flow"), f"f{flow.id}", flow.started_at, contact_of(flow.request), flow.flow_id or "",
        word_pill(flow.status), facts, body=as_json(flow.request),
    )  # fmt: skip


def _customer(customer: Customer) -> Row:
    shown = customer.model_dump(by_alias=True, exclude_none=True)
    at = customer.updated_at or customer.created_at or ""
    changed = at != (customer.created_at or "")
    return Row(
        "customers", tr("Customer"), f"c{customer.id}", at,
        contact_of(shown), name_of(shown) or str(customer.id),
        PillValue(tr("Changed") if changed else tr("New"), "edit" if changed else "plus", "neutral"),
        (Fact(tr("Customer id"), str(customer.id), mono=True),), body=as_json(shown),
    )  # fmt: skip


def _user_property(entry: UserProperty) -> Row:
    changed = entry.updated_at != entry.created_at
    return Row(
        "user properties", tr("User properties"), f"u{entry.id}", entry.updated_at,
        contact_of(entry.entry), name_of(entry.entry),
        PillValue(tr("Changed") if changed else tr("New"), "edit" if changed else "plus", "neutral"),
        body=as_json(entry.entry),
    )  # fmt: skip


def _report(report: Report) -> Row:
    facts = [Fact(tr("Report id"), str(report.id), mono=True)]
    if report.rows is not None:
        facts.append(Fact(tr("Rows"), str(report.rows)))
    if report.error:
        facts.append(Fact(tr("Why it failed"), report.error, tone="danger"))
    return Row(
        "reports", tr("Report"), f"p{report.id}", report.created_at, f"#{report.id}",
        first(report.request, "reportName", "name", "reportType"), word_pill(report.status), tuple(facts),
        body=as_json(report.request), settled=report.status not in UNDER_WAY,
    )  # fmt: skip


def _email(email: Email) -> Row:
    facts = [Fact(tr("To"), ", ".join(email.to)), Fact(tr("Subject"), email.subject)]
    if email.error:
        facts.append(Fact(tr("Why it was not sent"), email.error, tone="danger"))
    return Row(
        "emails", tr("E-mail"), f"e{email.id}", email.date,
        ", ".join(email.to), email.subject, word_pill(email.state), tuple(facts),
        text=email.text, link=email.link or "", settled=email.state != WAITING,
    )  # fmt: skip


def _delivery(delivery: Delivery) -> Row:
    facts = [Fact(tr("Address"), delivery.url, mono=True)]
    facts += [
        Fact(
            tr("Try {n}", n=number),
            one.error or tr("answered {status}", status=one.status),
            tone="danger" if one.error else "text",
        )
        for number, one in enumerate(delivery.tries, 1)
    ]
    at = delivery.tries[-1].at if delivery.tries else str(delivery.body.get("at", ""))
    return Row(
        "webhooks", tr("Webhook"), f"w{delivery.id}", at,
        delivery.url, delivery.event, word_pill(delivery.state), tuple(facts),
        body=as_json(delivery.body), settled=delivery.state != WAITING,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """Its name in the plural, its icon, its control call and the name of its records there; `asked` goes with
    every call. The requests have none: they come from the store's log."""

    name: str
    icon: str
    path: str = ""
    records: str = ""
    record: type[Record] = Record
    row: Callable[[Any], Row] = request_row
    asked: Mapping[str, Any] = field(default_factory=dict)


REQUESTS = "requests"
KINDS: Mapping[str, Kind] = {
    "messages": Kind(mark("Messages"), "messaging", "/messages", "messages", Message, _message),
    REQUESTS: Kind(mark("Requests"), "activity"),
    "tickets": Kind(mark("Tickets"), "helpdesk", "/tickets", "tickets", Ticket, _ticket),
    "flows": Kind(mark("Flows"), "swap", "/flows", "flows", Flow, _flow),
    "customers": Kind(
        mark("Customers"), "customers", "/customers", "customers", Customer, _customer, {"received": 1}
    ),
    "user properties": Kind(
        mark("User properties"),
        "properties",
        "/user-properties",
        "userProperties",
        UserProperty,
        _user_property,
    ),
    "reports": Kind(mark("Reports"), "reports", "/reports", "reports", Report, _report),
    "emails": Kind(mark("E-mails"), "mail", "/outbox", "emails", Email, _email),
    "webhooks": Kind(mark("Webhooks"), "send", "/webhooks/log", "deliveries", Delivery, _delivery),
}
"""In the order they are offered."""
