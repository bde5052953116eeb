"""The tables of reports that were asked for and of their parts."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Integer, String, Table, Text, false, text

from svcconsole.workspace.schema.base import BIG, Sentence, metadata

report_runs = Table(
    "report_runs",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("question", Text, nullable=False),
    Column("reference", String, nullable=False, index=True),
    Column("stage", String, nullable=False),
    Column("need", String, nullable=False, server_default=text("''")),
    Column("sentence", Sentence, nullable=False, server_default=text("''")),
    Column("advice", Sentence, nullable=False, server_default=text("''")),
    Column("server_words", Text, nullable=False, server_default=text("'[]'")),
    Column("again", Boolean, nullable=False, server_default=false()),
    Column("warnings", Text, nullable=False, server_default=text("'[]'")),
    Column("file", Text, nullable=False, server_default=text("''")),
    Column("rows", Integer),
    Column("bytes", BIG),
    Column("sha256", String),
    Column("created_at", String, nullable=False, index=True),
    Column("ended_at", String),
)

report_parts = Table(
    "report_parts",
    metadata,
    Column("run_id", String, ForeignKey("report_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("cursor_in", Text),
    Column("spent", Text, nullable=False, server_default=text("'[]'")),
    Column("history_id", BIG),
    Column("asked_at", String),
    Column("word", Text, nullable=False, server_default=text("''")),
    Column("word_at", String),
    Column("cursor_out", Text),
    Column("rows", Integer),
    Column("bytes", BIG),
    Column("sha256", String),
    Column("header_sha256", String),
    Column("length", String),
    Column("fetched_at", String),
)
