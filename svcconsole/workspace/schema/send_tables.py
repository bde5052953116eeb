"""The tables of what is sent by itself, of decisions about it, of its deliveries and what proves them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, text

from svcconsole.workspace.schema.base import BIG, Sentence, metadata

sends = Table(
    "sends",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("operation", String, nullable=False),
    Column("about", Text, nullable=False),
    Column("reference", String, nullable=False, index=True),
    Column("fingerprint", String, nullable=False),
    Column("draft_token", String, unique=True),
    Column("form", Text, nullable=False, server_default=text("''")),
    Column("answer", Text),
    Column("answer_id", String, index=True),
    Column("retry_of", String),
    Column("at", String, nullable=False),
)
Index("sends_by_fingerprint", sends.c.operation, sends.c.fingerprint, sends.c.at)

send_people = Table(
    "send_people",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("key", String, primary_key=True, index=True),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=True),
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("decision", String, nullable=False),
    Column("by", String, nullable=False),
    Column("at", String, nullable=False),
    Column("reason", Sentence, nullable=False),
    Column("server_words", Text, nullable=False),
    Column("ended_at", String),
    Column("tries", Integer, nullable=False),
    Column("doubt_at", Float),
    Column("new_run_id", String),
    Column("undone_at", String),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", String, primary_key=True),
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), index=True),
    Column("title", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("phone", String, nullable=False),
    Column("at", String, nullable=False, index=True),
    Column("said", Text, nullable=False, server_default=text("'[]'")),
    Column("why", Text, nullable=False, server_default=text("''")),
    Column("words", Text, nullable=False, server_default=text("''")),
    Column("type", Text, nullable=False, server_default=text("''")),
    Column("receiver", Text, nullable=False, server_default=text("''")),
    Column("known", Boolean),
    Column("asked_at", String),
    Column("next_at", String, index=True),
)

proofs = Table(
    "proofs",
    metadata,
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("message_id", String, primary_key=True),
    Column("words", Text, nullable=False),
    Column("said_at", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("by", String, nullable=False),
    Column("at", String, nullable=False),
)
