"""What orders brought in; an order whose payment failed brought nothing and is none."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, case, func, select

from svcconsole.sandbox.reports.asked import Asked
from svcconsole.sandbox.tables.sales import orders

ORDERED = orders.c.payment != "WHATSAPP_FAILED"
_CURRENCIES = func.count(orders.c.currency.distinct())
REVENUE = case((_CURRENCIES <= 1, func.coalesce(func.sum(orders.c.amount), Decimal(0)))).label("revenue")
"""The sum of the orders; empty where they are in several currencies, which nobody can add."""

CURRENCY = case((_CURRENCIES == 1, func.min(orders.c.currency)), (_CURRENCIES > 1, "several")).label(
    "currency"
)
ORDERS = func.count(orders.c.id).label("orders")


def ordered_after(customer: ColumnElement[Any], at: ColumnElement[str], asked: Asked) -> ColumnElement[bool]:
    """The customer ordered something at that instant or later."""
    return (
        select(orders.c.id)
        .where(orders.c.customer_id == customer, ORDERED, orders.c.at >= at, orders.c.at <= asked.now)
        .exists()
    )
