"""Logs of a real webhook receiver against a real practice store: what they prove is settled, nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from svcconsole.api.errors import Outcome
from svcconsole.api.models.messaging import SendMessage, TextPayload
from svcconsole.api.operations import SEND_MESSAGE, SEND_TEMPLATE
from svcconsole.services.deliveries.webhook_log import Findings, import_log
from svcconsole.services.sends.callback_data import callback_data, new_nonce
from svcconsole.services.sends.sending import Sent
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.ledger_entries import Intent
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.webhook_evidence import Evidence, SettledDoubt
from svcconsole.workspace.schema import ItemState
from tests.sandbox.webhooks.receiver import Receiver, receiver
from tests.services.runs.senders import Sending, sending
from tests.services.runs.test_campaign_runs import carried_out, planned
from tests.support.campaign import number_of, recipients
from tests.support.practice import PracticeStore

T = TypeVar("T")
KINDS = ("message", "templates")
BY = "Meera"


@pytest.fixture
def told(practice_store: PracticeStore) -> Iterator[Receiver]:
    """A receiver of the practice store's webhooks, which come at once."""
    practice_store.control("POST", "/pace", {"factor": 1000})
    with receiver() as found:
        practice_store.control("POST", "/webhooks", {"url": found.url, "secret": "a secret"})
        yield found
        practice_store.reset()


def kept(told: Receiver, count: int, path: Path) -> Path:
    """The log the receiver wrote of the first `count` events: a line for each."""
    lines = [json.dumps(event) for event in told.events(count)]
    path.write_text("\n".join([*lines, '{"event":"message.status","callbackDa']), encoding="utf-8")
    return path


async def settled(space: Workspace, path: Path) -> Findings:
    async def database(work: Any) -> Any:
        return work(space)

    findings = await import_log(database, path, BY, KINDS)
    told = findings.sum
    assert told.ours + told.foreign + told.bare + told.unread == told.records
    assert sum(map(findings.number, SettledDoubt)) == findings.known
    assert findings.known + findings.elsewhere == told.references
    return findings


def ended(findings: Findings) -> dict[str, int]:
    return {each.name: findings.number(each) for each in SettledDoubt if findings.number(each)}


async def test_a_campaign_s_doubts_are_settled_by_its_webhooks(
    practice_store: PracticeStore, told: Receiver, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "space", recipients(tmp_path / "list.csv", 8))
    practice_store.add_fault("reset", operation=SEND_TEMPLATE.path, executed=True, count=2)
    practice_store.add_fault("reset", operation=SEND_TEMPLATE.path, executed=False, count=1)
    with Workspace.open(tmp_path / "space") as space:
        totals, _ = await carried_out(space, run_id, practice_store)
        assert (totals.sent, totals.needs_decision) == (5, 3)
        doubts = {doubt.record_id for doubt in space.decisions.open()}
        path = kept(told, 7 * 4, tmp_path / "hooks.jsonl")
        findings = await settled(space, path)
        assert ended(findings) == {"DOUBT": 2, "KNOWN": 5}
        assert (findings.sum.ours, findings.sum.unread, findings.left) == (28, 1, 1)
        totals = space.runs.totals(run_id)
        assert (totals.sent, totals.needs_decision, totals.rows) == (7, 1, 8)
        (left,) = space.decisions.open()
        proved = {one.about: one for one in findings.ended[SettledDoubt.DOUBT]}
        assert {*proved, left.record_id} == doubts
        assert left.record_id not in {event["contact"] for event in received(practice_store)}
        followed = {one.phone: one.id for one in space.deliveries.all()}
        assert followed == {event["contact"]: event["messageId"] for event in received(practice_store)}
        for one in proved.values():
            (proof,) = space.proofs.of(one.run_id, one.seq)
            assert (proof.message_id, proof.file_name, proof.by) == (followed[one.about], "hooks.jsonl", BY)
            assert "sent" in proof.words
        made = space.decisions.decided()
        assert {(one.decision, one.by, one.undoable) for one in made} == {(Decision.PROVED, BY, False)}
        assert space.decisions.undo([one.id for one in made]) == 0, "a proof is not taken back"
        again = await settled(space, path)
        assert ended(again) == {"KNOWN": 7}
        assert again.left == 1, "absence proves nothing"
        assert len(space.decisions.decided()) == 2


def received(store: PracticeStore) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = store.control("GET", "/messages")["data"]["messages"]
    return found


