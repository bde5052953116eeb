"""Opens workspaces with a program one version ahead: a column more in four tables, and a table more.

`python -m tests.workspace.versions.next_version FOLDER …`
"""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, String, Table

from svcconsole.workspace import schema, versions
from svcconsole.workspace.database import Workspace

CHANGED = (schema.drafts, schema.mappings, schema.runs, schema.people)
"""Tables of the first version, of the second, one that was changed since, and one of the third."""
PARCELS = "CREATE TABLE parcels (id INTEGER NOT NULL, PRIMARY KEY (id))"


def upgrade(connection: Connection) -> None:
    for table in CHANGED:
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN colour VARCHAR")
    connection.exec_driver_sql(PARCELS)


if __name__ == "__main__":
    for changed in CHANGED:
        changed.append_column(Column("colour", String))
    Table("parcels", schema.metadata, Column("id", Integer, primary_key=True))
    versions.VERSION += 1
    versions.UPGRADES[versions.VERSION] = upgrade
    for folder in sys.argv[1:]:
        Workspace.open(Path(folder)).close()
