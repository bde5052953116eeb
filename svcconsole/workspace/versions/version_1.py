"""Version 1: runs with their ledger, imports being prepared, drafts and changes."""

from __future__ import annotations

from collections.abc import Mapping

SCHEMA: Mapping[str, str] = {
    "meta": """
        CREATE TABLE meta (
            "key" VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY ("key")
        )
    """,
    "lease": """
        CREATE TABLE lease (
            id INTEGER NOT NULL, fence INTEGER NOT NULL, host VARCHAR NOT NULL, pid INTEGER NOT NULL,
            boot_id VARCHAR NOT NULL, taken_at VARCHAR NOT NULL, PRIMARY KEY (id)
        )
    """,
    "imports": """
        CREATE TABLE imports (
            id VARCHAR NOT NULL, kind VARCHAR NOT NULL, state VARCHAR NOT NULL, path VARCHAR NOT NULL,
            file_name VARCHAR NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
            fingerprint VARCHAR NOT NULL, settings TEXT NOT NULL, page VARCHAR NOT NULL, rows INTEGER,
            run_id VARCHAR, created_at VARCHAR NOT NULL, updated_at VARCHAR NOT NULL, PRIMARY KEY (id)
        )
    """,
    "runs": """
        CREATE TABLE runs (
            id VARCHAR NOT NULL, code VARCHAR NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL,
            state VARCHAR NOT NULL, sentence TEXT NOT NULL, import_id VARCHAR, path VARCHAR NOT NULL,
            file_name VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, header TEXT NOT NULL,
            rows INTEGER NOT NULL, products INTEGER NOT NULL, left_out INTEGER NOT NULL,
            created_at VARCHAR NOT NULL, started_at VARCHAR, finished_at VARCHAR, PRIMARY KEY (id)
        )
    """,
    "drafts": """
        CREATE TABLE drafts (
            "key" VARCHAR NOT NULL, value TEXT NOT NULL, at VARCHAR NOT NULL, PRIMARY KEY ("key")
        )
    """,
    "changes": """
        CREATE TABLE changes (
            id INTEGER NOT NULL, kind VARCHAR NOT NULL, record_id VARCHAR NOT NULL, at VARCHAR NOT NULL,
            action VARCHAR NOT NULL, source VARCHAR NOT NULL, run_id VARCHAR, "before" TEXT, "after" TEXT,
            PRIMARY KEY (id)
        )
    """,
    "changes_by_record": "CREATE INDEX changes_by_record ON changes (kind, record_id, id)",
    "import_steps": """
        CREATE TABLE import_steps (
            id INTEGER NOT NULL, import_id VARCHAR NOT NULL, change TEXT NOT NULL, PRIMARY KEY (id),
            FOREIGN KEY(import_id) REFERENCES imports (id) ON DELETE CASCADE
        )
    """,
    "ix_import_steps_import_id": "CREATE INDEX ix_import_steps_import_id ON import_steps (import_id)",
    "items": """
        CREATE TABLE items (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, record_id VARCHAR NOT NULL,
            state VARCHAR NOT NULL, rows INTEGER NOT NULL, first_row INTEGER NOT NULL,
            last_row INTEGER NOT NULL, is_record BOOLEAN NOT NULL, tries INTEGER DEFAULT 0 NOT NULL,
            doubt_at FLOAT, reason TEXT DEFAULT '' NOT NULL, server_words TEXT DEFAULT '' NOT NULL,
            at VARCHAR, PRIMARY KEY (run_id, seq),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "items_by_state": "CREATE INDEX items_by_state ON items (run_id, state, seq)",
    "bodies": """
        CREATE TABLE bodies (
            run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, sha256 VARCHAR NOT NULL,
            PRIMARY KEY (run_id, seq), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "file_rows": """
        CREATE TABLE file_rows (
            run_id VARCHAR NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL, seq INTEGER NOT NULL,
            cells TEXT NOT NULL, PRIMARY KEY (run_id, number),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "file_rows_by_item": "CREATE INDEX file_rows_by_item ON file_rows (run_id, seq)",
    "attempts": """
        CREATE TABLE attempts (
            id INTEGER NOT NULL, run_id VARCHAR NOT NULL, fence INTEGER NOT NULL,
            operation VARCHAR NOT NULL, title VARCHAR NOT NULL, seqs TEXT NOT NULL, sha256 VARCHAR NOT NULL,
            intended_at VARCHAR NOT NULL, monotonic FLOAT NOT NULL, settled_at VARCHAR, outcome VARCHAR,
            status INTEGER, elapsed FLOAT, sentence TEXT, PRIMARY KEY (id),
            FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        )
    """,
    "ix_attempts_run_id": "CREATE INDEX ix_attempts_run_id ON attempts (run_id)",
}
"""The statements that made its tables and indexes, by name."""
