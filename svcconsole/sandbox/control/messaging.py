"""The control API for messages: those received and their states, templates, magic recipients, the pace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from http import HTTPStatus
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Connection, Row, select

from svcconsole.api.models.common import Number, Request, Text
from svcconsole.sandbox.control.listing import Listing, Page
from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.delivery import message_life
from svcconsole.sandbox.delivery.recipients import ANYONE, RECIPIENTS, Recipient
from svcconsole.sandbox.egress import LONGEST_URL
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.rules.messaging import find
from svcconsole.sandbox.rules.template_registry import Template
from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables import messaging as tables
from svcconsole.sandbox.webhooks import events


class Received(Page):
    """The query of `GET /messages`: of those with an `id` above `after`."""

    after: int = 0


class Pace(Request):
    """The body of `POST /pace`: how many times as fast as real deliveries and webhook retries go."""

    factor: Annotated[Number, Field(ge=Decimal("0.1"), le=1000)]


class Click(Request):
    """The body of `POST /click`: the recipient of a message, named by either of its ids, opens a link."""

    message_id: Text
    url: Annotated[str, Field(min_length=1, max_length=LONGEST_URL)]


async def messages(store: Store, asked: Received) -> Mapping[str, Any]:
    """Only what came by the API: the past of the demo has no request."""
    table = tables.messages
    query = (
        select(table)
        .where(table.c.body.is_not(None), table.c.direction == "out", table.c.id > asked.after)
        .order_by(table.c.id.desc())
    )
    places = [table.c.contact, table.c.text, table.c.message_id, table.c.body]
    listing = Listing("messages", query, places, _messages)
    return await store.consult(lambda connection: listing.page(connection, asked))


def _messages(connection: Connection, rows: Sequence[Row[Any]]) -> list[Mapping[str, Any]]:
    ids = [row.id for row in rows]
    lives, clicks = message_life.lives(connection, ids), _clicks(connection, ids)
    now = timestamps.text(timestamps.now())
    return [_message(row, lives[row.id], clicks[row.id], now) for row in rows]


def _message(
    row: Row[Any], life: Sequence[message_life.Event], clicks: Sequence[Mapping[str, str]], now: str
) -> Mapping[str, Any]:
    came = [event for event in life if event.at <= now]
    return {
        "id": row.id,
        "messageId": row.message_id,
        "createdAt": row.created_at,
        "contact": row.contact,
        "customerId": row.customer_id,
        "businessNumber": row.business_number,
        "kind": row.kind,
        "text": row.text,
        "templateId": row.template_id,
        "callbackData": row.callback_data,
        "status": came[-1].status if came else message_life.FIRST,
        "failureReason": came[-1].reason if came else None,
        "events": [{"status": event.status, "at": event.at} for event in came],
        "ahead": [{"status": event.status, "at": event.at} for event in life[len(came) :]],
        "clicks": clicks,
        "request": json.loads(row.body),
    }


def _clicks(connection: Connection, ids: Sequence[int]) -> Mapping[int, list[Mapping[str, str]]]:
    found: dict[int, list[Mapping[str, str]]] = {one: [] for one in ids}
    table = tables.link_clicks
    for start in range(0, len(ids), database.ASKED_AT_ONCE):
        chunk = ids[start : start + database.ASKED_AT_ONCE]
        for row in connection.execute(select(table).where(table.c.message.in_(chunk)).order_by(table.c.id)):
            found[row.message].append({"url": row.url, "at": row.at})
    return found


async def recipients(_: Store, __: Nothing) -> Mapping[str, Any]:
    return {"recipients": [_recipient(one) for one in RECIPIENTS], "anyone": _recipient(ANYONE)}


def _recipient(one: Recipient) -> Mapping[str, Any]:
    return {
        "number": one.number,
        "sentence": one.sentence,
        "stages": [
            {"status": stage.status, "earliest": stage.earliest, "latest": stage.latest}
            for stage in one.stages
        ],
        "code": one.failure and one.failure[0],
        "reason": one.reason,
    }


async def templates(store: Store, _: Nothing) -> Mapping[str, Any]:
    query = select(tables.templates.c.body).order_by(tables.templates.c.id)
    bodies = await store.consult(lambda connection: list(connection.scalars(query)))
    return {"templates": [Template.stored(body).shown() for body in bodies]}


async def pace(store: Store, _: Nothing) -> Mapping[str, Any]:
    return {"factor": await store.consult(message_life.pace)}


async def keep_pace(store: Store, wanted: Pace) -> Mapping[str, Any]:
    factor = float(wanted.factor)
    await store.transact(lambda call: message_life.keep_pace(call.connection, factor))
    return {"factor": factor}


async def click(store: Store, clicked: Click) -> Mapping[str, Any]:
    if not clicked.url.startswith(("http://", "https://")):
        raise Refused(HTTPStatus.BAD_REQUEST, f"url {clicked.url} does not begin with http:// or https://")

    def record(call: Call) -> Mapping[str, Any]:
        found = find(call.connection, [clicked.message_id])
        if not found:
            raise Refused(
                HTTPStatus.BAD_REQUEST, f"messageId {clicked.message_id} is not a message of this store"
            )
        row = found[0]
        at = events.click(call, row.id, row.message_id, clicked.url, row.callback_data)
        return {"click": {"messageId": row.message_id, "url": clicked.url, "at": at}}

    return await store.transact(record)


MESSAGING = (
    ControlRoute("GET", "/messages", messages, Received),
    ControlRoute("GET", "/recipients", recipients),
    ControlRoute("GET", "/templates", templates),
    ControlRoute("GET", "/pace", pace),
    ControlRoute("POST", "/pace", keep_pace, Pace),
    ControlRoute("POST", "/click", click, Click),
)
