"""Version 8: the bytes of records kept as templates and values."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_7

ADDED: Mapping[str, str] = {
    "body_templates": """
        CREATE TABLE body_templates (
            run_id VARCHAR NOT NULL, number INTEGER NOT NULL, pieces BLOB NOT NULL,
            PRIMARY KEY (run_id, number), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
}
"""What version 7 did not have."""

SCHEMA: Mapping[str, str] = {
    **version_7.SCHEMA,
    "bodies": """
        CREATE TABLE bodies (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, sha256 VARCHAR NOT NULL,
            template INTEGER, PRIMARY KEY (run_id, seq),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    **ADDED,
}
"""The statements that made its tables, indexes and triggers, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 7 to this version; what was frozen before is kept whole."""
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql("ALTER TABLE bodies ADD COLUMN template INTEGER")
