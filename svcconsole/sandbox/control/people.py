"""What the store received about people: customers, user properties, tickets and flows, the newest first."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Connection, Row, Select, func, select

from svcconsole.api.models.common import Request
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.customer_record import answered
from svcconsole.sandbox.database import LIVE_FROM
from svcconsole.sandbox.store import Store
from svcconsole.sandbox.tables.helpdesk import agents, labels, teams, ticket_labels, tickets
from svcconsole.sandbox.tables.messaging import flow_runs
from svcconsole.sandbox.tables.people import customers, user_properties

PAGE = 50
LONGEST_PAGE = 500

Read = Callable[[Connection, Row[Any]], Mapping[str, Any]]


class Page(Request):
    """The query of each of these: how many records, after how many newer ones."""

    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = PAGE
    skip: Annotated[int, Field(ge=0, le=2**31)] = 0


def _newest(
    name: str, query: Select[Any], read: Read
) -> Callable[[Store, Page], Awaitable[Mapping[str, Any]]]:
    """Answers with a page of the query's records under `name`, and `total`, how many there are."""

    async def page(store: Store, asked: Page) -> Mapping[str, Any]:
        def look(connection: Connection) -> Mapping[str, Any]:
            total = connection.scalars(
                select(func.count()).select_from(query.order_by(None).subquery())
            ).one()
            rows = connection.execute(query.limit(asked.limit).offset(asked.skip)).all()
            return {"total": total, name: [read(connection, row) for row in rows]}

        return await store.consult(look)

    return page


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


_TICKETS = (
    select(tickets, agents.c.mail, teams.c.name.label("team_name"))
    .outerjoin(agents, tickets.c.agent_id == agents.c.id)
    .outerjoin(teams, tickets.c.team_id == teams.c.id)
    .where(tickets.c.id >= LIVE_FROM)
    .order_by(tickets.c.id.desc())
)
_FLOWS = select(flow_runs).where(flow_runs.c.id >= LIVE_FROM).order_by(flow_runs.c.id.desc())
_CUSTOMERS = select(customers).order_by(customers.c.updated_at.desc(), customers.c.id.desc())
_USER_PROPERTIES = select(user_properties).order_by(
    user_properties.c.updated_at.desc(), user_properties.c.id.desc()
)

PEOPLE = (
    ControlRoute("GET", "/customers", _newest("customers", _CUSTOMERS, _customer), Page),
    ControlRoute(
        "GET", "/user-properties", _newest("userProperties", _USER_PROPERTIES, _user_property), Page
    ),
    ControlRoute("GET", "/tickets", _newest("tickets", _TICKETS, _ticket), Page),
    ControlRoute("GET", "/flows", _newest("flows", _FLOWS, _flow), Page),
)
"""The demo's past is not among the tickets and flows; its customers are among the customers."""
