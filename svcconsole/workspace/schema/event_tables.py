"""The table of events: what changed in the workspace, for whoever else has it open."""

from __future__ import annotations

from sqlalchemy import Column, Identity, String, Table

from svcconsole.workspace.schema.base import BIG, metadata

events = Table(
    "events",
    metadata,
    Column("seq", BIG, Identity(), primary_key=True),
    Column("kind", String, nullable=False),
    Column("key", String, nullable=False),
    Column("console", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("at", String, nullable=False),
)
"""One row for each thing a transaction changed; `console` is a name that a workspace has while it is open."""
