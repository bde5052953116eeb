"""The index of whom campaigns go to: whole with its plan, gone with it, and made of what was kept before."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, update

from svcconsole.tables.records.recipients import content_hash
from svcconsole.workspace import versions
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.forget import forget, subject_of
from svcconsole.workspace.runs.plans import STEP
from svcconsole.workspace.runs.recipients import left_lately, sent_to
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, items, recipients
from svcconsole.workspace.session import Session

KINDS = ("templates", "messages")


def phone(number: int) -> str:
    return f"+9198450{number:05}"


def message(number: int, to: str = "") -> PlanItem:
    whom = to or phone(number)
    body = {
        "contactIdentifier": whom,
        "payload": {"text": f"é {number % 3}"},
        "callbackData": "x",
    }
    frozen = json.dumps(body).encode()
    content = b"" if to else content_hash(frozen)
    return PlanItem(whom, (FileRow(number, number + 1, ("x",)),), frozen, content=content)


def campaign(import_id: str | None = None, kind: str = "templates") -> NewRun:
    return NewRun(
        kind, "Messages", "/l.csv", "l.csv", "f" * 64, ("Phone",), effect=Repeat.ONCE, import_id=import_id
    )


def index(access: Session) -> list[tuple[object, ...]]:
    with access.reading() as connection:
        order = (recipients.c.run_id, recipients.c.number, recipients.c.seq)
        return [(*row[:3], bytes(row[3])) for row in connection.execute(select(recipients).order_by(*order))]


@pytest.mark.usefixtures("either_engine")
def test_the_index_is_written_with_the_plan_and_goes_with_it(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        made_of = workspace.imports.create("templates", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {})
        blocked = PlanItem("row 9", (FileRow(99_999, 9, ("?",)),), None, ItemState.BLOCKED, "No number.")
        many = STEP + 3
        first = workspace.runs.create(campaign(made_of), [*map(message, range(many)), blocked])
        assert index(workspace) == [
            (first, phone(number), number, content_hash(message(number).body or b""))
            for number in range(many)
        ]
        second = workspace.runs.create(campaign(made_of), [message(1), blocked, message(5)])
        assert [row[:3] for row in index(workspace)] == [(second, phone(1), 0), (second, phone(5), 2)]


@pytest.mark.usefixtures("either_engine")
def test_what_left_is_found_by_number_whatever_became_of_it_since(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = workspace.runs.create(campaign(), map(message, range(6)))
        fence = workspace.runner.acquire(run_id)
        states = (ItemState.ACKED, ItemState.UNKNOWN, ItemState.REJECTED, ItemState.SENDING)
        with workspace.writing() as connection:
            for seq, state in enumerate(states):
                at = "2999-01-01T00:00:00.000Z"
                connection.execute(update(items).where(items.c.seq == seq).values(state=state, at=at))
        numbers = [phone(number) for number in range(6)]

        def found() -> list[str]:
            left = left_lately(workspace, KINDS)
            runs = [run for run, *_ in left.runs]
            return sorted(sent.number for sent in sent_to(workspace, runs, numbers))

        assert found() == [phone(0), phone(1), phone(3)]
        workspace.ledger.checkpoint(run_id, fence)  # as a take-over does: what was on the way is unknown
        assert found() == [phone(0), phone(1), phone(3)]
        workspace.runner.release(run_id)
        forget(workspace, subject_of(workspace, phone(1)))
        assert found() == [phone(0), phone(3)]
        assert phone(1) not in {row[1] for row in index(workspace)}
        assert left_lately(workspace, KINDS, but=run_id).runs == ()
        assert left_lately(workspace, ("products",)).runs == ()


def test_an_earlier_workspace_is_taken_into_the_index(tmp_path: Path) -> None:
    """With its bodies kept as templates and values; a number without its country is read as it stands, and
    what ended long ago keeps nobody back."""
    with Workspace.open(tmp_path) as workspace:
        going = workspace.runs.create(campaign(), map(message, range(1_500)))
        workspace.runs.create(campaign(kind="messages"), [message(1), message(2, "98450 00002")])
        workspace.runs.create(campaign(kind="products"), [message(3)])
        workspace.runs.create(campaign(), [message(4)])
        expected = [row for row in index(workspace) if row[0] == going]
        assert len(expected) == 1_500
    _as_of_version_8(tmp_path / FILE_NAME)
    with Workspace.open(tmp_path) as workspace:
        assert index(workspace) == expected


def _as_of_version_8(path: Path) -> None:
    """Make a workspace the one that version 8 would have made of it, with its last run ended long ago."""
    path.rename(today := path.with_name("today.sqlite3"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in versions.SCHEMAS[8].values():
            connection.execute(statement)
        connection.execute("ATTACH DATABASE ? AS today", (str(today),))
        names = connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall()
        for (name,) in names:
            columns = ", ".join(
                f'"{column[1]}"' for column in connection.execute(f"PRAGMA main.table_info({name})")
            )
            connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM today.{name}")
        connection.execute("UPDATE main.meta SET value = '8'")
        last = connection.execute("SELECT id FROM today.runs ORDER BY rowid DESC LIMIT 1").fetchone()
        ended = (
            "UPDATE main.runs SET state = 'finished', finished_at = '2026-01-01T00:00:00.000Z' WHERE id = ?"
        )
        connection.execute(ended, last)
        templates = connection.execute(
            "SELECT count(*) FROM main.bodies WHERE template IS NOT NULL"
        ).fetchone()
        assert templates[0] > 1_000
        connection.execute("DETACH DATABASE today")
    today.unlink()
