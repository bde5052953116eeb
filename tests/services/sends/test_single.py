"""One send on its way: how long it is tried for, what is left when it has to go, the id of an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.errors import Outcome
from svcconsole.services.sends.single_send import PATIENCE_SECONDS, answer_id
from svcconsole.workspace.schema import ItemState
from tests.services.runs.senders import sending
from tests.support.coroutines import until
from tests.support.fault_server import Peer, Script, answer, fault_server
from tests.support.practice import PracticeStore
from tests.support.virtual_time import VirtualTimeLoop


def later(seconds: float) -> Script:
    """A store that asks every time to come back in so many seconds."""
    said = answer({"code": 429, "status": "TOO_MANY"}, 429, {"Retry-After": f"{seconds:.0f}"})

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(said)

    return script


def in_virtual_time(proof: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(proof)


@pytest.mark.parametrize(("asked", "tries"), [(30, 2), (44, 2), (46, 1), (600, 1)])
def test_nobody_waits_at_the_button_longer_than_their_patience(
    practice_store: PracticeStore, tmp_path: Path, asked: float, tries: int
) -> None:
    """A time the store names beyond what is left of 45 seconds is told at once, and nothing is sent then."""

    async def proof() -> None:
        async with (
            fault_server(later(asked)) as server,
            sending(tmp_path, replace(practice_store, base_url=server.base_url)) as one,
        ):
            clock = asyncio.get_running_loop().time
            began = clock()
            sent = await one.send("AAAA-0001")
            assert clock() - began < (PATIENCE_SECONDS * 1.25 if tries > 1 else 5)
            assert (sent.outcome, len(one.calls)) == (Outcome.THROTTLED, tries)
            (record,) = await one.sender.sent_before()
            assert record.state is ItemState.LEFT_OUT
            assert one.workspace.decisions.count() == 0

    in_virtual_time(proof())


def test_a_store_that_is_away_is_not_tried_for_ever(practice_store: PracticeStore, tmp_path: Path) -> None:
    """Rule W10: the retries of all sends together have a budget."""

    async def proof() -> None:
        async with sending(tmp_path, replace(practice_store, base_url="http://127.0.0.1:9")) as one:
            tries: list[int] = []
            while len(tries) < 90 and tries[-1:] != [1]:
                before = len(one.calls)
                await one.send(f"AAAA-{len(tries):04}", f"Number {len(tries)}.")
                tries.append(len(one.calls) - before)
            assert tries[0] == 3, "a store that is away is tried three times"
            assert tries[-1] == 1, "and not at all any more once the budget is spent"

    in_virtual_time(proof())


def test_a_console_that_closes_leaves_what_has_no_answer_to_a_person(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async def silent(peer: Peer) -> None:
        await peer.request()
        await asyncio.Event().wait()

    async def proof() -> None:
        async with (
            fault_server(silent) as server,
            sending(tmp_path, replace(practice_store, base_url=server.base_url)) as one,
        ):
            sent = asyncio.get_running_loop().create_task(one.send("AAAA-0001"))
            await until(lambda: server.requests)
            await one.sender.close()
            with pytest.raises(asyncio.CancelledError):
                await sent
            (doubt,) = one.workspace.decisions.open()
            assert doubt.reference == "AAAA-0001"

    in_virtual_time(proof())


async def test_a_refusal_has_no_id(practice_store: PracticeStore, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(answer({"status": 400, "errors": ["No."], "id": 5}, 400))

    async with (
        fault_server(script) as server,
        sending(tmp_path, replace(practice_store, base_url=server.base_url)) as one,
    ):
        sent = await one.send("AAAA-0001")
        assert (sent.outcome, sent.answer_id) == (Outcome.REJECTED, None)
        (record,) = await one.sender.sent_before()
        assert (record.answer_id, record.answer) == (None, None)


@pytest.mark.parametrize(
    ("payload", "identity"),
    [
        ({"data": {"id": 17}}, "17"),
        ({"id": "a", "data": {"id": "b"}}, "a"),
        ({"response": {"id": "r"}}, "r"),
        ({"data": {"ticket": {"id": 0}}}, "0"),
        ({"data": {"customer": {"id": "c"}}}, "c"),
        ({"data": {"message": {"id": "m"}}}, "m"),
        ({"id": True, "data": {"id": "b"}}, "b"),
        ({"id": "", "data": {"id": "b"}}, "b"),
        ({"id": None}, None),
        ({"id": 1.5}, None),
        ({"data": [{"id": 1}]}, None),
        ("17", None),
        (None, None),
    ],
)
def test_the_id_of_an_answer_is_found_where_its_operation_puts_it(
    payload: object, identity: str | None
) -> None:
    assert answer_id(payload) == identity
