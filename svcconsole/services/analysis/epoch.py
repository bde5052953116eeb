"""Moments that are written as a count of seconds, or of milliseconds, since 1970."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = r"\d{1,14}(\.\d{1,6})?"
EPOCH_MILLISECONDS_FROM: Final = 100_000_000_000
"""From here on a count is of milliseconds: as seconds it would be a moment after the year 5138."""
EPOCH_NOTE: Final = "epoch"
_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


def read_epoch(text: str) -> datetime | None:
    """The moment that `text` counts to, in UTC; None for what is no such count."""
    plain = text.strip()
    if re.fullmatch(EPOCH, plain, re.ASCII) is None:
        return None
    count = float(plain)
    return _START + timedelta(seconds=count / 1000 if count >= EPOCH_MILLISECONDS_FROM else count)
