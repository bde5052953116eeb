"""The table of reports: all 24 of the specification, with type, sentence and words that find them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import get_args

from svcconsole.api.models.reports import RESUMABLE, ReportName, ReportType
from svcconsole.sandbox.reports.definitions import REPORTS as MADE
from svcconsole.services.reports.files import merged_name
from svcconsole.services.reports.names import BY_NAME, REPORTS, search
from svcconsole.services.reports.question import ReportQuestion, Span


def test_all_reports_of_the_specification_are_there_once() -> None:
    assert sorted(report.name for report in REPORTS) == sorted(get_args(ReportName))
    assert {report.type for report in REPORTS} == set(get_args(ReportType))
    assert [report.name for report in REPORTS if report.resumable] == [RESUMABLE]


def test_each_says_in_one_sentence_what_it_answers() -> None:
    sentences = [report.answers for report in REPORTS]
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence.endswith(".")
        assert sentence.count(".") == 1
        assert len(sentence) <= 70


def test_the_suggested_filters_are_those_that_a_store_makes_use_of() -> None:
    for name, made in MADE.items():
        assert (BY_NAME[name].channel, BY_NAME[name].group_by) == (made.channel, made.group_by), name


def test_the_merged_file_has_a_name_that_every_system_takes() -> None:
    span = Span.of_days(date(2026, 1, 1), date(2026, 6, 30), "UTC")
    names = [merged_name(ReportQuestion(report.name, report.type, span, ())) for report in REPORTS]
    assert len(set(names)) == len(REPORTS)
    assert "Overall CSAT NPS 2026-01-01 to 2026-06-30.csv" in names
    assert not [name for name in names if set('\\/:*?"<>|') & set(name)]
    day = ReportQuestion("Ledger report", "Overall", Span.of_days(date(2026, 1, 1), date(2026, 1, 1)), ())
    assert merged_name(day) == "Ledger report 2026-01-01.csv"
    asked = {(channel, by): replace(day, channel=channel, group_by=by)
             for channel in (None, "whatsapp", "email") for by in (None, "day")}  # fmt: skip
    assert len(set(map(merged_name, asked.values()))) == len(asked), "one folder holds them all"
    assert merged_name(asked["email", "day"]) == "Ledger report email by day 2026-01-01.csv"


def test_a_report_is_found_by_its_name_its_type_and_other_words_for_it() -> None:
    assert search("all conv")[0].name == RESUMABLE
    assert {report.type for report in search("helpdesk")} >= {"Helpdesk"}
    assert [report.name for report in search("satisfaction")] == ["Overall CSAT/NPS"]
    assert search("popup conv")[0].name == "Popup Conversions"
    assert search("") == REPORTS
    assert search("nothing of the kind") == ()
