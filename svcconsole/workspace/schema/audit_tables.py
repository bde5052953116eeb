"""The table of the log, to which entries are only ever added, and of what a second person agreed to."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, text

from svcconsole.workspace.schema.base import BIG, metadata

audit_log = Table(
    "audit_log",
    metadata,
    Column("seq", BIG, primary_key=True, autoincrement=False),
    Column("at", String, nullable=False),
    Column("operator", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("action", String, nullable=False),
    Column("subject", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("outcome", String, nullable=False),
    Column("details", Text, nullable=False),
    Column("previous_sha256", String, nullable=False),
    Column("sha256", String, nullable=False),
)

approvals = Table(
    "approvals",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=True),
    Column("run_id", String, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("plan_sha256", String, nullable=False),
    Column("people", Integer, nullable=False),
    Column("asked_by", Text, nullable=False),
    Column("asked_at", String, nullable=False),
    Column("answer", String),
    Column("answered_by", Text),
    Column("answered_at", String),
    Column("words", Text, nullable=False, server_default=text("''")),
)
"""One row a question, for the plan of exactly this hash; `answer` is missing while it is open."""

_REFUSE = " BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END"
TRIGGERS: Mapping[str, str] = {
    name: f"CREATE TRIGGER {name} BEFORE {done}{_REFUSE}"
    for name, done in (
        ("audit_log_keeps_what_was_written", "UPDATE ON audit_log"),
        ("audit_log_keeps_all", "DELETE ON audit_log"),
        (
            "audit_log_goes_on",
            "INSERT ON audit_log WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)",
        ),
    )
}
"""What SQLite refuses by itself; the only triggers that a workspace file has."""
