"""One day of the demo store's past as rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import Table

from svcconsole.sandbox import moments
from svcconsole.sandbox.seed.dice import Dice
from svcconsole.sandbox.tables import messaging

IDS_OF_A_DAY = 5_000


def day(when: date, number: int) -> Sequence[tuple[Table, Sequence[Mapping[str, Any]]]]:
    """The rows of each table that belong to the day, whose number counts from the first day of the past."""
    dice = Dice(when.isoformat())
    midnight = datetime.combine(when, time(), UTC)
    messages = []
    for position in range(700):
        instant = midnight + timedelta(milliseconds=dice.below(86_400_000))
        identifier = number * IDS_OF_A_DAY + position + 1
        messages.append(
            {
                "id": identifier,
                "message_id": f"wamid.{identifier:012d}",
                "direction": dice.pick(("in", "out")),
                "channel": "whatsapp",
                "contact": f"+49151{dice.between(10_000_000, 99_999_999)}",
                "kind": "text",
                "text": "Thank you",
                "created_at": moments.text(instant),
            }
        )
    return [(messaging.messages, messages)]
