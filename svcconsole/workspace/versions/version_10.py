"""Version 10: marks of people with their names beside the log, and the list of files that were saved."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_9

ADDED: Mapping[str, str] = {
    "log_people": """
        CREATE TABLE log_people (mark VARCHAR NOT NULL, name TEXT NOT NULL, PRIMARY KEY (mark))
    """,
    "person_keys": """
        CREATE TABLE person_keys ("key" VARCHAR NOT NULL, made_at VARCHAR NOT NULL, PRIMARY KEY ("key"))
    """,
    "saved_files": """
        CREATE TABLE saved_files (
            id INTEGER NOT NULL, path TEXT NOT NULL, machine TEXT NOT NULL, at VARCHAR NOT NULL,
            PRIMARY KEY (id)
        )
    """,
    "ix_saved_files_at": "CREATE INDEX ix_saved_files_at ON saved_files (at)",
}
"""What version 9 did not have."""

SCHEMA: Mapping[str, str] = {**version_9.SCHEMA, **ADDED}
"""The statements that made its tables, indexes and triggers, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 9 to this version, and give the workspace the key of its marks."""
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
    made = (
        secrets.token_hex(32),
        datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )
    connection.exec_driver_sql('INSERT INTO person_keys ("key", made_at) VALUES (?, ?)', made)