async def left_in_doubt(one: Sending, store: PracticeStore) -> Sent[Any]:
    """A message whose answer never came, sent as a form does."""
    store.add_fault("reset", executed=True, count=1)
    nonce = new_nonce()
    request = SendMessage(
        medium="whatsapp",
        type="text",
        contact_identifier=number_of(1),
        payload=TextPayload(message="Hello"),
        callback_data=callback_data('{"order":7}', nonce),
    )
    sent = await one.sender.send(
        SEND_MESSAGE, request, kind="message", title="Text: Hello", about=number_of(1), reference=nonce
    )
    assert sent.outcome is Outcome.UNKNOWN
    return sent


@pytest.mark.parametrize(
    ("decision", "settles"),
    [(None, "DOUBT"), (Decision.COUNT_AS_SENT, "KNOWN"), (Decision.KEEP, "NOT_SENT")],
)
async def test_a_single_message_is_proved_whatever_was_decided(
    practice_store: PracticeStore, told: Receiver, tmp_path: Path, decision: Decision | None, settles: str
) -> None:
    async with sending(tmp_path / "space", practice_store) as one:
        sent = await left_in_doubt(one, practice_store)
        if decision is not None:
            await one.sender.decide(sent.run_id, (sent.seq,), decision)
        findings = await settled(one.workspace, kept(told, 4, tmp_path / "hooks.jsonl"))
        assert ended(findings) == {settles: 1}
        record = one.workspace.sends.get(sent.run_id)
        assert record is not None
        (message,) = received(practice_store)
        assert (record.state, record.answer_id) == (ItemState.ACKED, message["messageId"])
        (made,) = one.workspace.decisions.decided()
        assert (made.decision, made.undoable) == (Decision.PROVED, False)


async def test_what_went_once_more_is_told_apart_from_the_first(
    practice_store: PracticeStore, told: Receiver, tmp_path: Path
) -> None:
    async with sending(tmp_path / "space", practice_store) as one:
        sent = await left_in_doubt(one, practice_store)
        again = await one.sender.send_again(sent.run_id)
        assert again.answer_id
        findings = await settled(one.workspace, kept(told, 8, tmp_path / "hooks.jsonl"))
        assert ended(findings) == {"KNOWN": 1}
        first, second = (one.workspace.sends.get(each.run_id) for each in (sent, again))
        assert first is not None
        assert second is not None
        assert (first.state, second.state) == (ItemState.LEFT_OUT, ItemState.ACKED)
        assert second.answer_id == again.answer_id
        assert not one.workspace.decisions.open()


async def test_what_this_console_did_not_send_changes_nothing(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "space", recipients(tmp_path / "list.csv", 3))
    practice_store.add_fault("reset", operation=SEND_TEMPLATE.path, executed=True, count=1)
    with Workspace.open(tmp_path / "space") as space:
        await carried_out(space, run_id, practice_store)
        forged = [
            callback_data("", "0" * 16, run_id, 1),
            callback_data("", "0" * 16),
            callback_data("", "a" * 16, "another", 1),
            '{"v":1,"n":"0000000000000000","r":"1"}',
            '{"v":1,"n":7}',
            '{"order":1}',
        ]
        path = tmp_path / "hooks.jsonl"
        events = [{"event": "message.status", "callbackData": data} for data in forged]
        path.write_text(
            "\n".join(map(json.dumps, [*events, {"event": "message.received"}])), encoding="utf-8"
        )
        findings = await settled(space, path)
        told = findings.sum
        assert (told.records, told.ours, told.foreign, told.bare) == (7, 4, 2, 1)
        assert (findings.known, findings.elsewhere, findings.left) == (0, 2, 1)
        assert space.runs.totals(run_id).needs_decision == 1
        assert not space.proofs.of(run_id, 0)


def test_a_run_under_way_is_left_alone(tmp_path: Path) -> None:
    run_id = planned(tmp_path / "space", recipients(tmp_path / "list.csv", 1))
    with Workspace.open(tmp_path / "space") as space:
        fence = space.runner.acquire()
        (waiting,) = space.ledger.waiting(run_id, -1, 9)
        nonce = json.loads(json.loads(waiting.body)["callbackData"])["n"]
        space.ledger.write(run_id, fence, [Intent("messages.sendTemplate", "Row 1", (waiting.seq,), "0")])
        evidence = Evidence(nonce, run_id, 1, "wamid.A", ("sent",), "", "{}")
        (one,) = space.proofs.settle([evidence], "hooks.jsonl", BY)
        assert one.settled is SettledDoubt.UNDER_WAY
        assert not space.decisions.decided()
