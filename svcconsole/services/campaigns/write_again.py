"""Prepares a campaign's file once more for some of its people alone; columns and corrections are kept."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from svcconsole.services.campaigns.other_message import prepared_without
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import file_rows, items


def prepare_again(space: Workspace, run_id: str, phones: Collection[str]) -> str:
    """The id of a new campaign on the rows of these numbers; raises WorkspaceError where the run was made of
    no file."""
    query = (
        select(file_rows.c.number, items.c.record_id)
        .join(items, (items.c.run_id == file_rows.c.run_id) & (items.c.seq == file_rows.c.seq))
        .where(file_rows.c.run_id == run_id)
        .order_by(file_rows.c.number)
    )
    wanted = frozenset(phones)
    with space.reading() as connection:
        others = [number for number, phone in connection.execute(query) if phone not in wanted]
    return prepared_without(space, run_id, others)
