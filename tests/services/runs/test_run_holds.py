"""When a run holds and when it does not: three in a row, one in a hundred, a person, a store that is away."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.api.answers import CallRecord
from svcconsole.api.operations import LIST_CATALOGS, UPSERT_PRODUCTS
from svcconsole.services.runs.engine import Engine
from svcconsole.services.runs.reconcile import NEVER_READABLE, NOT_KNOWN
from svcconsole.services.runs.run import PacingRules, RunControl, RunProgress, run
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.services.runs.run_progress import RunCounters
from svcconsole.services.runs.send_batch import TELLING_SECONDS
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import Bucket, Repeat, RunState, items
from tests.services.runs.plans import client_of, planned, product
from tests.support.coroutines import until
from tests.support.fault_server import Peer, answer, fault_server
from tests.support.full_disk import read_only
from tests.support.nowhere import free_port
from tests.support.odd_store import OddStore, odd_store
from tests.support.virtual_time import VirtualTimeLoop

QUICK = PacingRules(
    first_wait=0.005, longest_wait=0.02, first_probe=0.02, longest_probe=0.05, quick=60.0, tries=99
)
ONE_BY_ONE = replace(QUICK, most_at_once=1)
FIVES = replace(QUICK, first_batch=5, most_batch=5)
COUNT = 40
UNREAD = "do not say whether the rows arrived"


async def carry_out(
    workspace: Workspace,
    run_id: str,
    store: OddStore | MessageStore,
    *,
    pace: PacingRules = ONE_BY_ONE,
    calls: list[CallRecord] | None = None,
    control: RunControl | None = None,
) -> tuple[RunProgress, list[str]]:
    """Run to the end, going on whenever it holds; where it stands then, and why it held. A hold that is told
    twice before the run takes it up is resumed twice."""
    control = control or RunControl()
    listener = (lambda _: None) if calls is None else calls.append
    async with client_of(store, on_call=listener) as client, asyncio.timeout(60):
        async for progress in run(workspace, run_id, client, control, pace=pace):
            if progress.state is RunState.PAUSED and not progress.goes_on_alone:
                control.resume()
    return progress, [event.detail for event in progress.events if event.title == "Paused"]


# Three in a row


@pytest.mark.parametrize("sure", ["ok", "413", "stored, 500"])
async def test_a_sure_answer_begins_the_three_without_one_anew(tmp_path: Path, sure: str) -> None:
    """Accepted, refused, or seen to have arrived by reading back (rule W7)."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.extend(["500", "500", sure] * 3)
            last, holds = await carry_out(workspace, run_id, store)
        assert (last.state, holds) == (RunState.FINISHED, [])


