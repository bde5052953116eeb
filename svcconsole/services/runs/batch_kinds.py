"""The kinds of records a run sends, as a table: the operation that sends a batch, the one that reads it
back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json, to_json

from svcconsole.api.client import effect_of
from svcconsole.api.models.common import Envelope
from svcconsole.api.models.rows import row_model
from svcconsole.api.models.unknown_fields import known_part
from svcconsole.api.operations import (
    CREATE_TICKET,
    GET_CATALOGS,
    GET_CUSTOMER,
    GET_PRODUCTS,
    INITIATE_FLOW,
    LIST_CATALOGS,
    RECORD_USER_PROPERTIES,
    SEND_MESSAGE,
    SEND_TEMPLATE,
    UPSERT_CATALOGS,
    UPSERT_CUSTOMER,
    UPSERT_PRODUCTS,
    Effect,
    Operation,
)
from svcconsole.api.value_path import value_at
from svcconsole.services.customers import customer_answers
from svcconsole.services.helpdesk import ticket_answers
from svcconsole.services.messaging import flow_answers, message_answers
from svcconsole.services.records.read_back import holds
from svcconsole.services.runs.batch_outcome import BatchOutcome
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.user_properties import outcomes
from svcconsole.workspace.runs.ledger_entries import PendingRecord

MOST_TO_DECIDE = 20
"""Records of a batch that nothing can read back: a person can look up so many in the store at a time."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one record is read: `request` makes the request from the bytes that were sent, None where they do
    not say whom to ask for; `is_held(stored, sent)` says whether the store's JSON is what was sent, `is_told`
    whether an answer says what the store holds."""

    operation: Operation[Any, Any]
    request: Callable[[bytes], bytes | None]
    is_held: Callable[[Mapping[str, Any], bytes], bool]
    is_told: Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class BatchKind:
    """One row: `field` holds the records in the request and in the answer's data, `read_field` the ids to
    read.

    `read` is None where nothing can be read back: what is not known is then a person's to decide, and never
    sent again by itself. `judge` tells where each record stands after a request that was answered partly;
    without it, accepted are the records the answer names. `in_order` sends one full batch at a time. Without
    `field` each record is a request of its own; `most_at_once` of them are on the way at most (rule W6).
    `most_in_batch`: so many records at most where a batch without an answer is a person's to decide. `keys`
    are fields of the request by one of which the store finds what it wrote before, where nothing reads it
    back. `look` reads a record of a request of its own. Where records `carry` what the store said of them,
    only the fields that requests have tell whether they arrived.
    """

    kind: str
    send: Operation[Any, Any]
    field: str
    read: Operation[Any, Any] | None = None
    read_field: str = ""
    id_field: str = "id"
    judge: Callable[[Sequence[PendingRecord], object], BatchOutcome] | None = None
    in_order: bool = False
    most_at_once: int = 8
    most_in_batch: int | None = None
    keys: tuple[str, ...] = ()
    look: Look | None = None
    carry: bool = False

    @property
    def record(self) -> type[BaseModel]:
        """The model of a record in a batch; LookupError where each is a request of its own."""
        model = row_model(self.send.request.model_fields[self.field].annotation) if self.field else None
        if model is None:
            raise LookupError(f"{self.kind} have no batches")
        return model

    @property
    def readable(self) -> bool:
        """Whether the store can be asked what it holds of records that may be sent twice."""
        return self.read is not None or self.look is not None

    def look_up(self, batch: Sequence[PendingRecord]) -> tuple[Operation[Any, Any], bytes] | None:
        """The request that reads what the store holds of records that may have landed; None where it cannot
        be asked for them."""
        if self.read is not None:
            return self.read, self.read_body(item.record_id for item in batch)
        asked = self.look.request(batch[0].body) if self.look is not None else None
        return None if self.look is None or asked is None else (self.look.operation, asked)

    def is_held(self, item: PendingRecord, stored: Mapping[str, Any] | None) -> bool:
        """Whether what the store holds of a record is what was sent."""
        if self.look is not None:
            return stored is not None and self.look.is_held(stored, item.body)
        sent = from_json(item.body)
        return holds(known_part(self.record, sent) if self.carry else sent, stored)

    def paced(self, pace: PacingRules) -> PacingRules:
        """The pace of a run of this kind."""
        if self.judge is not message_answers.judge:
            pace = replace(pace, between_messages=0.0)
        if not self.field:
            most = min(self.most_at_once, pace.most_at_once)
            return replace(pace, first_batch=1, most_batch=1, most_at_once=most)
        if self.most_in_batch is not None:
            pace = replace(pace, most_batch=min(pace.most_batch, self.most_in_batch))
        if self.in_order:
            pace = replace(pace, first_batch=pace.most_batch, most_at_once=1)
        return pace if self.read is not None else replace(pace, old_doubt=0.0)

    def repeats(self, item: PendingRecord) -> bool:
        """Whether a record of doubtful end may be sent again by itself: where what the store holds can be
        read, and where the operation says what makes it repeatable and the record has that."""
        if self.read is not None:
            return True
        return self.send.retry_needs is not None and effect_of(self.send, item.body) is Effect.UPSERT

    def may_lag(self, item: PendingRecord) -> bool:
        """Whether the ledger may lag behind a record: after a crash it is sent again, which changes nothing.

        A record with none of the keys is made anew each time it is sent, so it keeps the order of what
        happens once: its intent on the disk before it leaves, its outcome after.
        """
        if not self.keys:
            return self.repeats(item)
        body = from_json(item.body)
        return isinstance(body, dict) and any(body.get(key) for key in self.keys)

    def body(self, records: Sequence[bytes], app_id: str | None = None) -> bytes:
        """The request of a batch: the frozen bytes of its records, joined and not written anew, with the
        store's app id beside them where the request has a field for it. A request of its own has it in its
        frozen bytes."""
        if not self.field:
            return records[0]
        beside = b""
        if app_id and "app_id" in self.send.request.model_fields:
            beside = b'"appId":%s,' % to_json(app_id)
        return b'{%s"%s":[%s]}' % (beside, self.field.encode(), b",".join(records))

    def read_body(self, ids: Iterable[str]) -> bytes:
        return json.dumps({self.read_field: list(ids)}).encode()

    def is_told(self, payload: object) -> bool:
        """Whether an answer to the look at records says what the store holds of them."""
        if self.look is not None:
            return self.look.is_told(payload)
        return isinstance(value_at(payload, ("data", self.field)), list)

    def by_id(self, payload: object) -> dict[str, Mapping[str, Any]]:
        """The records of an answer by their id as text; empty when the answer holds none."""
        found = value_at(payload, ("data", self.field))
        records = found if isinstance(found, list) else []
        return {
            str(record[self.id_field]): record
            for record in records
            if isinstance(record, dict) and record.get(self.id_field) is not None
        }


def _plain(operation: Operation[Any, Any]) -> Operation[Any, Any]:
    """The operation with its answer read as an envelope only: a run needs the ids, not a model of every
    variant.

    Validating the answers of full batches takes the event loop 5 to 10 ms each, reading the envelope under 2.
    """
    return replace(operation, response=Envelope)


KINDS = {
    row.kind: row
    for row in (
        BatchKind("products", _plain(UPSERT_PRODUCTS), "products", _plain(GET_PRODUCTS), "productIds"),
        BatchKind("catalogs", _plain(UPSERT_CATALOGS), "catalogs", _plain(GET_CATALOGS), "catalogIds"),
        BatchKind(
            "customers",
            _plain(UPSERT_CUSTOMER),
            "",
            judge=customer_answers.judge,
            look=Look(
                _plain(GET_CUSTOMER),
                customer_answers.question,
                customer_answers.is_held,
                customer_answers.is_told,
            ),
        ),
        BatchKind(
            "user_properties",
            _plain(RECORD_USER_PROPERTIES),
            "userProperties",
            judge=outcomes.judge,
            in_order=True,
            most_in_batch=MOST_TO_DECIDE,
            keys=outcomes.KEYS,
        ),
        BatchKind("templates", SEND_TEMPLATE, "", judge=message_answers.judge, most_at_once=4),
        BatchKind("tickets", CREATE_TICKET, "", judge=ticket_answers.judge, most_at_once=4),
        BatchKind("flows", INITIATE_FLOW, "", judge=flow_answers.judge, most_at_once=4),
        BatchKind("messages", SEND_MESSAGE, "", judge=message_answers.judge, most_at_once=4),
    )
}

PROBE = LIST_CATALOGS
"""The cheapest question that proves the address and the token (reliability, F40)."""
PROBE_BODY = b"{}"
