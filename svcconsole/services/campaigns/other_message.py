"""Prepares a campaign's file for another message: decisions are kept, whoever was reached is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from svcconsole.services.campaigns.split import HELD_OUT
from svcconsole.services.campaigns.terms import CampaignTerms, Split
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import Bucket

REACHED = (Bucket.SENT, Bucket.NEEDS_DECISION)
"""Rows that went out, or may have: nothing of them goes out once more by itself."""


def prepare(space: Workspace, run_id: str) -> str:
    """The id of a new campaign on the rows that a run did not send, its columns and corrections as they were;
    those that it held out to compare with stay out.

    Raises WorkspaceError where the run was made of no file.
    """
    with space.runs.at_one_moment(run_id) as rows_in:
        without = sorted(
            row.number
            for bucket in Bucket
            for row in rows_in(bucket)
            if bucket in REACHED or row.reason == HELD_OUT
        )
    return prepared_without(space, run_id, without)


def prepared_without(space: Workspace, run_id: str, rows: Sequence[int]) -> str:
    """The id of a new campaign on the file of a run, these rows left out; raises as `prepare` does.

    It starts with one text for everybody: a split is dealt by campaign, so people would change sides.
    """
    run: RunInfo = space.runs.get(run_id)
    if run.import_id is None:
        raise WorkspaceError(
            message("This run was not made of a file."), message("Open the list of recipients anew.")
        )
    before = space.imports.get(run.import_id)
    settings = with_terms(before.settings, lambda terms: terms.model_copy(update={"split": Split()}))
    made = space.imports.create(before.kind, before.source, settings)
    for step in space.imports.steps(before.id):
        space.imports.add_step(made, step, settings)
    if rows:
        space.imports.add_step(made, {"left_out": list(rows)}, settings)
    space.imports.set_page(made, "columns")
    return made


def with_terms(
    settings: Mapping[str, Any], change: Callable[[CampaignTerms], CampaignTerms]
) -> Mapping[str, Any]:
    """The settings of an import, held to other terms where it is held to any."""
    said = settings.get("terms", "")
    return {**settings, "terms": change(CampaignTerms.of_text(said)).as_text()} if said else settings
