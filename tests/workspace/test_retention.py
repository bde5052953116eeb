"""What was kept long enough goes by itself, in steps, told in the log; what is open stays."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from svcconsole import folders
from svcconsole.workspace import retention
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.old_files import remove_old
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.runs.webhook_events import WebhookEvent
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    RunState,
    before_answers,
    bodies,
    changes,
    file_rows,
    import_steps,
    imports,
    items,
    recipients,
    report_runs,
    runs,
    saved_files,
    webhook_events,
)

pytestmark = pytest.mark.usefixtures("either_engine")
STATES = (ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN, None)


def ago(days: int) -> str:
    moment = datetime.now(UTC) - timedelta(days=days)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path) as opened:
        yield opened


def run_of(workspace: Workspace, days: int, states: tuple[ItemState | None, ...] = STATES) -> str:
    """A run that ended so many days ago, whose records ended so; None waits still."""
    plan = [
        PlanItem(
            f"p{at}",
            (FileRow(at + 1, at + 2, ("Ana", f"+49151{at:06}")),),
            b'{"to":"Ana"}',
            content=b"c" * 16,
        )
        for at in range(len(states))
    ]
    new = NewRun(
        "products", "Import", "/p.csv", "p.csv", f"{days:064}", ("Name", "Phone"), effect=Repeat.UPSERT
    )
    run = workspace.runs.create(new, plan)
    fence = workspace.runner.acquire(run)
    workspace.ledger.set_state(run, fence, RunState.RUNNING)
    for seq, state in enumerate(states):
        if state is not None:
            [attempt] = workspace.ledger.write(run, fence, [Intent("products.save", "x", (seq,), "0" * 64)])
            outcome = RecordOutcome(seq, f"p{seq}", state)
            workspace.ledger.write(run, fence, [Settlement(attempt, "ok", 200, 0.1, "", (outcome,))])
    workspace.ledger.set_state(run, fence, RunState.STOPPED if None in states else RunState.FINISHED)
    workspace.runner.release(run)
    with workspace.writing() as connection:
        at = ago(days)
        connection.execute(update(runs).where(runs.c.id == run).values(created_at=at, finished_at=at))
        connection.execute(update(items).where(items.c.run_id == run, items.c.at.is_not(None)).values(at=at))
    return run


def kept(workspace: Workspace, run: str) -> dict[int, tuple[bytes, str]]:
    """The body and the cells of each record."""
    with workspace.reading() as connection:
        found = connection.execute(
            select(bodies.c.seq, bodies.c.body, file_rows.c.cells)
            .join(file_rows, (file_rows.c.run_id == bodies.c.run_id) & (file_rows.c.seq == bodies.c.seq))
            .where(bodies.c.run_id == run)
        )
        return {row.seq: (bytes(row.body), row.cells) for row in found}


def drain(workspace: Workspace) -> int:
    steps = 0
    while remove_old(workspace):
        steps += 1
    return steps


def test_bodies_go_after_30_days_and_what_is_open_stays(workspace: Workspace) -> None:
    old, new = run_of(workspace, 31), run_of(workspace, 29)
    whole = (b'{"to":"Ana"}', json.dumps(["Ana", "+49151000000"]))
    with workspace.reading() as connection:
        hashes = list(connection.execute(select(bodies.c.sha256).where(bodies.c.run_id == old)).scalars())
    assert drain(workspace) == 1
    left = kept(workspace, old)
    assert left[0] == left[1] == (b"{}", "[]")
    assert [left[seq][0] for seq in (2, 3)] == [whole[0]] * 2
    assert json.loads(left[3][1]) == ["Ana", "+49151000003"]
    assert all(body == whole[0] for body, _ in kept(workspace, new).values())
    with workspace.reading() as connection:
        after = list(connection.execute(select(bodies.c.sha256).where(bodies.c.run_id == old)).scalars())
    assert after == hashes
    [entry] = workspace.log.page(actions=("expired",))
    assert (entry.count, dict(entry.details)) == (6, {"bodies": 2, "recipients": 2, "file_rows": 2})
    with workspace.reading() as connection:
        of_old = select(recipients.c.seq).where(recipients.c.run_id == old).order_by(recipients.c.seq)
        assert list(connection.execute(of_old).scalars()) == [2, 3]
    assert workspace.log.verify().whole
    assert workspace.runs.totals(old).sent == 1


def test_before_images_stay_90_days_and_their_bodies_with_them(workspace: Workspace) -> None:
    run = run_of(workspace, 60, (ItemState.ACKED,))
    workspace.before.add(run, [BeforeAnswer((0,), BeforeState.READ, b"[]")])
    workspace.changes.record("products", ["p0"], "updated", source="editor", after={"title": "x"})
    workspace.saved_files.add(Path("/home/ana/list.csv"))
    assert drain(workspace) == 0
    with workspace.writing() as connection:
        connection.execute(update(before_answers).values(read_at=ago(91)))
        connection.execute(update(changes).values(at=ago(91)))
        connection.execute(update(saved_files).values(at=ago(91)))
    assert drain(workspace) == 2
    assert kept(workspace, run)[0][0] == b"{}"
    with workspace.reading() as connection:
        assert connection.execute(select(before_answers.c.number)).first() is None
        assert {*connection.execute(select(changes.c.after)).scalars()} == {None}
    assert workspace.saved_files.paths() == ()


def test_before_images_go_once_all_was_restored(workspace: Workspace) -> None:
    run = run_of(workspace, 5, (ItemState.ACKED,))
    workspace.before.add(run, [BeforeAnswer((0,), BeforeState.READ, b"[]")])
    back = run_of(workspace, 4, (ItemState.ACKED,))
    half = run_of(workspace, 4, (ItemState.ACKED, ItemState.REJECTED))
    with workspace.writing() as connection:
        connection.execute(update(runs).where(runs.c.id == half).values(takes_back=run))
    assert drain(workspace) == 0
    with workspace.writing() as connection:
        connection.execute(update(runs).where(runs.c.id == back).values(takes_back=run))
    assert drain(workspace) == 1
    assert workspace.before.kept_until() == {}


def test_hashes_go_after_a_year_but_for_open_questions(workspace: Workspace) -> None:
    done = run_of(workspace, 366, (ItemState.ACKED, ItemState.REJECTED))
    open_ = run_of(workspace, 366, (ItemState.ACKED, ItemState.UNKNOWN))
    young = run_of(workspace, 364, (ItemState.ACKED,))
    drain(workspace)
    assert {run.id for run in workspace.runs.list()} == {open_, young}
    assert done not in {run.id for run in workspace.runs.list()}
    assert workspace.decisions.count() == 1


def test_much_goes_in_steps(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    run_of(workspace, 40, (ItemState.ACKED,) * 7)
    if not workspace.shared:  # a shared database has the number in a function of its own
        few = f"LIMIT {retention.STEP}"
        smaller = {name: text.replace(few, "LIMIT 3") for name, text in retention.STATEMENTS.items()}
        monkeypatch.setattr(retention, "STATEMENTS", smaller)
    assert drain(workspace) == (1 if workspace.shared else 3)
    assert workspace.log.count(actions=("expired",)) == (1 if workspace.shared else 3)


def imported(workspace: Workspace, run: str | None = None, state: str = "open", days: int = 366) -> str:
    """An import of so many days ago, with a step, and with a file that came by a hand-over."""
    source = SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64)
    made = workspace.imports.create("products", source, {})
    workspace.imports.add_step(made, {"cells": [[2, "Name", "Ana"]]}, {})
    with workspace.writing() as connection:
        old = {"state": state, "run_id": run, "updated_at": ago(days)}
        connection.execute(update(imports).where(imports.c.id == made).values(**old))
    came = workspace.folder / folders.HANDED_OVER / made
    came.mkdir(parents=True)
    (came / "p.csv").write_text("Name\nAna\n")
    return made


def test_imports_and_reports_go_a_year_after_they_were_done(workspace: Workspace) -> None:
    gone, open_run = run_of(workspace, 366, (ItemState.ACKED,)), run_of(workspace, 366)
    for run in (gone, None):
        imported(workspace, run, "planned")
    begun, waits = imported(workspace), imported(workspace, open_run, "planned")
    young = imported(workspace, "none", "planned", days=364)
    old, running = (
        workspace.reports.create("Ledger", {"emails": ["ana@x.example"]}, f"R-{at}").id for at in "12"
    )
    with workspace.writing() as connection:
        connection.execute(update(report_runs).values(created_at=ago(367)))
        connection.execute(update(report_runs).where(report_runs.c.id == old).values(ended_at=ago(366)))
    drain(workspace)
    assert {each.id for each in workspace.imports.list(open_only=False)} == {begun, waits, young}
    with workspace.reading() as connection:
        assert set(connection.execute(select(import_steps.c.import_id)).scalars()) == {begun, waits, young}
        assert list(connection.execute(select(report_runs.c.id)).scalars()) == [running]
    came = {path.name for path in (workspace.folder / folders.HANDED_OVER).iterdir()}
    assert came == {begun, waits}, "files of imports that are done go at once"


def test_what_webhooks_brought_goes_though_nothing_comes_any_more(workspace: Workspace) -> None:
    run = run_of(workspace, 40, (ItemState.ACKED,))
    for name in ("ours", "strange", "new", "open"):
        event = WebhookEvent(name, "status", ago(31), name, callback="c", body="+49151000000")
        workspace.webhooks.keep(event)
    workspace.webhooks.settle([("ours", run), ("strange", None), ("new", run)])
    old, open_one = webhook_events.c.id.in_(("ours", "strange")), webhook_events.c.id == "open"
    with workspace.writing() as connection:
        connection.execute(update(webhook_events).where(old | open_one).values(received_at=ago(31)))
        connection.execute(update(webhook_events).where(old).values(settled_at=ago(31)))
    drain(workspace)
    with workspace.reading() as connection:
        found = connection.execute(select(webhook_events.c.id, webhook_events.c.body)).all()
    assert {row.id: row.body for row in found} == {"ours": "", "new": "+49151000000", "open": "+49151000000"}


def test_files_beside_it_go_a_year_after_something_was_written_in_them(workspace: Workspace) -> None:
    kinds = ("results/{}/sent.csv", "reports/{}/report.csv", "merged/{}/x", "workspace.sqlite3.version-{}")
    old, new = ([workspace.folder / kind.format(at) for kind in kinds] for at in "12")
    for path in (*old, *new, workspace.folder / "results" / "1" / "young" / "x"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Ana")
    year = (datetime.now(UTC) - timedelta(days=366)).timestamp()
    for path in old:
        os.utime(path, (year, year))
        if path.parent != workspace.folder:
            os.utime(path.parent, (year, year))
    assert drain(workspace) == 1
    assert [path.exists() for path in old] == [True, False, False, False], "something new is in the first"
    assert all(path.exists() for path in new)
    [entry] = workspace.log.page(actions=("expired",))
    assert (entry.count, dict(entry.details)) == (3, {"files": 3})
