"""Version 7: what changed in the workspace, noted for whoever else has it open."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_6

ADDED: Mapping[str, str] = {
    "events": """
        CREATE TABLE events (
            seq INTEGER NOT NULL, kind VARCHAR NOT NULL, "key" VARCHAR NOT NULL, console VARCHAR NOT NULL,
            actor VARCHAR NOT NULL, at VARCHAR NOT NULL, PRIMARY KEY (seq)
        )
    """,
}
"""What version 6 did not have."""

SCHEMA: Mapping[str, str] = {**version_6.SCHEMA, **ADDED}
"""The statements that made its tables and indexes, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 6 to this version; nobody was told of what happened before."""
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
