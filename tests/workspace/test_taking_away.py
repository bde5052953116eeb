"""A run is taken away in steps: from the first on nobody knows it, and what a kill leaves goes with the next
start."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.plans import STEP
from svcconsole.workspace.schema import ItemState, Repeat, RunState, metadata
from tests.workspace.planning import plan

pytestmark = pytest.mark.usefixtures("either_engine")

COUNT = STEP + 7
FOLLOWED = COUNT - 2
KILLED = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from svcconsole.workspace.database import Workspace

beginnings = {"DELETE FROM " + table: 0 for table in ("items", "deliveries")}

@event.listens_for(Engine, "before_cursor_execute")
def count(connection, cursor, statement, *_):
    table = " ".join(statement.split()[:3])
    beginnings[table] = beginnings.get(table, 0) + 1
    if table == "DELETE FROM " + sys.argv[3] and beginnings[table] == 2:
        os.kill(os.getpid(), signal.SIGKILL)

with Workspace.open(Path(sys.argv[1])) as workspace:
    workspace.runs.forget(sys.argv[2])
"""


def sent(workspace: Workspace) -> str:
    """A campaign of which all but two messages were accepted and are followed; those two are in doubt."""
    run_id = plan(workspace, COUNT, kind="templates", effect=Repeat.ONCE)
    fence = workspace.runner.acquire(run_id)
    workspace.ledger.set_state(run_id, fence, RunState.RUNNING)
    seqs = tuple(range(COUNT))
    (number,) = workspace.ledger.write(run_id, fence, [Intent("templates.send", "Rows", seqs, "0" * 64)])
    outcomes = tuple(
        RecordOutcome(seq, f"p{seq}", ItemState.ACKED, answer_id=f"message-{seq}")
        if seq < FOLLOWED
        else RecordOutcome(seq, f"p{seq}", ItemState.UNKNOWN, "No answer came.")
        for seq in seqs
    )
    workspace.ledger.write(run_id, fence, [Settlement(number, "ok", 200, 0.1, "told", outcomes)])
    workspace.ledger.set_state(run_id, fence, RunState.FINISHED)
    workspace.runner.release(run_id)
    return run_id


def stored(workspace: Workspace) -> dict[str, int]:
    """How many rows each table has that belongs to a run, where it has any."""
    of_runs = [table for table in metadata.sorted_tables if "run_id" in table.c or table.name == "runs"]
    with workspace.reading() as connection:
        counts = {
            table.name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in of_runs
        }
    return {name: count for name, count in counts.items() if count}


def test_everything_of_it_goes_but_the_history_of_records(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.runs.forget(sent(workspace))
        assert set(stored(workspace)) <= {"changes", "audit_log"}
        assert len(workspace.changes.history("templates", "p0")) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no SIGKILL")
@pytest.mark.parametrize(("table", "left"), [("items", COUNT - STEP + 3), ("deliveries", FOLLOWED - STEP)])
def test_killed_in_the_middle_nobody_knows_it_and_the_next_start_takes_the_rest(
    tmp_path: Path, table: str, left: int
) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = sent(workspace)
        other = plan(workspace, 3)
        assert workspace.decisions.count() == 2
        command = [sys.executable, "-c", KILLED, str(tmp_path), run_id, table]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
        assert stored(workspace)[table] == left, "one step was made"
        assert [run.id for run in workspace.runs.list()] == [other]
        assert workspace.runs.known([run_id]) == ()
        with pytest.raises(WorkspaceError, match="no run"):
            workspace.runs.get(run_id)
        assert (workspace.decisions.count(), workspace.decisions.open()) == (0, ())
        assert workspace.decisions.of_run(run_id) == ()
        assert (workspace.deliveries.all(), workspace.deliveries.untracked(["templates"])) == ((), ())
        assert workspace.deliveries.due("9999", 10) == ()
    with Workspace.open(tmp_path) as workspace:
        assert set(stored(workspace)) <= {"runs", "items", "bodies", "file_rows", "changes", "audit_log"}
        assert stored(workspace)["runs"] == 1
        assert workspace.runs.totals(other).rows == 3
