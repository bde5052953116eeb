"""What every table shares: the metadata, and the store's own settings.

Instants are ISO 8601 texts in UTC with milliseconds (`moments.py`), so that they sort as they are.
"""

from __future__ import annotations

from sqlalchemy import Column, MetaData, Table, Text

metadata = MetaData()
settings = Table(
    "settings", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False)
)
