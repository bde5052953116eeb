"""The demo store's own staff and flows."""

from __future__ import annotations

import json

from sqlalchemy import insert

from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables import helpdesk, messaging

BUSINESS_MAIL = "hello@practice.example"

CARE, DELIVERY, SHOWROOM, WHOLESALE = 1, 2, 3, 4
TEAMS = ((DELIVERY, "Orders and delivery"), (SHOWROOM, "Showroom Berlin"), (WHOLESALE, "Wholesale"))
AGENTS = (
    (4, "yuki", "Yuki Tanabe", CARE),
    (5, "olivier", "Olivier Perrin", DELIVERY),
    (6, "tamara", "Tamara Bilyk", DELIVERY),
    (7, "hamid", "Hamid Darwish", DELIVERY),
    (8, "pia", "Pia Steinbach", SHOWROOM),
    (9, "luca", "Luca Ferrante", SHOWROOM),
    (10, "wen", "Wen Zhao", WHOLESALE),
)
"""The first agents and the first team are those that every store has (`helpdesk.py`)."""

BY_TEAM = {
    CARE: (1, 2, 3, 4),
    **{team: tuple(agent for agent, _, _, where in AGENTS if where == team) for team, _ in TEAMS},
}
LABELS = ((3, "Damaged"), (4, "Product question"), (5, "Invoice"), (6, "Change of order"), (7, "Wholesale"))
FLOWS = (
    ("welcome-flow", "Welcome", ("hello", "hi", "start")),
    ("track-order", "Where is my order", ("track", "order", "parcel")),
    ("size-guide", "Which size fits", ("size", "duvet", "rug")),
    ("opening-hours", "Opening hours of the showroom", ("open", "hours", "showroom")),
    ("returns", "Send something back", ("return", "back")),
    ("gift-finder", "Find a gift", ("gift", "present")),
    ("cart-reminder", "Reminder of a full cart", ()),
    ("price-please", "Price, please", ("price",)),
)


def seed_staff(call: Call) -> None:
    """Who works in the demo store besides those of every store, and the journeys that it has."""
    connection = call.connection
    connection.execute(insert(helpdesk.teams), [{"id": team, "name": name} for team, name in TEAMS])
    connection.execute(
        insert(helpdesk.agents),
        [
            {"id": agent, "mail": f"{mail}@practice.example", "name": name, "team_id": team}
            for agent, mail, name, team in AGENTS
        ],
    )
    connection.execute(insert(helpdesk.labels), [{"id": label, "name": name} for label, name in LABELS])
    connection.execute(
        insert(messaging.flows),
        [{"id": flow, "name": name, "keywords": json.dumps(words)} for flow, name, words in FLOWS],
    )
