"""Control of reports: what was asked for and what became of it, and the e-mails that were written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.store import Store
from svcconsole.sandbox.tables import reports as tables

MOST = 500
"""How many of the newest are listed."""


async def reports(store: Store, _: Nothing) -> Mapping[str, Any]:
    """The newest first; `error` is why a FAILED one failed."""
    return {"reports": await store.consult(_reports)}


async def outbox(store: Store, _: Nothing) -> Mapping[str, Any]:
    """The newest first; `id` is the report's, `state` is KEPT, WAITING, SENT or GIVEN_UP."""
    return {"emails": await store.consult(_emails)}


def _reports(connection: Connection) -> list[Mapping[str, Any]]:
    query = select(tables.reports).order_by(tables.reports.c.id.desc()).limit(MOST)
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
        for row in connection.execute(query)
    ]


def _emails(connection: Connection) -> list[Mapping[str, Any]]:
    query = select(tables.outbox).order_by(tables.outbox.c.date.desc(), tables.outbox.c.report.desc())
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
        for row in connection.execute(query.limit(MOST))
    ]


REPORTS = (ControlRoute("GET", "/reports", reports), ControlRoute("GET", "/outbox", outbox))
