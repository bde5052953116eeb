"""Two workspaces of one store become one: nothing that was sent is forgotten, nothing waits twice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from svcconsole.workspace import merge, schema
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.schema import ItemState, Repeat
from tests.support.sqlite_schema import rows_of
from tests.workspace.planning import plan
from tests.workspace.versions.make import IN_DOUBT, MESSAGE, NUMBER, REPORT, RUN, SENT, sample


def test_every_table_has_its_way_to_be_united() -> None:
    known = {*merge.RUNS, *merge.OTHERS, *merge.NUMBERED, *merge.NEWEST, *merge.LEFT_ALONE}
    assert known == set(schema.metadata.tables.values())


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_workspace_of_any_version_comes_whole_into_another(tmp_path: Path, version: int) -> None:
    target, source = tmp_path / "target", tmp_path / "source"
    with Workspace.open(target) as workspace:
        own = plan(workspace, 2)
    sample(version, source)
    merge.merge_into(target, source)
    before = {
        table.name: len(rows_of(source / FILE_NAME, table.name)) for table in schema.metadata.sorted_tables
    }
    with Workspace.open(target) as workspace:
        assert {info.id for info in workspace.runs.list()} == {own, RUN}
        assert workspace.runs.totals(RUN) is not None
        assert [each.status for each in workspace.decisions.evidence((RUN, 0))] == [400]
        (draft,) = workspace.drafts.keys()
        assert draft == "products:new"
        assert len(workspace.changes.history("products", "p0")) == 1
        if version == 3:
            assert workspace.sends.get(SENT) is not None
            (decided,) = workspace.decisions.decided()
            assert (decided.decision, decided.doubt.run_id) == (Decision.KEEP, IN_DOUBT)
            assert [each.id for each in workspace.deliveries.about([NUMBER])] == [MESSAGE]
            assert workspace.reports.get(REPORT).rows == 40
            assert len(workspace.people.search("noor")) == 1
            assert len(workspace.registries.entries()) == 2
    merge.merge_into(target, source)
    own_rows = {"runs": 1, "items": 2, "bodies": 2, "file_rows": 2}
    after = {table: len(rows_of(target / FILE_NAME, table)) for table in before}
    skipped = {table.name for table in merge.LEFT_ALONE}
    assert {name: count for name, count in after.items() if name not in skipped} == {
        name: count + own_rows.get(name, 0) for name, count in before.items() if name not in skipped
    }, "a second time brings nothing twice"


def test_the_newer_of_two_entries_counts_and_a_suppressed_number_stays(tmp_path: Path) -> None:
    target, source = tmp_path / "target", tmp_path / "source"
    with Workspace.open(target) as workspace:
        workspace.drafts.save("form", {"text": "older"})
        workspace.drafts.save("mine", {"text": "mine"})
    with Workspace.open(source) as workspace:
        workspace.drafts.save("form", {"text": "newer"})
        workspace.registries.save(Entry(RegistryKind.SUPPRESSED, "+393331234567"))
    with Workspace.open(target) as workspace:
        workspace.drafts.save("mine", {"text": "mine, later"})
    merge.merge_into(target, source)
    with Workspace.open(target) as workspace:
        form, mine = workspace.drafts.get("form"), workspace.drafts.get("mine")
        assert form is not None
        assert mine is not None
        assert (form.value, mine.value) == ({"text": "newer"}, {"text": "mine, later"})
        assert [entry.key for entry in workspace.registries.entries()] == ["+393331234567"]


def test_the_duplicate_guard_knows_what_either_sent(tmp_path: Path) -> None:
    target, source = tmp_path / "target", tmp_path / "source"
    new = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "same")
    Workspace.open(target).close()
    with Workspace.open(source) as workspace:
        begun = workspace.sends.begin(new, workspace.runner.acquire())
        assert isinstance(begun, tuple)
    merge.merge_into(target, source)
    with Workspace.open(target) as workspace:
        earlier = workspace.sends.begin(new, workspace.runner.acquire())
        assert not isinstance(earlier, tuple)
        assert (earlier.run_id, earlier.state) == (begun[0], ItemState.UNKNOWN)


def test_what_a_copy_of_the_same_run_has_sent_does_not_wait_in_the_other(tmp_path: Path) -> None:
    target, source = tmp_path / "a" / "target", tmp_path / "b" / "source"
    with Workspace.open(target) as workspace:
        run_id = plan(workspace, 3, kind="templates", effect=Repeat.ONCE)
    shutil.copytree(target, source)
    shutil.copytree(target.parent / "marks", source.parent / "marks")
    with Workspace.open(source) as workspace:
        fence = workspace.runner.acquire()
        (attempt,) = workspace.ledger.write(run_id, fence, [Intent("t", "Row 2", (1,), "")])
        ended = RecordOutcome(1, "p1", ItemState.ACKED)
        workspace.ledger.write(run_id, fence, [Settlement(attempt, "ok", 200, 0.1, "", (ended,))])
    merge.merge_into(target, source)
    with Workspace.open(target) as workspace:
        assert [item.seq for item in workspace.ledger.waiting(run_id, -1, 9)] == [0, 2]