async def test_after_a_hold_three_more_are_needed(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.extend(["500"] * 5)
            control = RunControl()
            last, holds = await carry_out(workspace, run_id, store, control=control)
            assert store.probes == 1, "the store was not asked before going on"
            assert control.resumed, "it went on although nobody had said so"
        assert len(holds) == 1 and UNREAD in holds[0]
        assert last.products.sent == COUNT


async def test_batches_that_were_on_the_way_together_count_once(tmp_path: Path) -> None:
    """Rule W7: one trouble of the store that meets three batches is one, not three in a row."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 60)
        async with odd_store() as store:
            store.odd.extend(["ok", "ok", *["500 together"] * 3])
            store.blind.extend(["ok together"] * 3)
            last, holds = await carry_out(workspace, run_id, store, pace=replace(FIVES, most_at_once=3))
            assert len(store.reads) == 3
        assert holds == []
        assert (last.state, last.products.sent) == (RunState.FINISHED, 60)


@dataclass
class MessageStore:
    """Answers template messages as `odd` says, one after the other: `ok`, `reset`, or a status."""

    odd: deque[str] = field(default_factory=deque)
    base_url: str = ""
    token: str = "anything"
    probes: int = 0

    async def script(self, peer: Peer) -> None:
        while True:
            received = await peer.request()
            if LIST_CATALOGS.path.encode() in received.head:
                self.probes += 1
                await peer.send(answer({"status": 200, "success": True, "data": {"catalogs": []}}))
                continue
            how = self.odd.popleft() if self.odd else "ok"
            if how == "reset":
                return peer.reset()
            status = 200 if how == "ok" else int(how)
            ended = {"data": {"id": "1"}} if status == 200 else {"error": "odd"}
            body = {"status": status, "success": status == 200, **ended}
            await peer.send(answer(body, status))


@asynccontextmanager
async def message_store(*odd: str) -> AsyncIterator[MessageStore]:
    store = MessageStore(deque(odd))
    async with fault_server(store.script) as server:
        store.base_url = server.base_url
        yield store


def messages(workspace: Workspace, count: int) -> str:
    def item(number: int) -> PlanItem:
        phone = f"+4930100{number:05}"
        body = {"contactIdentifier": phone, "payload": {"templateId": "welcome"}}
        return PlanItem(
            phone, (FileRow(number + 1, number + 2, (phone, "")),), json.dumps(body).encode(), is_record=True
        )

    new = NewRun("templates", "Messages", "/l.csv", "l.csv", "f" * 64, ("Phone", "Name"), effect=Repeat.ONCE)
    return workspace.runs.create(new, map(item, range(count)))


@pytest.mark.parametrize(
    ("odd", "reason"),
    [("407", "does not know this template"), ("408", "did not process it"), ("reset", "cannot be read back")],
)
async def test_three_in_a_row_hold_a_run_of_messages_and_two_do_not(
    tmp_path: Path, odd: str, reason: str
) -> None:
    with Workspace.open(tmp_path) as workspace:
        first, second = messages(workspace, 12), messages(workspace, 12)
        async with message_store(*[odd, odd, "ok"] * 3) as store:
            last, holds = await carry_out(workspace, first, store)
            assert (last.state, holds, store.probes) == (RunState.FINISHED, [], 0)
        with workspace.writing() as connection:  # so that nobody was sent something within a day
            connection.execute(update(items).values(at="2026-01-01T08:00:00.000Z", doubt_at=None))
        async with message_store("ok", odd, odd, odd) as store:
            control = RunControl()
            last, (hold, *others) = await carry_out(workspace, second, store, control=control)
            assert reason in hold and others == []
            assert store.probes >= 1
            assert bool(control.resumed) is (odd != "408"), "a store that is away is waited for alone"
        assert last.state is RunState.FINISHED
        doubts = [row.reason for row in workspace.runs.rows(second, Bucket.NEEDS_DECISION).rows]
        assert doubts == ([NEVER_READABLE] * 3 if odd == "reset" else [])


# One in a hundred


@contextmanager
def resting(folder: Path, count: int = 1) -> Iterator[Engine]:
    """The engine of a run that has not begun: told what answers say, it holds or does not."""
    with Workspace.open(folder) as workspace, ThreadPoolExecutor(1) as thread:
        run_id = planned(workspace, count)
        ledger = RunLedger(workspace, run_id, workspace.runner.acquire(run_id), thread)
        counters = RunCounters.of(workspace.runs.totals(run_id), ())
        info, nobody = workspace.runs.get(run_id), client_of(OddStore("http://127.0.0.1:9"))
        yield Engine(info, client=nobody, control=RunControl(), pace=QUICK, counters=counters, ledger=ledger)


def unclear_at(engine: Engine, places: Sequence[int], count: int) -> None:
    for place in range(count):
        if place in places:
            engine.unclear(time.monotonic())
        else:
            engine.answered()


@pytest.mark.parametrize(
    ("places", "count", "held"),
    [
        ((0, 90, 199), 200, True),
        ((0, 199), 200, False),
        ((0, 90, 198), 199, False),
        ((0, 90, 200), 201, False),
        ((1, 90, 200), 201, True),
    ],
)
async def test_more_than_one_in_a_hundred_of_the_last_200_hold_the_run(
    tmp_path: Path, places: Sequence[int], count: int, held: bool
) -> None:
    """Rule W7: answers without certainty that are never three in a row."""
    with resting(tmp_path) as engine:
        unclear_at(engine, places, count)
        assert (UNREAD in engine.progress().sentence) is held


async def test_an_unclear_answer_is_an_answer(tmp_path: Path) -> None:
    """A store that says something is not away."""
    with resting(tmp_path) as engine:
        engine.unanswered(None)
        engine.unanswered(None)
        engine.unclear(time.monotonic())
        engine.unanswered(None)
        assert engine.progress().sentence == ""


# Waits


@pytest.mark.parametrize("odd", ["500", "429"])
async def test_the_store_is_left_alone_for_a_moment_after_an_error(tmp_path: Path, odd: str) -> None:
    calls: list[CallRecord] = []
    pace = replace(ONE_BY_ONE, first_wait=0.4, longest_wait=0.4)
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 10)
        async with odd_store() as store:
            store.odd.append(odd)
            await carry_out(workspace, run_id, store, pace=pace, calls=calls)
    first, second, *_ = (call for call in calls if call.answer.operation.name == UPSERT_PRODUCTS.name)
    assert second.at - first.at >= 0.2


async def test_who_resumes_does_not_wait_for_the_stores_time(tmp_path: Path) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 10)
        async with odd_store() as store, client_of(store) as client, asyncio.timeout(30):
            store.odd.append("429 after 600")
            async for progress in run(workspace, run_id, client, control, pace=ONE_BY_ONE):
                if progress.marks and not control.resumed:
                    control.pause()
                if progress.state is RunState.PAUSED:
                    control.resume()
    assert progress.products.sent == 10


async def test_a_wait_beyond_the_longest_is_for_a_person(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 10)
        async with odd_store() as store:
            store.odd.append("429 after 120")
            last, holds = await carry_out(
                workspace, run_id, store, pace=replace(ONE_BY_ONE, longest_retry_after=60.0)
            )
    assert holds == ["The store asks to wait 2 minutes."]
    assert last.products.sent == 10


async def test_a_look_that_is_throttled_waits_as_long_as_the_store_says(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 10)
        async with odd_store() as store:
            store.odd.append("stored, 500")
            store.blind.append("429 after 1")
            last, _ = await carry_out(workspace, run_id, store)
    assert "the store asked us to wait 1 s" in [mark.sentence for mark in last.marks]


async def test_a_look_that_the_store_forbids_holds_the_run(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 10)
        async with odd_store() as store:
            store.odd.append("stored, 500")
            store.blind.append("401")
            last, holds = await carry_out(workspace, run_id, store)
    assert len(holds) == 1 and "token" in holds[0]
    assert last.products.sent == 10


# A person


async def test_nothing_is_on_the_way_when_a_run_says_it_is_paused(tmp_path: Path) -> None:
    """One batch is still on the way when a person pauses; its answer is a reason of the store's own."""
    control = RunControl()
    seen: list[RunProgress] = []
    answered: list[CallRecord] = []

    def heard(call: CallRecord) -> None:
        answered.append(call)
        if len(answered) == 2:
            control.pause()

    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store, client_of(store, on_call=heard) as client, asyncio.timeout(30):
            store.odd.extend(["ok", "401 held"])

            async def watch() -> None:
                async for progress in run(workspace, run_id, client, control, pace=FIVES):
                    seen.append(progress)

            watching = asyncio.get_running_loop().create_task(watch())
            await until(lambda: seen and seen[-1].sent == 20)
            store.released.set()
            held = await until(lambda: next((one for one in seen if one.state is RunState.PAUSED), None))
            assert (held.on_the_way, held.sent) == (0, 20)
            assert "token" in held.sentence, "the store's reason stands before the person's"
            control.resume()
            await watching
        assert store.probes == 1, "who resumes has the store asked, where the store was the reason"
        assert seen[-1].products.sent == COUNT


async def test_all_that_wait_for_a_person_go_on_together(tmp_path: Path) -> None:
    """The store refuses three batches that are on the way together, and what it said cannot be noted."""
    control = RunControl()
    seen: list[RunProgress] = []
    answered: list[CallRecord] = []
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 60)
        async with (
            odd_store() as store,
            client_of(store, on_call=answered.append) as client,
            asyncio.timeout(30),
        ):
            store.odd.extend(["ok", "ok", *["401 held together"] * 3])

            async def watch() -> None:
                async for progress in run(
                    workspace, run_id, client, control, pace=replace(FIVES, most_at_once=3)
                ):
                    seen.append(progress)

            watching = asyncio.get_running_loop().create_task(watch())
            await until(lambda: len(store.upserts) == 5 and seen[-1].sent == 20)
            with read_only(workspace):
                store.released.set()
                await until(lambda: len(answered) == 5 and seen[-1].state is RunState.PAUSED)
                told = len(seen)
                await until(lambda: len(seen) > told + 1)
                assert (seen[-1].state, seen[-1].on_the_way) == (RunState.PAUSED, 30)
            control.resume()
            await watching
        assert store.probes == 1, "one of them asks whether the store is there"
    assert (seen[-1].state, seen[-1].products.sent) == (RunState.FINISHED, 60)
    assert [event.title for event in seen[-1].events].count("Going on") == 1


