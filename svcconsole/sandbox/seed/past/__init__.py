"""One day of the demo store's past as rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import Table

from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.past.campaigns import send_campaigns
from svcconsole.sandbox.seed.past.conversations import add_conversations
from svcconsole.sandbox.seed.past.day_tables import DayTables
from svcconsole.sandbox.seed.past.journeys import run_flows, see_popups
from svcconsole.sandbox.seed.past.orders import take_orders

TOP_UP = Decimal(900)
"""Paid in on the first of each month, in EUR."""


def day(number: int, calendar: clock.Calendar) -> Sequence[tuple[Table, Sequence[Mapping[str, Any]]]]:
    """The rows of each table that belong to a day, which counts from the first one of the past."""
    book = DayTables(number, calendar)
    if calendar.text(book.start)[8:10] == "01":
        book.top_up(book.start + 6 * clock.HOUR, TOP_UP)
    take_orders(book)
    send_campaigns(book)
    add_conversations(book)
    run_flows(book)
    see_popups(book)
    return book.rows()
