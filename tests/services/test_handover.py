"""Open work goes to another console once: through two receivers, kills and copies put back, nothing twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, update
from sqlalchemy.engine import Engine

from svcconsole import secrets
from svcconsole.services.campaigns.frequency_cap import frequency_cap
from svcconsole.services.campaigns.recent_sends import recent_sends
from svcconsole.services.campaigns.suppression import SUPPRESSED, suppressed
from svcconsole.services.campaigns.terms import CampaignTerms, Limits
from svcconsole.services.handover.handing_over import open_handover, take_handover_back, write_handover
from svcconsole.services.handover.receiving import receiving_key
from svcconsole.services.handover.sealing import public_key
from svcconsole.services.messaging import messages
from svcconsole.tables.records.recipients import content_hash
from svcconsole.workspace.backup import write_copy
from svcconsole.workspace.clock import this_moment, written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import FileRow, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    RunState,
    items,
    runs,
)
from svcconsole.workspace.team.person_marks import MARK, person_mark, read_keys
from tests.support.computers import FileKeyring, keyring_of_this_computer

STORE = "store-0123456789abcdef"
PEOPLE = 6


@pytest.fixture(autouse=True)
def a_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(secrets, "_session", {})
    monkeypatch.setenv("SVCCONSOLE_CONFIG_DIR", str(tmp_path / "config"))
    with keyring_of_this_computer(FileKeyring(tmp_path / "keyring.json")):
        yield


def phone(at: int) -> str:
    return f"+44771230{at:04}"


def console(tmp_path: Path, name: str) -> Path:
    """The workspace folder of one console."""
    folder = tmp_path / name / STORE
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fill(workspace: Workspace, tmp_path: Path) -> None:
    """A campaign of which two went, one is in doubt and three wait; an import in work; a draft; a ticket in
    doubt; an upsert that waits."""
    plan = [
        PlanItem(phone(at), (FileRow(at + 1, at + 2, (phone(at),)),), json.dumps({"to": phone(at)}).encode())
        for at in range(PEOPLE)
    ]
    new = NewRun("messages", "Messages", "/p.csv", "p.csv", "f" * 64, ("Phone",), effect=Repeat.ONCE)
    run = workspace.runs.create(new, plan)
    products = NewRun("products", "Import", "/q.csv", "q.csv", "e" * 64, ("Id",))
    workspace.runs.create(products, [PlanItem("p", (FileRow(1, 2, ("p",)),), b"{}")])
    fence = workspace.runner.acquire(run)
    workspace.ledger.set_state(run, fence, RunState.RUNNING)
    for seq, state in enumerate((ItemState.ACKED, ItemState.ACKED, ItemState.UNKNOWN)):
        [attempt] = workspace.ledger.write(run, fence, [Intent("messages.send", "x", (seq,), "0" * 64)])
        outcome = RecordOutcome(seq, phone(seq), state, "In doubt." if seq == 2 else "")
        workspace.ledger.write(run, fence, [Settlement(attempt, "ok", 200, 0.1, "", (outcome,))])
    workspace.ledger.set_state(run, fence, RunState.STOPPED)
    ticket = NewSend(
        "tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f" * 64, about="Ana", reference="K7M2"
    )
    begun = workspace.sends.begin(ticket, fence)
    assert isinstance(begun, tuple)
    outcome = RecordOutcome(0, begun[0], ItemState.UNKNOWN, "No answer.")
    workspace.sends.end(
        begun[0], fence, Settlement(begun[1], "unknown", None, 0.1, "", (outcome,)), None, None
    )
    workspace.runner.release(run)
    source = tmp_path / "half.csv"
    source.write_text("Id\n1\n")
    stat = source.stat()
    kept = workspace.imports.create(
        "products", SourceFile(str(source), "half.csv", stat.st_size, stat.st_mtime_ns, "f" * 64), {"a": 1}
    )
    workspace.imports.add_step(kept, {"cells": [[1, "Id", "2"]]}, {"a": 2})
    workspace.drafts.save("message:new", {"text": "Hello"})


def send_all(workspace: Workspace) -> list[str]:
    """Send whatever would go from here by itself; what may go only once, by record."""
    sent = []
    for run in workspace.runs.list(unfinished=True):
        fence = workspace.runner.acquire(run.id)
        for each in workspace.ledger.waiting(run.id, -1, 99):
            [attempt] = workspace.ledger.write(run.id, fence, [Intent("x", "x", (each.seq,), "0" * 64)])
            outcome = RecordOutcome(each.seq, each.record_id, ItemState.ACKED)
            workspace.ledger.write(run.id, fence, [Settlement(attempt, "ok", 200, 0.1, "", (outcome,))])
            sent += [each.record_id] if run.effect == Repeat.ONCE else []
        workspace.runner.release(run.id)
    return sent


def sent_from(folder: Path) -> list[str]:
    with Workspace.open(folder) as workspace:
        return send_all(workspace)


def doubts(folder: Path) -> int:
    with Workspace.open(folder) as workspace:
        return workspace.decisions.count()


def hand(tmp_path: Path, path: Path) -> str:
    """Hand all over from `sender`, filled anew."""
    with Workspace.open(console(tmp_path, "sender")) as workspace:
        fill(workspace, tmp_path)
        return write_handover(workspace, path, receiving_key(make=True).code).code


WAITING = [phone(at) for at in range(3, PEOPLE)]


def test_everything_that_is_open_goes_on_there_and_nothing_here(tmp_path: Path) -> None:
    path = tmp_path / "work.handover"
    code = hand(tmp_path, path)
    assert b"4477123" not in path.read_bytes() and b"Hello" not in path.read_bytes()
    sender, receiver = console(tmp_path, "sender"), console(tmp_path, "receiver")
    assert sent_from(sender) == [] and doubts(sender) == 0
    with Workspace.open(receiver) as workspace:
        done = open_handover(workspace, path)
        assert (done.code, done.again, done.in_question) == (code, False, 0)
        assert done.counts["runs"] == 3 and done.counts["drafts"] == 1
        assert workspace.decisions.count() == 2
        [draft] = workspace.drafts.keys()
        assert workspace.drafts.get(draft) is not None
        [half] = workspace.imports.list()
        assert Path(half.path).read_text() == "Id\n1\n" and str(tmp_path / "receiver") in half.path
        assert workspace.imports.steps(half.id) == ({"cells": [[1, "Id", "2"]]},)
        assert send_all(workspace) == WAITING
        assert workspace.log.verify().whole
        [entry] = workspace.log.page(actions=("taken in",))
        assert entry.details["handover"] == code


def waiting_campaign(workspace: Workspace, numbers: list[str]) -> str:
    """A campaign that has not begun; its run."""
    plan = []
    for at, number in enumerate(numbers):
        body = json.dumps({"contactIdentifier": number, "payload": {"templateId": "offer"}}).encode()
        row = FileRow(at + 1, at + 2, (number,))
        plan.append(PlanItem(number, (row,), body, content=content_hash(body), template="offer"))
    new = NewRun("templates", "Offer", "/o.csv", "o.csv", "a" * 64, ("Phone",), effect=Repeat.ONCE)
    return workspace.runs.create(new, plan)


def campaign(workspace: Workspace, number: str, hours: float) -> str:
    """A campaign to one number that ended so long ago; its run."""
    run = waiting_campaign(workspace, [number])
    at = written(this_moment() - timedelta(hours=hours))
    with workspace.writing() as connection:
        connection.execute(update(items).values(state=ItemState.ACKED, at=at).where(items.c.run_id == run))
        connection.execute(
            update(runs).values(state=RunState.FINISHED, finished_at=at).where(runs.c.id == run)
        )
    return run


def by_hand(workspace: Workspace, number: str) -> None:
    """A message that was sent by itself just now."""
    fence = workspace.runner.acquire()
    body = json.dumps({"contactIdentifier": number, "payload": {"message": "Hi"}}).encode()
    new = NewSend("messages.send", Repeat.ONCE, messages.KIND, "Message", body, "b" * 64, about=number)
    begun = workspace.sends.begin(new, fence)
    assert isinstance(begun, tuple)
    outcome = RecordOutcome(0, begun[0], ItemState.ACKED)
    workspace.sends.end(begun[0], fence, Settlement(begun[1], "ok", 200, 0.1, "", (outcome,)), None, None)
    workspace.runner.release()


def test_whom_nothing_may_be_sent_to_is_known_there(tmp_path: Path) -> None:
    path = tmp_path / "work.handover"
    listed, removed, reached, earlier, alone, own = (phone(at) for at in range(10, 16))
    receiver = console(tmp_path, "receiver")
    with Workspace.open(receiver) as workspace:
        workspace.registries.save(Entry(SUPPRESSED, own, note="Asked in the shop"))
    with Workspace.open(console(tmp_path, "sender")) as workspace:
        fill(workspace, tmp_path)
        with workspace.reading() as connection:
            [key] = read_keys(connection)
        mark = MARK + person_mark(key, f"phone:{removed}")
        for each in (listed, mark, own):
            workspace.registries.save(Entry(SUPPRESSED, each))
        workspace.registries.save(Entry(RegistryKind.LABELS, "7", "Sale"))
        run, old = campaign(workspace, reached, 3), campaign(workspace, earlier, 30)
        by_hand(workspace, alone)
        done = write_handover(workspace, path, receiving_key(make=True).code)
        assert done.counts["runs"] == 3, "what has ended is no work that is handed over"
        assert workspace.runs.get(run).sentence == ""
    with Workspace.open(receiver) as workspace:
        assert open_handover(workspace, path).counts["runs"] == 3
        known = suppressed(workspace)
        assert all(number in known for number in (listed, removed, own)) and reached not in known
        [kept] = (each for each in workspace.registries.entries(SUPPRESSED) if each.key == own)
        assert kept.note == "Asked in the shop"
        assert workspace.registries.entries(RegistryKind.LABELS) == ()
        past = recent_sends(workspace, None)
        assert [len(past.get(number, ())) for number in (reached, alone, earlier)] == [1, 1, 0]
        cap = frequency_cap(workspace, CampaignTerms(limits=Limits(cap_messages=1, cap_days=1)), None)
        assert cap is not None and [cap.had(number) for number in (reached, earlier)] == [1, 0]
        totals = workspace.runs.totals(run)
        assert (totals.rows, totals.sent) == (1, 1) and old not in {each.id for each in workspace.runs.list()}
        assert workspace.decisions.count() == 2
        again = open_handover(workspace, path)
        assert (again.known, again.in_question) == (3, 0), "what was here already is not put in question"
        assert send_all(workspace) == WAITING


def test_opened_twice_nothing_goes_twice(tmp_path: Path) -> None:
    path = tmp_path / "work.handover"
    hand(tmp_path, path)
    first, second = console(tmp_path, "first"), console(tmp_path, "second")
    for folder, again in ((first, False), (second, True)):
        with Workspace.open(folder) as workspace:
            assert open_handover(workspace, path).again is again
    assert sent_from(first) == WAITING
    assert sent_from(second) == [] and doubts(second) == 2 + len(WAITING)
    with Workspace.open(first) as workspace:
        assert open_handover(workspace, path).known == 3
        assert send_all(workspace) == []


@pytest.mark.parametrize("whose", ["sender", "receiver before", "receiver after"])
def test_a_copy_of_before_that_is_put_back_asks(tmp_path: Path, whose: str) -> None:
    path, copy = tmp_path / "work.handover", tmp_path / "copy"
    sender, receiver = console(tmp_path, "sender"), console(tmp_path, "receiver")
    with Workspace.open(sender) as workspace:
        fill(workspace, tmp_path)
        write_copy(sender, copy)
        write_handover(workspace, path, receiving_key(make=True).code)
    with Workspace.open(receiver) as workspace:
        if whose == "receiver before":
            write_copy(receiver, copy)
        open_handover(workspace, path)
        if whose == "receiver after":
            write_copy(receiver, copy)
    sent = sent_from(receiver)
    assert sent == WAITING
    folder = sender if whose == "sender" else receiver
    for ending in ("", "-wal", "-shm"):
        (folder / f"workspace.sqlite3{ending}").unlink(missing_ok=True)
    shutil.copyfile(copy, folder / "workspace.sqlite3")
    with Workspace.open(folder) as workspace:
        if whose == "receiver before":
            assert open_handover(workspace, path).in_question == len(WAITING)
        assert send_all(workspace) == []
        assert workspace.decisions.count() >= len(WAITING)


def test_a_lost_hand_over_is_taken_back_and_asks(tmp_path: Path) -> None:
    code = hand(tmp_path, tmp_path / "work.handover")
    with Workspace.open(console(tmp_path, "sender")) as workspace:
        assert take_handover_back(workspace, code) == (2 + len(WAITING), 1)
        assert send_all(workspace) == []
        with pytest.raises(WorkspaceError, match="No rows were handed over"):
            take_handover_back(workspace, code)


def test_what_is_not_for_this_console_or_not_whole_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "work.handover"
    hand(tmp_path, path)
    whole = path.read_bytes()
    with Workspace.open(console(tmp_path, "receiver")) as workspace:
        other = bytes([whole[200] ^ 1])
        for damaged in (whole[:-1], whole[:60], b"", whole[:200] + other + whole[201:], b"x" + whole[1:]):
            path.write_bytes(damaged)
            with pytest.raises(WorkspaceError):
                open_handover(workspace, path)
        assert workspace.runs.list() == () and workspace.drafts.keys() == []
        path.write_bytes(whole)
        assert not open_handover(workspace, path).again
    with (
        Workspace.open(tmp_path / "else" / "store-of-another") as workspace,
        pytest.raises(WorkspaceError, match="of another store"),
    ):
        open_handover(workspace, path)
    code = receiving_key(make=True).code
    assert (
        public_key(f" {code.lower().replace('-', ' ')} ").public_bytes_raw()
        == public_key(code).public_bytes_raw()
    )
    for wrong in ("", "ABCD", code[:-1] + ("A" if code[-1] != "A" else "B")):
        with pytest.raises(WorkspaceError, match="not the code"):
            public_key(wrong)


def test_nothing_is_handed_over_while_a_run_is_under_way(tmp_path: Path) -> None:
    with Workspace.open(console(tmp_path, "sender")) as workspace:
        with pytest.raises(WorkspaceError, match="Nothing is open"):
            write_handover(workspace, tmp_path / "x", receiving_key(make=True).code)
        fill(workspace, tmp_path)
        run = workspace.runs.list()[0].id
        fence = workspace.runner.acquire(run)
        workspace.ledger.set_state(run, fence, RunState.RUNNING)
        with pytest.raises(RunUnderWay):
            write_handover(workspace, tmp_path / "x", receiving_key(make=True).code)
        assert not (tmp_path / "x").exists()


def _dies_at(moment: int, work: Callable[[], object]) -> None:
    """Do it in a process of its own that is killed at so many moments: statements, commits, files."""
    left = [moment]

    def step(*_: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", step)
    event.listen(Engine, "commit", step)
    sys.addaudithook(lambda name, _: step() if name in ("os.rename", "open", "os.truncate") else None)
    work()


@pytest.mark.parametrize("apart", [37, pytest.param(3, marks=pytest.mark.deep)])
@pytest.mark.parametrize("whose", ["sender", "first", "second"])
def test_killed_at_any_moment_nothing_goes_twice(tmp_path: Path, whose: str, apart: int) -> None:
    """One hand-over, two receivers; one of the three is killed, again and again a little later."""
    fork = multiprocessing.get_context("fork")
    original = tmp_path / "original"
    with Workspace.open(console(original, "sender")) as workspace:
        fill(workspace, tmp_path)
    code = receiving_key(make=True).code
    held = (tmp_path / "keyring.json").read_bytes()
    ended = 0
    for moment in range(5, 2_000, apart):
        here = tmp_path / f"round-{moment}"
        shutil.copytree(original, here)
        shutil.rmtree(tmp_path / "config", ignore_errors=True)
        (tmp_path / "keyring.json").write_bytes(held)
        path = here / "work.handover"

        def write(here: Path = here, path: Path = path) -> None:
            with Workspace.open(console(here, "sender")) as workspace:
                write_handover(workspace, path, code)

        def take(name: str, here: Path = here, path: Path = path) -> None:
            with Workspace.open(console(here, name)) as workspace:
                open_handover(workspace, path)

        works: dict[str, Callable[[], None]] = {
            "sender": write, "first": lambda: take("first"), "second": lambda: take("second")
        }  # fmt: skip
        killed = False
        for name, work in works.items():
            if name == whose:
                process = fork.Process(target=_dies_at, args=(moment, work))
                process.start()
                process.join()
                killed = process.exitcode == -signal.SIGKILL
                assert killed or process.exitcode == 0
            elif name == "sender" or path.exists():
                work()
        if whose != "sender" and killed:
            works[whose]()
        went = Counter(each for name in works for each in sent_from(console(here, name)))
        assert all(times == 1 for times in went.values()), (moment, went)
        asked = sum(doubts(console(here, name)) for name in works)
        assert went or asked or not path.exists(), moment
        ended += not killed
        shutil.rmtree(here)
        if ended:
            break
    assert ended, "never lived to the end"


def plan_of(workspace: Workspace, import_id: str) -> None:
    """Make a plan of an import, as a window does that has it open still."""
    new = NewRun("products", "Import", "/q.csv", "q.csv", "e" * 64, ("Id",), import_id=import_id)
    workspace.runs.create(new, [PlanItem("p", (FileRow(1, 2, ("p",)),), b"{}")])


def test_begun_imports_and_drafts_are_open_at_one_console_alone(tmp_path: Path) -> None:
    path, back = tmp_path / "work.handover", tmp_path / "back.handover"
    hand(tmp_path, path)
    sender, receiver = console(tmp_path, "sender"), console(tmp_path, "receiver")
    with Workspace.open(sender) as workspace:
        assert workspace.imports.list() == () and workspace.drafts.keys("message:") == []
        [listed] = (each for each in workspace.imports.list(open_only=False) if each.is_handed_over)
        with pytest.raises(WorkspaceError, match="it goes on at the other computer"):
            workspace.imports.save_settings(listed.id, {"a": 3})
        with pytest.raises(WorkspaceError, match="it goes on at the other computer"):
            plan_of(workspace, listed.id)
        key = receiving_key(make=True).code
        with pytest.raises(WorkspaceError, match="there is nothing to hand over"):
            write_handover(workspace, tmp_path / "again.handover", key)
    with Workspace.open(receiver) as workspace:
        open_handover(workspace, path)
        workspace.imports.add_step(listed.id, {"cells": [[2, "Id", "3"]]}, {"a": 3})
        workspace.drafts.save("message:new", {"text": "Hello there"})
        write_handover(workspace, back, key)
        assert workspace.imports.list() == () and workspace.drafts.keys("message:") == []
    with Workspace.open(sender) as workspace:
        open_handover(workspace, back)
        [half] = workspace.imports.list()
        assert (half.id, half.settings, len(workspace.imports.steps(half.id))) == (listed.id, {"a": 3}, 2)
        draft = workspace.drafts.get("message:new")
        assert draft is not None and draft.value == {"text": "Hello there"}
        plan_of(workspace, half.id)


@pytest.mark.parametrize("written_since", [False, True])
def test_a_lost_hand_over_brings_imports_and_drafts_back(tmp_path: Path, *, written_since: bool) -> None:
    with Workspace.open(console(tmp_path, "sender")) as workspace:
        kept = workspace.imports.create("products", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {"a": 1})
        workspace.drafts.save("message:new", {"text": "Hello"})
        code = write_handover(workspace, tmp_path / "w", receiving_key(make=True).code).code
        if written_since:
            workspace.drafts.save("message:new", {"text": "Another"})
        assert take_handover_back(workspace, code) == (0, 0)
        assert [each.id for each in workspace.imports.list()] == [kept]
        beside = [f"message:new ({code})"] if written_since else []
        assert workspace.drafts.keys() == ["message:new", *beside]
        draft = workspace.drafts.get(beside[0] if beside else "message:new")
        assert draft is not None and draft.value == {"text": "Hello"}
        with pytest.raises(WorkspaceError, match="No rows were handed over"):
            take_handover_back(workspace, code)
