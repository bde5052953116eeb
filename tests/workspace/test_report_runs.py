"""Reports in the workspace: kept over a restart, each checkpoint whole, found by id, reference or `last`."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage

pytestmark = pytest.mark.usefixtures("either_engine")

PROVED = {"rows": 40, "bytes": 900, "sha256": "a" * 64, "header_sha256": "b" * 64, "length": "chunked"}


def begun(folder: Path, name: str = "Ledger report", reference: str = "K7M2-Q9XP") -> ReportRun:
    with Workspace.open(folder) as workspace:
        return workspace.reports.create(name, {"name": name, "emails": ["ada@shop.example"]}, reference)


def test_a_run_begins_with_its_first_part_and_is_there_after_a_restart(tmp_path: Path) -> None:
    made = begun(tmp_path)
    with Workspace.open(tmp_path) as workspace:
        found = workspace.reports.get(made.id)
    assert found == made
    assert (found.stage, found.need, found.question["emails"]) == (
        Stage.ASKING,
        Need.NOTHING,
        ["ada@shop.example"],
    )
    assert [(part.number, part.cursor_in) for part in found.parts] == [(1, None)]


def test_the_checkpoint_after_a_part_begins_the_next_one_at_its_cursor(tmp_path: Path) -> None:
    made = begun(tmp_path)
    with Workspace.open(tmp_path) as workspace:
        workspace.reports.put_part(made.id, 1, history_id=7, cursor_out="next", word="COMPLETED")
        run = workspace.reports.part_is_here(made.id, 1, Stage.ASKING, ("odd",), **PROVED)
        assert [(part.number, part.cursor_in, part.rows) for part in run.parts] == [
            (1, None, 40),
            (2, "next", None),
        ]
        run = workspace.reports.part_is_here(made.id, 2, Stage.MERGING, ("odd", "more"), **PROVED)
    assert (run.stage, run.warnings, len(run.parts)) == (Stage.MERGING, ("odd", "more"), 2)
    assert (run.rows_so_far, run.bytes_so_far) == (80, 1_800)
    assert run.parts[0].fetched_at is not None


def test_those_that_go_on_by_themselves_are_found_when_the_program_starts(tmp_path: Path) -> None:
    stages = {stage: begun(tmp_path) for stage in Stage}
    with Workspace.open(tmp_path) as workspace:
        for stage, run in stages.items():
            workspace.reports.update(run.id, stage=stage, server_words=("no",), sentence="Because.")
        going = {run.stage for run in workspace.reports.under_way()}
        ended = {run.stage for run in workspace.reports.list() if run.ended}
    assert going == {Stage.ASKING, Stage.WAITING, Stage.FETCHING, Stage.MERGING}
    assert ended == {Stage.REFUSED, Stage.UNTRACKED, Stage.DONE}


def test_a_run_is_found_by_what_a_person_knows_of_it(tmp_path: Path) -> None:
    first, last = begun(tmp_path, reference="K7M2-Q9XP"), begun(tmp_path, reference="B2C3-D4F5")
    with Workspace.open(tmp_path) as workspace:
        assert workspace.reports.find("last") == max((first, last), key=lambda run: run.created_at)
        assert workspace.reports.find("k7m2-q9xp") == first
        assert workspace.reports.find(last.id) == last
        assert workspace.reports.find("nothing") is None
        workspace.reports.forget(first.id)
        assert workspace.reports.list() == (last,)
        with pytest.raises(WorkspaceError, match="No report was asked for here as"):
            workspace.reports.get(first.id)
