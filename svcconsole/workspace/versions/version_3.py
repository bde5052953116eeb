"""Version 3: what is sent by itself and followed, decisions, people, registries, templates and reports."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_2

ADDED: Mapping[str, str] = {
    "items_not_taken": (
        "CREATE INDEX items_not_taken ON items (record_id)"
        " WHERE state IN ('rejected', 'unknown', 'blocked', 'left_out')"
    ),
    "items_unknown": "CREATE INDEX items_unknown ON items (run_id, seq) WHERE state = 'unknown'",
    "sends": """
        CREATE TABLE sends (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, operation VARCHAR NOT NULL, about TEXT NOT NULL,
            reference VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, draft_token VARCHAR,
            form TEXT DEFAULT '' NOT NULL, answer TEXT, answer_id VARCHAR, retry_of VARCHAR,
            at VARCHAR NOT NULL, PRIMARY KEY (run_id, seq),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE, UNIQUE (draft_token)
        )
    """,
    "ix_sends_answer_id": "CREATE INDEX ix_sends_answer_id ON sends (answer_id)",
    "ix_sends_reference": "CREATE INDEX ix_sends_reference ON sends (reference)",
    "sends_by_fingerprint": "CREATE INDEX sends_by_fingerprint ON sends (operation, fingerprint, at)",
    "send_people": """
        CREATE TABLE send_people (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, "key" VARCHAR NOT NULL,
            PRIMARY KEY (run_id, seq, "key"), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "ix_send_people_key": 'CREATE INDEX ix_send_people_key ON send_people ("key")',
    "decisions": """
        CREATE TABLE decisions (
            id INTEGER NOT NULL, run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, decision VARCHAR NOT NULL,
            "by" VARCHAR NOT NULL, at VARCHAR NOT NULL, reason TEXT NOT NULL, server_words TEXT NOT NULL,
            ended_at VARCHAR, tries INTEGER NOT NULL, doubt_at FLOAT, new_run_id VARCHAR, undone_at VARCHAR,
            PRIMARY KEY (id), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "ix_decisions_run_id": "CREATE INDEX ix_decisions_run_id ON decisions (run_id)",
    "deliveries": """
        CREATE TABLE deliveries (
            id VARCHAR NOT NULL, run_id VARCHAR, title TEXT NOT NULL, name TEXT NOT NULL,
            phone VARCHAR NOT NULL, at VARCHAR NOT NULL, said TEXT DEFAULT '[]' NOT NULL,
            why TEXT DEFAULT '' NOT NULL, words TEXT DEFAULT '' NOT NULL, known BOOLEAN, asked_at VARCHAR,
            next_at VARCHAR, PRIMARY KEY (id), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "ix_deliveries_next_at": "CREATE INDEX ix_deliveries_next_at ON deliveries (next_at)",
    "ix_deliveries_run_id": "CREATE INDEX ix_deliveries_run_id ON deliveries (run_id)",
    "ix_deliveries_at": "CREATE INDEX ix_deliveries_at ON deliveries (at)",
    "proofs": """
        CREATE TABLE proofs (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, message_id VARCHAR NOT NULL, words TEXT NOT NULL,
            said_at VARCHAR NOT NULL, text TEXT NOT NULL, file_name TEXT NOT NULL, "by" VARCHAR NOT NULL,
            at VARCHAR NOT NULL, PRIMARY KEY (run_id, seq, message_id),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "registry": """
        CREATE TABLE registry (
            kind VARCHAR NOT NULL, "key" VARCHAR NOT NULL, label TEXT NOT NULL, note TEXT NOT NULL,
            used_at VARCHAR, times INTEGER NOT NULL, PRIMARY KEY (kind, "key")
        )
    """,
    "presets": """
        CREATE TABLE presets (
            kind VARCHAR NOT NULL, name VARCHAR NOT NULL, value TEXT NOT NULL, at VARCHAR NOT NULL,
            PRIMARY KEY (kind, name)
        )
    """,
    "people": """
        CREATE TABLE people (
            "key" VARCHAR NOT NULL, service_id VARCHAR NOT NULL, external_id VARCHAR NOT NULL,
            name TEXT NOT NULL, place TEXT NOT NULL, phones TEXT NOT NULL, emails TEXT NOT NULL,
            tags TEXT NOT NULL, contacts TEXT NOT NULL, digits TEXT NOT NULL, words TEXT NOT NULL,
            body TEXT NOT NULL, seen_at VARCHAR NOT NULL, opened_at VARCHAR, PRIMARY KEY ("key")
        )
    """,
    "ix_people_external_id": "CREATE INDEX ix_people_external_id ON people (external_id)",
    "ix_people_opened_at": "CREATE INDEX ix_people_opened_at ON people (opened_at)",
    "ix_people_service_id": "CREATE INDEX ix_people_service_id ON people (service_id)",
    "templates": """
        CREATE TABLE templates (
            id VARCHAR NOT NULL, value TEXT NOT NULL, at VARCHAR NOT NULL, PRIMARY KEY (id)
        )
    """,
    "report_runs": """
        CREATE TABLE report_runs (
            id VARCHAR NOT NULL, name VARCHAR NOT NULL, question TEXT NOT NULL, reference VARCHAR NOT NULL,
            stage VARCHAR NOT NULL, need VARCHAR DEFAULT '' NOT NULL, sentence TEXT DEFAULT '' NOT NULL,
            advice TEXT DEFAULT '' NOT NULL, server_words TEXT DEFAULT '[]' NOT NULL,
            again BOOLEAN DEFAULT 0 NOT NULL, warnings TEXT DEFAULT '[]' NOT NULL,
            file TEXT DEFAULT '' NOT NULL, rows INTEGER, bytes INTEGER, sha256 VARCHAR,
            created_at VARCHAR NOT NULL, ended_at VARCHAR, PRIMARY KEY (id)
        )
    """,
    "ix_report_runs_reference": "CREATE INDEX ix_report_runs_reference ON report_runs (reference)",
    "ix_report_runs_created_at": "CREATE INDEX ix_report_runs_created_at ON report_runs (created_at)",
    "report_parts": """
        CREATE TABLE report_parts (
            run_id VARCHAR NOT NULL, number INTEGER NOT NULL, cursor_in TEXT,
            spent TEXT DEFAULT '[]' NOT NULL, history_id INTEGER, asked_at VARCHAR,
            word TEXT DEFAULT '' NOT NULL, word_at VARCHAR, cursor_out TEXT, rows INTEGER, bytes INTEGER,
            sha256 VARCHAR, header_sha256 VARCHAR, length VARCHAR, fetched_at VARCHAR,
            PRIMARY KEY (run_id, number), FOREIGN KEY(run_id) REFERENCES report_runs (id) ON DELETE CASCADE
        )
    """,
}
"""What version 2 did not have."""

SCHEMA: Mapping[str, str] = {
    **version_2.SCHEMA,
    **ADDED,
    "runs": """
        CREATE TABLE runs (
            id VARCHAR NOT NULL, code VARCHAR NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL,
            state VARCHAR NOT NULL, sentence TEXT NOT NULL, import_id VARCHAR, path VARCHAR NOT NULL,
            file_name VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, header TEXT NOT NULL,
            rows INTEGER NOT NULL, products INTEGER NOT NULL, left_out INTEGER NOT NULL,
            rows_per_minute INTEGER, effect VARCHAR DEFAULT 'upsert' NOT NULL,
            single BOOLEAN DEFAULT 0 NOT NULL, created_at VARCHAR NOT NULL, started_at VARCHAR,
            finished_at VARCHAR, PRIMARY KEY (id)
        )
    """,
}
"""The statements that made its tables and indexes, by name."""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 2 to this version; its runs sent nothing by itself and may be repeated."""
    connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN effect VARCHAR DEFAULT 'upsert' NOT NULL")
    connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN single BOOLEAN DEFAULT 0 NOT NULL")
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
