"""The metadata of all tables, and the two tables of the file itself: its version and who runs."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, String, Table

metadata = MetaData()

meta = Table(
    "meta", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False)
)

lease = Table(
    "lease",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("fence", Integer, nullable=False),
    Column("host", String, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("boot_id", String, nullable=False),
    Column("taken_at", String, nullable=False),
)
