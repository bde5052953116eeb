"""Long drafts stored in pages: a change writes only the pages it touched, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.schema import drafts
from svcconsole.workspace.session import Session


def put_pages(access: Session, key: str, pages: Mapping[int, str], count: int) -> None:
    """Write these pages (JSON) over those that were kept under `key`; it has `count` pages from now on."""
    at = now()
    rows = [{"key": _key(key, page), "value": text, "at": at} for page, text in pages.items()]
    with access.writing() as connection:
        gone = drafts.c.key.in_([row["key"] for row in rows])
        beyond = drafts.c.key.startswith(f"{key}:", autoescape=True) & (drafts.c.key >= _key(key, count))
        connection.execute(delete(drafts).where(gone | beyond))
        if rows:
            connection.execute(insert(drafts), rows)


def get_pages(access: Session, key: str) -> tuple[str, ...]:
    """All pages kept under `key`, in their order."""
    query = select(drafts.c.value).where(drafts.c.key.startswith(f"{key}:", autoescape=True))
    with access.reading() as connection:
        return tuple(connection.execute(query.order_by(drafts.c.key)).scalars())


def _key(key: str, page: int) -> str:
    return f"{key}:{page:06}"
