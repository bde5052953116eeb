"""The tables that only a shared workspace has: which consoles live, and which of them drives which run."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, MetaData, String, Table, func, text

team_metadata = MetaData()

console_leases = Table(
    "console_leases",
    team_metadata,
    Column("fence", Integer, primary_key=True, autoincrement=True),
    Column("console", String, nullable=False),
    Column("operator", String, nullable=False, server_default=text("session_user")),
    Column("expires_at", Float, nullable=False),
)
"""Consoles that may send, by the name in their high-water mark and by whoever is connected; `expires_at` in
seconds of the database's own clock. No number comes twice. The row of the same fence in `lease` tells host
and process."""

held_runs = Table(
    "held_runs",
    team_metadata,
    Column("run_id", String, primary_key=True),
    Column("fence", Integer, nullable=False),
)
"""The console that drives a run; what is sent by itself is driven before it is there."""
Index("held_runs_by_fence", held_runs.c.fence)

presence = Table(
    "presence",
    team_metadata,
    Column("console", String, primary_key=True),
    Column("actor", String, nullable=False, server_default=func.session_user()),
    Column("host", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("key", String, nullable=False),
    Column("since", String, nullable=False),
    Column("expires_at", Float, nullable=False),
)
"""Windows that are open, by the name they have in `events`, and what each looks at; a row that was not
renewed counts no more after `expires_at`, in seconds of the database's own clock."""

operators = Table(
    "operators",
    team_metadata,
    Column("name", String, primary_key=True),
    Column("shown", String, nullable=False),
    Column("role", String, nullable=False),
    Column("invited_by", String, nullable=False),
    Column("invited_at", String, nullable=False),
    Column("locked_at", String),
)
"""Who may do what, by the name of their account in the database; written by functions that ask who it is."""
