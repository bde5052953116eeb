"""What the practice store received, each thing as one row that can be listed, searched and looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from svcconsole.gui.panels.practice.records import (
    Asked,
    Customer,
    Delivery,
    Email,
    Flow,
    Message,
    Moment,
    Report,
    Ticket,
    UserProperty,
)
from svcconsole.gui.panels.practice.watch import Seen
from svcconsole.gui.text import visible
from svcconsole.gui.widgets.facts import Fact
from svcconsole.gui.widgets.pills import PillValue, tick_for, unknown_pill

KINDS: Mapping[str, tuple[str, str]] = {
    "messages": ("Messages", "messaging"),
    "requests": ("Requests", "activity"),
    "tickets": ("Tickets", "helpdesk"),
    "flows": ("Flows", "swap"),
    "customers": ("Customers", "customers"),
    "user properties": ("User properties", "properties"),
    "reports": ("Reports", "reports"),
    "emails": ("E-mails", "mail"),
    "webhooks": ("Webhooks", "send"),
}
"""Each kind's name and icon, in the order they are offered."""
ONE = {
    "messages": "Message",
    "requests": "Request",
    "tickets": "Ticket",
    "flows": "Flow",
    "customers": "Customer",
    "user properties": "User properties",
    "reports": "Report",
    "emails": "E-mail",
    "webhooks": "Webhook",
}


def tr(text: str) -> str:
    return QCoreApplication.translate("received", text)


@dataclass(frozen=True, slots=True)
class Row:
    """`key` is its own for good; `text` is a text of its own, `link` something to copy, `body` JSON."""

    kind: str
    key: str
    at: str
    who: str
    what: str
    state: PillValue
    facts: tuple[Fact, ...] = ()
    events: tuple[Moment, ...] = ()
    text: str = ""
    link: str = ""
    body: str = ""

    def holds(self, words: list[str]) -> bool:
        """Whether each of the words is somewhere in it; `words` are case-folded."""
        everything = " ".join((self.who, self.what, self.state.word, self.text, self.link, self.body))
        folded = everything.casefold()
        return all(word in folded for word in words)


def rows(seen: Seen) -> list[Row]:
    """Everything, the newest first."""
    received = seen.received
    found: list[Row] = [
        *map(message_row, received.messages),
        *map(_request, seen.requests),
        *map(_ticket, received.tickets),
        *map(_flow, received.flows),
        *map(_customer, received.customers),
        *map(_user_property, received.user_properties),
        *map(_report, received.reports),
        *map(_email, received.emails),
        *map(_delivery, received.deliveries),
    ]
    return sorted(found, key=lambda row: row.at, reverse=True)


def message_row(message: Message) -> Row:
    """A message; its text is what the customer would read."""
    tick = tick_for(message.status)
    tones = {"text2": "neutral"}
    facts = [Fact(tr("Message id"), message.message_id, mono=True), Fact(tr("Kind"), message.kind)]
    if message.template_id:
        facts.append(Fact(tr("Template"), message.template_id, mono=True))
    if message.callback_data:
        facts.append(Fact(tr("Callback data"), message.callback_data, mono=True))
    if message.failure_reason:
        facts.append(Fact(tr("Why it failed"), message.failure_reason, tone="danger"))
    facts += [Fact(tr("Link opened"), click.url, mono=True) for click in message.clicks]
    return Row(
        "messages",
        f"m{message.id}",
        message.created_at,
        message.contact or "",
        _shown(message),
        PillValue(tr(tick.word), tick.icon, tones.get(tick.token, tick.token)),
        tuple(facts),
        message.events,
        text=_shown(message),
        body=_json(message.request),
    )


def _shown(message: Message) -> str:
    return message.text or tr("A message of the kind {kind}").format(kind=message.kind)


