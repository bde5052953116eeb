"""The parts of a run by themselves: what goes next, what a person asks of it, what each kind allows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from svcconsole.services.runs import spacing
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.services.runs.batch_queue import BatchQueue
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.record_outcome import Batch
from svcconsole.services.runs.run_control import RunCommand, RunControl
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.services.runs.spacing import Spacing
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, PlanItem
from svcconsole.workspace.schema import items
from tests.services.runs.plans import client_of, new_run
from tests.support.odd_store import OddStore

PACE = PacingRules()


@asynccontextmanager
async def supply(
    folder: Path,
    ids: str,
    pace: PacingRules = PACE,
    doubts: Sequence[float | None] = (),
    room: int = 2,
    *,
    between: float = 0.0,
) -> AsyncIterator[BatchQueue]:
    """What a run still has to send whose records have these ids, one letter each, in this order."""
    with Workspace.open(folder) as workspace, ThreadPoolExecutor(1) as thread:
        plan = (
            PlanItem(one, (FileRow(at + 1, at + 2, (one, "")),), b"x" * room, is_record=True)
            for at, one in enumerate(ids)
        )
        run_id = workspace.runs.create(new_run(), plan)
        with workspace.writing() as connection:
            for seq, doubt in enumerate(doubts):
                connection.execute(
                    update(items).where(items.c.run_id == run_id, items.c.seq == seq).values(doubt_at=doubt)
                )
        ledger = RunLedger(workspace, run_id, workspace.runner.acquire(run_id), thread)
        yield BatchQueue(ledger, pace, spacing=Spacing(between))


def named(piece: Batch | None) -> str | None:
    return None if piece is None else "".join(item.record_id for item in piece)


async def next_of(left: BatchQueue, batch: int) -> Batch:
    piece = await left.next(batch)
    assert piece is not None
    return piece


async def test_batches_are_as_long_as_they_may_be_in_the_order_of_the_file(tmp_path: Path) -> None:
    async with supply(tmp_path, "abcdefg") as left:
        assert not left.ended
        assert [named(await left.next(3)) for _ in range(4)] == ["abc", "def", "g", None]
        assert left.ended


async def test_two_messages_to_one_person_leave_six_seconds_apart_and_others_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 100.0
    monkeypatch.setattr(spacing, "time", SimpleNamespace(monotonic=lambda: moment))
    async with supply(tmp_path, "aabac", between=PACE.between_messages) as left:
        first = await next_of(left, 1)
        moment += 2
        left.batch_settled(first, ())  # it may have left at its end
        second = await next_of(left, 1)
        left.batch_settled(second, ())
        third = await next_of(left, 1)
        left.batch_settled(third, ())
        assert [named(one) for one in (first, second, third)] == ["a", "b", "c"]
        assert [item.seq for item in (*first, *second, *third)] == [0, 2, 4]
        gone: list[tuple[float, int]] = []
        while not left.ended:
            assert left.is_spaced
            moment += 0.5
            batch = await left.next(1)
            if batch is not None:
                gone.append((moment, batch[0].seq))
                left.batch_settled(batch, ())
        assert gone == [(108.0, 1), (114.0, 3)]


def test_only_messages_are_spaced() -> None:
    spaced = {kind for kind, row in KINDS.items() if row.paced(PacingRules()).between_messages}
    assert spaced == {"templates", "messages"}


async def test_one_id_is_never_twice_in_a_batch_nor_twice_on_the_way(tmp_path: Path) -> None:
    """Rows of one customer go in the order of the file, the later ones once the earlier ones have ended."""
    async with supply(tmp_path, "abacb") as left:
        first = await next_of(left, 9)
        assert named(first) == "ab"
        assert await left.next(9) is None, "a is on the way, and nothing overtakes it"
        left.batch_settled(first, ())
        second = await next_of(left, 9)
        assert named(second) == "acb"
        assert left.ended


async def test_what_goes_again_goes_first_in_the_order_of_the_file(tmp_path: Path) -> None:
    async with supply(tmp_path, "abcdefgh") as left:
        first, second = await next_of(left, 4), await next_of(left, 2)
        left.batch_settled(second, (second,))
        left.batch_settled(first, (first[:2], first[2:]))
        assert [named(await left.next(9)) for _ in range(2)] == ["ab", "cd"]
        assert not left.ended
        assert [named(await left.next(9)) for _ in range(3)] == ["ef", "gh", None]


async def test_what_goes_again_is_not_the_end(tmp_path: Path) -> None:
    async with supply(tmp_path, "ab") as left:
        piece = await next_of(left, 2)
        assert left.ended
        left.batch_settled(piece, (piece,))
        assert not left.ended


async def test_a_batch_is_no_larger_than_a_request_may_be(tmp_path: Path) -> None:
    async with supply(tmp_path, "abcde", replace(PACE, most_bytes=20), room=10) as left:
        assert [named(await left.next(9)) for _ in range(4)] == ["ab", "cd", "e", None]


async def test_a_record_larger_than_any_batch_goes_alone(tmp_path: Path) -> None:
    async with supply(tmp_path, "abc", replace(PACE, most_bytes=5), room=10) as left:
        assert [named(await left.next(9)) for _ in range(4)] == ["a", "b", "c", None]


async def test_what_may_have_landed_long_ago_is_not_in_one_batch_with_the_rest(tmp_path: Path) -> None:
    """It is looked for in the store first; the rest is sent."""
    long_ago, lately = time.time() - 3600, time.time() - 1
    async with supply(tmp_path, "abcde", doubts=[long_ago, long_ago, None, lately, long_ago]) as left:
        assert [named(await left.next(9)) for _ in range(4)] == ["ab", "cd", "e", None]


# What a person asks


def test_whoever_stopped_a_run_can_neither_pause_nor_resume_it() -> None:
    control = RunControl()
    control.stop()
    control.pause()
    assert control.wish is RunCommand.STOP
    control.resume()
    assert (control.wish, control.resumed) == (RunCommand.STOP, 0)


async def test_a_client_that_was_put_right_stays_for_the_next_resuming() -> None:
    control = RunControl()
    async with client_of(OddStore("http://127.0.0.1:9")) as right:
        control.pause()
        control.resume(right)
        control.pause()
        control.resume()
        assert control.client is right
    assert (control.wish, control.resumed) == (RunCommand.GO, 2)


async def test_every_wish_and_every_limit_wakes_whoever_watches_once() -> None:
    control = RunControl()
    for wish in (control.pause, control.resume, lambda: control.set_limit(60), control.stop):
        watched = control.watch()
        assert not watched.is_set(), "an earlier wish would wake it again and again"
        wish()
        assert watched.is_set()
    watched = control.watch()
    asyncio.get_running_loop().call_soon(control.stop)
    await watched.wait()


# What each kind allows


def test_what_cannot_be_read_back_is_in_doubt_at_once_and_the_rest_after_ten_minutes() -> None:
    old = {kind: row.paced(PacingRules()).old_doubt for kind, row in KINDS.items()}
    assert old == {
        "products": 600.0, "catalogs": 600.0, "customers": 600.0, "user_properties": 0.0,
        "templates": 600.0, "messages": 600.0, "tickets": 600.0, "flows": 600.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "batch", "at_once"),
    [("products", 10, 8), ("customers", 1, 8), ("user_properties", 20, 1), ("messages", 1, 4)],
)
def test_each_kind_has_its_own_batches(kind: str, batch: int, at_once: int) -> None:
    paced = KINDS[kind].paced(PacingRules())
    assert (paced.first_batch, paced.most_at_once) == (batch, at_once)


@pytest.mark.parametrize("kind", ["customers", "messages"])
def test_a_pace_that_allows_fewer_at_once_is_kept(kind: str) -> None:
    assert KINDS[kind].paced(PacingRules(most_at_once=2)).most_at_once == 2


def test_the_records_of_an_answer_are_known_by_their_ids_as_text() -> None:
    products = KINDS["products"]
    records = [{"id": 7, "name": "Seven"}, {"id": None}, {"name": "Nameless"}, "odd", {"id": "8"}]
    assert set(products.by_id({"data": {"products": records}})) == {"7", "8"}
    odds: tuple[object, ...] = (
        None,
        [],
        {"data": None},
        {"data": {"products": {"id": 7}}},
        {"products": records},
    )
    for odd in odds:
        assert products.by_id(odd) == {}
