"""Unites two workspaces of one store: runs and what was sent are kept, of what both know the newer counts."""

# Names in the statements are those of our own tables.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Connection, Table

from svcconsole.workspace import schema
from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.runs.windows import ENDS
from svcconsole.workspace.schema import ItemState
from svcconsole.workspace.team.audit_entries import Action

RUNS = (
    schema.runs,
    schema.items,
    schema.bodies,
    schema.body_templates,
    schema.recipients,
    schema.file_rows,
    schema.before_answers,
    schema.sends,
    schema.send_people,
)
"""Kept by the id of their run, which no other workspace has: only a copy of it knows the same one."""
OTHERS = (
    schema.imports,
    schema.deliveries,
    schema.proofs,
    schema.report_runs,
    schema.report_parts,
    schema.schedules,
    schema.webhook_events,
)
"""Kept by ids of their own, or of their run."""
NUMBERED: Mapping[Table, str] = {
    schema.attempts: "run_id IN (SELECT id FROM temp.new_runs)",
    schema.decisions: "run_id IN (SELECT id FROM temp.new_runs)",
    schema.approvals: "run_id IN (SELECT id FROM temp.new_runs)",
    schema.import_steps: "import_id IN (SELECT id FROM temp.new_imports)",
    schema.changes: (
        "NOT EXISTS (SELECT 1 FROM main.changes AS mine WHERE mine.kind = theirs.kind"
        " AND mine.record_id = theirs.record_id AND mine.at = theirs.at AND mine.action = theirs.action)"
    ),
    schema.saved_files: "true",
    schema.firings: (
        "NOT EXISTS (SELECT 1 FROM main.firings AS mine WHERE mine.schedule_id = theirs.schedule_id"
        " AND mine.occasion = theirs.occasion)"
    ),
}
"""Counted on in the workspace they come to; which of them come."""
NEWEST: Mapping[Table, str] = {
    schema.drafts: "at",
    schema.mappings: "at",
    schema.presets: "at",
    schema.templates: "at",
    schema.people: "seen_at",
    schema.registry: "used_at",
}
"""One entry a key: the one that is newer by this column."""
LEFT_ALONE = (
    schema.meta,
    schema.lease,
    schema.identity,
    schema.watermarks,
    schema.events,
    schema.audit_log,
    schema.workers,
    schema.log_people,
    schema.person_keys,
)
"""Of each file its own."""


HEAD_OF_OTHER = "SELECT sha256 FROM other.audit_log ORDER BY seq DESC LIMIT 1"
"""Of each log its own; the one that stays tells where the other one ended."""


def merge_into(target: Path, source: Path) -> None:
    """Bring what the workspace in the folder `source` knows into the one in `target`, whole or not at all.

    `source` is left as it is. Both are opened before, so that each is of today's version and what a crash or
    an older copy left in them is settled. Raises WorkspaceError.
    """
    Workspace.open(source, OWN_FILE).close()
    with Workspace.open(target, OWN_FILE) as workspace:
        workspace.runner.acquire()
        try:
            with workspace.joined(source / FILE_NAME) as connection:
                head = connection.exec_driver_sql(HEAD_OF_OTHER).scalar()
                _unite(connection)
                workspace.log.add(connection, Action.UNITED, details={"head": head or ""})
        finally:
            workspace.runner.release()


def _unite(connection: Connection) -> None:
    run = connection.exec_driver_sql
    for name, of in (("new_runs", "runs"), ("new_imports", "imports")):
        run(f"DROP TABLE IF EXISTS temp.{name}")
        run(
            f"CREATE TEMP TABLE {name} AS SELECT id FROM other.{of}"
            f" WHERE id NOT IN (SELECT id FROM main.{of})"
        )
    _further(connection)
    for table in (*RUNS, *OTHERS):
        run(f"INSERT OR IGNORE INTO main.{_into(table)} FROM other.{table.name}")
    for table, which in NUMBERED.items():
        columns = ", ".join(f'"{column.name}"' for column in table.columns if column.name != "id")
        run(
            f"INSERT INTO main.{table.name} ({columns})"
            f" SELECT {columns} FROM other.{table.name} AS theirs WHERE {which} ORDER BY id"
        )
    for table, when in NEWEST.items():
        same = " AND ".join(f'mine."{key.name}" = theirs."{key.name}"' for key in table.primary_key)
        run(
            f"INSERT OR REPLACE INTO main.{_into(table)} FROM other.{table.name} AS theirs WHERE NOT EXISTS"
            f" (SELECT 1 FROM main.{table.name} AS mine WHERE {same}"
            f" AND coalesce(mine.{when}, '') >= coalesce(theirs.{when}, ''))"
        )
    # What the other's marks were made with: its suppressed numbers are known by them.
    run(
        f"INSERT OR IGNORE INTO main.{_into(schema.person_keys)} FROM other.person_keys"
        " WHERE EXISTS (SELECT 1 FROM other.registry WHERE key LIKE 'mark:%')"
    )
    for name in ("new_runs", "new_imports"):
        run(f"DROP TABLE temp.{name}")


def _further(connection: Connection) -> None:
    """Of a run that both know, what one of them knows to have left is not waiting in the other."""
    names = ", ".join(ENDS)
    connection.exec_driver_sql(
        f"UPDATE main.items SET ({names}) = (SELECT {names} FROM other.items AS theirs"
        " WHERE theirs.run_id = items.run_id AND theirs.seq = items.seq)"
        " WHERE state = ? AND EXISTS (SELECT 1 FROM other.items AS theirs"
        " WHERE theirs.run_id = items.run_id AND theirs.seq = items.seq AND theirs.state <> ?)",
        (ItemState.PLANNED, ItemState.PLANNED),
    )


def _into(table: Table) -> str:
    """`name (columns) SELECT columns`: two files may have their columns in another order."""
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f"{table.name} ({columns}) SELECT {columns}"
