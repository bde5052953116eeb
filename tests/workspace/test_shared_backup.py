"""A backup of what a team shares is one file of one moment; put back, everybody is asked before anything
goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select

from svcconsole.workspace.address import OWN_FILE, VARIABLE
from svcconsole.workspace.backup import BEFORE, Restored, back_up, restore
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import RunnerBusy, WorkspaceError
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.ledger_entries import Intent
from svcconsole.workspace.schema import Repeat, RunState, watermarks
from tests.workspace.planning import plan
from tests.workspace.test_move import contents, send_next

COUNT = 5


@pytest.fixture
def address(new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(VARIABLE, address := new_database())
    return address


@pytest.fixture
def till(tmp_path: Path, address: str) -> Path:
    return tmp_path / "till" / "store"


@pytest.fixture
def office(tmp_path: Path, address: str) -> Iterator[Workspace]:
    with ExitStack() as stack:
        yield stack.enter_context(Workspace.open(tmp_path / "office" / "store"))


def test_what_a_team_shares_is_backed_up_while_it_sends_and_asks_everybody_once_it_is_restored(
    till: Path, office: Workspace, tmp_path: Path
) -> None:
    copy = tmp_path / "kept.svcbackup"
    once, upsert = plan(office, COUNT, effect=Repeat.ONCE), plan(office, 2)
    fence = office.runner.acquire(once)
    office.ledger.set_state(once, fence, RunState.RUNNING)
    office.ledger.write(once, fence, [Intent("o", "Row", (0,), "0" * 64)])
    back_up(till, copy)
    assert copy.stat().st_mode & 0o077 == 0
    assert not list(till.glob("tmp*"))
    with pytest.raises(RunnerBusy, match="Something is being sent from"):
        restore(till, copy)
    office.runner.release(once)
    assert send_next(office, once) == 1
    at_last = contents(office)

    office.registries.save(Entry(RegistryKind.SUPPRESSED, "+919845000001", "", "asked"))
    assert restore(till, copy) == Restored(COUNT, 1)
    assert [each.key for each in office.registries.entries()] == ["+919845000001"], "nobody goes from it"
    assert office.decisions.count() == COUNT, "for everybody, whoever sent it"
    assert office.ledger.waiting(once, -1, 9) == []
    assert len(office.ledger.waiting(upsert, -1, 9)) == 2, "what may go twice asks nobody"
    assert office.runs.get(once).state is RunState.STOPPED
    later = plan(office, 1, effect=Repeat.ONCE)
    assert send_next(office, later) == 0, "what is planned afterwards goes"
    with office.reading() as connection:
        assert sorted(connection.execute(select(watermarks.c.attempts)).scalars()) == [0, 3]
    assert restore(till, till / BEFORE).to_decide == COUNT - 1, "of all that was open but what had gone"
    assert contents(office)["attempts"] == at_last["attempts"]


def test_the_backup_of_a_file_goes_into_what_is_shared_and_the_other_way(
    till: Path, office: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workspace.open(tmp_path / "own" / "store", OWN_FILE) as own:
        run_id = plan(own, COUNT)
        before = contents(own)
    with monkeypatch.context() as alone:
        alone.delenv(VARIABLE)
        back_up(tmp_path / "own" / "store", tmp_path / "file.svcbackup")
    restore(till, tmp_path / "file.svcbackup")
    assert contents(office) == before
    assert send_next(office, run_id) == 0
    back_up(till, tmp_path / "shared.svcbackup")
    expected = contents(office)
    restore_here = tmp_path / "another" / "store"
    monkeypatch.delenv(VARIABLE)
    restore(restore_here, tmp_path / "shared.svcbackup")
    with Workspace.open(restore_here, OWN_FILE) as own:
        assert contents(own) == expected
        assert own.runner.acquire(run_id) > 1, "no fence comes twice"


def test_the_backup_of_another_store_is_refused_by_what_a_team_shares(
    till: Path, office: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan(office, COUNT)
    before = contents(office)
    with Workspace.open(tmp_path / "own" / "store-spain", OWN_FILE) as own:
        plan(own, 1)
    with monkeypatch.context() as alone:
        alone.delenv(VARIABLE)
        back_up(tmp_path / "own" / "store-spain", tmp_path / "spain.svcbackup", "Spain")
    with pytest.raises(WorkspaceError, match=r"spain\.svcbackup is a backup of another store, Spain"):
        restore(till, tmp_path / "spain.svcbackup", trusted=True)
    assert contents(office) == before
