"""The duplicate guard of what is sent by hand (rule W8): what a run sent, or is about to send, is asked
about."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.errors import Outcome
from svcconsole.api.models.common import Request
from svcconsole.api.operations import (
    CREATE_TICKET,
    INITIATE_FLOW,
    SEND_MESSAGE,
    SEND_MESSAGE_V1,
    SEND_TEMPLATE,
    Operation,
)
from svcconsole.services.sends.same_lately import GUARDED
from svcconsole.services.sends.sending import SentBefore
from svcconsole.workspace.schema import ItemState, RunState
from tests.services.campaigns.test_sent_lately import Guard
from tests.services.runs.senders import Sending, sending
from tests.support.practice import PracticeStore

HERE = "+393331234567"
TEXT = {"contactIdentifier": HERE, "medium": "whatsapp", "type": "text", "payload": {"message": "Hello"}}
PLAIN = {"templateId": "welcome", "components": {"body": ["Giulia"]}}
TEMPLATE = {"contactIdentifier": HERE, "medium": "whatsapp", "type": "DEFAULT", "payload": PLAIN}
FLOW = {"medium": "whatsapp", "flowId": "welcome", "phoneNumber": HERE, "email": "Giulia@Shop.example"}
TASK = {"channel": "TASKS", "taskTitle": "Call", "context": "Soon"}
MAIL = {"channel": "EMAIL", "customerEmail": "giulia@shop.example", "brandEmail": "us@shop.example"}
OF_RUN = '{"v":1,"j":"r","r":1,"n":"5a"}'
Body = dict[str, Any]

SAME: list[tuple[str, Body, Operation[Any, Any], Body]] = [
    ("messages", {**TEXT, "callbackData": OF_RUN}, SEND_MESSAGE, {**TEXT, "callbackData": '{"n":1}'}),
    ("messages", TEXT, SEND_MESSAGE, {**TEXT, "contactIdentifier": "333 123 4567"}),
    ("messages", TEXT, SEND_MESSAGE, {**TEXT, "contactIdentifier": HERE[1:]}),
    ("messages", TEXT, SEND_MESSAGE, {**TEXT, "businessPhoneNumber": "+390212345678", "appId": "a"}),
    ("messages", TEXT, SEND_MESSAGE_V1, {**TEXT, "appId": "a"}),
    ("templates", TEMPLATE, SEND_TEMPLATE, {**TEMPLATE, "type": "DEFAULT"}),
    ("flows", FLOW, INITIATE_FLOW, {"medium": "email", "flowId": "welcome", "email": "giulia@shop.example"}),
    ("flows", FLOW, INITIATE_FLOW, {**FLOW, "carryPayload": {"city": ["Roma"]}}),
    ("tickets", TASK, CREATE_TICKET, {**TASK, "context": "Soon\nRef K7M2-Q9XP"}),
    ("tickets", {**TASK, "context": "Soon\nRef K7M2-Q9XQ"}, CREATE_TICKET, {**TASK, "channel": "tasks"}),
    ("tickets", MAIL, CREATE_TICKET, MAIL),
]  # fmt: skip
OTHERS: list[tuple[str, Body, Operation[Any, Any], Body]] = [
    ("messages", TEXT, SEND_MESSAGE, {**TEXT, "payload": {"message": "Hello again"}}),
    ("messages", TEXT, SEND_MESSAGE, {**TEXT, "contactIdentifier": "+393331234568"}),
    ("templates", TEMPLATE, SEND_TEMPLATE, {**TEMPLATE, "payload": {**PLAIN, "templateId": "offer"}}),
    ("flows", FLOW, INITIATE_FLOW, {**FLOW, "flowId": "offer"}),
    ("tickets", TASK, CREATE_TICKET, {**TASK, "context": "Later"}),
]
IDS = {
    "messages": HERE,
    "templates": HERE,
    "flows": f"phoneNumber:{HERE}",
    "tickets": "Call",
}


Italy = Callable[[], AbstractAsyncContextManager[Sending]]


@pytest.fixture
def italy(practice_store: PracticeStore, tmp_path: Path) -> Italy:
    """Opens the console of a store in Italy, for somebody to send by hand."""
    return partial(sending, tmp_path, practice_store, region="IT")


def planned(hand: Sending, kind: str, body: Body) -> tuple[Guard, str]:
    """A run of one record that has not begun."""
    guard = Guard(hand.workspace, 0)
    name = "email:giulia@shop.example" if body is MAIL else IDS[kind]
    return guard, guard.plan(json.dumps(body).encode(), kind=kind, names=(name,))


async def by_hand(
    hand: Sending, operation: Operation[Any, Any], body: Body, *, again: bool = False
) -> Outcome:
    request: Request = operation.request.read(body)
    kind = GUARDED[operation.name].kind
    sent = await hand.sender.send(operation, request, kind=kind, title="By hand", again=again)
    return sent.outcome


@pytest.mark.parametrize(("kind", "before", "operation", "now"), SAME)
async def test_what_a_run_sent_is_asked_about_when_it_is_sent_by_hand(
    italy: Italy, kind: str, before: Body, operation: Operation[Any, Any], now: Body
) -> None:
    async with italy() as hand:
        guard, run_id = planned(hand, kind, before)
        at = guard.sent(run_id)
        with pytest.raises(SentBefore) as caught:
            await by_hand(hand, operation, now)
        found = caught.value.in_run
        assert found is not None
        assert (found.run_id, found.at, found.title, found.row) == (run_id, at, "Messages", 1)
        said = at[:16].replace("T", " ")
        assert f"sent from here at {said} (UTC) by the run “Messages”" in caught.value.sentence
        assert hand.calls == []
        assert await by_hand(hand, operation, now, again=True) is not Outcome.NOT_SENT
        assert len(hand.calls) == 1


@pytest.mark.parametrize(("kind", "before", "operation", "now"), OTHERS)
async def test_something_else_is_sent_without_a_question(
    italy: Italy, kind: str, before: Body, operation: Operation[Any, Any], now: Body
) -> None:
    async with italy() as hand:
        guard, run_id = planned(hand, kind, before)
        guard.sent(run_id)
        await by_hand(hand, operation, now)
        assert len(hand.calls) == 1


@pytest.mark.parametrize(
    ("state", "hours", "asked"),
    [
        (ItemState.UNKNOWN, 1.0, True),
        (ItemState.SENDING, 0.0, True),
        (ItemState.REJECTED, 0.0, False),
        (ItemState.LEFT_OUT, 0.0, False),
        (ItemState.ACKED, 24.1, False),
    ],
)
async def test_what_left_or_may_have_left_within_a_day_counts(
    italy: Italy, state: ItemState, hours: float, *, asked: bool
) -> None:
    async with italy() as hand:
        guard, run_id = planned(hand, "messages", TEXT)
        guard.sent(run_id, state=state, hours=hours)
        if asked:
            with pytest.raises(SentBefore):
                await by_hand(hand, SEND_MESSAGE, TEXT)
        else:
            assert await by_hand(hand, SEND_MESSAGE, TEXT) is Outcome.OK


@pytest.mark.parametrize(("state", "asked"), [(RunState.RUNNING, True), (RunState.STOPPED, False)])
async def test_what_a_run_is_about_to_send_counts_while_it_is_going(
    italy: Italy, state: RunState, *, asked: bool
) -> None:
    async with italy() as hand:
        _, run_id = planned(hand, "messages", TEXT)
        fence = hand.workspace.runner.acquire(run_id)
        hand.workspace.ledger.set_state(run_id, fence, state)
        if asked:
            with pytest.raises(SentBefore) as caught:
                await by_hand(hand, SEND_MESSAGE, TEXT)
            assert "is about to send the same: row 1 of l.csv." in caught.value.sentence
        else:
            assert await by_hand(hand, SEND_MESSAGE, TEXT) is Outcome.OK


async def test_the_same_by_hand_in_another_shape_is_asked_about(italy: Italy) -> None:
    async with italy() as hand:
        assert await by_hand(hand, SEND_MESSAGE, {**TEXT, "callbackData": '{"n":1}'}) is Outcome.OK
        with pytest.raises(SentBefore) as caught:
            await by_hand(hand, SEND_MESSAGE, {**TEXT, "contactIdentifier": HERE[1:]})
        assert caught.value.record is not None and caught.value.record.title == "By hand"


async def test_what_was_sent_by_hand_is_left_out_of_a_run(italy: Italy) -> None:
    async with italy() as hand:
        assert await by_hand(hand, SEND_MESSAGE, {**TEXT, "contactIdentifier": HERE[1:]}) is Outcome.OK
        guard = Guard(hand.workspace, hand.workspace.runner.acquire())
        kept = guard.kept_back(guard.plan(json.dumps(TEXT).encode()))
        assert kept[1].startswith(f"{HERE} was sent ")
