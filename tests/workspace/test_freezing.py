"""A plan is frozen in steps: others write between them, and what breaks off leaves nothing of it."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Table, func, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.in_question import put_in_question
from svcconsole.workspace.runs.plans import STEP
from svcconsole.workspace.runs.records import NewRun, PlanItem
from svcconsole.workspace.schema import PREPARING, Repeat, bodies, file_rows, items, runs
from tests.workspace.planning import item

pytestmark = pytest.mark.usefixtures("either_engine")

COUNT = 2 * STEP + 7
HEADER = ("Handle", "Title")
KILLED = """
import os, signal, sys
from pathlib import Path
from svcconsole.workspace.database import Workspace
from tests.workspace.test_freezing import new_run, some
def killing():
    yield from some(int(sys.argv[3]))
    os.kill(os.getpid(), signal.SIGKILL)
with Workspace.open(Path(sys.argv[1])) as workspace:
    workspace.runs.create(new_run(sys.argv[2]), killing())
"""


def new_run(import_id: str = "", *, effect: Repeat = Repeat.UPSERT) -> NewRun:
    return NewRun(
        "products", "Import products", "/shop/p.csv", "p.csv", "f" * 64, HEADER, import_id=import_id or None,
        effect=effect,
    )  # fmt: skip


def some(count: int) -> Iterator[PlanItem]:
    """A hundredth of them cannot be sent: the history of their records would tell of it."""
    return (item(number, blocked=number % 100 == 99) for number in range(count))


def stored(workspace: Workspace, table: Table) -> int:
    with workspace.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def states(workspace: Workspace) -> list[str]:
    with workspace.reading() as connection:
        return list(connection.execute(select(runs.c.state)).scalars())


def nothing_of_it(workspace: Workspace) -> bool:
    """Whether no list and no search knows a run."""
    return (
        not workspace.runs.list()
        and not workspace.runs.with_fingerprint("f" * 64)
        and not workspace.traces.of(["products"], ["p99"])
    )


def import_of(workspace: Workspace) -> str:
    return workspace.imports.create("products", SourceFile("/shop/p.csv", "p.csv", 1, 1, "f" * 64), {})


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no SIGKILL")
def test_killed_in_the_middle_it_is_listed_nowhere_and_gone_at_the_next_open(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        import_id = import_of(workspace)
        earlier = workspace.runs.create(new_run(import_id), some(3))
        command = [sys.executable, "-c", KILLED, str(tmp_path), import_id, str(COUNT)]
        ended = subprocess.run(command, check=False)
        assert ended.returncode == -signal.SIGKILL
        assert sorted(states(workspace)) == ["planned", PREPARING]
        assert stored(workspace, items) == 3 + 2 * STEP, "two steps were written"
        assert [run.id for run in workspace.runs.list()] == [earlier], "the plan before it stays"
        assert workspace.runs.totals(earlier).rows == 3
        with pytest.raises(WorkspaceError, match="no run"):
            workspace.runs.get(_preparing(workspace))
    with Workspace.open(tmp_path) as workspace:
        assert (states(workspace), stored(workspace, runs)) == (["planned"], 1)
        assert [stored(workspace, table) for table in (items, bodies, file_rows)] == [3, 3, 3]
        assert not [path for path in tmp_path.glob("*.lock") if path.name != "runner.lock"]
        again = workspace.runs.create(new_run(import_id), some(COUNT))
        assert [run.id for run in workspace.runs.list()] == [again]
        assert stored(workspace, items) == COUNT


def _preparing(workspace: Workspace) -> str:
    with workspace.reading() as connection:
        return str(connection.execute(select(runs.c.id).where(runs.c.state == PREPARING)).scalar_one())


def test_others_write_between_the_steps_and_know_nothing_of_it(tmp_path: Path) -> None:
    seen: list[int] = []

    def meanwhile() -> Iterator[PlanItem]:
        for number, each in enumerate(some(COUNT)):
            if number in (0, STEP, COUNT - 1):
                with Workspace.open(tmp_path) as opened_now:
                    opened_now.drafts.save(f"draft {number}", {"at": now()})
                    assert nothing_of_it(opened_now)
                    assert stored(opened_now, runs) == 1, "a plan that is being made is not cleared"
                    assert nothing_of_it(other)
                    seen.append(stored(other, items))
            yield each

    with Workspace.open(tmp_path) as workspace, Workspace.open(tmp_path) as other:
        run_id = workspace.runs.create(new_run(), meanwhile())
        assert seen == [0, STEP, 2 * STEP]
        info = other.runs.get(run_id)
        assert (info.rows, info.products, info.left_out) == (COUNT, COUNT, COUNT // 100)
        assert stored(other, items) == other.runs.waiting(run_id) + COUNT // 100 == COUNT


def test_a_fault_while_it_is_made_leaves_nothing(tmp_path: Path) -> None:
    def failing() -> Iterator[PlanItem]:
        yield from some(STEP + 1)
        raise ValueError("a row that nobody expected")

    with Workspace.open(tmp_path) as workspace:
        with pytest.raises(ValueError, match="nobody expected"):
            workspace.runs.create(new_run(), failing())
        assert [stored(workspace, table) for table in (runs, items, bodies, file_rows)] == [0, 0, 0, 0]


def test_what_may_happen_only_once_is_not_put_in_question_while_it_is_planned(tmp_path: Path) -> None:
    def behind() -> Iterator[PlanItem]:
        yield from some(STEP + 1)
        with workspace.writing() as connection:
            put_in_question(connection)

    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(new_run(effect=Repeat.ONCE), behind())
        assert workspace.runs.totals(run_id).needs_decision == 0


def test_memory_is_that_of_one_step(tmp_path: Path) -> None:
    most = 0

    def counted() -> Iterator[PlanItem]:
        nonlocal most
        for number, each in enumerate(some(3 * STEP)):
            if number % STEP == STEP - 1:
                most = max(most, sum(isinstance(kept, PlanItem) for kept in gc.get_objects()))
            yield each

    with Workspace.open(tmp_path) as workspace:
        workspace.runs.create(new_run(), counted())
    assert STEP <= most <= 2 * STEP + 2


def test_the_code_is_made_of_all_bytes_in_order(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        codes = [
            workspace.runs.get(workspace.runs.create(new_run(), planned)).code
            for planned in (some(COUNT), some(COUNT), some(COUNT - 1))
        ]
    assert codes[0] == codes[1] != codes[2]
