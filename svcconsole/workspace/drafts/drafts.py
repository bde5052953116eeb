"""Form drafts: what was typed and not sent, kept by key."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from svcconsole.workspace.clock import now
from svcconsole.workspace.drafts.draft_keys import TYPED_BY, is_new, split_key, stored_key
from svcconsole.workspace.errors import ReadOnly
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
    """Drafts by key, such as `products:<id>` or `products:new`.

    In a workspace that a team shares, each operator has drafts of their own of what is new, under the same
    keys; what is nobody's own, as of the time before it was shared, is theirs who opens it first.
    """

    def __init__(self, access: Session, operator: Callable[[], str]) -> None:
        """`operator` says whose the drafts of what is new are; blank where nobody shares the workspace."""
        self._access = access
        self._operator = operator

    def save(self, key: str, value: dict[str, Any]) -> str:
        """Keep `value` (JSON) under `key`, over what was there; returns the time it was kept."""
        at, stored = now(), self._stored(key)
        with self._access.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.key == stored))
            connection.execute(insert(drafts).values(key=stored, value=json.dumps(value), at=at))
        return at

    def get(self, key: str) -> Draft | None:
        with self._access.reading() as connection:
            found = self._find(connection, key)
        if found is not None and found.key != self._stored(key):
            found = self._take(key, found)
        return None if found is None else Draft(found.value, found.at)

    def delete(self, key: str) -> None:
        with self._access.writing() as connection:
            connection.execute(delete(drafts).where(drafts.c.key == self._stored(key)))

    def keys(self, prefix: str = "") -> list[str]:
        query = select(drafts.c.key).where(drafts.c.key.startswith(prefix, autoescape=True))
        with self._access.reading() as connection:
            found = connection.execute(query).scalars()
            return sorted({split_key(stored)[0] for stored in found if self._sees(stored)})

    def all(self) -> tuple[StoredDraft, ...]:
        """Everything that is kept, long drafts page by page, the newest first."""
        query = select(drafts.c.key, drafts.c.value, drafts.c.at).order_by(drafts.c.at.desc(), drafts.c.key)
        with self._access.reading() as connection:
            rows = [row for row in connection.execute(query) if self._sees(row.key)]
        shown: dict[str, StoredDraft] = {}
        # Of several under one key one's own is shown, as when it is opened; else the newest.
        for row in sorted(rows, key=lambda row: row.key != self._stored(split_key(row.key)[0])):
            key = split_key(row.key)[0]
            shown.setdefault(key, StoredDraft(key, row.value, row.at))
        return tuple(sorted(shown.values(), key=lambda draft: draft.at, reverse=True))

    def _stored(self, key: str) -> str:
        return stored_key(key, self._operator())

    def _sees(self, stored: str) -> bool:
        """Whether it is one's own, or nobody's; who has the workspace alone sees all."""
        operator = self._operator()
        return not operator or split_key(stored)[1] in ("", operator)

    def _find(self, connection: Connection, key: str) -> StoredDraft | None:
        query = select(drafts.c.key, drafts.c.value, drafts.c.at)
        same = drafts.c.key == key
        if is_new(key):
            same |= drafts.c.key.startswith(f"{key}{TYPED_BY}", autoescape=True)
        found = [
            StoredDraft(*row)
            for row in connection.execute(query.where(same).order_by(drafts.c.at.desc()))
            if self._sees(row.key)
        ]
        own = (draft for draft in found if draft.key == self._stored(key))
        return next(own, None) or next(iter(found), None)

    def _take(self, key: str, found: StoredDraft) -> StoredDraft | None:
        """Make what is nobody's own one's own, unless somebody was faster; where this may not be written,
        it is shown."""
        try:
            with self._access.writing() as connection:
                now_there = self._find(connection, key)
                if now_there is not None:
                    same = drafts.c.key == now_there.key
                    connection.execute(update(drafts).where(same).values(key=self._stored(key)))
                return now_there
        except ReadOnly:
            return found
