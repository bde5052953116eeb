"""The tables of runs: their records with frozen bytes, the rows of their files, and each attempt to send."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    false,
    literal_column,
    text,
)

from svcconsole.workspace.schema.base import BIG, Sentence, metadata
from svcconsole.workspace.schema.states import ItemState

runs = Table(
    "runs",
    metadata,
    Column("id", String, primary_key=True),
    Column("code", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("title", String, nullable=False),
    Column("state", String, nullable=False),
    Column("sentence", Sentence, nullable=False),
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
    Column("single", Boolean, nullable=False, server_default=false()),
    Column("operator", Text, nullable=False, server_default=text("''")),
    Column("mapping", Text, nullable=False, server_default=text("''")),
    Column("takes_back", String),
    Column("keeps_before", Boolean, nullable=False, server_default=false()),
    Column("rehearsed_at", String),
    Column("rehearsed_sha256", String),
    Column("created_at", String, nullable=False),
    Column("started_at", String),
    Column("finished_at", String),
    Column("sha256", String),
    Column("terms", Text, nullable=False, server_default=text("''")),
    Column("free_until", Integer),
    Column("stop_asked_at", String),
    Column("completes", Boolean, nullable=False, server_default=false()),
)
"""`sha256` is that of the whole plan (`rehearsals.plan_hash`); missing in plans of earlier programs. `terms`
is what a campaign is held to (JSON, blank for none); of records only those with a `seq` below `free_until`
may leave, all where there is none. Whoever drives it stops where somebody asked for that. It `completes` its
records: what their bytes do not name is sent as the store held it before the run."""

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
    Column("reason", Sentence, nullable=False, server_default=text("''")),
    Column("server_words", Text, nullable=False, server_default=text("''")),
    Column("given_ids", Text, nullable=False, server_default=text("''")),
    Column("at", String),
    Column("lane", Integer),
    Column("arm", Integer),
)
"""`lane` and `arm` say by number which lane and which text of its run's `terms` a record belongs to."""
Index("items_by_state", items.c.run_id, items.c.state, items.c.seq)

IS_UNKNOWN = items.c.state == literal_column(f"'{ItemState.UNKNOWN}'")
"""Written out, because a database uses the index of few rows only where it reads the very same condition."""
Index("items_unknown", items.c.run_id, items.c.seq, sqlite_where=IS_UNKNOWN)
NOT_TAKEN = items.c.state.in_(
    literal_column(f"'{state}'")
    for state in (ItemState.REJECTED, ItemState.UNKNOWN, ItemState.BLOCKED, ItemState.LEFT_OUT)
)
"""Ends that the history of a record does not tell, which knows what was accepted."""
Index("items_not_taken", items.c.record_id, sqlite_where=NOT_TAKEN)

bodies = Table(
    "bodies",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("sha256", String, nullable=False),
    Column("template", Integer),
)
"""The frozen bytes of each record, or what fills its `template` (`runs/body_templates.py`); the hash is that
of the bytes as they are sent."""

body_templates = Table(
    "body_templates",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pieces", LargeBinary, nullable=False),
)
"""What is the same in the bodies of many records of a run."""

recipients = Table(
    "recipients",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    Column("sender", String, nullable=False, server_default=text("''")),
    Column("template", String, nullable=False, server_default=text("''")),
    sqlite_with_rowid=False,
)
"""Whom each message of a campaign goes to (E.164), what tells it from others whoever gets it, the business
number it names, blank for the store's default one, and its template, blank for none: by its own order found
without the bodies (`runs/recipients.py`)."""

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
    Column("id", BIG, primary_key=True, autoincrement=True),
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
    Column("sentence", Sentence),
)

before_answers = Table(
    "before_answers",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seqs", Text, nullable=False),
    Column("state", String, nullable=False),
    Column("answer", LargeBinary),
    Column("words", Text, nullable=False),
    Column("read_at", String, nullable=False, index=True),
)
"""What the store answered when it was asked, ahead of a run, for the records that the run changes."""
