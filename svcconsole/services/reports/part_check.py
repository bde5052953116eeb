"""Checks whether a part's file is complete: its columns, its rows, and whether another part follows."""

from __future__ import annotations

from collections.abc import Iterator

from svcconsole.api.downloads import Length
from svcconsole.services.reports.continuation import cut_short, goes_on, resumable
from svcconsole.services.reports.scan import Scan
from svcconsole.words.message import Number, message, plural
from svcconsole.workspace.runs.report_runs import ReportRun

MOST_ROWS = 50_000
"""Rows of one export at most; with a cursor exactly so many (specification, Limits)."""


def refusal(run: ReportRun, found: Scan) -> str:
    """Why the export cannot go on with this file as its newest part; blank where it can."""
    part = run.part
    if not found.head.header:
        return message(
            "The file of part {number} is empty, without even a header.",
            number=Number(part.number, grouped=False),
        )
    if part.number > 1 and found.head.header_sha256 != run.parts[0].header_sha256:
        return message(
            "Part {number} has other columns than part 1, so they do not make one file.",
            number=Number(part.number, grouped=False),
        )
    cursors = [earlier.cursor_in for earlier in run.parts]
    if goes_on(run) and part.cursor_out in cursors:
        earlier_number = cursors.index(part.cursor_out)
        return message(
            "Part {number} ended with the cursor of part {earlier}: it would never end.",
            number=Number(part.number, grouped=False),
            earlier=Number(earlier_number, grouped=False),
        )
    return ""


def warnings(run: ReportRun, found: Scan, length: Length) -> Iterator[str]:
    """What is worth knowing about the newest part, though it is kept."""
    number, more = run.part.number, run.part.cursor_out is not None
    if cut_short(run):
        yield plural(
            "The first row only: the store has more. Narrow the dates.",
            "The first {n} rows only: the store has more. Narrow the dates.",
            found.rows,
        )
    elif more and found.rows != MOST_ROWS:
        yield plural(
            "Part {number} has {n} row and not {most}, though the store has more.",
            "Part {number} has {n} rows and not {most}, though the store has more.",
            found.rows,
            number=Number(number, grouped=False),
            most=MOST_ROWS,
        )
    elif found.rows == MOST_ROWS and not more and not resumable(run):
        yield plural(
            "It has {n} row, the most that a report has: the store may have more. Narrow the dates.",
            "It has {n} rows, the most that a report has: the store may have more. Narrow the dates.",
            found.rows,
        )
    if found.rows > MOST_ROWS:
        yield plural(
            "Part {number} has {n} row, more than an export has at most.",
            "Part {number} has {n} rows, more than an export has at most.",
            found.rows,
            number=Number(number, grouped=False),
        )
    if not found.rows and len(found.head.header) == 1:
        yield message(
            "Part {number} has one column and no row. Look whether it is the report.",
            number=Number(number, grouped=False),
        )
    if not found.balanced:
        yield message("Part {number} has a quote that is never closed.", number=Number(number, grouped=False))
    if length is Length.NOT_PROVABLE:
        yield message(
            "The length of part {number} is not provable; its last row is whole.",
            number=Number(number, grouped=False),
        )
