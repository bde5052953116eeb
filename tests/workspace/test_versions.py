"""Workspaces of every released version, kept as files, get today's tables and lose nothing."""

from __future__ import annotations

import ast
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from svcconsole.workspace import versions
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.runs.report_runs import Stage
from svcconsole.workspace.schema import ItemState, Repeat, RunState
from tests.support.sqlite_schema import Schema, dump_of, rows_of, schema_of
from tests.workspace.versions import make
from tests.workspace.versions.make import IMPORT, IN_DOUBT, ITEMS, MESSAGE, NUMBER, REPORT, RUN, SENT, sample

ROOT = Path(__file__).parents[2]
RELEASED = sorted(versions.SCHEMAS)
EARLIER = [version for version in RELEASED if version < versions.VERSION]
SMALL = 90_000


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Schema:
    """The tables of a workspace that is made today."""
    folder = tmp_path_factory.mktemp("fresh")
    Workspace.open(folder).close()
    return schema_of(folder / FILE_NAME)


@pytest.mark.parametrize("version", RELEASED)
def test_each_version_is_kept_as_a_small_file_with_rows_in_every_table(tmp_path: Path, version: int) -> None:
    make.write(version, tmp_path / "again")
    assert dump_of(make.kept(version)) == dump_of(tmp_path / "again"), "run tests.workspace.versions.make"
    assert make.kept(version).stat().st_size < SMALL
    tables = [name for name, parts in schema_of(make.kept(version)).items() if len(parts) > 1]
    assert [name for name in tables if not rows_of(make.kept(version), name)] == []


def test_todays_tables_are_those_of_the_last_version(tmp_path: Path, fresh: Schema) -> None:
    """A change of today's tables without a version of its own would never reach a file that is there."""
    assert RELEASED == [*range(1, versions.VERSION + 1)] == sorted({1, *versions.UPGRADES})
    sample(versions.VERSION, tmp_path)
    assert schema_of(tmp_path / FILE_NAME) == fresh, "add svcconsole/workspace/versions/version_N.py"


