"""A workspace file as the program of version 2 left it, made by its own statements and rows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from svcconsole.workspace.database import FILE_NAME

RUN, IMPORT = "5e1f00c0ffee", "1a2b3c4d5e6f"
AT = "2026-03-02T09:41:07.120Z"
TABLES = """
CREATE TABLE meta (
    "key" VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY ("key")
);
CREATE TABLE lease (
    id INTEGER NOT NULL, fence INTEGER NOT NULL, host VARCHAR NOT NULL, pid INTEGER NOT NULL,
    boot_id VARCHAR NOT NULL, taken_at VARCHAR NOT NULL, PRIMARY KEY (id)
);
CREATE TABLE imports (
    id VARCHAR NOT NULL, kind VARCHAR NOT NULL, state VARCHAR NOT NULL, path VARCHAR NOT NULL,
    file_name VARCHAR NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    fingerprint VARCHAR NOT NULL, settings TEXT NOT NULL, page VARCHAR NOT NULL, rows INTEGER,
    run_id VARCHAR, created_at VARCHAR NOT NULL, updated_at VARCHAR NOT NULL, PRIMARY KEY (id)
);
CREATE TABLE mappings (
    kind VARCHAR NOT NULL, header VARCHAR NOT NULL, settings TEXT NOT NULL, file_name VARCHAR NOT NULL,
    at VARCHAR NOT NULL, PRIMARY KEY (kind, header)
);
CREATE TABLE runs (
    id VARCHAR NOT NULL, code VARCHAR NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL,
    state VARCHAR NOT NULL, sentence TEXT NOT NULL, import_id VARCHAR, path VARCHAR NOT NULL,
    file_name VARCHAR NOT NULL, fingerprint VARCHAR NOT NULL, header TEXT NOT NULL,
    rows INTEGER NOT NULL, products INTEGER NOT NULL, left_out INTEGER NOT NULL,
    rows_per_minute INTEGER, created_at VARCHAR NOT NULL, started_at VARCHAR, finished_at VARCHAR,
    PRIMARY KEY (id)
);
CREATE TABLE drafts (
    "key" VARCHAR NOT NULL, value TEXT NOT NULL, at VARCHAR NOT NULL, PRIMARY KEY ("key")
);
CREATE TABLE changes (
    id INTEGER NOT NULL, kind VARCHAR NOT NULL, record_id VARCHAR NOT NULL, at VARCHAR NOT NULL,
    action VARCHAR NOT NULL, source VARCHAR NOT NULL, run_id VARCHAR, "before" TEXT, "after" TEXT,
    PRIMARY KEY (id)
);
CREATE INDEX changes_by_record ON changes (kind, record_id, id);
CREATE TABLE import_steps (
    id INTEGER NOT NULL, import_id VARCHAR NOT NULL, change TEXT NOT NULL, PRIMARY KEY (id),
    FOREIGN KEY(import_id) REFERENCES imports (id) ON DELETE CASCADE
);
CREATE INDEX ix_import_steps_import_id ON import_steps (import_id);
CREATE TABLE items (
    run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, record_id VARCHAR NOT NULL, state VARCHAR NOT NULL,
    rows INTEGER NOT NULL, first_row INTEGER NOT NULL, last_row INTEGER NOT NULL,
    is_record BOOLEAN NOT NULL, tries INTEGER DEFAULT 0 NOT NULL, doubt_at FLOAT,
    reason TEXT DEFAULT '' NOT NULL, server_words TEXT DEFAULT '' NOT NULL, at VARCHAR,
    PRIMARY KEY (run_id, seq), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE INDEX items_by_state ON items (run_id, state, seq);
CREATE TABLE bodies (
    run_id VARCHAR NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, sha256 VARCHAR NOT NULL,
    PRIMARY KEY (run_id, seq), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE TABLE file_rows (
    run_id VARCHAR NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL, seq INTEGER NOT NULL,
    cells TEXT NOT NULL, PRIMARY KEY (run_id, number),
    FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE INDEX file_rows_by_item ON file_rows (run_id, seq);
CREATE TABLE attempts (
    id INTEGER NOT NULL, run_id VARCHAR NOT NULL, fence INTEGER NOT NULL, operation VARCHAR NOT NULL,
    title VARCHAR NOT NULL, seqs TEXT NOT NULL, sha256 VARCHAR NOT NULL, intended_at VARCHAR NOT NULL,
    monotonic FLOAT NOT NULL, settled_at VARCHAR, outcome VARCHAR, status INTEGER, elapsed FLOAT,
    sentence TEXT, PRIMARY KEY (id), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE INDEX ix_attempts_run_id ON attempts (run_id);
"""
"""What SQLite kept of the tables of version 2, word for word but for the line ends."""

ITEMS = {
    "p0": ("acked", "", None),
    "p1": ("rejected", "The store refused this product.", None),
    "p2": ("unknown", "The store answered with an error page (502).", 1772444467.0),
    "p3": ("sending", "", 1772444468.0),
    "p4": ("planned", "", None),
}
"""The state, the reason and the doubt of each record; p3 was on the way when it was killed."""


def version_2(folder: Path) -> Path:
    """Make such a file in `folder`: an import half sent, a draft, a change, a mapping. Returns its path."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(TABLES)
        connection.execute("INSERT INTO meta VALUES ('schema', '2')")
        connection.execute("INSERT INTO lease VALUES (1, 7, 'till-2', 4711, 'boot', ?)", (AT,))
        connection.execute(
            "INSERT INTO imports VALUES (?, 'products', 'running', '/shop/p.csv', 'p.csv', 120, 1, 'f', "
            "'{}', 'run', 5, ?, ?, ?)",
            (IMPORT, RUN, AT, AT),
        )
        connection.execute("INSERT INTO import_steps VALUES (1, ?, '{}')", (IMPORT,))
        connection.execute(
            "INSERT INTO mappings VALUES ('products', 'Handle,Title', '{}', 'p.csv', ?)", (AT,)
        )
        connection.execute(
            "INSERT INTO runs VALUES (?, 'ABCD-1234', 'products', 'Import products', 'running', '', ?, "
            "'/shop/p.csv', 'p.csv', 'f', '[\"Handle\", \"Title\"]', 5, 5, 0, 600, ?, ?, NULL)",
            (RUN, IMPORT, AT, AT),
        )
        for seq, (record, (state, reason, doubt)) in enumerate(ITEMS.items()):
            connection.execute(
                "INSERT INTO items VALUES (?, ?, ?, ?, 1, ?, ?, 1, 1, ?, ?, '', ?)",
                (RUN, seq, record, state, seq + 1, seq + 1, doubt, reason, AT),
            )
            body = b'{"id":"%s"}' % record.encode()
            connection.execute("INSERT INTO bodies VALUES (?, ?, ?, 'sha')", (RUN, seq, body))
            connection.execute(
                "INSERT INTO file_rows VALUES (?, ?, ?, ?, ?)",
                (RUN, seq + 1, seq + 2, seq, f'["{record}", "Sage"]'),
            )
        connection.execute(
            "INSERT INTO attempts VALUES (1, ?, 7, 'products.createOrUpdate', 'Rows 1 – 4', '0-3', 'sha', ?, "
            "12.5, NULL, NULL, NULL, NULL, NULL)",
            (RUN, AT),
        )
        connection.execute("INSERT INTO drafts VALUES ('products:new', '{\"name\": \"Sage\"}', ?)", (AT,))
        connection.execute(
            "INSERT INTO changes VALUES (1, 'products', 'p0', ?, 'sent', 'import', ?, NULL, NULL)", (AT, RUN)
        )
    path.chmod(0o600)
    return path
