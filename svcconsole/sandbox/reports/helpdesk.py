"""Reports of tickets; their time is when the ticket was made."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, literal, select, union_all

from svcconsole.sandbox.reports.column_values import average, average_minutes, full_name, how_many, percent
from svcconsole.sandbox.reports.request import Query, ReportQuery
from svcconsole.sandbox.store.database import json_text, minutes_between
from svcconsole.sandbox.store.tables.helpdesk import agents, labels, teams, ticket_labels, tickets
from svcconsole.sandbox.store.tables.messaging import messages
from svcconsole.sandbox.store.tables.people import customers

OPEN, PENDING, RESOLVED = (tickets.c.status == one for one in ("OPEN", "PENDING", "RESOLVED"))
CHANNEL = func.lower(tickets.c.channel).label("channel")
FIRST_REPLY = average_minutes(tickets.c.created_at, tickets.c.first_reply_at).label(
    "averageFirstReplyMinutes"
)
RESOLUTION = average_minutes(tickets.c.created_at, tickets.c.resolved_at).label("averageResolutionMinutes")

REPLY_TARGET, RESOLUTION_TARGET = 30, 24 * 60
"""Minutes within which a ticket ought to have its first reply, and to be resolved."""


def _of_tickets(asked: ReportQuery) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return asked.within(tickets.c.created_at), asked.on(tickets.c.channel)


def overview(asked: ReportQuery) -> Query:
    """A row for each channel: how many tickets, how they stand, how long they took."""
    keys = [*asked.periods(tickets.c.created_at), CHANNEL]
    return (
        select(
            *keys,
            func.count().label("tickets"),
            how_many(OPEN).label("open"),
            how_many(PENDING).label("pending"),
            how_many(RESOLVED).label("resolved"),
            FIRST_REPLY,
            RESOLUTION,
            average(tickets.c.csat).label("averageCsat"),
        )
        .where(*_of_tickets(asked))
        .group_by(*keys)
        .order_by(*keys)
    )


def agent_engagement(asked: ReportQuery) -> Query:
    """A row for each agent who did something: tickets of the range, and messages written in it."""
    nothing = literal(0)
    made, wrote = asked.periods(tickets.c.created_at), asked.periods(messages.c.created_at)
    handled = (
        select(
            *made,
            tickets.c.agent_id.label("agent"),
            func.count().label("tickets"),
            how_many(RESOLVED).label("resolved"),
            nothing.label("written"),
            nothing.label("reached"),
        )
        .where(tickets.c.agent_id.is_not(None), *_of_tickets(asked))
        .group_by(*made, tickets.c.agent_id)
    )
    written = (
        select(
            *wrote,
            messages.c.agent_id,
            nothing,
            nothing,
            func.count(),
            func.count(messages.c.contact.distinct()),
        )
        .where(
            messages.c.agent_id.is_not(None),
            messages.c.direction == "out",
            asked.within(messages.c.created_at),
            asked.on(messages.c.channel),
        )
        .group_by(*wrote, messages.c.agent_id)
    )
    both = union_all(handled, written).subquery()
    period = [both.c.period] if asked.group_by else []
    return (
        select(
            *period,
            agents.c.id.label("agentId"),
            agents.c.mail.label("agentEmail"),
            agents.c.name.label("agentName"),
            teams.c.name.label("team"),
            func.sum(both.c.tickets).label("tickets"),
            func.sum(both.c.resolved).label("resolved"),
            func.sum(both.c.written).label("messagesWritten"),
            func.sum(both.c.reached).label("customersWrittenTo"),
        )
        .join(agents, agents.c.id == both.c.agent)
        .outerjoin(teams, teams.c.id == agents.c.team_id)
        .group_by(*period, agents.c.id, agents.c.mail, agents.c.name, teams.c.name)
        .order_by(*period, agents.c.id)
    )


def agent_sla(asked: ReportQuery) -> Query:
    """A row for each agent: how soon the first reply and the solution came. Shares are of those that came."""
    replied = minutes_between(tickets.c.created_at, tickets.c.first_reply_at)
    resolved = minutes_between(tickets.c.created_at, tickets.c.resolved_at)
    in_time, solved_in_time = how_many(replied <= REPLY_TARGET), how_many(resolved <= RESOLUTION_TARGET)
    period = asked.periods(tickets.c.created_at)
    return (
        select(
            *period,
            agents.c.id.label("agentId"),
            agents.c.mail.label("agentEmail"),
            func.count().label("tickets"),
            func.count(tickets.c.first_reply_at).label("replied"),
            FIRST_REPLY,
            in_time.label("repliedWithin30Minutes"),
            percent(in_time, func.count(tickets.c.first_reply_at)).label("repliedWithin30MinutesPercent"),
            func.count(tickets.c.resolved_at).label("resolved"),
            RESOLUTION,
            solved_in_time.label("resolvedWithin24Hours"),
            percent(solved_in_time, func.count(tickets.c.resolved_at)).label("resolvedWithin24HoursPercent"),
        )
        .join(agents, agents.c.id == tickets.c.agent_id)
        .where(*_of_tickets(asked))
        .group_by(*period, agents.c.id, agents.c.mail)
        .order_by(*period, agents.c.id)
    )


def satisfaction(asked: ReportQuery) -> Query:
    """A row for each channel: CSAT from 1 to 5, where 4 and 5 are content; NPS from 0 to 10 by its rule."""
    keys = [*asked.periods(tickets.c.created_at), CHANNEL]
    content, promoters = how_many(tickets.c.csat >= 4), how_many(tickets.c.nps >= 9)
    detractors, answers = how_many(tickets.c.nps <= 6), func.count(tickets.c.nps)
    return (
        select(
            *keys,
            func.count().label("tickets"),
            func.count(tickets.c.csat).label("csatAnswers"),
            average(tickets.c.csat).label("averageCsat"),
            content.label("content"),
            percent(content, func.count(tickets.c.csat)).label("csatPercent"),
            answers.label("npsAnswers"),
            promoters.label("promoters"),
            how_many(tickets.c.nps.between(7, 8)).label("passives"),
            detractors.label("detractors"),
            percent(promoters - detractors, answers).label("nps"),
        )
        .where(*_of_tickets(asked))
        .group_by(*keys)
        .order_by(*keys)
    )


def label_engagement(asked: ReportQuery) -> Query:
    """A row for each label that a ticket bears; a ticket with two labels is in both rows."""
    period = asked.periods(tickets.c.created_at)
    return (
        select(
            *period,
            labels.c.id.label("labelId"),
            labels.c.name.label("label"),
            func.count().label("tickets"),
            how_many(RESOLVED).label("resolved"),
            func.count(tickets.c.customer_id.distinct()).label("customers"),
            FIRST_REPLY,
            RESOLUTION,
            average(tickets.c.csat).label("averageCsat"),
        )
        .join(ticket_labels, ticket_labels.c.ticket_id == tickets.c.id)
        .join(labels, labels.c.id == ticket_labels.c.label_id)
        .where(*_of_tickets(asked))
        .group_by(*period, labels.c.id, labels.c.name)
        .order_by(*period, labels.c.id)
    )


def tickets_with_forms(asked: ReportQuery) -> Query:
    """A row for each ticket, with a column for each question of the forms that were filled in."""
    names = (
        select(labels.c.name)
        .join(ticket_labels, ticket_labels.c.label_id == labels.c.id)
        .where(ticket_labels.c.ticket_id == tickets.c.id)
        .order_by(labels.c.id)
        .correlate(tickets)
        .subquery()
    )
    body = tickets.c.body
    return (
        select(
            tickets.c.id.label("ticketId"),
            tickets.c.created_at.label("createdAt"),
            CHANNEL,
            tickets.c.status,
            tickets.c.customer_id.label("customerId"),
            full_name(customers.c.body).label("customerName"),
            func.coalesce(
                json_text(body, "customerPhoneNumber"),
                json_text(body, "customerEmail"),
                json_text(customers.c.body, "phoneNumber"),
                json_text(customers.c.body, "email"),
            ).label("contact"),
            agents.c.mail.label("agentEmail"),
            teams.c.name.label("team"),
            select(func.aggregate_strings(names.c.name, "; ")).scalar_subquery().label("labels"),
            json_text(body, "taskTitle").label("taskTitle"),
            json_text(body, "context").label("context"),
            tickets.c.first_reply_at.label("firstReplyAt"),
            tickets.c.resolved_at.label("resolvedAt"),
            tickets.c.csat,
            tickets.c.nps,
            json_text(body, "form").label("form"),
        )
        .outerjoin(customers, customers.c.id == tickets.c.customer_id)
        .outerjoin(agents, agents.c.id == tickets.c.agent_id)
        .outerjoin(teams, teams.c.id == tickets.c.team_id)
        .where(*_of_tickets(asked))
        .order_by(tickets.c.id)
    )
