"""The duplicate guard of tickets and flows (rule W8): by hand or from a file, what is the same goes once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.services.sends.recent_requests import recent_requests
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, Registries
from svcconsole.workspace.runs.records import NewSend
from svcconsole.workspace.schema import Repeat
from tests.services.campaigns.test_sent_lately import Guard

TASK = {"channel": "TASKS", "taskTitle": "Call", "context": "Soon"}
FLOW = {"medium": "whatsapp", "flowId": "welcome", "phoneNumber": "+393331234567"}


def as_bytes(body: dict[str, str], **changes: str) -> bytes:
    return json.dumps({**body, **changes}).encode()


@pytest.fixture
def guard(tmp_path: Path) -> Iterator[Guard]:
    with Workspace.open(tmp_path) as workspace:
        yield Guard(workspace, workspace.runner.acquire())


@pytest.mark.parametrize(
    ("kind", "before", "now", "same"),
    [
        ("tickets", TASK, TASK, True),
        ("tickets", {**TASK, "context": "Soon\nRef K7M2-Q9XP"}, TASK, True),
        ("tickets", {**TASK, "channel": "tasks"}, TASK, True),
        ("tickets", {**TASK, "context": "Later"}, TASK, False),
        ("flows", FLOW, {**FLOW, "name": "Ann"}, True),
        ("flows", {**FLOW, "phoneNumber": "333 123 4567"}, FLOW, True),
        ("flows", {**FLOW, "flowId": "offer"}, FLOW, False),
        ("flows", {**FLOW, "email": "Ann@Example.com"},
         {"medium": "email", "flowId": "welcome", "email": "ann@example.com"}, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "by a run"])
def test_what_was_sent_within_a_day_is_left_out_of_a_run(
    guard: Guard, kind: str, before: dict[str, str], now: dict[str, str], *, same: bool, by_hand: bool
) -> None:
    if by_hand:
        operation = {"tickets": "tickets.createAndAssign", "flows": "flows.initiate"}[kind]
        guard.workspace.sends.begin(
            NewSend(operation, Repeat.ONCE, kind.removesuffix("s"), "One", as_bytes(before), "f" * 64),
            guard.fence,
        )
    else:
        guard.sent(guard.plan(as_bytes(before), kind=kind))
    assert bool(recent_requests(guard.workspace, kind, "IT"))
    kept = guard.kept_back(guard.plan(as_bytes(now), kind=kind))
    # without its import nobody said of what country a number is: only whole numbers are compared then
    national = not before.get("phoneNumber", "+").startswith("+")
    assert bool(kept) is (same and not national)
    if kept:
        assert kept[1].startswith("The same was sent from here at ")


def test_one_kind_does_not_keep_back_another_and_a_run_not_itself(guard: Guard) -> None:
    run_id = guard.plan(as_bytes(FLOW), as_bytes(FLOW, flowId="offer"), kind="flows")
    guard.sent(run_id)
    assert guard.kept_back(run_id) == {}
    assert recent_requests(guard.workspace, "tickets", "IT") == {}


def test_whoever_was_suppressed_since_gets_no_flow(guard: Guard) -> None:
    run_id = guard.plan(as_bytes(FLOW), as_bytes(FLOW, phoneNumber="+393331234568"), kind="flows")
    Registries(guard.workspace).save(Entry(SUPPRESSED, "+393331234567"))
    assert guard.kept_back(run_id) == {
        1: "+393331234567 was put on the suppression list; this row is not sent."
    }
