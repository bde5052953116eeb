"""The control API for webhooks: register, remove, and the log of what was sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from sqlalchemy import Connection, Row, select

from svcconsole.api.models.common import Request, Text
from svcconsole.sandbox.control.listing import Listing, Page
from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.egress import Forbidden
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables import messaging as tables
from svcconsole.sandbox.webhooks import registrations


class Webhook(Request):
    """The body of `POST /webhooks`; requests are signed with `secret`, which is never shown again."""

    url: Text
    secret: Text


class Removed(Request):
    """The body or the query of `DELETE /webhooks`."""

    url: Text


async def register(store: Store, wanted: Webhook) -> Mapping[str, Any]:
    try:
        store.egress.check(wanted.url)
    except Forbidden as forbidden:
        raise Refused(HTTPStatus.BAD_REQUEST, f"url {wanted.url} is not sent to: {forbidden}") from None
    await store.transact(lambda call: registrations.register(call, wanted.url, wanted.secret))
    registered = await store.consult(_webhooks)
    return {"webhook": next(one for one in registered if one["url"] == wanted.url)}


async def registered(store: Store, _: Nothing) -> Mapping[str, Any]:
    return {"webhooks": await store.consult(_webhooks)}


async def remove(store: Store, unwanted: Removed) -> Mapping[str, Any]:
    await store.transact(lambda call: registrations.remove(call, unwanted.url))
    return {"webhooks": await store.consult(_webhooks)}


def _webhooks(connection: Connection) -> list[Mapping[str, Any]]:
    rows = connection.execute(select(tables.webhooks).order_by(tables.webhooks.c.id))
    return [{"id": row.id, "url": row.url, "createdAt": row.created_at} for row in rows]


async def log(store: Store, asked: Page) -> Mapping[str, Any]:
    """What was sent, or waits to be, the newest first, each with its tries."""
    table = tables.webhook_deliveries
    query = select(table).order_by(table.c.id.desc())
    listing = Listing("deliveries", query, [table.c.url, table.c.body], _deliveries)
    return await store.consult(lambda connection: listing.page(connection, asked))


def _deliveries(connection: Connection, rows: Sequence[Row[Any]]) -> list[Mapping[str, Any]]:
    tries = tables.webhook_tries
    made: dict[int, list[Mapping[str, Any]]] = {row.id: [] for row in rows}
    query = select(tries).order_by(tries.c.delivery, tries.c.number)
    ids = list(made)
    for start in range(0, len(ids), database.ASKED_AT_ONCE):
        chunk = ids[start : start + database.ASKED_AT_ONCE]
        for row in connection.execute(query.where(tries.c.delivery.in_(chunk))):
            made[row.delivery].append(
                {"at": row.at, "milliseconds": row.milliseconds, "status": row.status, "error": row.error}
            )
    return [_delivery(row, made[row.id]) for row in rows]


def _delivery(row: Row[Any], tries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    body = json.loads(row.body)
    return {
        "id": row.id,
        "eventId": row.event_id,
        "event": body["event"],
        "messageId": body["messageId"],
        "url": row.url,
        "state": row.state,
        "body": body,
        "dueAt": row.due_at if row.state == registrations.WAITING else None,
        "tries": tries,
    }


WEBHOOKS = (
    ControlRoute("POST", "/webhooks", register, Webhook),
    ControlRoute("GET", "/webhooks", registered),
    ControlRoute("DELETE", "/webhooks", remove, Removed),
    ControlRoute("GET", "/webhooks/log", log, Page),
)
