"""The helpdesk staff of a seeded store: teams, agents and labels."""

from __future__ import annotations

from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables import helpdesk

TEAM = {"id": 1, "name": "Customer care"}
AGENTS = (
    {"id": 1, "mail": "asha@practice.example", "name": "Asha Nair", "team_id": 1},
    {"id": 2, "mail": "jonas@practice.example", "name": "Jonas Lindqvist", "team_id": 1},
    {"id": 3, "mail": "marisol@practice.example", "name": "Marisol Vega", "team_id": 1},
)
"""More than one, so that tickets are seen to go round."""

LABELS = ({"id": 1, "name": "Delivery"}, {"id": 2, "name": "Return"})


def seed_helpdesk(call: Call) -> None:
    """What every practice store holds, whatever its seed."""
    database.upsert(call.connection, helpdesk.teams, [TEAM])
    database.upsert(call.connection, helpdesk.agents, AGENTS)
    database.upsert(call.connection, helpdesk.labels, LABELS)
