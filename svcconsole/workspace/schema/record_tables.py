"""The tables of what this console knows of a store's records: changes, people and what requests name."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, Text

from svcconsole.workspace.schema.base import BIG, metadata

changes = Table(
    "changes",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=True),
    Column("kind", String, nullable=False),
    Column("record_id", String, nullable=False),
    Column("at", String, nullable=False),
    Column("action", String, nullable=False),
    Column("source", String, nullable=False),
    Column("run_id", String),
    Column("before", Text),
    Column("after", Text),
)
Index("changes_by_record", changes.c.kind, changes.c.record_id, changes.c.id)

people = Table(
    "people",
    metadata,
    Column("key", String, primary_key=True),
    Column("service_id", String, nullable=False, index=True),
    Column("external_id", String, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("phones", Text, nullable=False),
    Column("emails", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("contacts", Text, nullable=False),
    Column("digits", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("seen_at", String, nullable=False),
    Column("opened_at", String, index=True),
)

registry = Table(
    "registry",
    metadata,
    Column("kind", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("label", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("used_at", String),
    Column("times", Integer, nullable=False),
)
