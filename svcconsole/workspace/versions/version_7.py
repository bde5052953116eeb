"""Version 7: what several consoles need to work on one workspace: events, log, schedules."""

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
    "schedules": """
        CREATE TABLE schedules (
            id VARCHAR NOT NULL, name TEXT NOT NULL, job VARCHAR NOT NULL, settings TEXT NOT NULL, bounds
            TEXT NOT NULL, zone VARCHAR NOT NULL, every VARCHAR NOT NULL, time VARCHAR NOT NULL, days TEXT
            NOT NULL, date VARCHAR NOT NULL, made_by VARCHAR NOT NULL, made_at VARCHAR NOT NULL, paused_by
            VARCHAR, paused_at VARCHAR, looked_until VARCHAR NOT NULL, PRIMARY KEY (id)
        )
    """,
    "firings": """
        CREATE TABLE firings (
            id INTEGER NOT NULL, schedule_id VARCHAR NOT NULL, occasion VARCHAR NOT NULL, due_at VARCHAR NOT
            NULL, state VARCHAR NOT NULL, missed INTEGER DEFAULT 0 NOT NULL, allowed BOOLEAN DEFAULT 0 NOT
            NULL, worker VARCHAR DEFAULT '' NOT NULL, claimed_at VARCHAR, ended_at VARCHAR, run_id VARCHAR,
            sentence TEXT DEFAULT '' NOT NULL, advice TEXT DEFAULT '' NOT NULL, bound VARCHAR DEFAULT '' NOT
            NULL, figures TEXT DEFAULT '{}' NOT NULL, "by" VARCHAR DEFAULT '' NOT NULL, PRIMARY KEY (id),
            FOREIGN KEY(schedule_id) REFERENCES schedules (id) ON DELETE CASCADE
        )
    """,
    "firings_by_occasion": "CREATE UNIQUE INDEX firings_by_occasion ON firings (schedule_id, occasion)",
    "firings_by_state": "CREATE INDEX firings_by_state ON firings (state, id)",
    "workers": """
        CREATE TABLE workers (
            id VARCHAR NOT NULL, name VARCHAR NOT NULL, host VARCHAR NOT NULL, pid INTEGER NOT NULL, version
            VARCHAR NOT NULL, since FLOAT NOT NULL, heard_at FLOAT NOT NULL, ended_at FLOAT, does TEXT
            DEFAULT '' NOT NULL, run_id VARCHAR, PRIMARY KEY (id)
        )
    """,
    "workers_by_end": "CREATE INDEX workers_by_end ON workers (ended_at, heard_at)",
    "webhook_events": """
        CREATE TABLE webhook_events (
            id VARCHAR NOT NULL, received_at VARCHAR NOT NULL, kind VARCHAR NOT NULL, said_at VARCHAR NOT
            NULL, message_id VARCHAR NOT NULL, word VARCHAR NOT NULL, url TEXT NOT NULL, callback TEXT NOT
            NULL, body TEXT NOT NULL, settled_at VARCHAR, run_id VARCHAR, PRIMARY KEY (id), FOREIGN
            KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "webhook_events_by_message": (
        "CREATE INDEX webhook_events_by_message ON webhook_events (message_id, kind)"
    ),
    "webhook_events_open": "CREATE INDEX webhook_events_open ON webhook_events (settled_at, received_at)",
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
