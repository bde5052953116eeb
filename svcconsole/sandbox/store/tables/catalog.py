"""Products and catalogs; `body` is the record as JSON text, exactly as it is answered."""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from svcconsole.sandbox.store.tables.base import metadata

products = Table(
    "products", metadata, Column("id", Text, primary_key=True), Column("body", Text, nullable=False)
)
catalogs = Table(
    "catalogs", metadata, Column("id", Text, primary_key=True), Column("body", Text, nullable=False)
)
"""Ids compare by code point."""