async def test_going_on_after_a_pause_does_not_ask_the_store(tmp_path: Path) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 30)
        async with odd_store() as store, client_of(store) as client:
            control.pause()
            async for progress in run(workspace, run_id, client, control, pace=ONE_BY_ONE):
                if progress.state is RunState.PAUSED:
                    assert store.upserts == []
                    control.resume()
            assert store.probes == 0
    assert progress.products.sent == 30


async def test_resuming_a_run_that_goes_does_not_resume_the_next_hold(tmp_path: Path) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store, client_of(store) as client, asyncio.timeout(30):
            store.odd.extend(["ok held", "500", "500", "500"])
            async for progress in run(workspace, run_id, client, control, pace=ONE_BY_ONE):
                if progress.on_the_way and not store.released.is_set():
                    control.resume()
                    store.released.set()
                if progress.state is RunState.PAUSED:
                    control.stop()
        assert progress.state is RunState.STOPPED
        assert workspace.runs.totals(run_id).not_sent > 0, "it went on although nobody had said so"


# A store that is away


@pytest.fixture
def nowhere() -> Iterator[int]:
    """A loopback port where nobody listens, unless the test does."""
    with free_port() as port:
        yield port


async def test_a_run_that_was_paused_while_the_store_is_away_stays_paused(
    tmp_path: Path, nowhere: int
) -> None:
    control = RunControl()
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 10)
        away = OddStore(f"http://127.0.0.1:{nowhere}")
        async with client_of(away) as client, asyncio.timeout(60):
            going = run(workspace, run_id, client, control, pace=ONE_BY_ONE)
            async for progress in going:
                if progress.state is RunState.PAUSED:
                    assert progress.goes_on_alone
                    break
            control.pause()
            await anext(going)
            async with odd_store(nowhere) as store:
                assert (await anext(going)).state is RunState.PAUSED
                assert (store.probes, store.upserts) == (0, [])
                control.resume()
                last = [progress async for progress in going][-1]
    assert last.products.sent == 10