def _request(asked: Asked) -> Row:
    facts = [
        Fact(tr("Request"), asked.id, mono=True),
        Fact(tr("Operation"), asked.operation, mono=True),
        Fact(tr("Answer"), tr("none") if asked.status is None else str(asked.status)),
        Fact(tr("Carried out"), tr("yes") if asked.executed else tr("no")),
        Fact(tr("Size"), tr("{n} bytes").format(n=asked.bytes)),
        Fact(tr("Fingerprint"), asked.digest, mono=True),
    ]
    if asked.seconds is not None:
        facts.append(Fact(tr("Took"), tr("{ms} ms").format(ms=round(asked.seconds * 1000))))
    if asked.fault is not None:
        facts.append(Fact(tr("Fault on purpose"), asked.fault.kind, tone="warning"))
    became = tr("carried out") if asked.executed else tr("not carried out")
    what = f"{asked.operation} · {became}"
    return Row(
        "requests",
        f"r{asked.number}",
        asked.at,
        asked.id,
        f"{what} · {asked.fault.kind}" if asked.fault else what,
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
    what = _first(request, "subject", "title", "message", "description", "channelName")
    return Row(
        "tickets",
        f"t{ticket.id}",
        ticket.created_at,
        _contact(request),
        what,
        _word(ticket.status),
        facts,
        body=_json(request),
    )


def _flow(flow: Flow) -> Row:
    facts = (Fact(tr("Flow"), flow.flow_id or "–", mono=True),)
    return Row(
        "flows", f"f{flow.id}", flow.started_at, _contact(flow.request), flow.flow_id or "",
        _word(flow.status), facts, body=_json(flow.request),
    )  # fmt: skip


def _customer(customer: Customer) -> Row:
    shown = customer.model_dump(by_alias=True, exclude_none=True)
    at = customer.updated_at or customer.created_at or ""
    changed = at != (customer.created_at or "")
    return Row(
        "customers", f"c{customer.id}", at, _contact(shown), _name(shown) or str(customer.id),
        PillValue(tr("Changed") if changed else tr("New"), "edit" if changed else "plus", "neutral"),
        (Fact(tr("Customer id"), str(customer.id), mono=True),), body=_json(shown),
    )  # fmt: skip


def _user_property(entry: UserProperty) -> Row:
    changed = entry.updated_at != entry.created_at
    return Row(
        "user properties", f"u{entry.id}", entry.updated_at, _contact(entry.entry), _name(entry.entry),
        PillValue(tr("Changed") if changed else tr("New"), "edit" if changed else "plus", "neutral"),
        body=_json(entry.entry),
    )  # fmt: skip


def _report(report: Report) -> Row:
    facts = [Fact(tr("Report id"), str(report.id), mono=True)]
    if report.rows is not None:
        facts.append(Fact(tr("Rows"), str(report.rows)))
    if report.error:
        facts.append(Fact(tr("Why it failed"), report.error, tone="danger"))
    return Row(
        "reports", f"p{report.id}", report.created_at, f"#{report.id}",
        _first(report.request, "reportName", "name", "reportType"), _word(report.status), tuple(facts),
        body=_json(report.request),
    )  # fmt: skip


def _email(email: Email) -> Row:
    facts = [Fact(tr("To"), ", ".join(email.to)), Fact(tr("Subject"), email.subject)]
    if email.error:
        facts.append(Fact(tr("Why it was not sent"), email.error, tone="danger"))
    return Row(
        "emails", f"e{email.id}", email.date, ", ".join(email.to), email.subject, _word(email.state),
        tuple(facts), text=email.text, link=email.link or "",
    )  # fmt: skip


def _delivery(delivery: Delivery) -> Row:
    facts = [Fact(tr("Address"), delivery.url, mono=True)]
    facts += [
        Fact(
            tr("Try {n}").format(n=number),
            one.error or tr("answered {status}").format(status=one.status),
            tone="danger" if one.error else "text",
        )
        for number, one in enumerate(delivery.tries, 1)
    ]
    at = delivery.tries[-1].at if delivery.tries else str(delivery.body.get("at", ""))
    return Row(
        "webhooks", f"w{delivery.id}", at, delivery.url, delivery.event, _word(delivery.state), tuple(facts),
        body=_json(delivery.body),
    )  # fmt: skip


_WORDS: Mapping[str, PillValue] = {
    "COMPLETED": PillValue("Completed", "check", "success"),
    "FAILED": PillValue("Failed", "close", "danger"),
    "QUEUE": PillValue("In the queue", "clock", "neutral"),
    "IN_PROGRESS": PillValue("Being made", "play", "accent"),
    "KEPT": PillValue("Kept", "check", "success"),
    "SENT": PillValue("Sent", "check", "success"),
    "WAITING": PillValue("Waiting", "clock", "neutral"),
    "DELIVERED": PillValue("Delivered", "check", "success"),
    "GIVEN_UP": PillValue("Given up", "close", "danger"),
    "OPEN": PillValue("Open", "unlock", "neutral"),
    "STARTED": PillValue("Begun", "play", "accent"),
    "RUNNING": PillValue("Running", "play", "accent"),
}


def _word(word: str) -> PillValue:
    known = _WORDS.get(word.upper())
    return known._replace(word=tr(known.word)) if known else unknown_pill(word)


def _contact(shown: Mapping[str, Any]) -> str:
    return _first(shown, "phone", "phoneNumber", "customerPhone", "email", "customerEmail", "contact", "to")


def _name(shown: Mapping[str, Any]) -> str:
    parts = (str(shown.get(key) or "") for key in ("firstName", "lastName"))
    return " ".join(part for part in parts if part) or _first(shown, "name", "fullName")


def _first(shown: Mapping[str, Any], *keys: str) -> str:
    """The first of these that is there, one level down, too."""
    places = [shown, *(value for value in shown.values() if isinstance(value, dict))]
    return next((str(place[key]) for place in places for key in keys if place.get(key)), "")


def _json(value: Mapping[str, Any]) -> str:
    return visible(json.dumps(value, indent=2, ensure_ascii=False, default=str)) if value else ""
