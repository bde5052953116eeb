"""Writes what came of a campaign as a table: one figure a line, in the order of its page."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from svcconsole.services.campaigns.campaign_result import CampaignResult
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file
from svcconsole.workspace.runs.delivery_figures import Reached

HEADER = ("part", "of", "figure", "number", "share")
"""Machine-readable, like the columns of every file that is written here; `share` is from 0 to 1."""
FIGURES = ("people", "accepted", "refused", "delivered", "read", "failed", "clicked")

Line = tuple[str, str, str, int, float | None]


def write_result_csv(path: Path, result: CampaignResult) -> int:
    """Write the file whole or not at all; how many figures it holds. Raises FileNotWritten."""
    lines = list(_lines(result))
    with whole_file(path) as written, written.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(HEADER)
        for part, of, figure, number, share in lines:
            texts = (part, of, figure, str(number), "" if share is None else f"{share:.4f}")
            writer.writerow(map(escape, texts))
    return len(lines)


def _lines(result: CampaignResult) -> Iterator[Line]:
    name, clicks = result.info.file_name, result.tells_clicks
    yield "campaign", name, "rows", result.totals.rows, None
    yield "campaign", name, "left_out", result.totals.left_out, None
    yield from _of("campaign", name, result.reached, clicks)
    yield "campaign", name, "to_decide", result.totals.needs_decision, None
    yield "campaign", name, "no_answer", result.no_answer, None
    if (other := result.compared) is not None:
        yield from _of("compared_with", other.info.file_name, other.reached, other.tells_clicks)
    for hour in result.hours:
        at = hour.at.isoformat()
        yield "hour", at, "delivered", hour.delivered, None
        yield "hour", at, "read", hour.read, None
    for country in result.countries:
        yield from _of("country", country.code, country.reached, clicks)
    for arm in result.arms:
        yield from _of("text", arm.arm.name, arm.reached, clicks)
    for each in result.failures:
        yield "reason", each.failure.key, each.chance.value, each.failure.times, None


def _of(part: str, of: str, reached: Reached, clicks: bool) -> Iterator[Line]:
    """The figures of some people; without webhooks nobody told who clicked, so there is no such line."""
    for figure in FIGURES if clicks else FIGURES[:-1]:
        number: int = getattr(reached, figure)
        share = number / reached.people if reached.people and figure != "people" else None
        yield part, of, figure, number, share
