"""`svcconsole call` of what must not happen twice: noted in the ledger, and asked about within a day."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from svcconsole.api.connection import Connection
from svcconsole.api.operations import CREATE_TICKET, SEND_MESSAGE
from svcconsole.api.token import Token
from svcconsole.cli.import_job import store_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import ItemState
from tests.support.command import CommandLine
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

HERE = "+393331234567"
TASK = {"channel": "TASKS", "taskTitle": "Call Ann"}
TEXT = {"contactIdentifier": HERE, "medium": "whatsapp", "type": "text", "payload": {"message": "Hello"}}
HELLO = ("--set", "type=text", "--set", "payload.message=Hello")


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Its folders are those of this process, too."""
    made = CommandLine(tmp_path)
    for name in ("SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_DATA_DIR"):
        monkeypatch.setenv(name, made.environment()[name])
    return made


def written(path: Path, *rows: Sequence[str]) -> str:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return str(path)


async def test_what_an_import_sent_is_held_back_until_again_is_said(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    file = written(tmp_path / "list.csv", ("Channel", "Task"), ("TASKS", "Call Ann"))
    run = await command.run("import", "tickets", file, store=practice_store)
    assert run.code == 0, run.stderr
    plan = json.loads(run.stdout.splitlines()[0])["plan"]
    held = await command.run("call", CREATE_TICKET.path, json.dumps(TASK), store=practice_store)
    assert (held.code, held.stdout) == (2, "")
    assert "The same was sent from here at " in held.stderr
    assert f"by the run “Import tickets” (plan {plan}): row 1 of list.csv." in held.stderr
    assert "Add --again to send it once more on purpose." in held.stderr
    assert len(everything(practice_store, "tickets")) == 1
    again = await command.run("call", CREATE_TICKET.path, json.dumps(TASK), "--again", store=practice_store)
    assert again.code == 0, again.stderr
    assert len(everything(practice_store, "tickets")) == 2


async def test_what_was_sent_by_a_call_is_held_back_from_calls_and_runs(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    body = json.dumps({**TEXT, "contactIdentifier": HERE[1:]})
    sent = await command.run("call", SEND_MESSAGE.path, body, store=practice_store)
    assert sent.code == 0, sent.stderr
    assert sent.json["data"]["id"], "the answer is printed as it came"
    twice = await command.run("call", SEND_MESSAGE.path, json.dumps(TEXT), store=practice_store)
    assert (twice.code, twice.stdout) == (2, "")
    file = written(tmp_path / "list.csv", ("Phone",), (HERE,), ("+393331234568",))
    run = await command.run("import", "messages", file, *HELLO, store=practice_store)
    assert run.json["messages"] == {"sent": 1, "refused": 0, "not_sent": 1, "needs_decision": 0}
    assert len(everything(practice_store, "messages")) == 2
    store = store_of(None, Connection(practice_store.base_url, Token(practice_store.token)))
    with Workspace.open(store.folder) as workspace:
        (record,) = workspace.sends.recent()
        assert (record.kind, record.about, record.state) == ("message", HERE[1:], ItemState.ACKED)
        assert workspace.sends.about([f"phone:{HERE}"]) == (record,)


async def test_a_call_whose_answer_is_lost_needs_a_decision(
    command: CommandLine, practice_store: PracticeStore
) -> None:
    fault = {"kind": "reset", "operation": CREATE_TICKET.path, "executed": True, "count": 1}
    practice_store.control("POST", "/faults", fault)
    lost = await command.run("call", CREATE_TICKET.path, json.dumps(TASK), store=practice_store)
    assert lost.code == 5
    store = store_of(None, Connection(practice_store.base_url, Token(practice_store.token)))
    with Workspace.open(store.folder) as workspace:
        (doubt,) = workspace.decisions.open()
        assert (doubt.kind, doubt.about) == ("ticket", "Call Ann")
