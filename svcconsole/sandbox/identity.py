"""Who the practice store says it is."""

from __future__ import annotations

STORE_ID = "practice-store"
"""The `storeId` of tickets and of refused user properties."""
