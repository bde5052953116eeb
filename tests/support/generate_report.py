"""Generates a report of conversations of any length, with quoted commas, quotes and line breaks in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Final

HEADER: Final = (
    "conversation_id", "started_at", "customer", "phone", "agent", "label", "channel", "first_reply_s",
    "messages", "csat", "order_value", "note",
)  # fmt: skip
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE: Final = ("Zoë van der Berg", "नेहा शर्मा", "نور الحسن", "李 伟", '"Åkesson, Björn"', "Olena Koval")
AGENTS: Final = ("Hanna Lindqvist", "Omar Haddad", "Hanna Lindqvist", "Priya Nair", "Jonas Weiß")
LABELS: Final = ("delivery", "stock", "", "sizing", "return", "delivery", '"wholesale, abroad"')
CHANNELS: Final = ("WHATSAPP", "WHATSAPP", "EMAIL", "INSTAGRAM")
NOTES: Final = (
    "", '"asked for the parcel, wants a call back"', '"said ""hello"",\r\nthen sent two pictures"',
    "wants another size",
)  # fmt: skip
BLOCK: Final = 20_000


def write_report(path: Path, rows: int) -> None:
    """A CSV file of `rows` conversations over half a year, about 146 bytes each; equal for equal `rows`."""
    step = timedelta(days=181) / max(1, rows)
    parts = zip(cycle(PEOPLE), cycle(AGENTS), cycle(LABELS), cycle(CHANNELS), cycle(NOTES), strict=False)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(",".join(HEADER) + "\r\n")
        for first in range(0, rows, BLOCK):
            lines = []
            for number in range(first, min(rows, first + BLOCK)):
                who, agent, label, channel, note = next(parts)
                seed = number * 2_654_435_761 % 4_294_967_296
                csat = "" if seed % 3 == 0 else seed % 5 + 1
                moment = f"{START + step * number:%Y-%m-%dT%H:%M:%S.000Z}"
                lines.append(
                    f"C-{number:08},{moment},{who},+4915{seed % 10**8:08},{agent},{label},{channel},"
                    f"{seed % 50_000},{seed % 97},{csat},{seed % 40_000 / 100:.2f},{note}\r\n"
                )
            file.write("".join(lines))
