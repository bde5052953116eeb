"""Version 4: the name of the workspace, and how many attempts each console has begun."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_3

ADDED: Mapping[str, str] = {
    "identity": """
        CREATE TABLE identity (
            id INTEGER NOT NULL, workspace VARCHAR NOT NULL, PRIMARY KEY (id)
        )
    """,
    "watermarks": """
        CREATE TABLE watermarks (
            console VARCHAR NOT NULL, attempts INTEGER NOT NULL, PRIMARY KEY (console)
        )
    """,
}
"""What version 3 did not have."""

SCHEMA: Mapping[str, str] = {**version_3.SCHEMA, **ADDED}
"""The statements that made its tables and indexes, by name."""

_FIRST_RUN = "SELECT id FROM runs ORDER BY created_at, id LIMIT 1"


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 3 to this version; no console has counted its attempts yet.

    The name is made of the first run: an older copy of the file that is put back and brought here again has
    the same one, and is found to be older than what was sent.
    """
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
    first = connection.exec_driver_sql(_FIRST_RUN).scalar()
    name = secrets.token_hex(8) if first is None else hashlib.sha256(str(first).encode()).hexdigest()[:16]
    connection.exec_driver_sql("INSERT INTO identity (id, workspace) VALUES (1, ?)", (name,))
