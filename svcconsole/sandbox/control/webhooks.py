"""Control of webhooks: registering, taking away, and the log of what was sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Connection, Row, select

from svcconsole.api.models.common import Request, Text
from svcconsole.sandbox import webhooks
from svcconsole.sandbox.answers import Refused
from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.egress import Forbidden
from svcconsole.sandbox.store import Store
from svcconsole.sandbox.tables import messaging as tables


class Webhook(Request):
    """The body of `POST /webhooks`; requests are signed with `secret`, which is never shown again."""

    url: Text
    secret: Text


class Removed(Request):
    """The body or the query of `DELETE /webhooks`."""

    url: Text


class Logged(Request):
    """The query of `GET /webhooks/log`: the newest `limit`."""

    limit: Annotated[int, Field(ge=1, le=1000)] = 100


async def register(store: Store, wanted: Webhook) -> Mapping[str, Any]:
    try:
        store.egress.check(wanted.url)
    except Forbidden as forbidden:
        raise Refused(HTTPStatus.BAD_REQUEST, f"url {wanted.url} is not sent to: {forbidden}") from None
    await store.transact(lambda call: webhooks.register(call, wanted.url, wanted.secret))
    registered = await store.consult(_webhooks)
    return {"webhook": next(one for one in registered if one["url"] == wanted.url)}


async def registered(store: Store, _: Nothing) -> Mapping[str, Any]:
    return {"webhooks": await store.consult(_webhooks)}


async def remove(store: Store, unwanted: Removed) -> Mapping[str, Any]:
    await store.transact(lambda call: webhooks.remove(call, unwanted.url))
    return {"webhooks": await store.consult(_webhooks)}


def _webhooks(connection: Connection) -> list[Mapping[str, Any]]:
    rows = connection.execute(select(tables.webhooks).order_by(tables.webhooks.c.id))
    return [{"id": row.id, "url": row.url, "createdAt": row.created_at} for row in rows]


async def log(store: Store, asked: Logged) -> Mapping[str, Any]:
    return {"deliveries": await store.consult(lambda connection: _deliveries(connection, asked.limit))}


def _deliveries(connection: Connection, limit: int) -> list[Mapping[str, Any]]:
    table, tries = tables.webhook_deliveries, tables.webhook_tries
    rows = connection.execute(select(table).order_by(table.c.id.desc()).limit(limit)).all()
    made: dict[int, list[Mapping[str, Any]]] = {row.id: [] for row in rows}
    oldest = min(made, default=0)
    query = select(tries).where(tries.c.delivery >= oldest).order_by(tries.c.delivery, tries.c.number)
    for row in connection.execute(query):
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
        "dueAt": row.due_at if row.state == webhooks.WAITING else None,
        "tries": tries,
    }


WEBHOOKS = (
    ControlRoute("POST", "/webhooks", register, Webhook),
    ControlRoute("GET", "/webhooks", registered),
    ControlRoute("DELETE", "/webhooks", remove, Removed),
    ControlRoute("GET", "/webhooks/log", log, Logged),
)
