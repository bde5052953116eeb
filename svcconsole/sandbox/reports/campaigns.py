"""Reports of campaigns: what became of their messages, who left, who bought."""

from __future__ import annotations

from sqlalchemy import func, select

from svcconsole.sandbox.reports.column_values import how_many, percent
from svcconsole.sandbox.reports.request import Query, ReportQuery
from svcconsole.sandbox.reports.revenue import CURRENCY, ORDERED, ORDERS, REVENUE
from svcconsole.sandbox.reports.statuses import reached
from svcconsole.sandbox.store.tables.messaging import campaigns, link_clicks, message_events, messages
from svcconsole.sandbox.store.tables.sales import customer_events, orders

CAMPAIGN = (campaigns.c.id.label("campaignId"), campaigns.c.name.label("campaign"), campaigns.c.channel)
CONVERSIONS = ("product_viewed", "added_to_cart", "checkout_started", "order_placed", "price_asked")
"""The customer's steps towards an order."""


def summary(asked: ReportQuery) -> Query:
    """A row for each campaign that began in the range, with all that came of it up to now."""
    clicked = (
        select(link_clicks.c.id)
        .where(link_clicks.c.message == messages.c.id, link_clicks.c.at <= asked.now)
        .exists()
    )
    sent = (
        select(
            messages.c.campaign_id.label("campaign"),
            func.count().label("messages"),
            how_many(reached("sent", asked)).label("sent"),
            how_many(reached("delivered", asked)).label("delivered"),
            how_many(reached("read", asked)).label("read"),
            how_many(reached("failed", asked)).label("failed"),
            how_many(clicked).label("clicked"),
        )
        .where(messages.c.created_at <= asked.now)
        .group_by(messages.c.campaign_id)
        .subquery()
    )
    left = (
        select(customer_events.c.campaign_id.label("campaign"), func.count().label("optedOut"))
        .where(customer_events.c.name == "opted_out", customer_events.c.at <= asked.now)
        .group_by(customer_events.c.campaign_id)
        .subquery()
    )
    bought = (
        select(orders.c.campaign_id.label("campaign"), ORDERS, REVENUE, CURRENCY)
        .where(ORDERED, orders.c.at <= asked.now)
        .group_by(orders.c.campaign_id)
        .subquery()
    )
    counts = [
        func.coalesce(one, 0).label(one.name)
        for one in (
            sent.c.messages,
            sent.c.sent,
            sent.c.delivered,
            sent.c.read,
            sent.c.failed,
            sent.c.clicked,
            left.c.optedOut,
            bought.c.orders,
        )
    ]
    return (
        select(
            *CAMPAIGN,
            campaigns.c.template_id.label("templateId"),
            campaigns.c.started_at.label("startedAt"),
            campaigns.c.audience,
            *counts,
            bought.c.revenue,
            bought.c.currency,
            percent(sent.c.delivered, sent.c.messages).label("deliveredPercent"),
            percent(sent.c.read, sent.c.messages).label("readPercent"),
            percent(sent.c.clicked, sent.c.messages).label("clickedPercent"),
        )
        .outerjoin(sent, sent.c.campaign == campaigns.c.id)
        .outerjoin(left, left.c.campaign == campaigns.c.id)
        .outerjoin(bought, bought.c.campaign == campaigns.c.id)
        .where(asked.within(campaigns.c.started_at), asked.on(campaigns.c.channel))
        .order_by(campaigns.c.started_at, campaigns.c.id)
    )


def failures(asked: ReportQuery) -> Query:
    """A row for each campaign and reason; the time is when the message failed."""
    keys = [*asked.periods(message_events.c.at), *CAMPAIGN, message_events.c.code.label("failureCode")]
    return (
        select(
            *keys,
            func.max(message_events.c.reason).label("failureReason"),
            func.count().label("messages"),
            func.count(messages.c.contact.distinct()).label("customers"),
        )
        .join(messages, messages.c.id == message_events.c.message)
        .join(campaigns, campaigns.c.id == messages.c.campaign_id)
        .where(
            message_events.c.status == "failed",
            asked.within(message_events.c.at),
            asked.on(campaigns.c.channel),
        )
        .group_by(*keys)
        .order_by(*keys)
    )


def opt_outs_and_bounces(asked: ReportQuery) -> Query:
    """A row for each campaign; the time is when the customer opted out or the message bounced."""
    keys = [*asked.periods(customer_events.c.at), *CAMPAIGN, campaigns.c.audience]
    opted_out, bounced = (how_many(customer_events.c.name == name) for name in ("opted_out", "bounced"))
    return (
        select(
            *keys,
            opted_out.label("optedOut"),
            bounced.label("bounced"),
            percent(opted_out, campaigns.c.audience).label("optedOutPercent"),
            percent(bounced, campaigns.c.audience).label("bouncedPercent"),
        )
        .join(campaigns, campaigns.c.id == customer_events.c.campaign_id)
        .where(
            customer_events.c.name.in_(("opted_out", "bounced")),
            asked.within(customer_events.c.at),
            asked.on(campaigns.c.channel),
        )
        .group_by(*keys)
        .order_by(*keys)
    )


def conversion_events(asked: ReportQuery) -> Query:
    """A row for each campaign and step towards an order that it led to."""
    keys = [*asked.periods(customer_events.c.at), *CAMPAIGN, customer_events.c.name.label("event")]
    return (
        select(
            *keys,
            func.count().label("events"),
            func.count(customer_events.c.customer_id.distinct()).label("customers"),
        )
        .join(campaigns, campaigns.c.id == customer_events.c.campaign_id)
        .where(
            customer_events.c.name.in_(CONVERSIONS),
            asked.within(customer_events.c.at),
            asked.on(campaigns.c.channel),
        )
        .group_by(*keys)
        .order_by(*keys)
    )
