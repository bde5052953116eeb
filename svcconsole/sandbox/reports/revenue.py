"""Revenue from orders; an order whose payment failed counts as none."""

from __future__ import annotations

from decimal import Decimal

from sqlalchemy import Subquery, case, func, select

from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.sandbox.store.tables.sales import orders

ORDERED = orders.c.payment != "WHATSAPP_FAILED"
_CURRENCIES = func.count(orders.c.currency.distinct())
REVENUE = case((_CURRENCIES <= 1, func.coalesce(func.sum(orders.c.amount), Decimal(0)))).label("revenue")
"""The sum of the orders; empty where they are in several currencies, which nobody can add."""

CURRENCY = case((_CURRENCIES == 1, func.min(orders.c.currency)), (_CURRENCIES > 1, "several")).label(
    "currency"
)
ORDERS = func.count(orders.c.id).label("orders")


def last_orders(asked: ReportQuery) -> Subquery:
    """When each customer ordered last in the range: whoever did so after an event ordered after it."""
    return (
        select(orders.c.customer_id, func.max(orders.c.at).label("at"))
        .where(ORDERED, asked.within(orders.c.at))
        .group_by(orders.c.customer_id)
        .subquery()
    )