def test_a_store_that_is_away_is_looked_for_ever_more_seldom(tmp_path: Path, nowhere: int) -> None:
    looks: list[float] = []

    async def proof() -> None:
        control, clock = RunControl(), asyncio.get_running_loop().time

        def heard(call: CallRecord) -> None:
            if call.answer.operation.name == LIST_CATALOGS.name:
                looks.append(clock())
                if len(looks) == 5:
                    control.stop()

        with Workspace.open(tmp_path) as workspace:
            run_id = planned(workspace, 4)
            store = OddStore(f"http://127.0.0.1:{nowhere}")
            pace = replace(ONE_BY_ONE, first_probe=1.0, longest_probe=5.0)
            async with client_of(store, on_call=heard) as client:
                async for progress in run(workspace, run_id, client, control, pace=pace):
                    assert progress.sent == 0

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(proof())
    gaps = [later - earlier for earlier, later in pairwise(looks)]
    assert gaps == [pytest.approx(gap, abs=0.5) for gap in (2, 4, 5, 5)]


# What was sent before


async def test_an_older_version_under_the_same_id_has_not_arrived(tmp_path: Path) -> None:
    old = product(0, name="Candle of last year")
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 4)
        async with odd_store() as store:
            store.records = {old["id"]: old}
            store.odd.append("500")
            last, _ = await carry_out(workspace, run_id, store)
            assert store.records[old["id"]] == product(0)
    assert last.products.sent == 4


async def test_what_may_have_landed_unseen_keeps_its_doubt_until_it_is_seen(tmp_path: Path) -> None:
    """Long ago is now, here: it is looked at before it is sent again, however often the look fails."""
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 4)
        async with odd_store() as store:
            store.odd.append("stored, 500")
            store.blind.extend(["500", "reset", "429"])
            last, _ = await carry_out(workspace, run_id, store, pace=replace(ONE_BY_ONE, old_doubt=0.0))
            assert set(Counter(one for batch in store.upserts for one in batch).values()) == {1}
            assert len(store.reads) >= 4
    assert last.products.sent == 4


