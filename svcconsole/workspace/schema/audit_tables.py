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

log_people = Table(
    "log_people",
    metadata,
    Column("mark", String, primary_key=True),
    Column("name", Text, nullable=False),
)
"""What the people are called whom entries of the log name by a mark (`team/person_marks.py`): the log is only
added to, these can be taken out."""

person_keys = Table(
    "person_keys",
    metadata,
    Column("key", String, primary_key=True),
    Column("made_at", String, nullable=False),
)
"""With what the marks of people are made; a second one came with a workspace that was united with this."""

saved_files = Table(
    "saved_files",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=True),
    Column("path", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("at", String, nullable=False, index=True),
)
"""Where files were saved that a person asked for: what is removed here may still stand in them."""

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
    Column("signature", Text, nullable=False, server_default=text("''")),
)
"""One row a question, for the plan of exactly this hash; `answer` is missing while it is open. Where nobody
shares the workspace the answer is a `signature` (JSON)."""

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
