"""The mark outside the database: whole after a torn write, asked for before bytes leave, per console."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from svcconsole.workspace import clock
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import StillOnTheWay
from svcconsole.workspace.mark_file import SLOT_BYTES, Mark, MarkFile, MarkNotKept
from svcconsole.workspace.runs.broken_off import BEHIND, REQUEST_SECONDS
from svcconsole.workspace.runs.ledger_entries import Intent
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.runs.report_runs import Need, Stage
from svcconsole.workspace.schema import ItemState, Repeat, RunState
from tests.workspace.planning import plan
from tests.workspace.versions.make import RUN, sample

CONSOLE = "00000000000000aa"


def mark_of(folder: Path) -> Path:
    (found,) = (folder.parent / "marks").iterdir()
    return found


def begin(workspace: Workspace, words: str) -> str:
    """Note a single send that is about to leave; its run."""
    begun = workspace.sends.begin(
        NewSend("tickets.create", Repeat.ONCE, "ticket", words, words.encode(), words),
        workspace.runner.acquire(),
    )
    assert isinstance(begun, tuple)
    return begun[0]


def test_a_torn_write_leaves_the_mark_before_it(tmp_path: Path) -> None:
    path = tmp_path / "mark"
    for attempts in range(1, 6):
        file = MarkFile(path)
        file.write(Mark(CONSOLE, attempts))
        file.write(Mark(CONSOLE, attempts + 10))
        file.close()
        assert MarkFile(path).read() == Mark(CONSOLE, attempts + 10)
    whole = path.read_bytes()
    slots = [whole[:SLOT_BYTES], whole[SLOT_BYTES:]]
    newest = max(range(2), key=lambda slot: int(slots[slot].split()[2]))
    for torn in range(20, 45):
        content = bytearray(whole)
        start = newest * SLOT_BYTES
        content[start + torn : start + SLOT_BYTES] = bytes(SLOT_BYTES - torn)
        path.write_bytes(content)
        assert MarkFile(path).read() in (Mark(CONSOLE, 5), Mark(CONSOLE, 15)), torn
    path.write_bytes(b"")
    assert MarkFile(path).read() is None


def test_nothing_leaves_while_the_mark_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace:
        begin(workspace, "first")
        run_id = plan(workspace, 2)
        fence = workspace.runner.acquire(run_id)
        mark = mark_of(folder)
        workspace.mark.close()
        mark.unlink()
        mark.mkdir()
        workspace.runner.release()
        with pytest.raises(MarkNotKept, match="cannot be used"):
            workspace.ledger.write(run_id, fence, [Intent("products", "Row 1", (0,), "")])
        first, second = workspace.ledger.waiting(run_id, -1, 9)
        assert (first.doubt_at, second.doubt_at) == (None, None), "none of it has left"
        assert workspace.runs.events(run_id) == ()


def test_a_single_send_that_could_not_be_counted_may_be_sent_once_more(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace:
        fence = workspace.runner.acquire()
        mark = mark_of(folder)
        workspace.mark.close()
        mark.unlink()
        mark.mkdir()
        new = NewSend("tickets.create", Repeat.ONCE, "ticket", "T", b"{}", "f", draft_token="d")
        with pytest.raises(MarkNotKept):
            workspace.sends.begin(new, fence)
        assert workspace.sends.of_draft("d") is None
        assert [each.state for each in workspace.sends.recent()] == [ItemState.LEFT_OUT]
        assert workspace.decisions.count() == 0


def test_an_older_copy_asks_about_everything_that_was_open(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace:
        campaign = plan(workspace, 3, kind="templates", effect=Repeat.ONCE)
        products = plan(workspace, 2)
        asked = workspace.reports.create("Ledger report", {}, "K7M2-Q9XP")
        workspace.checkpoint()
        shutil.copyfile(folder / FILE_NAME, tmp_path / "older")
        begin(workspace, "since then")
    shutil.copyfile(tmp_path / "older", folder / FILE_NAME)
    with Workspace.open(folder) as workspace:
        assert workspace.decisions.count() == 3
        assert {doubt.reason for doubt in workspace.decisions.open()} == {BEHIND}
        assert workspace.runs.get(campaign).state is RunState.STOPPED
        assert workspace.runs.totals(products).not_sent == 2, "what may be repeated waits as before"
        report = workspace.reports.get(asked.id)
        assert (report.stage, report.need) == (Stage.NEEDS, Need.ASKED_BEFORE)
        begin(workspace, "and on")
    with Workspace.open(folder) as workspace:
        assert workspace.decisions.count() == 4, "three, and the one that had no answer"


def test_what_an_older_copy_asks_about_is_not_sent_again_while_it_may_still_arrive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have left a moment before: who looks into the store at once finds nothing there."""
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace:
        run_id = plan(workspace, 1, kind="templates", effect=Repeat.ONCE)
        workspace.checkpoint()
        shutil.copyfile(folder / FILE_NAME, tmp_path / "older")
        fence = workspace.runner.acquire(run_id)
        workspace.ledger.write(run_id, fence, [Intent("templates", "Row 1", (0,), "")])
    shutil.copyfile(tmp_path / "older", folder / FILE_NAME)
    with Workspace.open(folder) as workspace:
        with pytest.raises(StillOnTheWay):
            workspace.decisions.decide([(run_id, 0)], Decision.SEND_AGAIN, "Noor")
        later = time.time() + REQUEST_SECONDS + 1
        monkeypatch.setattr(clock, "time", SimpleNamespace(time=lambda: later))
        assert len(workspace.decisions.decide([(run_id, 0)], Decision.SEND_AGAIN, "Noor")) == 1


def test_a_file_from_before_the_mark_is_found_out_when_it_is_put_back(tmp_path: Path) -> None:
    """The copy kept by the upgrade, say: it knows nothing of what was sent since."""
    folder = tmp_path / "store"
    with closing(sqlite3.connect(sample(3, folder))) as connection, connection:
        connection.execute("UPDATE runs SET effect = 'once' WHERE id = ?", (RUN,))
    kept = (folder / FILE_NAME).read_bytes()
    with Workspace.open(folder) as workspace:
        assert workspace.runs.totals(RUN).not_sent == 1, "an upgrade alone asks about nothing"
        begin(workspace, "since then")
    for name in ("", "-wal", "-shm"):
        (folder / f"{FILE_NAME}{name}").unlink(missing_ok=True)
    (folder / FILE_NAME).write_bytes(kept)
    with Workspace.open(folder) as workspace:
        assert workspace.runs.totals(RUN).not_sent == 0
        later = plan(workspace, 3, kind="templates", effect=Repeat.ONCE)
    with Workspace.open(folder) as workspace:
        assert workspace.runs.totals(later).not_sent == 3, "what was planned since is not in question"


def test_a_folder_that_cannot_be_had_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "marks").write_text("a file stands in its place", "utf-8")
    with Workspace.open(tmp_path / "store") as workspace:
        with pytest.raises(MarkNotKept, match="The folder that notes how much was sent cannot be used"):
            begin(workspace, "anything")
        (tmp_path / "marks").unlink()
        begin(workspace, "and now")
