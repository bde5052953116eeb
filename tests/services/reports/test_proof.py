"""Judging a part by its file and its cursor: what is odd is told, what cannot become one file is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from svcconsole.api.downloads import Length
from svcconsole.services.reports.continuation import cut_short, goes_on
from svcconsole.services.reports.part_check import MOST_ROWS, refusal, warnings
from svcconsole.services.reports.scan import Head, Scan
from svcconsole.workspace.runs.report_runs import ReportPart, ReportRun, Stage
from tests.support.reports import NAME, QUESTION

HEAD = Head(("id", "text"), 9, b"\r\n", False, "utf-8")
FULL = Scan(HEAD, 1_000, MOST_ROWS, "0" * 64, True, True, True)


def run_of(*cursors: str | None, name: str = NAME) -> ReportRun:
    """A run whose parts ended with these cursors, the last of them just here."""
    before = (None, *cursors)
    parts = tuple(
        ReportPart(number, before[number - 1], cursor_out=cursor, header_sha256=HEAD.header_sha256)
        for number, cursor in enumerate(cursors, 1)
    )
    return ReportRun("1", name, QUESTION.as_json(), "K7M2-Q9XP", Stage.FETCHING, "", parts=parts)


@pytest.mark.parametrize(
    ("run", "found", "told"),
    [
        (run_of("a"), FULL, []),
        (run_of("a", None), replace(FULL, rows=17), []),
        (
            run_of("a"),
            replace(FULL, rows=49_999),
            ["Part 1 has 49,999 rows and not 50,000, though the store has more."],
        ),
        (
            run_of(None),
            replace(FULL, rows=50_001),
            ["Part 1 has 50,001 rows, more than an export has at most."],
        ),
        (run_of(None), replace(FULL, balanced=False), ["Part 1 has a quote that is never closed."]),
        (
            run_of("a", name="Ledger report"),
            FULL,
            ["The first 50,000 rows only: the store has more. Narrow the dates."],
        ),
        (
            run_of(None, name="Ledger report"),
            FULL,
            ["It has 50,000 rows, the most that a report has: the store may have more. Narrow the dates."],
        ),
        (run_of(None), FULL, []),
    ],
)
def test_what_is_odd_is_told(run: ReportRun, found: Scan, told: list[str]) -> None:
    assert list(warnings(run, found, Length.DECLARED)) == told
    assert refusal(run, found) == ""


@pytest.mark.parametrize(
    ("cursor", "name", "cut"),
    [("a", "Ledger report", True), (None, "Ledger report", False), ("a", NAME, False), (None, NAME, False)],
)
def test_a_cursor_that_cannot_be_followed_cuts_a_report_short(
    cursor: str | None, name: str, cut: bool
) -> None:
    assert cut_short(run_of(cursor, name=name)) is cut


def test_one_column_without_a_row_is_told() -> None:
    found = replace(FULL, rows=0, head=replace(HEAD, header=("Service unavailable",)))
    (told,) = warnings(run_of(None), found, Length.DECLARED)
    assert told == "Part 1 has one column and no row. Look whether it is the report."


def test_a_length_that_nothing_proves_is_told() -> None:
    (told,) = warnings(run_of(None), replace(FULL, rows=3), Length.NOT_PROVABLE)
    assert told == "The length of part 1 is not provable; its last row is whole."


def test_only_all_conversations_go_on_from_a_cursor() -> None:
    assert goes_on(run_of("a"))
    assert not goes_on(run_of("a", None))
    assert not goes_on(run_of("a", name="Ledger report"))


@pytest.mark.parametrize(
    ("run", "head", "told"),
    [
        (run_of("a", "b", "a"), HEAD, "Part 3 ended with the cursor of part 1: it would never end."),
        (run_of("a", "a"), HEAD, "Part 2 ended with the cursor of part 1: it would never end."),
        (run_of(None), replace(HEAD, header=()), "The file of part 1 is empty, without even a header."),
        (
            run_of("a", None),
            replace(HEAD, header=("id", "body")),
            "Part 2 has other columns than part 1, so they do not make one file.",
        ),
    ],
)
def test_what_cannot_become_one_file_is_refused(run: ReportRun, head: Head, told: str) -> None:
    assert refusal(run, replace(FULL, head=head)) == told
