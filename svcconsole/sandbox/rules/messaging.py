"""Messages in the practice store: taken, given a life, and looked up (specification: endpoints 9 and 14)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, or_, select

from svcconsole.api import operations as api
from svcconsole.api.models import messaging as models
from svcconsole.api.models.common import Request
from svcconsole.sandbox.delivery import message_life
from svcconsole.sandbox.delivery.recipients import recipient
from svcconsole.sandbox.http.answers import status_only, success
from svcconsole.sandbox.identity import BUSINESS_NUMBER
from svcconsole.sandbox.rules.customers import customer_of
from svcconsole.sandbox.rules.message_text import message_text
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.tables import messaging as tables
from svcconsole.sandbox.store.timestamps import text as instant

NONE_FOUND = "No messages were found for these messageIds."
_LARGEST_ID = 2**63 - 1


def send_message(call: Call, request: models.SendMessage) -> bytes:
    """`data.id` is what the message is looked up by and what its webhooks name."""
    return success({"id": _accept(call, request)})


def send_message_v1(call: Call, request: models.SendMessageV1) -> bytes:
    """`status` and nothing else (decisions, row 28); the message is recorded like any other."""
    _accept(call, request)
    return status_only()


def _accept(call: Call, request: models.SendMessage | models.SendMessageV1) -> str:
    callback = request.callback_data if isinstance(request, models.SendMessage) else None
    return record(
        call,
        request,
        contact=request.contact_identifier,
        business_number=request.business_phone_number,
        kind=request.type,
        text=message_text(request.type, request.payload),
        callback_data=callback,
    )


def record(
    call: Call,
    request: Request,
    *,
    contact: str,
    business_number: str | None,
    kind: str,
    text: str,
    callback_data: str | None,
    template_id: str | None = None,
) -> str:
    """Write an accepted message with its whole life; returns the id it is tracked by."""
    number = database.next_id(call.connection, tables.messages)
    message_id = f"wamid.{secrets.token_urlsafe(24)}"
    call.connection.execute(
        tables.messages.insert().values(
            id=number,
            message_id=message_id,
            direction="out",
            channel="whatsapp",
            contact=contact,
            business_number=business_number or BUSINESS_NUMBER,
            customer_id=customer_of(call.connection, contact, None),
            kind=kind,
            text=text,
            template_id=template_id,
            created_at=instant(call.now),
            callback_data=callback_data,
            body=request.wire().decode(),
        )
    )
    pace = message_life.pace(call.connection)
    message_life.save_events(
        call.connection, number, message_life.plan(recipient(contact), message_id, call.now, pace)
    )
    return message_id


def fetch_messages(call: Call, request: models.FetchMessages) -> bytes:
    """The found ones in the order asked, each once; with none the one empty entry (decisions, row 26)."""
    rows = find(call.connection, request.message_ids)
    lives = message_life.lives(call.connection, [row.id for row in rows])
    records = [_record(row, message_life.current(lives[row.id], call.now)) for row in rows]
    return success({"messages": records or [{"createdAt": None, "message": NONE_FOUND}]})


def find(connection: Connection, ids: Sequence[str]) -> list[Row[Any]]:
    """The sent messages that `ids` name by `id` or by `messageId`, in that order, each once."""
    table = tables.messages
    known: dict[str, Row[Any]] = {}
    wanted = list(dict.fromkeys(ids))
    for start in range(0, len(wanted), database.ASKED_AT_ONCE):
        chunk = wanted[start : start + database.ASKED_AT_ONCE]
        numbers = [int(one) for one in chunk if _is_number(one)]
        query = select(table).where(
            table.c.direction == "out", or_(table.c.message_id.in_(chunk), table.c.id.in_(numbers))
        )
        for row in connection.execute(query):
            known[row.message_id] = known[str(row.id)] = row
    found = {known[one].id: known[one] for one in wanted if one in known}
    return list(found.values())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= _LARGEST_ID


def _record(row: Row[Any], event: message_life.Event | None) -> Mapping[str, Any]:
    return {
        "id": row.id,
        "messageId": row.message_id,
        "createdAt": row.created_at,
        "receiverId": row.contact,
        "status": event.status if event else message_life.FIRST,
        "type": row.channel,
        "message": row.text,
        "assetValue": row.contact,
        "failureReason": event.reason if event else None,
    }


HANDLERS: Handlers = {
    api.SEND_MESSAGE_V1: send_message_v1,
    api.SEND_MESSAGE: send_message,
    api.FETCH_MESSAGES: fetch_messages,
}
