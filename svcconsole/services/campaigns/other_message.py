"""Prepares a campaign's file for another message: decisions are kept, whoever was reached is left out."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import Bucket

REACHED = (Bucket.SENT, Bucket.NEEDS_DECISION)
"""Rows that went out, or may have: nothing of them goes out once more by itself."""


def prepare(space: Workspace, run_id: str) -> str:
    """The id of a new campaign on the rows that a run did not send, its columns and corrections as they were.

    Raises WorkspaceError where the run was made of no file.
    """
    with space.runs.at_one_moment(run_id) as rows_in:
        reached = sorted(row.number for bucket in REACHED for row in rows_in(bucket))
    return prepared_without(space, run_id, reached)


def prepared_without(space: Workspace, run_id: str, rows: Sequence[int]) -> str:
    """The id of a new campaign on the file of a run, these rows left out; raises as `prepare` does."""
    run: RunInfo = space.runs.get(run_id)
    if run.import_id is None:
        raise WorkspaceError(
            message("This run was not made of a file."), message("Open the list of recipients anew.")
        )
    before = space.imports.get(run.import_id)
    made = space.imports.create(before.kind, before.source, before.settings)
    for step in space.imports.steps(before.id):
        space.imports.add_step(made, step, before.settings)
    if rows:
        space.imports.add_step(made, {"left_out": list(rows)}, before.settings)
    space.imports.set_page(made, "columns")
    return made
