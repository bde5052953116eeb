"""The tables of what a person wrote and finds again: drafts, presets and templates."""

from __future__ import annotations

from sqlalchemy import Column, String, Table, Text

from svcconsole.workspace.schema.base import metadata

drafts = Table(
    "drafts",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", String, nullable=False),
)

presets = Table(
    "presets",
    metadata,
    Column("kind", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", String, nullable=False),
)

templates = Table(
    "templates",
    metadata,
    Column("id", String, primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", String, nullable=False),
)
