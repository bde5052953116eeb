"""The state of a message at the time a report is made, from its planned life."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, case, select

from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.sandbox.store.tables.messaging import message_events, messages


def last_status(asked: ReportQuery) -> ColumnElement[bool]:
    """What joins each message with the last event of its life that has come."""
    lived = message_events.alias("lived")
    order = case({"queued": 0, "sent": 1, "delivered": 2, "read": 3}, value=lived.c.status, else_=4)
    latest = (
        select(lived.c.status)
        .where(lived.c.message == messages.c.id, lived.c.at <= asked.now)
        .order_by(lived.c.at.desc(), order.desc())
        .limit(1)
        .scalar_subquery()
    )
    return and_(message_events.c.message == messages.c.id, message_events.c.status == latest)


def reached(status: str, asked: ReportQuery) -> ColumnElement[bool]:
    """The message has come to this status; who has read one has received it, whatever its life says."""
    wanted = {"delivered": ("delivered", "read")}.get(status, (status,))
    lived = message_events.alias()
    return (
        select(lived.c.message)
        .where(lived.c.message == messages.c.id, lived.c.status.in_(wanted), lived.c.at <= asked.now)
        .exists()
    )
