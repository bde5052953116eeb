"""Timestamps as the practice store keeps and answers them: ISO 8601 in UTC with milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.now(UTC)


def text(instant: datetime) -> str:
    """`2026-01-31T08:15:00.250Z`: texts of one length that sort as the instants do."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def read(written: str) -> datetime:
    """The instant of a text made here."""
    return datetime.fromisoformat(written)
