"""What stands out in a row of a campaign, told while it is built: its country, its length, what is blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from svcconsole.services.messaging.appearance.direction import is_right_to_left
from svcconsole.tables.mapping.mapping import Reading
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.recipients import Recipients


class Look(NamedTuple):
    """What stands out in a row: the country of its recipient (ISO 3166, blank for none), the characters that
    fill its message, whether any of them runs from right to left, and whether one has nothing in it; the
    recipient's number (E.164, blank for none)."""

    row: int
    country: str
    length: int
    right_to_left: bool
    blank: bool
    number: str = ""


class LookReader:
    """Reads rows of one mapping."""

    def __init__(self, recipients: Recipients) -> None:
        self._recipients = recipients
        self._reading: Reading = recipients.reading
        self._paths = sorted(path for path in self._reading.paths() if path.startswith("payload."))

    def look(self, row: Row) -> Look:
        """What stands out in it."""
        texts = [self._reading.value(path, row.cells) for path in self._paths]
        _, phone = self._recipients.recipient(row)
        return Look(
            row.number,
            phone.country if phone is not None else "",
            sum(map(len, texts)),
            any(map(is_right_to_left, texts)),
            self._blank(texts, row),
            phone.e164 if phone is not None else "",
        )

    def _blank(self, texts: Sequence[str], row: Row) -> bool:
        """Whether a text of this row is blank, or has a gap where a cell is."""
        empty = any(not text.strip() for text in texts)
        return empty or any(self._reading.gaps(path, row.cells) for path in self._paths)
