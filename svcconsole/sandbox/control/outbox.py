"""Control of the e-mails that the store wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.store import Store
from svcconsole.sandbox.tables import reports as tables

MOST = 500


async def outbox(store: Store, _: Nothing) -> Mapping[str, Any]:
    """The newest first; `id` is the report's, `state` is KEPT, WAITING, SENT or GIVEN_UP."""
    return {"emails": await store.consult(_emails)}


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


OUTBOX = (ControlRoute("GET", "/outbox", outbox),)
