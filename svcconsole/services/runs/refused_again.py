"""Plans the records that a store refused once more, with the very same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlalchemy import select

from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    bodies,
    body_templates,
    file_rows,
    items,
    recipients,
)


def plan_refused(workspace: Workspace, run_id: str) -> str:
    """A run of its own with the refused records of another and their rows; nothing is sent. Its id.

    Raises WorkspaceError where nothing was refused.
    """
    info = workspace.runs.get(run_id)
    if info.effect == Repeat.ONCE:
        raise WorkspaceError(
            message("What was refused of plan {code} cannot be sent again as it is.", code=info.code),
            message("Each message has a reference of its own: import refused.csv as a new file."),
        )
    planned = tuple(_refused(workspace, run_id))
    if not planned:
        raise WorkspaceError(
            message("The store refused nothing of plan {code}.", code=info.code), message("Nothing was sent.")
        )
    new = NewRun(
        kind=info.kind,
        title=info.title,
        path=info.path,
        file_name=info.file_name,
        fingerprint=info.fingerprint,
        header=info.header,
        operator=workspace.operator,
        mapping=info.mapping,
        takes_back=info.takes_back,
        keeps_before=info.keeps_before,
        completes=info.completes,
    )
    return workspace.runs.create(new, planned)


def _refused(workspace: Workspace, run_id: str) -> Iterator[PlanItem]:
    query = (
        select(items.c.seq, items.c.record_id, items.c.is_record, recipients.c.content, BODY)
        .select_from(items)
        .join(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .outerjoin(
            recipients,
            (recipients.c.run_id == items.c.run_id)
            & (recipients.c.number == items.c.record_id)
            & (recipients.c.seq == items.c.seq),
        )
        .where(items.c.run_id == run_id, items.c.state == ItemState.REJECTED)
        .order_by(items.c.seq)
    )
    rows = select(file_rows.c.number, file_rows.c.line, file_rows.c.cells).order_by(file_rows.c.number)
    with workspace.reading() as connection:
        for seq, record_id, is_record, content, body in connection.execute(query).all():
            own = rows.where(file_rows.c.run_id == run_id, file_rows.c.seq == seq)
            kept = tuple(
                FileRow(number, line, tuple(json.loads(cells)))
                for number, line, cells in connection.execute(own)
            )
            yield PlanItem(record_id, kept, bytes(body), is_record=is_record, content=bytes(content or b""))
