"""Reports of single messages and of conversations; their time is when the message was accepted or came in."""

from __future__ import annotations

from sqlalchemy import case, func, select

from svcconsole.sandbox.delivery.message_life import FIRST
from svcconsole.sandbox.reports.column_values import full_name, how_many, how_many_different
from svcconsole.sandbox.reports.request import Query, ReportQuery
from svcconsole.sandbox.reports.statuses import last_status, reached
from svcconsole.sandbox.store.tables.helpdesk import agents
from svcconsole.sandbox.store.tables.messaging import campaigns, message_events, messages
from svcconsole.sandbox.store.tables.people import customers

RECEIVED, SENT = messages.c.direction == "in", messages.c.direction == "out"


def all_conversations(asked: ReportQuery) -> Query:
    """A row for each message, by its id: ids only ever grow, so a later part never meets an earlier one."""
    life = message_events
    return (
        select(
            messages.c.id.label("id"),
            messages.c.message_id.label("messageId"),
            messages.c.created_at.label("createdAt"),
            messages.c.channel.label("channel"),
            messages.c.direction.label("direction"),
            messages.c.customer_id.label("customerId"),
            messages.c.contact.label("contact"),
            messages.c.business_number.label("businessNumber"),
            agents.c.mail.label("agentEmail"),
            messages.c.ticket_id.label("ticketId"),
            campaigns.c.name.label("campaign"),
            messages.c.flow_id.label("flowId"),
            messages.c.kind.label("type"),
            messages.c.text.label("message"),
            messages.c.template_id.label("templateId"),
            case((RECEIVED, "received"), else_=func.coalesce(life.c.status, FIRST)).label("status"),
            func.coalesce(life.c.at, messages.c.created_at).label("statusAt"),
            life.c.code.label("failureCode"),
            life.c.reason.label("failureReason"),
        )
        .outerjoin(agents, agents.c.id == messages.c.agent_id)
        .outerjoin(campaigns, campaigns.c.id == messages.c.campaign_id)
        .outerjoin(life, last_status(asked))
        .where(messages.c.id > asked.after, asked.within(messages.c.created_at), asked.on(messages.c.channel))
        .order_by(messages.c.id)
    )


def customer_conversations(asked: ReportQuery) -> Query:
    """A row for each person written with, on each channel."""
    keys = [*asked.periods(messages.c.created_at), messages.c.channel, messages.c.contact]
    first = func.min(messages.c.created_at)
    return (
        select(
            *keys,
            func.max(messages.c.customer_id).label("customerId"),
            func.max(full_name(customers.c.body)).label("customerName"),
            first.label("firstMessageAt"),
            func.max(messages.c.created_at).label("lastMessageAt"),
            how_many(RECEIVED).label("received"),
            how_many(SENT).label("sent"),
            func.count(messages.c.agent_id.distinct()).label("agents"),
            func.count(messages.c.ticket_id.distinct()).label("tickets"),
        )
        .outerjoin(customers, customers.c.id == messages.c.customer_id)
        .where(asked.within(messages.c.created_at), asked.on(messages.c.channel))
        .group_by(*keys)
        .order_by(*keys)
    )


def channel_engagement(asked: ReportQuery) -> Query:
    """A row for each channel: what was written on it, and how far it came."""
    keys = [*asked.periods(messages.c.created_at), messages.c.channel]
    return (
        select(
            *keys,
            how_many(RECEIVED).label("received"),
            how_many(SENT).label("sent"),
            how_many(reached("delivered", asked)).label("delivered"),
            how_many(reached("read", asked)).label("read"),
            how_many(reached("failed", asked)).label("failed"),
            func.count(messages.c.contact.distinct()).label("customers"),
            how_many_different(messages.c.contact, RECEIVED).label("customersWhoWrote"),
        )
        .where(asked.within(messages.c.created_at), asked.on(messages.c.channel))
        .group_by(*keys)
        .order_by(*keys)
    )


def delivery_failures(asked: ReportQuery) -> Query:
    """A row for each message that failed; its time is when it failed."""
    life = message_events
    return (
        select(
            life.c.at.label("failedAt"),
            messages.c.message_id.label("messageId"),
            messages.c.created_at.label("createdAt"),
            messages.c.channel,
            messages.c.customer_id.label("customerId"),
            full_name(customers.c.body).label("customerName"),
            messages.c.contact,
            campaigns.c.name.label("campaign"),
            messages.c.template_id.label("templateId"),
            life.c.code.label("failureCode"),
            life.c.reason.label("failureReason"),
        )
        .join(messages, messages.c.id == life.c.message)
        .outerjoin(customers, customers.c.id == messages.c.customer_id)
        .outerjoin(campaigns, campaigns.c.id == messages.c.campaign_id)
        .where(life.c.status == "failed", asked.within(life.c.at), asked.on(messages.c.channel))
        .order_by(life.c.at, messages.c.id)
    )
