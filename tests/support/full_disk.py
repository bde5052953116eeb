"""A workspace's file that cannot be written: SQLite itself fails, as on a disk that is really full."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import event

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError

PLENTY = 1_000_000
"""More pages than any test writes."""
FILLER = "filler "


def limit_pages(workspace: Workspace, pages: int | None) -> None:
    """The most pages the file may have; None lets it grow no more."""
    with workspace.reading() as connection:
        most = pages or connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        pool = connection.engine.pool
    # SQLite keeps the limit with a connection, and any of the pool's may be the next to write.
    event.listen(pool, "checkout", lambda raw, *_: raw.execute(f"PRAGMA max_page_count = {most}"))


@contextmanager
def read_only(workspace: Workspace) -> Iterator[None]:
    """The file can only be read meanwhile."""
    with workspace.reading() as connection:
        pool = connection.engine.pool
    wanted = "ON"

    def checked_out(raw: Any, *_: object) -> None:
        raw.execute(f"PRAGMA query_only = {wanted}")

    event.listen(pool, "checkout", checked_out)
    try:
        yield
    finally:
        wanted = "OFF"


def fill_disk(workspace: Workspace) -> None:
    """Let the file grow no more and use up its free pages: whatever needs a page more than it has fails."""
    limit_pages(workspace, None)
    for size in (400_000, 40_000, 4_000):
        with suppress(WorkspaceError):
            for number in range(1_000):
                workspace.drafts.save(f"{FILLER}{size} {number}", {"text": "x" * size})
