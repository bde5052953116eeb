"""Helpdesk tickets in the practice store (specification: endpoint 12)."""

from __future__ import annotations

from http import HTTPStatus

from sqlalchemy import Connection, func, insert, select

from svcconsole.api import operations as api
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.sandbox.http.answers import Refused, success
from svcconsole.sandbox.identity import STORE_ID
from svcconsole.sandbox.rules.customers import customer_of, upsert_customer
from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.tables.helpdesk import agents, labels, teams, ticket_labels, tickets

LAST_IN_TURN = "last agent in turn: {pool}"
"""The setting with the agent who got the last ticket of a pool, so that a restart goes on with the next."""


def create_ticket(call: Call, request: CreateTicket) -> bytes:
    """A ticket, its customer (known, or made from what the request says), and its agent or team."""
    agent_id, team_id = _assigned(call.connection, request)
    _know_labels(call.connection, request.label_ids or [])
    ticket_id = database.next_id(call.connection, tickets)
    customer_id = _customer(call, request)
    call.connection.execute(
        insert(tickets).values(
            id=ticket_id,
            customer_id=customer_id,
            agent_id=agent_id,
            team_id=team_id,
            channel=request.channel,
            status="OPEN",
            created_at=timestamps.text(call.now),
            body=request.model_dump_json(by_alias=True, exclude_none=True),
        )
    )
    if request.label_ids:
        rows = [{"ticket_id": ticket_id, "label_id": one} for one in dict.fromkeys(request.label_ids)]
        call.connection.execute(insert(ticket_labels), rows)
    ticket = {
        "id": ticket_id,
        "customerId": "" if customer_id is None else str(customer_id),
        "storeId": STORE_ID,
        "agentId": agent_id,
        "teamId": team_id,
        "channelName": request.channel,
    }
    return success({"ticket": ticket})


def _customer(call: Call, request: CreateTicket) -> int | None:
    """Whom the ticket is for; None for a task that names neither phone number nor e-mail address."""
    phone, email = request.customer_phone_number or None, request.customer_email or None
    if phone is None and email is None:
        return None
    known = customer_of(call.connection, phone, email)
    if known is None:
        upsert_customer(call, UpsertCustomer(phone_number=phone, email=email))
        known = customer_of(call.connection, phone, email)
    return known


def _assigned(connection: Connection, request: CreateTicket) -> tuple[int | None, int | None]:
    """The ids of agent and team. Without assignmentType the store's own assignment is used, round robin."""
    if request.assignment_type == "SPECIFIC_AGENT" and request.agent_mail:
        mail = request.agent_mail.strip().lower()
        agent = connection.scalars(select(agents.c.id).where(func.lower(agents.c.mail) == mail)).first()
        if agent is None:
            raise _unknown(f"agentMail {request.agent_mail} is not an agent of this store")
        return agent, None
    if request.assignment_type == "SPECIFIC_TEAM":
        team = request.team_id
        if team not in set(connection.scalars(select(teams.c.id))):
            raise _unknown(f"teamId {team} is not a team of this store")
        return _next_in_turn(connection, team), team
    return _next_in_turn(connection, None), None


def _next_in_turn(connection: Connection, team: int | None) -> int | None:
    """The agent, of the team or of all, after the one who had the last turn; None where there is nobody."""
    query = select(agents.c.id).order_by(agents.c.id)
    pool = list(connection.scalars(query if team is None else query.where(agents.c.team_id == team)))
    if not pool:
        return None
    setting = LAST_IN_TURN.format(pool="everybody" if team is None else f"team {team}")
    last = int(database.setting(connection, setting) or 0)
    turn: int = next((agent for agent in pool if agent > last), pool[0])
    database.keep_setting(connection, setting, str(turn))
    return turn


def _know_labels(connection: Connection, wanted: list[int]) -> None:
    known = set(connection.scalars(select(labels.c.id)))
    unknown = [
        f"labelIds[{position}] {label} is not a label of this store"
        for position, label in enumerate(wanted)
        if label not in known
    ]
    if unknown:
        raise _unknown(*unknown)


def _unknown(*messages: str) -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, *messages)


HANDLERS: Handlers = {
    api.CREATE_TICKET: create_ticket,
}
