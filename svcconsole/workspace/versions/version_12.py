"""Version 12: a run says whether what its records do not name is kept as the store has it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_11

SCHEMA: Mapping[str, str] = {
    **version_11.SCHEMA,
    "runs": """
        CREATE TABLE runs (
            id VARCHAR NOT NULL, code VARCHAR NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL,
            state VARCHAR NOT NULL, sentence TEXT NOT NULL, import_id VARCHAR, path VARCHAR NOT NULL,
            file_name VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, header TEXT NOT NULL,
            rows INTEGER NOT NULL, products INTEGER NOT NULL, left_out INTEGER NOT NULL,
            rows_per_minute INTEGER, effect VARCHAR DEFAULT 'upsert' NOT NULL,
            single BOOLEAN DEFAULT 0 NOT NULL, operator TEXT DEFAULT '' NOT NULL,
            mapping TEXT DEFAULT '' NOT NULL, takes_back VARCHAR, keeps_before BOOLEAN DEFAULT 0 NOT NULL,
            rehearsed_at VARCHAR, rehearsed_sha256 VARCHAR, created_at VARCHAR NOT NULL, started_at VARCHAR,
            finished_at VARCHAR, sha256 VARCHAR, terms TEXT DEFAULT '' NOT NULL, free_until INTEGER,
            stop_asked_at VARCHAR, completes BOOLEAN DEFAULT 0 NOT NULL, PRIMARY KEY (id)
        )
    """,
}
"""The statements that made its tables, indexes and triggers, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 11 to this version: plans that are there send what was frozen, no more."""
    no = "0" if connection.dialect.name == "sqlite" else "false"
    connection.exec_driver_sql(f"ALTER TABLE runs ADD COLUMN completes BOOLEAN DEFAULT {no} NOT NULL")
