"""Reports of journeys: chatbot flows that ran, the words that started them, questions for a price."""

from __future__ import annotations

from sqlalchemy import and_, func, select

from svcconsole.sandbox.reports.column_values import average_minutes, how_many, how_many_different, percent
from svcconsole.sandbox.reports.request import Query, ReportQuery
from svcconsole.sandbox.reports.revenue import CURRENCY, ORDERED, ORDERS, REVENUE, last_orders
from svcconsole.sandbox.store.tables.messaging import flow_runs, flows
from svcconsole.sandbox.store.tables.sales import customer_events, orders

STARTED, COMPLETED, DROPPED = (flow_runs.c.status == one for one in ("STARTED", "COMPLETED", "DROPPED"))


def overall(asked: ReportQuery) -> Query:
    """A row for each flow that ran, by its start, with the orders of the same time that it led to."""
    period = asked.periods(flow_runs.c.started_at)
    ran = (
        select(
            *period,
            flow_runs.c.flow_id.label("flow"),
            func.count().label("runs"),
            how_many(COMPLETED).label("completed"),
            how_many(DROPPED).label("dropped"),
            how_many(STARTED).label("running"),
            func.count(flow_runs.c.customer_id.distinct()).label("customers"),
            average_minutes(flow_runs.c.started_at, flow_runs.c.ended_at).label("averageMinutes"),
        )
        .where(asked.within(flow_runs.c.started_at))
        .group_by(*period, flow_runs.c.flow_id)
        .subquery()
    )
    ordered = asked.periods(orders.c.at)
    bought = (
        select(*ordered, orders.c.flow_id.label("flow"), ORDERS, REVENUE, CURRENCY)
        .where(ORDERED, asked.within(orders.c.at))
        .group_by(*ordered, orders.c.flow_id)
        .subquery()
    )
    same = [ran.c.period == bought.c.period] if asked.group_by else []
    when = [ran.c.period] if asked.group_by else []
    return (
        select(
            *when,
            ran.c.flow.label("flowId"),
            flows.c.name.label("flow"),
            ran.c.runs,
            ran.c.completed,
            ran.c.dropped,
            ran.c.running,
            percent(ran.c.completed, ran.c.runs).label("completedPercent"),
            ran.c.customers,
            ran.c.averageMinutes,
            func.coalesce(bought.c.orders, 0).label("orders"),
            bought.c.revenue,
            bought.c.currency,
        )
        .outerjoin(flows, flows.c.id == ran.c.flow)
        .outerjoin(bought, and_(bought.c.flow == ran.c.flow, *same))
        .order_by(*when, ran.c.flow)
    )


def keywords(asked: ReportQuery) -> Query:
    """A row for each word that started a flow."""
    keys = [*asked.periods(flow_runs.c.started_at), flow_runs.c.keyword, flow_runs.c.flow_id.label("flowId")]
    return (
        select(
            *keys,
            func.max(flows.c.name).label("flow"),
            func.count().label("runs"),
            how_many(COMPLETED).label("completed"),
            how_many(DROPPED).label("dropped"),
            func.count(flow_runs.c.customer_id.distinct()).label("customers"),
        )
        .outerjoin(flows, flows.c.id == flow_runs.c.flow_id)
        .where(flow_runs.c.keyword.is_not(None), asked.within(flow_runs.c.started_at))
        .group_by(*keys)
        .order_by(*keys)
    )


def price_please(asked: ReportQuery) -> Query:
    """A row for each product whose price was asked for, and who ordered something after that in the range."""
    event = customer_events.c
    keys = [*asked.periods(event.at), event.source.label("product")]
    customers = func.count(event.customer_id.distinct())
    last = last_orders(asked)
    buyers = how_many_different(event.customer_id, last.c.at >= event.at)
    return (
        select(
            *keys,
            func.count().label("asked"),
            customers.label("customers"),
            buyers.label("customersWhoOrdered"),
            percent(buyers, customers).label("orderedPercent"),
        )
        .select_from(customer_events)
        .outerjoin(last, last.c.customer_id == event.customer_id)
        .where(event.name == "price_asked", asked.within(event.at))
        .group_by(*keys)
        .order_by(*keys)
    )
