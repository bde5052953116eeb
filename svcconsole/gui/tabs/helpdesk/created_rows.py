"""A ticket created here as a row of the list."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal

from svcconsole.api.models.helpdesk import CreateTicket, Ticket, TicketResponse
from svcconsole.api.models.unusual import read_answer, text_of, unusual_of
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, isolate, ltr, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.facts import Fact
from svcconsole.gui.kit.forms.record_facts import record_facts
from svcconsole.gui.kit.two_line_row import TwoLineRow, beside
from svcconsole.gui.kit.widgets.buttons import link, tool_button
from svcconsole.gui.kit.widgets.pills import STATES, Pill, PillValue
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.gui.runtime.window_requests import PersonRef
from svcconsole.gui.tabs.helpdesk.ticket_form import channels
from svcconsole.services.helpdesk.tickets import about, reference_line
from svcconsole.services.sends.sending import request_of
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.schema import ItemState

IN_THE_ROW = frozenset({"id", "agent_id", "team_id"})
"""Fields of an answered ticket that its row says elsewhere."""
ICONS = {"WHATSAPP": "messaging", "EMAIL": "mail"}
PILLS = {
    ItemState.UNKNOWN: STATES["decide"],
    ItemState.REJECTED: STATES["refused"],
    ItemState.LEFT_OUT: STATES["not_sent"],
    ItemState.SENDING: STATES["running"],
    ItemState.PLANNED: STATES["waiting"],
}


@dataclass(frozen=True, slots=True)
class CreatedTicket:
    """A sent ticket with what the store answered, None where it has not."""

    record: SentRecord
    request: CreateTicket | None
    ticket: Ticket | None


def created_ticket_of(record: SentRecord) -> CreatedTicket:
    """Read a record; what this program cannot read any more is left blank."""
    try:
        request = request_of(record)
        answer = read_answer(TicketResponse, record.answer)[0].data.ticket if record.answer else None
    except ValueError:
        return CreatedTicket(record, None, None)
    return CreatedTicket(record, request if isinstance(request, CreateTicket) else None, answer)


def who(made: CreatedTicket, known: RegistryCache) -> str:
    """Agent and team, by name where the registries know them."""
    request, ticket = made.request, made.ticket
    parts: list[str] = []
    if request is not None and request.agent_mail:
        label = known.label(RegistryKind.AGENTS, request.agent_mail)
        parts.append(isolate(visible(label)) if label else ltr(visible(request.agent_mail)))
    elif ticket is not None and ticket.agent_id is not None:
        parts.append(tr("Agent {agent_id}", agent_id=ltr(visible(str(ticket.agent_id)))))
    team = ticket.team_id if ticket is not None else request.team_id if request is not None else None
    if team is not None:
        label = known.label(RegistryKind.TEAMS, str(team))
        parts.append(isolate(visible(label)) if label else tr("Team {team}", team=ltr(visible(str(team)))))
    return ", ".join(parts) or tr("nobody yet")


def channel_of(made: CreatedTicket) -> str:
    """The ticket's channel in words."""
    return dict(channels()).get(made.request.channel, "") if made.request is not None else ""


def answer_words(ticket: Ticket | None) -> str:
    """What the store answered beside the id and who has the ticket, each part with its name."""
    if ticket is None:
        return ""
    facts = record_facts(
        Ticket,
        ticket,
        leave_out=IN_THE_ROW,
        labels={
            "customer_id": tr("Customer id"),
            "store_id": tr("Store id"),
            "channel_name": tr("Channel, as the store says"),
        },
    )
    odd = [Fact(tr("Unusual answer"), f"{at}: {text_of(value)}") for at, value in unusual_of(ticket).items()]
    return " · ".join(f"{show(fact.label)}: {visible(fact.value)}" for fact in (*facts, *odd))


class CreatedRow(TwoLineRow):
    """Title, state, channel, agent or team, customer, id and time; what can be done with it as buttons."""

    copy_wanted = Signal(str)
    reopen_wanted = Signal(object)
    decide_wanted = Signal(str)
    person_wanted = Signal(object)

    def __init__(self, record: SentRecord, known: RegistryCache) -> None:
        self.made = created_ticket_of(record)
        icon = ICONS.get(self.made.request.channel, "helpdesk") if self.made.request else "helpdesk"
        facts = " · ".join(part for part in (channel_of(self.made), who(self.made, known)) if part)
        pill = Pill(*PILLS.get(record.state, PillValue("")))
        super().__init__(icon, phone_text(record.title, None), facts, record.at, pill)
        reference = reference_line(record.reference) if record.reference else ""
        named = record.answer_id or reference
        self.identity = ElidedLabel(ltr(visible(named)), "mono", "text2")
        self.reference = ElidedLabel(reference, "caption", "text2")
        self.copy = tool_button("copy", tr("Copy {name}", name=visible(named)))
        self.reopen = tool_button("history", tr("Open as a new draft"))
        self.person = tool_button("person", tr("What happened with this customer"))
        self.decide = link(tr("Decide"), "label")
        self._build(record)
        self.identity.setVisible(bool(named))
        self.copy.setVisible(bool(named))
        self.reference.setVisible(bool(reference) and reference != named)
        self.decide.setVisible(record.state is ItemState.UNKNOWN)
        self.reopen.setVisible(self.made.request is not None)
        self.person.setVisible(bool(record.people))
        self.pill.setVisible(record.state in PILLS)
        self.copy.clicked.connect(lambda: self.copy_wanted.emit(named))
        self.reopen.clicked.connect(lambda: self.reopen_wanted.emit(self.made))
        self.decide.clicked.connect(lambda: self.decide_wanted.emit(record.run_id))
        whom = PersonRef(record.people, self._customer())
        self.person.clicked.connect(lambda: self.person_wanted.emit(whom))
        self.setAccessibleName(" · ".join((visible(record.title), facts)))

    def _build(self, record: SentRecord) -> None:
        self.column.setContentsMargins(0, 0, 0, dp(4))
        customer = self._customer()
        if customer and self.made.request is not None and customer not in record.title:
            shown = visible(phone_text(customer, None))
            self.column.addWidget(ElidedLabel(ltr(shown), "caption", "text2"))
        if answered := answer_words(self.made.ticket):
            self.column.addWidget(ElidedLabel(answered, "caption", "text2"))
        if record.server_words or record.state is ItemState.REJECTED:
            self.add_quote(record.server_words or record.reason)
        parts = (self.identity, self.copy, self.reference, self.decide, self.person, self.reopen)
        foot = beside(*parts, spacing=4)
        foot.setStretchFactor(self.identity, 0)
        foot.insertStretch(foot.count() - 3)
        self.finish(foot)

    def _customer(self) -> str:
        return about(self.made.request) if self.made.request is not None else self.made.record.about
