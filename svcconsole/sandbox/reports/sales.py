"""Reports of customers and what they did in the shop: orders, payments, popups; and the store's account."""

from __future__ import annotations

from sqlalchemy import case, func, select

from svcconsole.sandbox.reports.campaigns import CONVERSIONS
from svcconsole.sandbox.reports.column_values import full_name, how_many, how_many_different, listed, percent
from svcconsole.sandbox.reports.request import Query, ReportQuery
from svcconsole.sandbox.reports.revenue import ORDERED, last_orders
from svcconsole.sandbox.store.database import json_text
from svcconsole.sandbox.store.tables.messaging import campaigns
from svcconsole.sandbox.store.tables.people import customers
from svcconsole.sandbox.store.tables.sales import customer_events, ledger, orders

EVENT = customer_events.c
VIEWED, CLICKED, SUBMITTED = (EVENT.name == f"popup_{what}" for what in ("viewed", "clicked", "submitted"))
KNOWN = func.count(EVENT.customer_id.distinct())


def account(asked: ReportQuery) -> Query:
    """A row for each entry of the ledger; the balance is that of the whole account, after the entry."""
    balance = func.sum(ledger.c.amount).over(order_by=(ledger.c.at, ledger.c.id)).label("balance")
    entries = select(ledger, balance).subquery()
    return (
        select(
            entries.c.id.label("entryId"),
            entries.c.at,
            entries.c.channel,
            entries.c.category,
            entries.c.units,
            entries.c.amount,
            entries.c.balance,
        )
        .where(asked.within(entries.c.at), asked.on(entries.c.channel))
        .order_by(entries.c.at, entries.c.id)
    )


def payments(asked: ReportQuery) -> Query:
    """A row for each payment in WhatsApp, made or failed."""
    return (
        select(
            orders.c.id.label("orderId"),
            orders.c.at,
            orders.c.customer_id.label("customerId"),
            full_name(customers.c.body).label("customerName"),
            json_text(customers.c.body, "phoneNumber").label("phoneNumber"),
            orders.c.amount,
            orders.c.currency,
            case((ORDERED, "PAID"), else_="FAILED").label("status"),
            campaigns.c.name.label("campaign"),
            orders.c.flow_id.label("flowId"),
        )
        .outerjoin(customers, customers.c.id == orders.c.customer_id)
        .outerjoin(campaigns, campaigns.c.id == orders.c.campaign_id)
        .where(orders.c.payment.in_(("WHATSAPP_PAID", "WHATSAPP_FAILED")), asked.within(orders.c.at))
        .order_by(orders.c.at, orders.c.id)
    )


def everybody(asked: ReportQuery) -> Query:
    """A row for each customer who was made in the range."""
    body = customers.c.body
    texts = ("firstName", "lastName", "phoneNumber", "email")
    return (
        select(
            customers.c.id.label("customerId"),
            customers.c.partner_customer_id.label("partnerCustomerId"),
            *(json_text(body, name).label(name) for name in texts),
            json_text(body, "addresses", 0, "city").label("city"),
            json_text(body, "addresses", 0, "country").label("country"),
            listed(body, "tags").label("tags"),
            customers.c.created_at.label("createdAt"),
            customers.c.updated_at.label("updatedAt"),
        )
        .where(asked.within(customers.c.created_at))
        .order_by(customers.c.id)
    )


def conversions(asked: ReportQuery) -> Query:
    """A row for each customer who ordered, and currency they paid in."""
    keys = [*asked.periods(orders.c.at), orders.c.customer_id.label("customerId"), orders.c.currency]
    money = orders.c.amount.type
    return (
        select(
            *keys,
            func.max(full_name(customers.c.body)).label("customerName"),
            func.max(json_text(customers.c.body, "phoneNumber")).label("phoneNumber"),
            func.count().label("orders"),
            func.sum(orders.c.amount).label("revenue"),
            func.round(func.avg(orders.c.amount), type_=money).label("averageOrder"),
            how_many(orders.c.campaign_id.is_not(None)).label("throughCampaigns"),
            how_many(orders.c.flow_id.is_not(None)).label("throughJourneys"),
            func.min(orders.c.at).label("firstOrderAt"),
            func.max(orders.c.at).label("lastOrderAt"),
        )
        .outerjoin(customers, customers.c.id == orders.c.customer_id)
        .where(ORDERED, asked.within(orders.c.at))
        .group_by(*keys)
        .order_by(*keys)
    )


def events(asked: ReportQuery) -> Query:
    """A row for each step towards an order: who took it, and who of them ordered since, in the range."""
    keys = [*asked.periods(EVENT.at), EVENT.name.label("event")]
    last = last_orders(asked)
    people, buyers = KNOWN, how_many_different(EVENT.customer_id, last.c.at >= EVENT.at)
    return (
        select(
            *keys,
            func.count().label("events"),
            people.label("customers"),
            buyers.label("customersWhoOrdered"),
            percent(buyers, people).label("orderedPercent"),
        )
        .select_from(customer_events)
        .outerjoin(last, last.c.customer_id == EVENT.customer_id)
        .where(EVENT.name.in_(CONVERSIONS), asked.within(EVENT.at))
        .group_by(*keys)
        .order_by(*keys)
    )


def popup_insights(asked: ReportQuery) -> Query:
    """A row for each popup: seen, clicked, filled in."""
    keys = [*asked.periods(EVENT.at), EVENT.source.label("popup")]
    viewed, clicked, submitted = map(how_many, (VIEWED, CLICKED, SUBMITTED))
    return (
        select(
            *keys,
            viewed.label("viewed"),
            clicked.label("clicked"),
            submitted.label("submitted"),
            percent(clicked, viewed).label("clickedPercent"),
            percent(submitted, viewed).label("submittedPercent"),
            how_many_different(EVENT.customer_id, VIEWED).label("knownCustomers"),
        )
        .where(VIEWED | CLICKED | SUBMITTED, asked.within(EVENT.at))
        .group_by(*keys)
        .order_by(*keys)
    )


def popup_conversions(asked: ReportQuery) -> Query:
    """A row for each popup that was filled in: by whom, and who of them ordered since, in the range."""
    keys = [*asked.periods(EVENT.at), EVENT.source.label("popup")]
    last = last_orders(asked)
    people, buyers = KNOWN, how_many_different(EVENT.customer_id, last.c.at >= EVENT.at)
    return (
        select(
            *keys,
            func.count().label("submitted"),
            people.label("customers"),
            buyers.label("customersWhoOrdered"),
            percent(buyers, people).label("orderedPercent"),
        )
        .select_from(customer_events)
        .outerjoin(last, last.c.customer_id == EVENT.customer_id)
        .where(SUBMITTED, asked.within(EVENT.at))
        .group_by(*keys)
        .order_by(*keys)
    )
