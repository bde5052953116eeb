"""Reads a moment as it is written, with or without a zone, and tells it in another; a day stays a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_ISO: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?\Z",
    re.ASCII,
)
_ZONE: Final = re.compile(r"(?<=:\d\d)(\.\d+)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)\Z", re.ASCII)


def is_iso(text: str) -> bool:
    """Whether a text is a moment or a day as ISO 8601 writes it."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Written:
    """A moment as it is written: `at` has a zone only where the text names one, `timed` is not so of a day
    alone, `seconds`: the text has them."""

    at: datetime
    timed: bool
    seconds: bool = False

    def told(self, zone: tzinfo, assumed: tzinfo) -> str:
        """`2026-01-31 09:15:00` in `zone`, read in `assumed` where no zone is written; a day as it is."""
        if not self.timed:
            return self.at.date().isoformat()
        at = self.at if self.at.tzinfo is not None else self.at.replace(tzinfo=assumed)
        try:
            there = at.astimezone(zone)
        except OverflowError:  # in the first or the last hours of the calendar
            there = at
        return there.replace(tzinfo=None).isoformat(" ", "seconds" if self.seconds else "minutes")


def read_written(text: str, formats: Sequence[str] = ()) -> Written | None:
    """The moment of an ISO 8601 text, or of one in one of `formats`; None for what is none."""
    plain = text.strip()
    found = _ISO.match(plain)
    try:
        if found is None:
            return _in_format(plain, formats)
        day, time, zone = found.groups()
        if not time:
            return Written(datetime.fromisoformat(day), timed=False)
        at = datetime.fromisoformat(f"{day}T{time}{_offset(zone)}")
        return Written(at, timed=True, seconds=time.count(":") == 2)
    except ValueError:
        return None


def _in_format(plain: str, formats: Sequence[str]) -> Written | None:
    found = _ZONE.search(plain)
    bare = _ZONE.sub(r"\1", plain) if found is not None else plain
    for form in formats:
        try:
            at = datetime.strptime(bare, form)  # noqa: DTZ007
        except ValueError:
            continue
        if found is not None:
            at = datetime.fromisoformat(f"{at.isoformat()}{_offset(found[2])}")
        return Written(at, timed="%M" in form, seconds="%S" in form)
    return None


def _offset(zone: str | None) -> str:
    """An offset as `fromisoformat` takes it."""
    return {"UTC": "Z", "GMT": "Z"}.get(zone or "", zone or "")


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """The zone of an IANA name; UTC where there is none of this name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def aware(text: str, assumed: tzinfo) -> tuple[datetime, bool] | None:
    """The moment of an ISO 8601 text, read in `assumed` where it names no zone, and whether it has a time of
    day; None for what is none."""
    plain = text.strip()
    try:
        at = datetime.fromisoformat(plain)
    except ValueError:
        return None
    timed = len(plain) > len("2026-01-31")
    return (at if at.tzinfo is not None else at.replace(tzinfo=assumed)), timed
