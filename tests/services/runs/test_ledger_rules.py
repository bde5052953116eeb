"""The rules W1 to W10 of what is sent by itself, each with its proof on real sockets and a real file."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.errors import Outcome
from svcconsole.services.sends.sending import AT_ONCE, IN_A_ROW, Interrupted, SentBefore, request_of
from svcconsole.services.sends.single_send import PATIENCE_SECONDS, UNREACHED_TRIES
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import DraftTaken, FenceLost, RunnerBusy, WorkspaceError
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState
from tests.services.runs.senders import sending, ticket
from tests.support.coroutines import until
from tests.support.fault_server import FaultServer, Peer, answer, fault_server
from tests.support.practice import PracticeStore
from tests.support.virtual_time import VirtualTimeLoop

MADE = answer({"code": 200, "status": "OK", "data": {"ticket": {"id": 17}}})
LATER = answer({"code": 429, "status": "TOO_MANY_REQUESTS"}, 429)


@dataclass(frozen=True)
class Place:
    """Where a proof is made: a workspace's folder and a practice store whose address may be another's."""

    folder: Path
    store: PracticeStore

    def at(self, server: FaultServer) -> PracticeStore:
        return replace(self.store, base_url=server.base_url)

    def kept(self) -> list[tuple[Any, ...]]:
        """What another process reads in the file now: what is committed. State, hashes, attempts."""
        with closing(sqlite3.connect(self.folder / FILE_NAME)) as disk:
            return disk.execute(
                "SELECT i.state, b.sha256, a.sha256, a.fence, a.monotonic, a.intended_at, a.settled_at "
                "FROM items i JOIN bodies b ON b.run_id = i.run_id JOIN attempts a ON a.run_id = i.run_id"
            ).fetchall()


async def noted_before_the_first_byte(place: Place) -> None:
    """W1: when the first byte arrives, the intent is committed, and the disk was told to keep it."""
    seen: list[tuple[Any, ...]] = []

    async def script(peer: Peer) -> None:
        await peer.reader.readexactly(1)
        seen.extend(place.kept())
        await peer.reader.readuntil(b"\r\n\r\n")
        await peer.send(MADE)

    async with fault_server(script) as server, sending(place.folder, place.at(server)) as one:
        await one.send("AAAA-0001")
        ((state, body, attempt, fence, monotonic, at, settled),) = seen
        assert (state, settled) == ("sending", None)
        assert body == attempt == hashlib.sha256(ticket("AAAA-0001").wire()).hexdigest()
        assert (fence, bool(monotonic), at[:2]) == (1, True, "20")
        with one.workspace.reading() as connection:
            pragmas = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "fullfsync")
            ]
        assert pragmas == ["wal", 2, 1]
        with closing(sqlite3.connect(one.workspace.path)) as disk, disk:
            disk.execute("ALTER TABLE sends RENAME TO taken_away")
        with pytest.raises(WorkspaceError):
            await one.send("AAAA-0002", "Something else.")
        assert server.connections == 1, "something left that could not be noted"


async def the_same_bytes_every_time(place: Place) -> None:
    """W2: a retry sends the frozen bytes; what was edited is something new."""

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(LATER if len(peer.server.requests) < 3 else MADE)

    async with fault_server(script) as server, sending(place.folder, place.at(server)) as one:
        first = await one.send("AAAA-0001")
        assert {request.body for request in server.requests} == {ticket("AAAA-0001").wire()}
        assert len(server.requests) == 3
        (record,) = await one.sender.sent_before()
        assert record.body == ticket("AAAA-0001").wire()
        assert request_of(record) == ticket("AAAA-0001")
        edited = await one.send("AAAA-0001", "It came after all.")
        assert edited.run_id != first.run_id
        assert [kept.body for kept in await one.sender.sent_before()][1] == record.body


async def noted_before_it_is_shown(place: Place) -> None:
    """W3: what the caller is told is in the file already."""
    async with sending(place.folder, place.store) as one:
        sent = await one.send("AAAA-0001")
        ((state, *_, settled),) = place.kept()
        assert (sent.outcome, state, bool(settled)) == (Outcome.OK, "acked", True)


async def a_crash_leaves_a_question(place: Place) -> None:
    """W4: what was on the way is in doubt after the next start, and nothing goes out by itself."""
    held = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        await held.wait()

    async with fault_server(script) as server:
        async with sending(place.folder, place.at(server)) as one:
            going = asyncio.get_running_loop().create_task(one.send("AAAA-0001", draft_token="t"))
            await until(lambda: server.requests)
            crashed = place.folder.with_name("crashed")
            crashed.mkdir()
            with closing(sqlite3.connect(one.workspace.path)) as disk:
                disk.execute("VACUUM INTO ?", (str(crashed / FILE_NAME),))  # what a power cut would leave
            held.set()
            await going
        async with sending(crashed, place.at(server)) as later:
            (doubt,) = later.workspace.decisions.open()
            assert (doubt.reference, doubt.reason[:17]) == ("AAAA-0001", "svcconsole ended ")
            with pytest.raises(DraftTaken):
                await later.send("AAAA-0001", draft_token="t", again=True)
        assert len(server.requests) == 1


async def one_instance_sends(place: Place) -> None:
    """W5: another instance is refused, and one that was replaced writes nothing more."""
    async with sending(place.folder, place.store) as one, sending(place.folder, place.store) as other:
        fence = one.workspace.runner.acquire()
        with pytest.raises(RunnerBusy):
            await other.send("AAAA-0001")
        one.workspace.runner.close()
        assert other.workspace.runner.acquire() > fence
        with pytest.raises(FenceLost):
            one.workspace.sends.leave("any", fence)
        other.workspace.runner.release()
    assert place.store.counts()["tickets"] == 0


async def few_are_on_the_way(place: Place) -> None:
    """W6: however many forms are sent at once, few are on the way, so few can be in doubt."""
    held, most = asyncio.Event(), AT_ONCE + 3

    async def script(peer: Peer) -> None:
        await peer.request()
        await held.wait()
        await peer.send(MADE)

    async with fault_server(script) as server, sending(place.folder, place.at(server)) as one:
        async with asyncio.TaskGroup() as forms:
            for number in range(most):
                forms.create_task(one.send(f"AAAA-000{number}", f"Number {number}."))
            await until(lambda: len(server.requests) == AT_ONCE)
            assert [state for state, *_ in place.kept()] == ["sending"] * AT_ONCE
            held.set()
        assert len(server.requests) == most


async def three_without_an_answer_end_a_series(place: Place) -> None:
    """W7: many that go once more stop after three in a row without a clear answer."""
    doubted = IN_A_ROW + 2

    async def script(peer: Peer) -> None:
        await peer.request()
        peer.reset()

    async with fault_server(script) as server, sending(place.folder, place.at(server)) as one:
        runs = [(await one.send(f"AAAA-000{at}", f"Number {at}.")).run_id for at in range(doubted)]
        with pytest.raises(Interrupted, match=r"3 in a row .* the other 2 were not sent"):
            await one.sender.decide_all([(run, 0) for run in runs], Decision.SEND_AGAIN)
        assert len(server.requests) == doubted + IN_A_ROW
        open_ = {doubt.run_id for doubt in one.workspace.decisions.open()}
        assert set(runs[IN_A_ROW:]) < open_
        assert len(open_) == doubted


async def the_same_twice_is_asked(place: Place) -> None:
    """W8: the same content within a day, and the same draft ever, is not sent by itself."""
    async with sending(place.folder, place.store) as one:
        await one.send("AAAA-0001", draft_token="t")
        with pytest.raises(SentBefore):
            await one.send("AAAA-0002")
        with pytest.raises(DraftTaken):
            await one.send("AAAA-0003", "Other words.", draft_token="t", again=True)
    assert place.store.counts()["tickets"] == 1


async def a_damaged_ledger_sends_nothing(place: Place) -> None:
    """W9: a file that cannot be trusted is not sent from."""
    Workspace.open(place.folder).close()
    path = place.folder / FILE_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * 4096 + whole[8192:])
    with pytest.raises(WorkspaceError, match="damaged"):
        async with sending(place.folder, place.store) as one:
            await one.send("AAAA-0001")
    assert place.store.counts()["tickets"] == 0


RULES: Mapping[str, Callable[[Place], Awaitable[None]]] = {
    "W1": noted_before_the_first_byte,
    "W2": the_same_bytes_every_time,
    "W3": noted_before_it_is_shown,
    "W4": a_crash_leaves_a_question,
    "W5": one_instance_sends,
    "W6": few_are_on_the_way,
    "W7": three_without_an_answer_end_a_series,
    "W8": the_same_twice_is_asked,
    "W9": a_damaged_ledger_sends_nothing,
}


@pytest.mark.parametrize("rule", RULES)
async def test_the_rule_holds_for_single_sends(
    rule: str, practice_store: PracticeStore, tmp_path: Path
) -> None:
    await RULES[rule](Place(tmp_path / "space", practice_store))


@pytest.mark.parametrize(
    ("away", "tries"), [(False, 8), (True, UNREACHED_TRIES)], ids=["throttled", "not reached"]
)
def test_w10_retries_have_a_budget(
    practice_store: PracticeStore, tmp_path: Path, away: bool, tries: int
) -> None:
    """W10: tried again only where nothing was executed, so often and no longer; then it is told."""

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(LATER)

    async def proof() -> None:
        place = Place(tmp_path / "space", practice_store)
        async with fault_server(script) as server:
            address = "http://127.0.0.1:9" if away else server.base_url
            async with sending(place.folder, replace(practice_store, base_url=address)) as one:
                clock = asyncio.get_running_loop().time
                began = clock()
                sent = await one.send("AAAA-0001")
                assert sent.outcome is (Outcome.NOT_SENT if away else Outcome.THROTTLED)
                assert len(one.calls) == tries
                assert clock() - began <= PATIENCE_SECONDS * 2
                (record,) = await one.sender.sent_before()
                assert record.state is ItemState.LEFT_OUT
                settled = [outcome for *_, outcome in place.kept()]
                assert len(settled) == tries, "a try was not noted"
                assert all(settled)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(proof())


def test_every_rule_has_its_proof() -> None:
    assert set(RULES) | {"W10"} == {f"W{number}" for number in range(1, 11)}
    for rule, proof in RULES.items():
        assert (proof.__doc__ or "").startswith(f"{rule}: "), rule
