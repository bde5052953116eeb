"""The practice store's tables, one file per area; all are portable SQL."""

from __future__ import annotations

from svcconsole.sandbox.store.tables import catalog, helpdesk, messaging, people, reports, sales
from svcconsole.sandbox.store.tables.base import metadata, settings

__all__ = ["catalog", "helpdesk", "messaging", "metadata", "people", "reports", "sales", "settings"]
