"""Version 5: the ids a store gives to what it refuses, and the type and receiver it names for a message."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_4

SCHEMA: Mapping[str, str] = {
    **version_4.SCHEMA,
    "items": """
        CREATE TABLE items (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, record_id VARCHAR NOT NULL,
            state VARCHAR NOT NULL, rows INTEGER NOT NULL, first_row INTEGER NOT NULL,
            last_row INTEGER NOT NULL, is_record BOOLEAN NOT NULL, tries INTEGER DEFAULT 0 NOT NULL,
            doubt_at FLOAT, reason TEXT DEFAULT '' NOT NULL, server_words TEXT DEFAULT '' NOT NULL,
            given_ids TEXT DEFAULT '' NOT NULL, at VARCHAR, PRIMARY KEY (run_id, seq),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "deliveries": """
        CREATE TABLE deliveries (
            id VARCHAR NOT NULL, run_id VARCHAR, title TEXT NOT NULL, name TEXT NOT NULL,
            phone VARCHAR NOT NULL, at VARCHAR NOT NULL, said TEXT DEFAULT '[]' NOT NULL,
            why TEXT DEFAULT '' NOT NULL, words TEXT DEFAULT '' NOT NULL, type TEXT DEFAULT '' NOT NULL,
            receiver TEXT DEFAULT '' NOT NULL, known BOOLEAN, asked_at VARCHAR,
            next_at VARCHAR, PRIMARY KEY (id), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
}
"""The statements that made its tables and indexes, by name."""

_COLUMNS = (("items", "given_ids"), ("deliveries", "type"), ("deliveries", "receiver"))


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 4 to this version; what was not kept is blank."""
    for table, name in _COLUMNS:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {name} TEXT DEFAULT '' NOT NULL")
