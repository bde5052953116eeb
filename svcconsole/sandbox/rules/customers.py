"""Customers in the practice store (specification: endpoints 15 and 16)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from pydantic_core import from_json, to_json
from sqlalchemy import Connection, Row, bindparam, insert, select, update

from svcconsole.api import operations as api
from svcconsole.api.models.customers import GetCustomer, UpsertCustomer
from svcconsole.sandbox.http.answers import Refused, success
from svcconsole.sandbox.rules import customer_record
from svcconsole.sandbox.rules.customer_matching import Keys, match
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.database import Prepared, bound
from svcconsole.sandbox.store.tables.people import customers

LONGEST_ID = 18
"""Digits that every database's whole numbers hold."""

_INSERT = Prepared(insert(customers).values(bound(customers, "id")).returning(customers.c.id))
_UPDATE = Prepared(
    update(customers)
    .where(customers.c.id == bindparam("the_id"))
    .values(bound(customers, "id", "created_at"))
)


def upsert_customer(call: Call, request: UpsertCustomer) -> bytes:
    """The matched customer is changed (decisions, row 11), or a new one made; answered with its assets."""
    now = timestamps.text(call.now)
    keys = Keys.of(request.partner_customer_id, request.phone_number, request.email)
    found = match(call.connection, customers, keys)
    before = from_json(found.body) if found else {}
    record = customer_record.merged(before, request, found.id if found else None, now)
    written = {"updated_at": now, "body": to_json(record).decode(), **_keys_of(record)}
    if found:
        _UPDATE.run(call.connection, {"the_id": found.id, **written})
        customer_id, created_at = found.id, found.created_at
    else:
        created_at = now
        customer_id = _INSERT.run(call.connection, {"created_at": now, **written}).id
    customer = customer_record.answered(
        customer_id, record, created_at, now, assets=True, addresses=False, tags=False
    )
    return success({"customer": customer})


def get_customer(call: Call, request: GetCustomer) -> bytes:
    """The customer of the given id, or of both where both are given; 406 when there is none."""
    found = _asked_for(call.connection, request)
    if found is None:
        asked = {"partnerCustomerId": request.partner_customer_id, "svcCustomerId": request.svc_customer_id}
        named = " and ".join(f"{name} {value}" for name, value in asked.items() if value)
        raise Refused(HTTPStatus.NOT_ACCEPTABLE, f"customer not found: no customer has {named}")
    customer = customer_record.answered(
        found.id,
        from_json(found.body),
        found.created_at,
        found.updated_at,
        assets=bool(request.include_assets),
        addresses=bool(request.include_address),
        tags=bool(request.include_tags),
    )
    return success({"customer": customer})


def customer_of(connection: Connection, phone: str | None, email: str | None) -> int | None:
    """The id of the customer who is reached so, if the store knows one."""
    found = match(connection, customers, Keys.of(None, phone, email))
    return found.id if found else None


def _asked_for(connection: Connection, request: GetCustomer) -> Row[Any] | None:
    query = select(customers).order_by(customers.c.id).limit(1)
    if request.partner_customer_id:
        query = query.where(customers.c.partner_customer_id == request.partner_customer_id)
    if request.svc_customer_id:
        number = customer_id(request.svc_customer_id)
        if number is None:
            return None
        query = query.where(customers.c.id == number)
    return connection.execute(query).first()


def _keys_of(record: customer_record.Record) -> dict[str, str | None]:
    keys = Keys.of(record.get("partnerCustomerId"), record.get("phoneNumber"), record.get("email"))
    return keys._asdict()


def customer_id(text: str) -> int | None:
    """The id that a text names; None for what no customer's id can be."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_ID else None


HANDLERS: Handlers = {
    api.UPSERT_CUSTOMER: upsert_customer,
    api.GET_CUSTOMER: get_customer,
}
