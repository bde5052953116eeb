"""The duplicate guard of tickets and flows (rule W8): by hand or from a file, what is the same goes once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.services.helpdesk.tickets import reference_in
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.sends.recent_requests import recent_requests
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, Registries
from svcconsole.workspace.runs.records import NewSend
from svcconsole.workspace.runs.row_outcomes import bodies_of
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


@pytest.mark.parametrize(
    ("notes", "sent"),
    [("Parcel is late", r"Parcel is late\nRef [2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}"), ("", "Ref .{4}-.{4}")],
)
@pytest.mark.parametrize("answer", ["add", "none"])
def test_a_ticket_of_a_file_gets_a_reference_unless_a_rule_says_otherwise(
    tmp_path: Path, notes: str, sent: str, answer: str
) -> None:
    path = tmp_path / "tasks.csv"
    path.write_text(f"Channel,Task,Notes\nTASKS,Call Ann,{notes}\nTASKS,Call Bo,{notes}\n", "utf-8")
    session = ImportSession(str(tmp_path / "store"), kind="tickets", path=str(path))
    try:
        session.set_rule("ticket_reference", answer)
        session.check()
        (asked,) = session.rules_view()
        assert (asked.id, asked.count, asked.choice) == ("ticket_reference", 2, answer)
        run_id = session.plan(warnings_seen=True).run_id
    finally:
        session.close()
    with Workspace.open(tmp_path / "store") as workspace:
        found = [json.loads(body).get("context", "") for _, body in bodies_of(workspace, run_id)]
    if answer == "add":
        assert all(re.fullmatch(sent, one) for one in found), found
        assert (
            len(set(found))
            == len({reference_in(json.dumps({"context": one}).encode()) for one in found})
            == 2
        )
    else:
        assert found == [notes, notes]
