"""Report requests, and the links their files are downloaded by."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from svcconsole.sandbox.tables.base import metadata

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("status", Text, nullable=False, index=True),
    Column("created_at", Text, nullable=False),
    Column("ended_at", Text),
    Column("request", Text, nullable=False),
    Column("rows", Integer),
    Column("cursor", Text),
    Column("error", Text),
)
"""`request` is the request as JSON text; the finished file is `reports/ID.csv` in the store's folder."""

report_links = Table(
    "report_links",
    metadata,
    Column("secret", Text, primary_key=True),
    Column("report", ForeignKey(reports.c.id), nullable=False),
    Column("expires_at", Text, nullable=False),
)
