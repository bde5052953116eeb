"""Who answers customers in a seeded store: teams, agents and labels."""

from __future__ import annotations

from sqlalchemy import insert

from svcconsole.sandbox.calls import Call
from svcconsole.sandbox.tables import helpdesk

TEAM = {"id": 1, "name": "Customer care"}
AGENT = {"id": 1, "mail": "asha@practice.example", "name": "Asha Nair", "team_id": 1}
LABELS = ({"id": 1, "name": "Delivery"}, {"id": 2, "name": "Return"})


def sow_helpdesk(call: Call) -> None:
    """What every practice store holds, whatever its seed."""
    call.connection.execute(insert(helpdesk.teams), [TEAM])
    call.connection.execute(insert(helpdesk.agents), [AGENT])
    call.connection.execute(insert(helpdesk.labels), LABELS)
