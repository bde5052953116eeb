"""The tables of schedules, of each time they were due, of workers, and of what webhooks brought."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, false, text

from svcconsole.workspace.schema.base import BIG, Sentence, metadata

schedules = Table(
    "schedules",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("job", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("bounds", Text, nullable=False),
    Column("zone", String, nullable=False),
    Column("every", String, nullable=False),
    Column("time", String, nullable=False),
    Column("days", Text, nullable=False),
    Column("date", String, nullable=False),
    Column("made_by", String, nullable=False),
    Column("made_at", String, nullable=False),
    Column("paused_by", String),
    Column("paused_at", String),
    Column("looked_until", String, nullable=False),
)
"""`looked_until`: what was due up to this moment, in UTC, has its firing."""

firings = Table(
    "firings",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=True),
    Column("schedule_id", String, ForeignKey("schedules.id", ondelete="CASCADE"), nullable=False),
    Column("occasion", String, nullable=False),
    Column("due_at", String, nullable=False),
    Column("state", String, nullable=False),
    Column("missed", Integer, nullable=False, server_default=text("0")),
    Column("allowed", Boolean, nullable=False, server_default=false()),
    Column("worker", String, nullable=False, server_default=text("''")),
    Column("claimed_at", String),
    Column("ended_at", String),
    Column("run_id", String),
    Column("sentence", Sentence, nullable=False, server_default=text("''")),
    Column("advice", Sentence, nullable=False, server_default=text("''")),
    Column("bound", String, nullable=False, server_default=text("''")),
    Column("figures", Text, nullable=False, server_default=text("'{}'")),
    Column("by", String, nullable=False, server_default=text("''")),
)
"""One time a schedule was due, or was asked for by a person."""
Index("firings_by_occasion", firings.c.schedule_id, firings.c.occasion, unique=True)
Index("firings_by_state", firings.c.state, firings.c.id)

workers = Table(
    "workers",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("host", String, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("version", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("heard_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("does", Text, nullable=False, server_default=text("''")),
    Column("run_id", String),
)
"""Times are seconds of the database's own clock, which is one for all."""
Index("workers_by_end", workers.c.ended_at, workers.c.heard_at)

webhook_events = Table(
    "webhook_events",
    metadata,
    Column("id", String, primary_key=True),
    Column("received_at", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("said_at", String, nullable=False),
    Column("message_id", String, nullable=False),
    Column("word", String, nullable=False),
    Column("url", Text, nullable=False),
    Column("callback", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("settled_at", String),
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE")),
)
"""Each event once, by the id its sender gave it; `run_id` is what sent the message, where that is known."""
Index("webhook_events_open", webhook_events.c.settled_at, webhook_events.c.received_at)
Index("webhook_events_by_message", webhook_events.c.message_id, webhook_events.c.kind)