def test_the_versions_import_nothing_that_goes_on_changing() -> None:
    for path in Path(versions.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        imported: set[str | None] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                imported.add(None if node.level else node.module)
            elif isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
        ours = {name for name in imported if name is None or name.startswith("svcconsole")}
        assert ours <= {"svcconsole.workspace.versions"}, path.name


@pytest.mark.parametrize("version", RELEASED)
def test_a_file_of_each_version_has_todays_tables_and_every_row_afterwards(
    tmp_path: Path, version: int, fresh: Schema
) -> None:
    path = sample(version, tmp_path)
    Workspace.open(tmp_path).close()
    assert schema_of(path) == fresh
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    limits = {key: str(value) for key, value in versions.LIMITS.items()}
    said = {str(row["key"]): row["value"] for row in rows_of(path, "meta")}
    assert said == {"schema": str(versions.VERSION), **limits}
    for name, rows in make.ROWS[version].items():
        expected = [{**row, **_put_back(name, row)} for row in rows]
        found = rows_of(path, name)
        # The opening notes what it put back.
        found = found[: len(expected)] if name == "events" else found
        if name == "audit_log":
            assert [row["action"] for row in found[len(expected) :]] == ["stopped"], "what the opening did"
            found = found[: len(expected)]
        shown = [
            {column: row[column] for column in wanted} for row, wanted in zip(found, expected, strict=True)
        ]
        assert shown == expected, name


def _put_back(table: str, row: make.Row) -> dict[str, str]:
    """What the opening changes, since nobody runs what was left running."""
    if table == "runs" and row["state"] == "running":
        return {"state": "stopped", "sentence": "svcconsole ended while this was running."}
    return {"state": "planned"} if table == "items" and row["state"] == "sending" else {}


@pytest.mark.parametrize("version", RELEASED)
def test_the_import_of_each_version_goes_on_where_it_was(tmp_path: Path, version: int) -> None:
    sample(version, tmp_path)
    with Workspace.open(tmp_path) as workspace:
        info = workspace.runs.get(RUN)
        assert (info.title, info.header, info.state) == (
            "Import products",
            ("Handle", "Title"),
            RunState.STOPPED,
        )
        assert info.rows_per_minute == (None if version == 1 else 600)
        assert (info.effect, info.single) == ("upsert", False)
        assert workspace.runs.find("abcd-1234") == info
        totals = workspace.runs.totals(RUN)
        assert (totals.sent, totals.refused, totals.needs_decision, totals.not_sent) == (1, 1, 1, 2)
        (doubt,) = workspace.decisions.open()
        assert (doubt.record_id, doubt.reason) == ("p2", "The store answered with an error page (502).")
        assert [each.status for each in workspace.decisions.evidence((RUN, 0))] == [400]
        (event,) = workspace.runs.events(RUN)
        assert (event.title, event.level) == ("Rows 1 – 2", "refused")
        on_the_way, planned = workspace.ledger.waiting(RUN, -1, 9)
        assert (on_the_way.record_id, on_the_way.body) == ("p3", b'{"id":"p3"}')
        assert on_the_way.doubt_at is not None, "nobody would know that it may have arrived"
        assert (planned.record_id, planned.doubt_at) == ("p4", None)
        assert [row.cells for row in workspace.runs.rows(RUN).rows] == [(name, "Salbei ☘") for name in ITEMS]
        (change,) = workspace.changes.history("products", "p0")
        assert (change.before, change.after) == ({"name": "Sage"}, {"name": "Salbei"})
        assert [trace.state for trace in workspace.traces.of(["products"], ["p0", "p1"])] == [
            ItemState.ACKED,
            ItemState.REJECTED,
        ]
        draft = workspace.drafts.get("products:new")
        assert draft is not None
        assert draft.value == {"name": "Salbei"}
        (kept,) = workspace.imports.list(open_only=False)
        assert (kept.id, kept.run_id, kept.settings) == (IMPORT, RUN, {"currency": "EUR"})
        assert workspace.imports.steps(IMPORT) == ({"left_out": [7]},)
        mapping = workspace.mappings.find("products", "c" * 64)
        assert (mapping is None) == (version == 1)
        assert mapping is None or mapping.settings == {"rules": {"Title": "name"}}
        assert workspace.runner.acquire() == 8, "the fence goes on from where it was"


@pytest.mark.parametrize("version", RELEASED)
def test_a_file_of_each_version_takes_what_todays_program_keeps(tmp_path: Path, version: int) -> None:
    sample(version, tmp_path)
    with Workspace.open(tmp_path) as workspace:
        workspace.runs.set_limit(RUN, 300)
        assert workspace.runs.get(RUN).rows_per_minute == 300
        workspace.mappings.save("products", "header", {"mapping": 1}, "autumn.csv")
        doubts = workspace.decisions.count()
        fence = workspace.runner.acquire()
        new = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f", people=("phone:+39",))
        begun = workspace.sends.begin(new, fence)
        assert isinstance(begun, tuple)
        workspace.sends.leave(begun[0], fence)
        assert workspace.decisions.count() == doubts + 1
        workspace.runner.close()
        made = workspace.decisions.decide([(begun[0], 0)], Decision.COUNT_AS_SENT, "Noor")
        assert workspace.decisions.undo(made) == 1
        assert workspace.people.remember([{"id": 8, "firstName": "Ada"}])[0].key == "id:8"
        assert workspace.reports.create("Ledger report", {}, "K7M2-Q9XP").stage is Stage.ASKING
    with Workspace.open(tmp_path) as workspace:
        assert workspace.mappings.find("products", "header") is not None


def test_all_that_came_with_version_3_is_read(tmp_path: Path) -> None:
    sample(3, tmp_path)
    with Workspace.open(tmp_path) as workspace:
        sent = workspace.sends.of_draft("draft-1")
        assert sent is not None
        assert (sent.run_id, sent.answer, sent.people) == (SENT, {"id": MESSAGE}, (f"phone:{NUMBER}",))
        assert (sent.retry_of, sent.form, sent.state) == (IN_DOUBT, '{"text": "Ciao"}', ItemState.ACKED)
        assert [each.run_id for each in workspace.sends.recent("message")] == [SENT, IN_DOUBT]
        assert workspace.sends.about([f"phone:{NUMBER}"]) == (sent,)
        (decided,) = workspace.decisions.decided()
        assert (decided.decision, decided.by, decided.doubt.run_id) == (Decision.KEEP, "Noor", IN_DOUBT)
        assert decided.undoable
        (followed,) = workspace.deliveries.about([NUMBER])
        assert (followed.id, followed.run_id, followed.known) == (MESSAGE, SENT, True)
        assert [word for word, _ in followed.said] == ["SENT", "FAILED"]
        (proof,) = workspace.proofs.of(SENT, 0)
        assert (proof.words, proof.file_name) == (("sent", "failed"), "log.jsonl")
        agent, stopped = workspace.registries.entries()
        assert (agent.kind, agent.key, agent.label, agent.times) == (
            RegistryKind.AGENTS,
            "asha@shop.example",
            "Asha",
            3,
        )
        assert (stopped.kind, stopped.key, stopped.used_at) == (RegistryKind.SUPPRESSED, NUMBER, None)
        (preset,) = workspace.presets.all("ticket")
        assert (preset.name, preset.values) == ("Call back", {"taskTitle": "Call"})
        (person,) = workspace.people.search("noor turin")
        assert (person.key, person.body["lastName"]) == ("id:7", "Haddad")
        assert workspace.people.recent() == [person] == workspace.people.of([f"phone:{NUMBER}"])
        assert workspace.templates.all() == ({"id": "order_ready", "text": "Ready"},)
        report = workspace.reports.get(REPORT)
        assert (report.stage, report.again, report.warnings, report.rows) == (Stage.DONE, True, ("odd",), 40)
        assert (report.part.cursor_in, report.part.cursor_out, report.part.spent) == (
            "first",
            "next",
            ("0a5e4d0000ff",),
        )


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_file_is_backed_up_whole_before_it_is_changed(tmp_path: Path, version: int) -> None:
    before = dump_of(sample(version, tmp_path))
    Workspace.open(tmp_path).close()
    assert dump_of(tmp_path / f"{FILE_NAME}.version-{version}") == before


@pytest.mark.parametrize(
    ("version", "step"), [(version, step) for version in EARLIER for step in RELEASED if step > version]
)
def test_an_upgrade_that_breaks_off_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, step: int
) -> None:
    """Killed in the middle: the file is whole, as it was, and the next start does it again."""
    path = sample(version, tmp_path)
    before = dump_of(path)
    upgrade = versions.UPGRADES[step]

    def killed(connection: Connection) -> None:
        upgrade(connection)
        raise KeyboardInterrupt

    monkeypatch.setitem(versions.UPGRADES, step, killed)
    with pytest.raises(KeyboardInterrupt):
        Workspace.open(tmp_path)
    assert dump_of(path) == before
    monkeypatch.undo()
    with Workspace.open(tmp_path) as workspace:
        assert workspace.decisions.count() == 1


@pytest.mark.parametrize("written", ["0", "-1", "two", ""])
def test_a_version_that_cannot_be_is_damage(tmp_path: Path, written: str) -> None:
    with closing(sqlite3.connect(sample(2, tmp_path))) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (written,))
    with pytest.raises(WorkspaceError, match="damaged"):
        Workspace.open(tmp_path)


@pytest.mark.parametrize("version", RELEASED)
def test_the_next_column_and_the_next_table_reach_every_file(tmp_path: Path, version: int) -> None:
    """A program whose tables have changed once more, in a process of its own: no step meets them before its
    time."""
    sample(version, tmp_path / "old")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.workspace.versions.next_version", str(tmp_path / "old"),
         str(tmp_path / "new")],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    old, new = (schema_of(tmp_path / name / FILE_NAME) for name in ("old", "new"))
    assert old == new
    assert "colour VARCHAR" in old["people"]
    assert "parcels" in old
