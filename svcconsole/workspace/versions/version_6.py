"""Version 6: what the store held before a run, who began it, how its file was mapped and rehearsed."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_5

ADDED: Mapping[str, str] = {
    "before_answers": """
        CREATE TABLE before_answers (
            run_id VARCHAR NOT NULL, number INTEGER NOT NULL, seqs TEXT NOT NULL, state VARCHAR NOT NULL,
            answer BLOB, words TEXT NOT NULL, read_at VARCHAR NOT NULL, PRIMARY KEY (run_id, number),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "ix_before_answers_read_at": "CREATE INDEX ix_before_answers_read_at ON before_answers (read_at)",
}
"""What version 5 did not have."""

SCHEMA: Mapping[str, str] = {
    **version_5.SCHEMA,
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
            finished_at VARCHAR, PRIMARY KEY (id)
        )
    """,
    **ADDED,
}
"""The statements that made its tables and indexes, by name."""

_COLUMNS = (
    "operator TEXT DEFAULT '' NOT NULL",
    "mapping TEXT DEFAULT '' NOT NULL",
    "takes_back VARCHAR",
    "keeps_before BOOLEAN DEFAULT 0 NOT NULL",
    "rehearsed_at VARCHAR",
    "rehearsed_sha256 VARCHAR",
)


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 5 to this version; nothing was read before the runs that are there."""
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
    for column in _COLUMNS:
        connection.exec_driver_sql(f"ALTER TABLE runs ADD COLUMN {column}")
