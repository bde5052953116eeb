"""Version 11: what a campaign is held to, each record’s clock, text and number, who signed the plan, and a
run that is asked to stop."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_10

SCHEMA: Mapping[str, str] = {
    **version_10.SCHEMA,
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
            stop_asked_at VARCHAR, PRIMARY KEY (id)
        )
    """,
    "recipients": """
        CREATE TABLE recipients (
            run_id VARCHAR NOT NULL, number VARCHAR NOT NULL, seq INTEGER NOT NULL, content BLOB NOT NULL,
            sender VARCHAR DEFAULT '' NOT NULL, template VARCHAR DEFAULT '' NOT NULL,
            PRIMARY KEY (run_id, number, seq),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        ) WITHOUT ROWID
    """,
    "approvals": """
        CREATE TABLE approvals (
            id INTEGER NOT NULL, run_id VARCHAR NOT NULL, plan_sha256 VARCHAR NOT NULL,
            people INTEGER NOT NULL, asked_by TEXT NOT NULL, asked_at VARCHAR NOT NULL, answer VARCHAR,
            answered_by TEXT, answered_at VARCHAR, words TEXT DEFAULT '' NOT NULL,
            signature TEXT DEFAULT '' NOT NULL, PRIMARY KEY (id),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "items": """
        CREATE TABLE items (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, record_id VARCHAR NOT NULL,
            state VARCHAR NOT NULL, rows INTEGER NOT NULL, first_row INTEGER NOT NULL,
            last_row INTEGER NOT NULL, is_record BOOLEAN NOT NULL, tries INTEGER DEFAULT 0 NOT NULL,
            doubt_at FLOAT, reason TEXT DEFAULT '' NOT NULL, server_words TEXT DEFAULT '' NOT NULL,
            given_ids TEXT DEFAULT '' NOT NULL, at VARCHAR, lane INTEGER, arm INTEGER,
            PRIMARY KEY (run_id, seq), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
}
"""The statements that made its tables, indexes and triggers, by name."""

_COLUMNS = {
    "runs": ("terms TEXT DEFAULT '' NOT NULL", "free_until INTEGER", "stop_asked_at VARCHAR"),
    "items": ("lane INTEGER", "arm INTEGER"),
    "recipients": ("sender VARCHAR DEFAULT '' NOT NULL", "template VARCHAR DEFAULT '' NOT NULL"),
    "approvals": ("signature TEXT DEFAULT '' NOT NULL",),
}


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 10 to this version; nothing before it was held to any terms."""
    for table, columns in _COLUMNS.items():
        for column in columns:
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column}")
