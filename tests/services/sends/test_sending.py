"""Sending one thing: once whatever happens, noted first, tried again only where nothing happened."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from svcconsole.api.errors import Outcome, Rejected
from svcconsole.api.models.helpdesk import TicketResponse
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.services.sends.sending import NotNoted, SentBefore, new_draft_token, new_reference, request_of
from svcconsole.workspace.errors import AlreadyDecided, DraftTaken, RunnerBusy, WorkspaceError
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState
from tests.services.runs.senders import Sending, sending, ticket
from tests.support.coroutines import until
from tests.support.fault_server import FaultServer, Peer, answer, fault_server
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")

TICKETS = "createAndAssignTicket"


def executed(store: PracticeStore) -> int:
    """How many tickets the store made."""
    return store.counts()["tickets"]


@asynccontextmanager
async def held_store() -> AsyncIterator[tuple[FaultServer, asyncio.Event]]:
    """A store that accepts a ticket once the event is set."""
    release = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        await release.wait()
        await peer.send(answer({"code": 200, "status": "OK", "data": {"ticket": {"id": 17}}}))

    async with fault_server(script) as server:
        yield server, release


async def test_a_ticket_is_sent_once_and_found_again(practice_store: PracticeStore, tmp_path: Path) -> None:
    reference = new_reference()
    async with sending(tmp_path, practice_store) as one:
        sent = await one.send(reference)
        assert sent.outcome is Outcome.OK
        assert isinstance(sent.answer, TicketResponse)
        assert sent.answer_id == sent.answer.data.ticket.id
    async with sending(tmp_path, practice_store) as later:
        (record,) = await later.sender.sent_before("ticket")
        assert record.state is ItemState.ACKED
        assert record.answer_id == sent.answer_id
        assert record.answer is not None
        assert record.answer["data"]["ticket"]["channelName"] == "WHATSAPP"
        assert request_of(record) == ticket(reference)
        assert await later.sender.about(["phone:+393471000188"]) == (record,)
        for words in (reference.lower(), sent.answer_id or "", "esposito", "+39347"):
            assert await later.sender.find(words) == (record,)
        assert await later.sender.find("%") == ()
        assert await later.sender.sent_before("message") == ()
        assert later.workspace.runs.list() == ()
    assert executed(practice_store) == 1


async def test_what_nobody_can_know_is_not_sent_again(practice_store: PracticeStore, tmp_path: Path) -> None:
    practice_store.add_fault("reset", operation=TICKETS, executed=True)
    async with sending(tmp_path, practice_store) as one:
        sent = await one.send("AAAA-0001")
        assert sent.outcome is Outcome.UNKNOWN
        assert sent.sentence
        assert len(one.calls) == 1
        (doubt,) = one.workspace.decisions.open()
        assert (doubt.run_id, doubt.reference, doubt.about) == (sent.run_id, "AAAA-0001", "Giulia Esposito")
        (attempt,) = one.workspace.decisions.evidence((sent.run_id, 0))
        (kept,) = one.workspace.before.records(sent.run_id, (0,))
        assert (attempt.outcome, kept.body) == ("unknown", ticket("AAAA-0001").wire())
    assert executed(practice_store) == 1


async def test_what_did_not_reach_the_store_goes_again(practice_store: PracticeStore, tmp_path: Path) -> None:
    practice_store.add_fault("status", operation=TICKETS, code=429, retryAfter=0, count=2)
    async with sending(tmp_path, practice_store) as one:
        sent = await one.send("AAAA-0002")
        assert sent.outcome is Outcome.OK
        found = one.workspace.decisions.evidence((sent.run_id, 0))
        assert [attempt.outcome for attempt in found] == ["throttled", "throttled", "ok"]
        assert len({call.request for call in one.calls}) == 1
    assert executed(practice_store) == 1


async def test_a_refusal_frees_the_draft(practice_store: PracticeStore, tmp_path: Path) -> None:
    token = new_draft_token()
    practice_store.add_fault("status", operation=TICKETS, code=400, count=1)
    async with sending(tmp_path, practice_store) as one:
        refused = await one.send("AAAA-0003", draft_token=token)
        assert refused.outcome is Outcome.REJECTED
        assert await one.sender.of_draft(token) is None
        assert (await one.send("AAAA-0003", draft_token=token)).outcome is Outcome.OK


async def test_a_double_click_sends_once(practice_store: PracticeStore, tmp_path: Path) -> None:
    token = new_draft_token()
    async with sending(tmp_path, practice_store) as one, asyncio.TaskGroup() as clicks:
        ends = [clicks.create_task(_ended(one, reference, token)) for reference in ("AAAA-0004", "AAAA-0004")]
    assert sorted(end.result() for end in ends) == ["DraftTaken", "ok"]
    assert executed(practice_store) == 1
    async with sending(tmp_path, practice_store) as later:
        with pytest.raises(DraftTaken):
            await later.send("AAAA-0004", "Now another text.", draft_token=token, again=True)
        record = await later.sender.of_draft(token)
        assert record is not None
        assert record.state is ItemState.ACKED


async def _ended(one: Sending, reference: str, token: str) -> str:
    try:
        return (await one.send(reference, draft_token=token)).outcome
    except WorkspaceError as error:
        return type(error).__name__


async def test_the_same_within_a_day_is_a_question(practice_store: PracticeStore, tmp_path: Path) -> None:
    async with sending(tmp_path, practice_store) as one:
        first = await one.send("AAAA-0005")
        with pytest.raises(SentBefore) as caught:
            await one.send("AAAA-0006")
        assert caught.value.record is not None and caught.value.record.run_id == first.run_id
        assert executed(practice_store) == 1
        assert (await one.send("AAAA-0006", again=True)).outcome is Outcome.OK
        assert (await one.send("AAAA-0007", "Something else.")).outcome is Outcome.OK
    assert executed(practice_store) == 3


async def test_a_store_that_is_away_is_told_soon(practice_store: PracticeStore, tmp_path: Path) -> None:
    away = replace(practice_store, base_url="http://127.0.0.1:9")
    async with sending(tmp_path, away) as one:
        sent = await one.send("AAAA-0008", draft_token="t")
        assert sent.outcome is Outcome.NOT_SENT
        assert len(one.calls) == 3
        (record,) = await one.sender.sent_before()
        assert record.state is ItemState.LEFT_OUT
        assert one.workspace.decisions.count() == 0


async def test_a_form_that_closes_does_not_call_back_what_left(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with (
        held_store() as (server, release),
        sending(tmp_path, replace(practice_store, base_url=server.base_url)) as one,
    ):
        caller = asyncio.get_running_loop().create_task(one.send("AAAA-0009"))
        await until(lambda: server.requests)
        caller.cancel()
        await asyncio.wait([caller])
        assert one.sender.under_way == 1
        release.set()
        await until(lambda: not one.sender.under_way)
        (record,) = await one.sender.sent_before()
        assert record.state is ItemState.ACKED


async def test_another_console_that_runs_keeps_this_one_from_sending(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    async with sending(tmp_path, practice_store) as one, sending(tmp_path, practice_store) as other:
        one.workspace.runner.acquire()
        with pytest.raises(RunnerBusy):
            await other.send("AAAA-0010")
        one.workspace.runner.release()
        assert (await other.send("AAAA-0010")).outcome is Outcome.OK
    assert executed(practice_store) == 1


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
async def test_an_end_the_disk_does_not_take_is_said(practice_store: PracticeStore, tmp_path: Path) -> None:
    async with (
        held_store() as (server, release),
        sending(tmp_path, replace(practice_store, base_url=server.base_url)) as one,
    ):
        sent = asyncio.get_running_loop().create_task(one.send("AAAA-0011"))
        await until(lambda: server.requests)
        with closing(sqlite3.connect(one.workspace.path)) as disk, disk:
            disk.execute("ALTER TABLE sends RENAME TO taken_away")
        release.set()
        with pytest.raises(NotNoted, match=r"accepted it as \d+"):
            await sent
        with closing(sqlite3.connect(one.workspace.path)) as disk, disk:
            disk.execute("ALTER TABLE taken_away RENAME TO sends")
    async with sending(tmp_path, practice_store) as later:
        assert later.workspace.decisions.count() == 1


@pytest.mark.parametrize("decision", [Decision.COUNT_AS_SENT, Decision.KEEP])
async def test_a_decision_is_logged_and_taken_back(
    practice_store: PracticeStore, tmp_path: Path, decision: Decision
) -> None:
    practice_store.add_fault("reset", operation=TICKETS, executed=True)
    async with sending(tmp_path, practice_store) as one:
        sent = await one.send("AAAA-0012")
        (doubt,) = one.workspace.decisions.open()
        numbers = await one.sender.decide(sent.run_id, [0], decision)
        assert one.workspace.decisions.open() == ()
        (decided,) = one.workspace.decisions.decided()
        assert (decided.decision, decided.doubt.reason, decided.undoable) == (decision, doubt.reason, True)
        assert decided.by
        with pytest.raises(AlreadyDecided):
            await one.sender.decide(sent.run_id, [0], decision)
        assert await one.sender.undo(numbers) == 1
        assert one.workspace.decisions.open() == (doubt,)
        assert await one.sender.undo(numbers) == 0
        assert one.workspace.decisions.decided() == ()
    assert executed(practice_store) == 1


async def test_sending_once_more_is_a_new_ticket_linked_to_the_old(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.add_fault("reset", operation=TICKETS, executed=True, count=1)
    async with sending(tmp_path, practice_store) as one:
        sent = await one.send("AAAA-0013", draft_token="t")
        await one.sender.decide(sent.run_id, [0], Decision.SEND_AGAIN)
        new, old = await one.sender.sent_before()
        assert (new.retry_of, new.state, new.body) == (old.run_id, ItemState.ACKED, old.body)
        assert old.state is ItemState.LEFT_OUT
        (decided,) = one.workspace.decisions.decided()
        assert (decided.new_run_id, decided.undoable) == (new.run_id, False)
        assert await one.sender.undo([decided.id]) == 0
        with pytest.raises(WorkspaceError, match="decided meanwhile"):
            await one.sender.send_again(sent.run_id)
    assert executed(practice_store) == 2
    assert json.loads(new.body)["context"].endswith("AAAA-0013")
    assert CREATE_TICKET.name == new.operation


async def test_what_goes_once_more_and_does_not_arrive_is_in_doubt_again(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.add_fault("reset", operation=TICKETS, executed=True, count=1)
    async with sending(tmp_path, practice_store) as one:
        sent = await one.send("AAAA-0014")
        practice_store.add_fault("status", operation=TICKETS, code=400)
        with pytest.raises(Rejected):
            await one.sender.decide(sent.run_id, [0], Decision.SEND_AGAIN)
        (doubt,) = one.workspace.decisions.open()
        assert doubt.run_id == sent.run_id
        assert one.workspace.decisions.decided() == ()
    assert executed(practice_store) == 1
