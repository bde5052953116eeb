"""The question of a report: exact UTC for the store's days, one reference, every part the same."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import ValidationError

from svcconsole.services.reports.question import PERIODS, ReportQuestion, Span, described

QUESTION = ReportQuestion(
    name="All Conversations Report",
    type="Overall",
    span=Span.of_days(date(2026, 3, 28), date(2026, 3, 29), "Europe/Berlin"),
    emails=("ada@shop.example", "bo@shop.example"),
    description="For the audit",
    channel="whatsapp",
)


@pytest.mark.parametrize(
    ("days", "zone", "exact"),
    [
        (("2026-01-01", "2026-01-31"), "UTC", ("2026-01-01T00:00:00.000Z", "2026-01-31T23:59:59.999Z")),
        (
            ("2026-01-01", "2026-01-31"),
            "Asia/Kolkata",
            ("2025-12-31T18:30:00.000Z", "2026-01-31T18:29:59.999Z"),
        ),
        (
            ("2026-03-29", "2026-03-29"),
            "Europe/Berlin",
            ("2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"),
        ),
        (
            ("2026-10-25", "2026-10-25"),
            "Europe/Berlin",
            ("2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"),
        ),
    ],
)
def test_days_are_whole_in_the_store_s_zone_whatever_their_length(
    days: tuple[str, str], zone: str, exact: tuple[str, str]
) -> None:
    first, last = map(date.fromisoformat, days)
    span = Span.of_days(first, last, zone)
    assert (span.start, span.end) == exact
    assert span.days == (first, last)


def test_without_a_zone_the_days_are_this_computer_s() -> None:
    span = Span.of_days(date(2026, 7, 1), date(2026, 7, 2))
    assert span.days == (date(2026, 7, 1), date(2026, 7, 2))


def test_a_zone_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone 'Mars/Olympus'"):
        Span.of_days(date(2026, 7, 1), date(2026, 7, 2), "Mars/Olympus")


def test_every_part_is_asked_for_with_the_same_but_the_cursor() -> None:
    first = QUESTION.request("K7M2-Q9XP").model_dump(by_alias=True, exclude_none=True)
    later = QUESTION.request("K7M2-Q9XP", "next").model_dump(by_alias=True, exclude_none=True)
    assert later == {**first, "cursor": "next"}
    assert first == {
        "reportType": "Overall",
        "reportName": "All Conversations Report",
        "dateRange": {"startDate": "2026-03-27T23:00:00.000Z", "endDate": "2026-03-29T21:59:59.999Z"},
        "emails": ["ada@shop.example", "bo@shop.example"],
        "reportDescription": "For the audit · Ref K7M2-Q9XP",
        "filters": {"channel": "whatsapp"},
    }


def test_a_description_is_optional_and_the_reference_stands_alone_then() -> None:
    assert described("", "K7M2-Q9XP") == "Ref K7M2-Q9XP"
    assert described(" mine ", "") == "mine"


def test_a_question_is_kept_whole() -> None:
    assert ReportQuestion.of_json(QUESTION.as_json()) == QUESTION


def test_what_the_specification_does_not_know_is_refused_before_it_is_asked() -> None:
    strange = ReportQuestion("All conversations", "Overall", QUESTION.span, ("ada@shop.example",))
    with pytest.raises(ValidationError):
        strange.request()
    with pytest.raises(ValidationError):
        ReportQuestion("Ledger report", "Overall", QUESTION.span, ()).request()


@pytest.mark.parametrize(
    ("period", "days"),
    [
        ("today", ("2026-03-01", "2026-03-01")),
        ("yesterday", ("2026-02-28", "2026-02-28")),
        ("last_7_days", ("2026-02-22", "2026-02-28")),
        ("this_month", ("2026-03-01", "2026-03-01")),
        ("last_month", ("2026-02-01", "2026-02-28")),
        ("last_6_months", ("2025-09-01", "2026-02-28")),
        ("this_year", ("2026-01-01", "2026-03-01")),
        ("last_year", ("2025-01-01", "2025-12-31")),
    ],
)
def test_periods_end_where_people_mean_it(period: str, days: tuple[str, str]) -> None:
    first, last = PERIODS[period](date(2026, 3, 1))
    assert (first.isoformat(), last.isoformat()) == days
