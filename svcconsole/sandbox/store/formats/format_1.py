"""Format 1: products and catalogs; its settings do not say which format it is."""

from __future__ import annotations

from collections.abc import Mapping

SCHEMA: Mapping[str, str] = {
    "settings": """
        CREATE TABLE settings (
            name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name)
        )
    """,
    "products": """
        CREATE TABLE products (
            id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
    "catalogs": """
        CREATE TABLE catalogs (
            id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id)
        )
    """,
}
"""The statements that made its tables, by name."""
