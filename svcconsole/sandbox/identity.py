"""The server name that the practice store reports."""

from __future__ import annotations

STORE_ID = "practice-store"
"""The `storeId` of tickets and of refused user properties."""

BUSINESS_NUMBER = "+493023125900"
"""What a message is sent from when it names no number of its own."""
