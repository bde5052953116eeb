"""Version 7: what several consoles need to work on one workspace: what changed, who did it, who agreed."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_6

ADDED: Mapping[str, str] = {
    "events": """
        CREATE TABLE events (
            seq INTEGER NOT NULL, kind VARCHAR NOT NULL, "key" VARCHAR NOT NULL, console VARCHAR NOT NULL,
            actor VARCHAR NOT NULL, at VARCHAR NOT NULL, PRIMARY KEY (seq)
        )
    """,
    "audit_log": """
        CREATE TABLE audit_log (
            seq INTEGER NOT NULL, at VARCHAR NOT NULL, operator TEXT NOT NULL, machine TEXT NOT NULL,
            action VARCHAR NOT NULL, subject TEXT NOT NULL, count INTEGER NOT NULL, outcome VARCHAR NOT NULL,
            details TEXT NOT NULL, previous_sha256 VARCHAR NOT NULL, sha256 VARCHAR NOT NULL,
            PRIMARY KEY (seq)
        )
    """,
    "audit_log_keeps_what_was_written": (
        "CREATE TRIGGER audit_log_keeps_what_was_written BEFORE UPDATE ON audit_log"
        " BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END"
    ),
    "audit_log_keeps_all": (
        "CREATE TRIGGER audit_log_keeps_all BEFORE DELETE ON audit_log"
        " BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END"
    ),
    "audit_log_goes_on": (
        "CREATE TRIGGER audit_log_goes_on BEFORE INSERT ON audit_log"
        " WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)"
        " BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END"
    ),
    "approvals": """
        CREATE TABLE approvals (
            id INTEGER NOT NULL, run_id VARCHAR NOT NULL, plan_sha256 VARCHAR NOT NULL,
            people INTEGER NOT NULL, asked_by TEXT NOT NULL, asked_at VARCHAR NOT NULL, answer VARCHAR,
            answered_by TEXT, answered_at VARCHAR, words TEXT DEFAULT '' NOT NULL, PRIMARY KEY (id),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "ix_approvals_run_id": "CREATE INDEX ix_approvals_run_id ON approvals (run_id)",
}
"""What version 6 did not have."""

SCHEMA: Mapping[str, str] = {
    **version_6.SCHEMA,
    "runs": version_6.SCHEMA["runs"].replace("finished_at VARCHAR,", "finished_at VARCHAR, sha256 VARCHAR,"),
    **ADDED,
}
"""The statements that made its tables, indexes and triggers, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 6 to this version; what was done before it is in no log."""
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN sha256 VARCHAR")
