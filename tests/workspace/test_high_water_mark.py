"""The mark outside the database: whole after a torn write, asked for before bytes leave, per console."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import delete, select, update

from svcconsole.words.system_reason import system_reason
from svcconsole.workspace import clock
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import StillOnTheWay
from svcconsole.workspace.mark_file import SLOT_BYTES, Mark, MarkFile, MarkNotKept
from svcconsole.workspace.runs.broken_off import BEHIND, REQUEST_SECONDS
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.ledger_entries import Intent
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.runs.report_runs import Need, Stage
from svcconsole.workspace.schema import ItemState, Repeat, RunState, identity, watermarks
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
        with pytest.raises(MarkNotKept) as refused:
            begin(workspace, "anything")
        cause = refused.value.__cause__
        assert isinstance(cause, OSError)
        reason = system_reason(cause)
        assert reason
        assert refused.value.sentence == f"The folder that notes how much was sent cannot be used: {reason}."
        assert refused.value.advice == "Nothing is sent before it can be written."
        (tmp_path / "marks").unlink()
        begin(workspace, "and now")


class Console:
    """The mark of one more console of a workspace, in a folder of its own."""

    def __init__(self, workspace: Workspace, folder: Path, *, shared: bool) -> None:
        folder.mkdir(exist_ok=True)
        self.workspace, self.folder = workspace, folder
        self.mark = HighWaterMark(workspace, lambda: folder, shared=shared)
        self.asked = 0

    def settle(self) -> bool:
        def ask(connection: object) -> None:
            self.asked += 1

        return self.mark.settle(ask)

    def send(self, count: int) -> int:
        """Count attempts as the ledger does; how many there are then."""
        with self.workspace.writing() as connection:
            reached = self.mark.advance(connection, count)
        self.mark.keep(reached)
        return reached

    def kept(self) -> Mark | None:
        with self.workspace.reading() as connection:
            name = connection.execute(select(identity.c.workspace)).scalar_one()
        return MarkFile(self.folder / name).read()


def counts(workspace: Workspace) -> dict[str, int]:
    with workspace.reading() as connection:
        return {row.console: row.attempts for row in connection.execute(select(watermarks))}


def test_a_console_has_its_name_with_its_mark_and_keeps_it(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        one = Console(workspace, tmp_path / "one", shared=True)
        assert one.mark.console == ""
        assert one.settle()
        assert one.kept() == Mark(one.mark.console, 0)
        assert len(one.mark.console) == 16
        again = Console(workspace, tmp_path / "one", shared=True)
        assert again.settle()
        assert again.mark.console == one.mark.console


def test_where_several_share_a_workspace_each_counts_what_it_began_itself(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        with workspace.writing() as connection:
            connection.execute(delete(watermarks))
        one, other = (Console(workspace, tmp_path / name, shared=True) for name in ("one", "other"))
        assert one.settle()
        assert one.send(3) == 3
        assert other.settle(), "whoever comes for the first time has sent nothing that could be missing"
        assert other.kept() == Mark(other.mark.console, 0)
        assert (one.send(2), other.send(1)) == (5, 1)
        assert counts(workspace) == {one.mark.console: 5, other.mark.console: 1}
        with workspace.writing() as connection:
            connection.execute(
                update(watermarks).where(watermarks.c.console == one.mark.console).values(attempts=4)
            )
        assert other.settle(), "the other one's count is whole"
        assert (one.settle(), one.asked, other.asked) == (False, 1, 0)
        assert counts(workspace) == {one.mark.console: 5, other.mark.console: 1}
        assert (one.settle(), one.asked) == (True, 1), "what was put in question once is not again"


def test_a_ledger_that_holds_more_than_the_mark_is_whole(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        one = Console(workspace, tmp_path / "one", shared=True)
        one.settle()
        with workspace.writing() as connection:
            assert one.mark.advance(connection, 2) == 2
        assert (one.settle(), one.asked) == (True, 0), "it was counted, and died before it was noted outside"
        assert one.send(1) == 3
        assert one.kept() == Mark(one.mark.console, 3)


def test_a_mark_never_goes_back(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        one = Console(workspace, tmp_path / "one", shared=True)
        one.settle()
        for reached, kept in ((1, 1), (4, 4), (3, 4), (4, 4), (5, 5)):
            one.mark.keep(reached)
            assert one.kept() == Mark(one.mark.console, kept)


def test_a_file_that_comes_from_another_console_is_asked_about_and_then_this_ones(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        begin(workspace, "first")
        begin(workspace, "second")
        here = Console(workspace, tmp_path / "here", shared=False)
        assert (here.settle(), here.asked) == (False, 1)
        assert here.kept() == Mark(here.mark.console, 2)
        assert counts(workspace) == {here.mark.console: 2}
        assert (here.settle(), here.asked) == (True, 1)
        with workspace.writing() as connection:
            connection.execute(delete(watermarks))
        new = Console(workspace, tmp_path / "new", shared=False)
        assert (new.settle(), new.asked) == (True, 0), (
            "a file from before there were marks: nothing to compare"
        )
        assert new.kept() == Mark(new.mark.console, 2), "it begins with what the ledger holds"
        assert counts(workspace) == {new.mark.console: 2}


def test_a_copy_that_was_put_back_is_behind_whatever_it_counts(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        one = Console(workspace, tmp_path / "one", shared=False)
        one.settle()
        one.send(7)
        one.mark.set_ahead()
        assert one.kept() == Mark(one.mark.console, 8)
        assert (one.settle(), one.asked) == (False, 2)
        assert counts(workspace) == {one.mark.console: 8}
        with workspace.writing() as connection:
            connection.execute(update(watermarks).values(attempts=20))
        one.mark.set_ahead()
        assert one.kept() == Mark(one.mark.console, 21)
        never = Console(workspace, tmp_path / "never", shared=False)
        never.mark.set_ahead()
        kept = never.kept()
        assert kept is not None
        assert (len(kept.console), kept.attempts) == (16, 21)
        with workspace.writing() as connection:
            connection.execute(delete(watermarks))
        bare = Console(workspace, tmp_path / "bare", shared=False)
        bare.mark.set_ahead()
        kept = bare.kept()
        assert kept is not None
        assert kept.attempts == 1, "no console has counted anything, and the copy is behind all the same"


def test_whoever_goes_on_with_a_copy_leaves_this_workspace_behind(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        one = Console(workspace, tmp_path / "one", shared=False)
        one.mark.follow({"someone": 9})
        assert one.kept() is None, "nothing was ever begun from here"
        one.settle()
        one.mark.follow({"someone": 9})
        assert one.kept() == Mark(one.mark.console, 0)
        one.send(2)
        for told, kept in (
            ({}, 2),
            ({"someone": 9}, 2),
            ({one.mark.console: 2}, 2),
            ({one.mark.console: 3}, 3),
        ):
            one.mark.follow(told)
            assert one.kept() == Mark(one.mark.console, kept)
        one.mark.close()
        assert one.send(4) == 6, "a mark that was closed is opened again"
