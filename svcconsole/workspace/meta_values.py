"""Reads what a workspace says of itself: the entries of its table `meta`."""

from __future__ import annotations

from sqlalchemy import Connection, select

from svcconsole.workspace.schema import meta


def read_meta(connection: Connection, key: str) -> str | None:
    """The value of an entry; None where there is none."""
    value: str | None = connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar()
    return value
