"""Chatbot flows in the practice store: started, that is, recorded with their payload (endpoint 11)."""

from __future__ import annotations

from sqlalchemy import insert

from svcconsole.api import operations as api
from svcconsole.api.models.flows import InitiateFlow
from svcconsole.sandbox.http.answers import status_only
from svcconsole.sandbox.rules.customers import customer_of
from svcconsole.sandbox.store import database, timestamps
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.tables.messaging import flow_runs


def initiate_flow(call: Call, request: InitiateFlow) -> bytes:
    """A run of the flow, which need not be known (decisions, row 29)."""
    call.connection.execute(
        insert(flow_runs).values(
            id=database.next_id(call.connection, flow_runs),
            flow_id=request.flow_id,
            customer_id=customer_of(call.connection, request.phone_number, request.email),
            phone=request.phone_number,
            email=request.email,
            node=request.node_name,
            status="STARTED",
            started_at=timestamps.text(call.now),
            body=request.model_dump_json(by_alias=True, exclude_none=True),
        )
    )
    return status_only()


HANDLERS: Handlers = {
    api.INITIATE_FLOW: initiate_flow,
}
