"""The tables of runs, imports and drafts, in portable SQL, and the words stored in them."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    literal_column,
    text,
)

VERSION = 3
"""Raised with every change of the tables; `database.MIGRATIONS` says how to get there from the version
before."""


class ItemState(StrEnum):
    """Where one planned record stands (write-ahead ledger); the last two never had anything to send."""

    PLANNED = "planned"
    SENDING = "sending"
    ACKED = "acked"
    REJECTED = "rejected"
    UNKNOWN = "unknown"
    BLOCKED = "blocked"
    LEFT_OUT = "left_out"


class Bucket(StrEnum):
    """The four ends of a row; every row of a file is in exactly one."""

    SENT = "sent"
    REFUSED = "refused"
    NOT_SENT = "not_sent"
    NEEDS_DECISION = "needs_decision"


BUCKET_OF = {
    ItemState.ACKED: Bucket.SENT,
    ItemState.REJECTED: Bucket.REFUSED,
    ItemState.UNKNOWN: Bucket.NEEDS_DECISION,
    ItemState.PLANNED: Bucket.NOT_SENT,
    ItemState.SENDING: Bucket.NOT_SENT,
    ItemState.BLOCKED: Bucket.NOT_SENT,
    ItemState.LEFT_OUT: Bucket.NOT_SENT,
}


class Repeat(StrEnum):
    """What sending a run's bytes once more does: nothing new, or the same thing a second time."""

    UPSERT = "upsert"
    ONCE = "once"


class RunState(StrEnum):
    PLANNED = "planned"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"


metadata = MetaData()

meta = Table(
    "meta", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False)
)

lease = Table(
    "lease",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("fence", Integer, nullable=False),
    Column("host", String, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("boot_id", String, nullable=False),
    Column("taken_at", String, nullable=False),
)

imports = Table(
    "imports",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("state", String, nullable=False),
    Column("path", String, nullable=False),
    Column("file_name", String, nullable=False),
    Column("size", Integer, nullable=False),
    Column("mtime_ns", Integer, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("page", String, nullable=False),
    Column("rows", Integer),
    Column("run_id", String),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
)

import_steps = Table(
    "import_steps",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("import_id", String, ForeignKey("imports.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("change", Text, nullable=False),
)

mappings = Table(
    "mappings",
    metadata,
    Column("kind", String, primary_key=True),
    Column("header", String, primary_key=True),
    Column("settings", Text, nullable=False),
    Column("file_name", String, nullable=False),
    Column("at", String, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", String, primary_key=True),
    Column("code", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("title", String, nullable=False),
    Column("state", String, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("import_id", String),
    Column("path", String, nullable=False),
    Column("file_name", String, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("header", Text, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("products", Integer, nullable=False),
    Column("left_out", Integer, nullable=False),
    Column("rows_per_minute", Integer),
    Column("effect", String, nullable=False, server_default=text("'upsert'")),
    Column("single", Boolean, nullable=False, server_default=text("0")),
    Column("created_at", String, nullable=False),
    Column("started_at", String),
    Column("finished_at", String),
)

items = Table(
    "items",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("record_id", String, nullable=False),
    Column("state", String, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("first_row", Integer, nullable=False),
    Column("last_row", Integer, nullable=False),
    Column("is_record", Boolean, nullable=False),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("doubt_at", Float),
    Column("reason", Text, nullable=False, server_default=text("''")),
    Column("server_words", Text, nullable=False, server_default=text("''")),
    Column("at", String),
)
Index("items_by_state", items.c.run_id, items.c.state, items.c.seq)

IS_UNKNOWN = items.c.state == literal_column(f"'{ItemState.UNKNOWN}'")
"""Written out, because a database uses the index of few rows only where it reads the very same condition."""
items_unknown = Index(
    "items_unknown", items.c.run_id, items.c.seq, sqlite_where=IS_UNKNOWN, postgresql_where=IS_UNKNOWN
)
NOT_TAKEN = items.c.state.in_(
    literal_column(f"'{state}'")
    for state in (ItemState.REJECTED, ItemState.UNKNOWN, ItemState.BLOCKED, ItemState.LEFT_OUT)
)
"""Ends that the history of a record does not tell, which knows what was accepted."""
items_not_taken = Index(
    "items_not_taken", items.c.record_id, sqlite_where=NOT_TAKEN, postgresql_where=NOT_TAKEN
)

bodies = Table(
    "bodies",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("sha256", String, nullable=False),
)

file_rows = Table(
    "file_rows",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("cells", Text, nullable=False),
)
Index("file_rows_by_item", file_rows.c.run_id, file_rows.c.seq)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("fence", Integer, nullable=False),
    Column("operation", String, nullable=False),
    Column("title", String, nullable=False),
    Column("seqs", Text, nullable=False),
    Column("sha256", String, nullable=False),
    Column("intended_at", String, nullable=False),
    Column("monotonic", Float, nullable=False),
    Column("settled_at", String),
    Column("outcome", String),
    Column("status", Integer),
    Column("elapsed", Float),
    Column("sentence", Text),
)

drafts = Table(
    "drafts",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", String, nullable=False),
)

changes = Table(
    "changes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String, nullable=False),
    Column("record_id", String, nullable=False),
    Column("at", String, nullable=False),
    Column("action", String, nullable=False),
    Column("source", String, nullable=False),
    Column("run_id", String),
    Column("before", Text),
    Column("after", Text),
)
Index("changes_by_record", changes.c.kind, changes.c.record_id, changes.c.id)
