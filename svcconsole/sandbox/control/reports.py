"""The control API for reports: requests with their state, and the e-mails that were written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from svcconsole.sandbox.control.listing import Listing, Page
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables import reports as tables


async def reports(store: Store, asked: Page) -> Mapping[str, Any]:
    """The newest first; `error` is why a FAILED one failed."""
    query = select(tables.reports).order_by(tables.reports.c.id.desc())
    listing = Listing("reports", query, [tables.reports.c.request], _reports)
    return await store.consult(lambda connection: listing.page(connection, asked))


async def outbox(store: Store, asked: Page) -> Mapping[str, Any]:
    """The newest first; `id` is the report's, `state` is KEPT, WAITING, SENT or GIVEN_UP."""
    table = tables.outbox
    query = select(table).order_by(table.c.date.desc(), table.c.report.desc())
    places = [table.c.recipients, table.c.subject, table.c.text]
    listing = Listing("emails", query, places, _emails)
    return await store.consult(lambda connection: listing.page(connection, asked))


def _reports(_: Connection, rows: Sequence[Row[Any]]) -> list[Mapping[str, Any]]:
    return [
        {
            "id": row.id,
            "status": row.status,
            "createdAt": row.created_at,
            "endedAt": row.ended_at,
            "part": row.part,
            "rows": row.rows,
            "cursor": row.cursor,
            "error": row.error,
            "request": json.loads(row.request),
        }
        for row in rows
    ]


def _emails(_: Connection, rows: Sequence[Row[Any]]) -> list[Mapping[str, Any]]:
    return [
        {
            "id": row.report,
            "to": json.loads(row.recipients),
            "subject": row.subject,
            "date": row.date,
            "text": row.text,
            "link": row.link,
            "state": row.state,
            "attempts": row.attempts,
            "error": row.error,
        }
        for row in rows
    ]


REPORTS = (ControlRoute("GET", "/reports", reports, Page), ControlRoute("GET", "/outbox", outbox, Page))
