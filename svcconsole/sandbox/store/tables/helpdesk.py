"""Agents, teams, labels and tickets."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from svcconsole.sandbox.store.tables.base import metadata

teams = Table(
    "teams", metadata, Column("id", Integer, primary_key=True), Column("name", Text, nullable=False)
)
agents = Table(
    "agents",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("mail", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("team_id", ForeignKey(teams.c.id)),
)
labels = Table(
    "labels", metadata, Column("id", Integer, primary_key=True), Column("name", Text, nullable=False)
)
tickets = Table(
    "tickets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("customer_id", Integer, index=True),
    Column("agent_id", ForeignKey(agents.c.id)),
    Column("team_id", ForeignKey(teams.c.id)),
    Column("channel", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", Text, nullable=False, index=True),
    Column("first_reply_at", Text),
    Column("resolved_at", Text),
    Column("csat", Integer),
    Column("nps", Integer),
    Column("body", Text, nullable=False),
)
"""`customer_id` is null for a task that is about nobody; `channel` is WHATSAPP, EMAIL or TASKS (the past also
has others); `status` OPEN, PENDING or RESOLVED; `csat` 1 to 5 and `nps` 0 to 10 where the customer answered;
`body` the request as JSON text, in the past also `form`, an object of the answers to the ticket's form."""

ticket_labels = Table(
    "ticket_labels",
    metadata,
    Column("ticket_id", ForeignKey(tickets.c.id), primary_key=True),
    Column("label_id", ForeignKey(labels.c.id), primary_key=True),
)
