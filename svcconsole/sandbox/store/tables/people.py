"""Customers and user properties; the key columns are what a record is matched by, null where it has none."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table, Text

from svcconsole.sandbox.store.tables.base import metadata

customers = Table(
    "customers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partner_customer_id", Text, index=True),
    Column("phone_key", Text, index=True),
    Column("email_key", Text, index=True),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""`body` is the whole customer as JSON text, as `customer_record.py` describes it."""

user_properties = Table(
    "user_properties",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partner_customer_id", Text, index=True),
    Column("phone_key", Text, index=True),
    Column("email_key", Text, index=True),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
    Column("body", Text, nullable=False),
)
"""`body` is the entry as it was last merged."""
