"""Workers and when they were heard: who lives, who was killed, when nothing was running."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.schema import workers
from svcconsole.workspace.team.workers import GONE_SECONDS

BE_A_WORKER = """
import sys
from pathlib import Path
from svcconsole.workspace.database import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
print(workspace.workers.begin("hamburg", "0.1.0"), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def workspace(tmp_path: Path, either_engine_deep: None) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "store") as opened:
        yield opened


def shift(workspace: Workspace, identity: str, seconds: float) -> None:
    """Have a worker lived and been heard so many seconds earlier."""
    with workspace.writing() as connection:
        connection.execute(
            update(workers)
            .where(workers.c.id == identity)
            .values(since=workers.c.since - seconds, heard_at=workers.c.heard_at - seconds)
        )


def test_a_worker_is_heard_with_what_it_does_until_it_ends(workspace: Workspace) -> None:
    identity = workspace.workers.begin("hamburg", "0.1.0")
    workspace.workers.beat(identity, "Sending", "5e1f")
    (worker,) = workspace.workers.list()
    assert (worker.name, worker.does, worker.run_id, worker.gone) == ("hamburg", "Sending", "5e1f", False)
    assert worker.silent < 60
    workspace.workers.end(identity)
    ended = workspace.workers.get(identity)
    assert ended is not None
    assert (workspace.workers.list(), ended.gone, ended.does) == ((), True, "")
    with pytest.raises(FenceLost):
        workspace.workers.beat(identity)


def test_two_workers_on_one_computer_have_two_names(tmp_path: Path, workspace: Workspace) -> None:
    workspace.workers.begin("", "0.1.0")
    with Workspace.open(tmp_path / "store") as other:
        other.workers.begin("", "0.1.0")
        first, second = workspace.workers.list()
        assert (first.name, second.name) == (f"{first.host}-1", f"{first.host}-2")
        assert other.workers.bury() == (), "both live"


def test_one_that_was_not_heard_for_long_is_gone_and_may_not_go_on(workspace: Workspace) -> None:
    identity = workspace.workers.begin("hamburg", "0.1.0")
    shift(workspace, identity, GONE_SECONDS - 30)
    assert workspace.workers.bury() == ()
    shift(workspace, identity, 60)
    assert [each.id for each in workspace.workers.bury()] == [identity]
    with pytest.raises(FenceLost):
        workspace.workers.beat(identity)


def test_one_that_was_killed_on_this_computer_is_known_at_once(tmp_path: Path, workspace: Workspace) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", BE_A_WORKER, str(tmp_path / "store")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with other:
        assert other.stdout is not None
        identity = other.stdout.readline().strip()
        assert workspace.workers.bury() == ()
        other.send_signal(signal.SIGKILL)
        other.wait()
        assert [each.id for each in workspace.workers.bury()] == [identity]
    assert list((tmp_path / "store" / "workers").iterdir()) == []


def test_the_times_without_any_worker_are_told(workspace: Workspace) -> None:
    assert workspace.workers.silences(0.0) == ()
    first = workspace.workers.begin("hamburg", "0.1.0")
    workspace.workers.end(first)
    shift(workspace, first, 3600)
    second = workspace.workers.begin("hamburg", "0.1.0")
    (night,) = workspace.workers.silences(time.time() - 7200)
    assert night.until is not None
    assert 3500 < night.until - night.since < 3700
    workspace.workers.end(second)
    assert workspace.workers.silences(time.time() - 7200)[-1].until is None
