"""The tables of imports being prepared, and of the mappings of columns that are saved."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from svcconsole.workspace.schema.base import BIG, metadata

imports = Table(
    "imports",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("state", String, nullable=False),
    Column("path", String, nullable=False),
    Column("file_name", String, nullable=False),
    Column("size", BIG, nullable=False),
    Column("mtime_ns", BIG, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("page", String, nullable=False),
    Column("rows", Integer),
    Column("run_id", String),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
)

import_steps = Table(
    "import_steps",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=True),
    Column("import_id", String, ForeignKey("imports.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("change", Text, nullable=False),
)

mappings = Table(
    "mappings",
    metadata,
    Column("kind", String, primary_key=True),
    Column("header", String, primary_key=True),
    Column("settings", Text, nullable=False),
    Column("file_name", String, nullable=False),
    Column("at", String, nullable=False),
)
