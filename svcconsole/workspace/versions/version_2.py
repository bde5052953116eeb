"""Version 2: mappings of columns that are saved, and a limit of a run's pace."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_1

ADDED: Mapping[str, str] = {
    "mappings": """
        CREATE TABLE mappings (
            kind VARCHAR NOT NULL, header VARCHAR NOT NULL, settings TEXT NOT NULL,
            file_name VARCHAR NOT NULL, at VARCHAR NOT NULL, PRIMARY KEY (kind, header)
        )
    """,
}
"""What version 1 did not have."""

SCHEMA: Mapping[str, str] = {
    **version_1.SCHEMA,
    **ADDED,
    "runs": """
        CREATE TABLE runs (
            id VARCHAR NOT NULL, code VARCHAR NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL,
            state VARCHAR NOT NULL, sentence TEXT NOT NULL, import_id VARCHAR, path VARCHAR NOT NULL,
            file_name VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, header TEXT NOT NULL,
            rows INTEGER NOT NULL, products INTEGER NOT NULL, left_out INTEGER NOT NULL,
            rows_per_minute INTEGER, created_at VARCHAR NOT NULL, started_at VARCHAR, finished_at VARCHAR,
            PRIMARY KEY (id)
        )
    """,
}
"""The statements that made its tables and indexes, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 1 to this version; its runs have no limit."""
    connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN rows_per_minute INTEGER")
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
