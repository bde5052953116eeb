"""Form drafts: what was typed and not sent, kept by key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.schema import drafts
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_stored


@dataclass(frozen=True, slots=True)
class Draft:
    """A kept draft; `at` is when, ISO in UTC."""

    value: dict[str, Any]
    at: str


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A kept draft under its key, as it was written; `at` is when, ISO in UTC."""

    key: str
    text: str
    at: str

    @property
    def value(self) -> Any:
        """What was kept, parsed."""
        return read_stored(self.text)


class Drafts:
    """Drafts by key, such as `products:<id>` or `products:new`."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def save(self, key: str, value: dict[str, Any]) -> str:
        """Keep `value` (JSON) under `key`, over what was there; returns the time it was kept."""
        at = now()
        with self._access.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.key == key))
            connection.execute(insert(drafts).values(key=key, value=json.dumps(value), at=at))
        return at

    def get(self, key: str) -> Draft | None:
        with self._access.reading() as connection:
            found = connection.execute(
                select(drafts.c.value, drafts.c.at).where(drafts.c.key == key)
            ).one_or_none()
            return None if found is None else Draft(read_stored(found.value), found.at)

    def delete(self, key: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.key == key))

    def keys(self, prefix: str = "") -> list[str]:
        with self._access.reading() as connection:
            found = connection.execute(
                select(drafts.c.key)
                .where(drafts.c.key.startswith(prefix, autoescape=True))
                .order_by(drafts.c.key)
            )
            return list(found.scalars())

    def all(self) -> tuple[StoredDraft, ...]:
        """Everything that is kept, long drafts page by page, the newest first."""
        query = select(drafts.c.key, drafts.c.value, drafts.c.at).order_by(drafts.c.at.desc(), drafts.c.key)
        with self._access.reading() as connection:
            return tuple(StoredDraft(*row) for row in connection.execute(query))
