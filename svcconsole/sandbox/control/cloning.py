"""The control API for a practice store that stands in for another: records put into it as that one has them.

They are not checked: what another store holds need not be what this one would take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from pydantic import Field
from pydantic_core import from_json, to_json
from sqlalchemy import Connection, Table, delete, insert

from svcconsole.api.models.common import Request
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.rules import customer_record
from svcconsole.sandbox.rules.customer_matching import Keys
from svcconsole.sandbox.rules.customers import customer_id
from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables import catalog as tables
from svcconsole.sandbox.store.tables.people import customers as customers_table


class Records(Request):
    """The body of `POST /records`: each record as JSON text, as a store answered it."""

    products: list[str] = Field(default_factory=list)
    catalogs: list[str] = Field(default_factory=list)
    customers: list[str] = Field(default_factory=list)


async def put_records(store: Store, wanted: Records) -> Mapping[str, Any]:
    """Put the records in, over those of the same id."""

    def put(call: Call) -> None:
        _put(call.connection, tables.catalogs, wanted.catalogs)
        _put(call.connection, tables.products, wanted.products)
        for text in wanted.customers:
            _put_customer(call.connection, _read(text), timestamps.text(call.now))

    await store.transact(put)
    return {"counts": await store.counts()}


def _put(connection: Connection, table: Table, texts: Sequence[str]) -> None:
    rows = [{"id": str(record["id"]), "body": text} for text in texts if (record := _read(text)).get("id")]
    database.upsert(connection, table, rows)


def _put_customer(connection: Connection, customer: Mapping[str, Any], now: str) -> None:
    """A customer as answered, made the record it was answered from."""
    record: customer_record.Record = {
        name: str(customer[name]) for name in customer_record.TEXTS if customer.get(name) not in (None, "")
    }
    if isinstance(customer.get("tags"), list):
        record["tags"] = [_tag(each) for each in customer["tags"]]
    serial = 0
    for name, own in (("addresses", "addressId"), ("assets", "id")):
        kept = []
        for entry in _entries(customer.get(name)):
            serial += 1
            kept.append({**{key: value for key, value in entry.items() if key != own}, "serial": serial})
        if kept:
            record[name] = kept
    record["serial"] = serial
    keys = Keys.of(record.get("partnerCustomerId"), record.get("phoneNumber"), record.get("email"))
    row = {
        "created_at": str(customer.get("createdAt") or now),
        "updated_at": str(customer.get("updatedAt") or now),
        "body": to_json(record).decode(),
        **keys._asdict(),
    }
    identity = customer_id(str(customer.get("id") or ""))
    if identity is not None:
        connection.execute(delete(customers_table).where(customers_table.c.id == identity))
        row["id"] = identity
    connection.execute(insert(customers_table).values(row))


def _entries(listed: object) -> Iterator[Mapping[str, Any]]:
    """Those of a list that can be kept; another store may have something else there."""
    if isinstance(listed, list):
        yield from (entry for entry in listed if isinstance(entry, Mapping))


def _tag(tag: object) -> str:
    if isinstance(tag, Mapping):
        return str(next((tag[key] for key in ("name", "tag", "label") if tag.get(key)), ""))
    return str(tag)


def _read(text: str) -> Mapping[str, Any]:
    try:
        record = from_json(text)
    except ValueError:
        record = None
    if not isinstance(record, Mapping):
        raise Refused(HTTPStatus.BAD_REQUEST, f"{text[:80]!r} is not a record")
    return record


CLONING = (ControlRoute("POST", "/records", put_records, Records),)
