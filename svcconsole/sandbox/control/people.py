"""The control API for what was received about people: customers, user properties, tickets and flows."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, Connection, Row, or_, select

from svcconsole.sandbox.control.listing import Listing, Page, Read
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.rules.customer_record import answered
from svcconsole.sandbox.seed.people import COUNT
from svcconsole.sandbox.seed.sowing import seed_of
from svcconsole.sandbox.store.database import LIVE_FROM
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables.helpdesk import agents, labels, teams, ticket_labels, tickets
from svcconsole.sandbox.store.tables.messaging import flow_runs
from svcconsole.sandbox.store.tables.people import customers, user_properties

ReadOne = Callable[[Connection, Row[Any]], Mapping[str, Any]]


class People(Page):
    """The query of `GET /customers`; with `received` 1 those that the seed brought along are left out."""

    received: Annotated[int, Field(ge=0, le=1)] = 0


def _newest(listing: Listing) -> Callable[[Store, Page], Awaitable[Mapping[str, Any]]]:
    async def page(store: Store, asked: Page) -> Mapping[str, Any]:
        return await store.consult(lambda connection: listing.page(connection, asked))

    return page


async def people(store: Store, asked: People) -> Mapping[str, Any]:
    def look(connection: Connection) -> Mapping[str, Any]:
        query = _CUSTOMERS.where(_came(connection)) if asked.received else _CUSTOMERS
        return Listing("customers", query, [customers.c.body], _each(_customer)).page(connection, asked)

    return await store.consult(look)


def _came(connection: Connection) -> ColumnElement[bool]:
    """Written through the API at least once."""
    sown = COUNT if seed_of(connection) == "demo" else 0
    return or_(customers.c.id > sown, customers.c.updated_at != customers.c.created_at)


def _each(read: ReadOne) -> Read:
    return lambda connection, rows: [read(connection, row) for row in rows]


def _customer(_: Connection, row: Row[Any]) -> Mapping[str, Any]:
    record = json.loads(row.body)
    return answered(row.id, record, row.created_at, row.updated_at, assets=True, addresses=True, tags=True)


def _user_property(_: Connection, row: Row[Any]) -> Mapping[str, Any]:
    times = {"createdAt": row.created_at, "updatedAt": row.updated_at}
    return {"id": row.id, **times, "entry": json.loads(row.body)}


def _flow(_: Connection, row: Row[Any]) -> Mapping[str, Any]:
    return {
        "id": row.id,
        "flowId": row.flow_id,
        "startedAt": row.started_at,
        "status": row.status,
        "customerId": row.customer_id,
        "request": json.loads(row.body),
    }


def _ticket(connection: Connection, row: Row[Any]) -> Mapping[str, Any]:
    named = select(labels.c.name).join(ticket_labels).where(ticket_labels.c.ticket_id == row.id)
    return {
        "id": row.id,
        "createdAt": row.created_at,
        "status": row.status,
        "customerId": row.customer_id,
        "agentMail": row.mail,
        "teamName": row.team_name,
        "labels": list(connection.scalars(named.order_by(labels.c.id))),
        "request": json.loads(row.body),
    }


_TICKETS = Listing(
    "tickets",
    select(tickets, agents.c.mail, teams.c.name.label("team_name"))
    .outerjoin(agents, tickets.c.agent_id == agents.c.id)
    .outerjoin(teams, tickets.c.team_id == teams.c.id)
    .where(tickets.c.id >= LIVE_FROM)
    .order_by(tickets.c.id.desc()),
    [tickets.c.body, agents.c.mail],
    _each(_ticket),
)
_FLOWS = Listing(
    "flows",
    select(flow_runs).where(flow_runs.c.id >= LIVE_FROM).order_by(flow_runs.c.id.desc()),
    [flow_runs.c.body],
    _each(_flow),
)
_PROPERTIES = Listing(
    "userProperties",
    select(user_properties).order_by(user_properties.c.updated_at.desc(), user_properties.c.id.desc()),
    [user_properties.c.body],
    _each(_user_property),
)
_CUSTOMERS = select(customers).order_by(customers.c.updated_at.desc(), customers.c.id.desc())

PEOPLE = (
    ControlRoute("GET", "/customers", people, People),
    ControlRoute("GET", "/user-properties", _newest(_PROPERTIES), Page),
    ControlRoute("GET", "/tickets", _newest(_TICKETS), Page),
    ControlRoute("GET", "/flows", _newest(_FLOWS), Page),
)
"""The demo's past is not among the tickets and flows; its customers are among the customers."""
