"""Report requests, and the e-mails that say they are done."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from svcconsole.sandbox.store.tables.base import metadata

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("status", Text, nullable=False, index=True),
    Column("created_at", Text, nullable=False),
    Column("ended_at", Text),
    Column("request", Text, nullable=False),
    Column("after", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("rows", Integer),
    Column("cursor", Text),
    Column("error", Text),
)
"""`status` is QUEUE, IN_PROGRESS, COMPLETED or FAILED; `request` the request as JSON text.

`after` is the key of the last row of the part before, 0 in the first; the finished file is `reports/ID.csv`
in the store's folder."""

outbox = Table(
    "outbox",
    metadata,
    Column("report", ForeignKey(reports.c.id), primary_key=True),
    Column("recipients", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("due_at", Text, nullable=False),
    Column("error", Text),
    Index("outbox_by_time", "state", "due_at"),
)
"""The message itself is `outbox/REPORT.eml`; `recipients` is a JSON list of addresses; `state` KEPT (it stays
in the folder alone), WAITING for the mail server, SENT or GIVEN_UP; `error` what its last try met."""