def customers(workspace: Workspace, *bodies: bytes) -> str:
    plan = (PlanItem(f"c{at}", (FileRow(at + 1, at + 2, ("x",)),), one) for at, one in enumerate(bodies))
    new = NewRun("customers", "Customers", "/c.csv", "c.csv", "f" * 64, ("Name",))
    return workspace.runs.create(new, plan)


async def test_a_customer_of_whom_no_answer_says_anything_is_sent_so_often_and_no_more(
    tmp_path: Path,
) -> None:
    received: list[bytes] = []

    async def script(peer: Peer) -> None:
        while True:
            received.append((await peer.request()).body)
            asks = received[-1] == b"{}"
            await peer.send(answer({"data": {"catalogs": []}}) if asks else answer({"errors": ["No."]}, 500))

    named, nameless = b'{"firstName":"Ben","partnerCustomerId":"C-2"}', b'{"firstName":"Asha"}'
    with Workspace.open(tmp_path) as workspace:
        run_id = customers(workspace, named, nameless)
        async with fault_server(script) as server:
            pace = replace(ONE_BY_ONE, tries=3)
            last, _ = await carry_out(workspace, run_id, OddStore(server.base_url), pace=pace)
        assert (received.count(named), received.count(nameless)) == (3, 1)
        assert last.needs_decision == 2
        rows = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows
        assert [row.reason for row in rows] == [NEVER_READABLE] * 2


async def test_a_customer_that_would_be_made_twice_is_not_sent_after_an_interruption(tmp_path: Path) -> None:
    """Without an id of the partner's own nothing tells the store that it is the same customer."""
    bodies = (b'{"firstName":"Asha"}', b'{"firstName":"Ben","partnerCustomerId":"C-2"}')
    received: list[bytes] = []

    async def script(peer: Peer) -> None:
        while True:
            received.append((await peer.request()).body)
            await peer.send(answer({"status": 200, "success": True, "data": {"customer": {"id": "2"}}}))

    with Workspace.open(tmp_path) as workspace:
        run_id = customers(workspace, *bodies)
        with workspace.writing() as connection:
            connection.execute(update(items).values(doubt_at=time.time() - 1))
        async with fault_server(script) as server:
            last, _ = await carry_out(workspace, run_id, OddStore(server.base_url))
        assert received == [bodies[1]]
        assert (last.sent, last.needs_decision) == (1, 1)
        (row,) = workspace.runs.rows(run_id, Bucket.NEEDS_DECISION).rows
        assert row.reason == NOT_KNOWN


async def test_a_record_that_the_store_breaks_on_does_not_take_its_batch_along(tmp_path: Path) -> None:
    """A batch without a clear answer goes again in halves, so that one record is left in the end."""
    broken = product(3)["id"]
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 16)
        async with odd_store() as store:
            store.poison.add(broken)
            last, _ = await carry_out(workspace, run_id, store, pace=replace(ONE_BY_ONE, tries=6))
        assert (last.products.sent, last.products.needs_decision) == (15, 1)
        assert workspace.runs.record_ids(run_id, Bucket.NEEDS_DECISION) == (broken,)


async def test_batches_are_smaller_after_a_refused_one(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, COUNT)
        async with odd_store() as store:
            store.odd.append("413")
            await carry_out(workspace, run_id, store)
    assert list(map(len, store.upserts)) == [10, 5, 5, 20, 10]


async def test_an_answer_that_takes_long_is_told_with_its_time(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = planned(workspace, 4)
        async with odd_store() as store:
            store.odd.append("ok held")

            async def answer_late() -> None:
                await until(lambda: store.upserts)
                asyncio.get_running_loop().call_later(TELLING_SECONDS, store.released.set)

            async with asyncio.TaskGroup() as together:
                together.create_task(answer_late())
                ended = together.create_task(carry_out(workspace, run_id, store))
    last, _ = ended.result()
    (event,) = (event for event in last.events if event.level == "ok")
    assert re.fullmatch(r"accepted after \d+\.\d s", event.detail)
