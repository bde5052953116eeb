"""Opens practice stores with a program one format ahead: a column more in three tables, and a table more.

`python -m tests.sandbox.store.formats.next_format FOLDER …`
"""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, Table, Text, text

from svcconsole.sandbox.store import formats
from svcconsole.sandbox.store.record_files import RecordFiles
from svcconsole.sandbox.store.tables import catalog, metadata, people, sales

CHANGED = (catalog.products, people.customers, sales.orders)
PARCELS = "CREATE TABLE parcels (id INTEGER NOT NULL, PRIMARY KEY (id))"


def upgrade(connection: Connection) -> None:
    for table in CHANGED:
        connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN colour TEXT"))
    connection.execute(text(PARCELS))


if __name__ == "__main__":
    for changed in CHANGED:
        changed.append_column(Column("colour", Text))
    Table("parcels", metadata, Column("id", Integer, primary_key=True))
    formats.FORMAT += 1
    formats.UPGRADES[formats.FORMAT] = upgrade
    for folder in sys.argv[1:]:
        Path(folder).mkdir(exist_ok=True)
        for _ in range(2):
            RecordFiles(Path(folder), "empty", "http://127.0.0.1:1").close()
