"""A person who asks to be removed is in no table afterwards, and everybody else is where they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.forget import forget, subject_of
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import FileRow, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState, deliveries, metadata
from svcconsole.workspace.schema.team_tables import team_metadata

pytestmark = pytest.mark.usefixtures("either_engine")
NUMBER, WRITTEN, OTHER = "+393331234567", "+39 333 123-4567", "+919845000001"
EMAIL, NAME, EXTERNAL, SERVICE = "Noor.Haddad@shop.example", "Noor Haddad", "C-177041", "88120417"
TRACES = ("3331234567", "333 123", "noor", "haddad", EXTERNAL.casefold(), SERVICE)


def dump(workspace: Workspace, folder: Path) -> str:
    """All that stands in the database, in small letters: every value of every table, and the file itself."""
    texts = []
    with workspace.reading() as connection:
        tables = [*metadata.sorted_tables, *(team_metadata.sorted_tables if workspace.shared else ())]
        for table in tables:
            for row in connection.execute(select(table)):
                texts += [each.decode("latin-1") if isinstance(each, bytes) else str(each) for each in row]
    if not workspace.shared:
        workspace.checkpoint()
        texts += [(folder / f"{FILE_NAME}{end}").read_bytes().decode("latin-1") for end in ("", "-wal")]
    return "\n".join(texts).casefold()


def row(number: int, *cells: str) -> tuple[FileRow, ...]:
    return (FileRow(number, number + 1, cells),)


def message(number: int, phone: str, name: str) -> PlanItem:
    body = json.dumps({"contactIdentifier": phone, "payload": {"message": f"Ciao {name}"}}).encode()
    return PlanItem(phone, row(number, phone, name), body, content=b"c" * 16)


def fill(workspace: Workspace) -> dict[str, str]:
    """A workspace in which the person stands everywhere that a workspace keeps people; the ids of runs."""
    header = ("Phone", "Name")
    campaign = workspace.runs.create(
        NewRun("messages", "Messages", "/p.csv", "p.csv", "f" * 64, header, effect=Repeat.ONCE),
        [message(1, OTHER, "Asha"), message(2, NUMBER, NAME), message(3, "+919845000002", "Ben")],
    )
    person = {"partnerCustomerId": EXTERNAL, "email": EMAIL, "firstName": "Noor", "lastName": "Haddad"}
    customers = workspace.runs.create(
        NewRun("customers", f"Import for {NAME}", "/c.csv", "c.csv", "e" * 64, header),
        [
            PlanItem(EXTERNAL, row(1, WRITTEN, NAME), json.dumps(person).encode()),
            PlanItem("x", row(2, WRITTEN, "?"), None, ItemState.BLOCKED, f"{WRITTEN} is odd."),
            PlanItem("C-2", row(3, OTHER, "Asha"), b'{"partnerCustomerId":"C-2"}'),
        ],
    )
    fence = workspace.runner.acquire(campaign)
    workspace.ledger.set_state(campaign, fence, RunState.RUNNING)
    for seq, state in ((0, ItemState.ACKED), (1, ItemState.UNKNOWN)):
        [attempt] = workspace.ledger.write(
            campaign, fence, [Intent("messages.send", f"Row {seq + 1}", (seq,), "0" * 64)]
        )
        outcome = RecordOutcome(
            seq, (OTHER, NUMBER)[seq], state, "", f"{(OTHER, NUMBER)[seq]} said", answer_id=f"m{seq}"
        )
        sentence = f"The answer about {NAME}."
        workspace.ledger.write(
            campaign, fence, [Settlement(attempt, "ok", 200, 0.1, sentence if seq else "", (outcome,))]
        )
    workspace.ledger.set_state(campaign, fence, RunState.STOPPED)
    new = NewSend(
        "tickets.create", Repeat.ONCE, "ticket", f"Ticket of {NAME}",
        json.dumps({"phoneNumber": NUMBER}).encode(), "f" * 64, about=NAME, reference="K7M2-Q9XP",
        people=(f"phone:{NUMBER}", f"id:{SERVICE}"),
        form=json.dumps({"email": EMAIL}),
    )  # fmt: skip
    begun = workspace.sends.begin(new, fence)
    assert isinstance(begun, tuple)
    outcome = RecordOutcome(0, begun[0], ItemState.ACKED)
    settlement = Settlement(begun[1], "ok", 200, 0.1, "", (outcome,))
    workspace.sends.end(begun[0], fence, settlement, {"email": EMAIL}, "t1")
    workspace.runner.release(campaign)
    workspace.people.remember(
        [
            {"id": SERVICE, "phoneNumber": NUMBER, **person},
            {"id": 2, "firstName": "Asha", "lastName": "Rao", "phoneNumber": OTHER},
        ],
        opened=True,
    )
    workspace.registries.save(Entry(RegistryKind.SUPPRESSED, NUMBER, "", f"{NAME} asked"))
    workspace.registries.save(Entry(RegistryKind.AGENTS, "asha@shop.example", "Asha", f"knows {NAME}"))
    workspace.drafts.save(f"customer:{EXTERNAL}", {"name": NAME, "phone": WRITTEN})
    workspace.drafts.save("note", {"text": "Thyme"})
    workspace.changes.record(
        "customers", [EXTERNAL, "C-2"], "updated", source="editor", after={"tags": ["x"]}
    )
    kept = workspace.imports.create("customers", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {"a": 1})
    workspace.imports.add_step(kept, {"cells": [[2, "Phone", WRITTEN]], "left_out": [7]}, {"a": 1})
    workspace.reports.create("Ledger report", {"emails": [EMAIL, "ada@shop.example"]}, "R9PT-0001")
    with workspace.writing() as connection:
        connection.execute(
            insert(deliveries),
            {"id": "m9", "title": "By hand", "name": NAME, "phone": NUMBER, "at": "2026"},
        )
    return {"campaign": campaign, "customers": customers, "single": begun[0]}


@pytest.mark.parametrize("asked", [NUMBER, WRITTEN, EMAIL, f"id:{SERVICE}", EXTERNAL])
def test_nothing_of_the_person_is_left_in_the_database(tmp_path: Path, asked: str) -> None:
    with Workspace.open(tmp_path) as workspace:
        ids = fill(workspace)
        before = dump(workspace, tmp_path)
        assert all(trace in before for trace in TRACES)
        done = forget(workspace, subject_of(workspace, asked))
        after = dump(workspace, tmp_path)
        assert [trace for trace in TRACES if trace in after] == []
        assert done.suppressed
        assert done.counts["records"] == 3
        [entry] = workspace.log.page(limit=1)
        assert (entry.action, entry.count, entry.operator) == ("forgotten", done.total, workspace.operator)
        assert workspace.log.verify().whole
        totals = workspace.runs.totals(ids["campaign"])
        assert (totals.rows, totals.sent, totals.not_sent, totals.needs_decision) == (3, 1, 2, 0)
        assert [each.record_id for each in workspace.ledger.waiting(ids["campaign"], -1, 9)] == [
            "+919845000002"
        ]
        assert [each.record_id for each in workspace.ledger.waiting(ids["customers"], -1, 9)] == ["C-2"]
        assert workspace.sends.get(ids["single"]) is None
        assert [each.cells for each in workspace.runs.rows(ids["customers"]).rows] == [
            ("", ""), ("", ""), (OTHER, "Asha"),
        ]  # fmt: skip
        assert [one.name for one in workspace.people.recent()] == ["Asha Rao"]
        marked, agent = sorted(workspace.registries.entries(), key=lambda one: one.label)
        assert (marked.kind, marked.key[:5], agent.label) == (RegistryKind.SUPPRESSED, "mark:", "Asha")
        assert workspace.drafts.keys() == ["note"]
        assert len(workspace.changes.history("customers", "C-2")) == 1
        assert [one.phone for one in workspace.deliveries.about([OTHER])] == [OTHER]
        assert forget(workspace, subject_of(workspace, asked)).total == 0


def test_a_run_that_is_under_way_is_stopped_first(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        ids = fill(workspace)
        fence = workspace.runner.acquire(ids["campaign"])
        workspace.ledger.set_state(ids["campaign"], fence, RunState.RUNNING)
        before = dump(workspace, tmp_path)
        with pytest.raises(RunUnderWay, match="is under way with this person"):
            forget(workspace, subject_of(workspace, NUMBER))
        assert dump(workspace, tmp_path) == before


@pytest.mark.parametrize("asked", ["", "  "])
def test_nobody_is_nobody(tmp_path: Path, asked: str) -> None:
    with Workspace.open(tmp_path) as workspace, pytest.raises(WorkspaceError, match="Nobody is named"):
        subject_of(workspace, asked)
