"""The days of a question: typed in the user's way, named, chosen from the calendar; zones and their edges."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QDate, QLocale
from PySide6.QtWidgets import QApplication, QCalendarWidget, QLabel

from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.day_field import DayField, day_words, read_day
from svcconsole.gui.tabs.reports.question.email_warning import email_count
from svcconsole.gui.tabs.reports.question.question_form import DAYS
from svcconsole.services.reports.question import PERIODS, ReportQuestion, Span
from svcconsole.workspace.runs.report_runs import ReportRun, Stage
from tests.gui.tabs.reports.asking import ALL, SMALL, days
from tests.gui.tabs.reports.conftest import Open
from tests.support.practice import PracticeStore

DAY = date(2026, 3, 9)


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("2026-03-09", "C"),
        (" 9 Mar 2026 ", "C"),
        ("9 March 2026", "C"),
        ("9.3.2026", "C"),
        ("09.03.26", "de_DE"),
        ("9 März 2026", "de_DE"),
        ("3/9/26", "en_US"),
        ("09/03/2026", "en_GB"),
    ],
)
def test_a_day_is_read_as_people_write_it(text: str, locale: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        assert read_day(text) == DAY
        assert read_day(day_words(DAY)) == DAY
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize("text", ["", "soon", "31 Feb 2026", "2026-13-01", "9 Mar", "٩ مارس"])
def test_what_is_no_day_is_none(text: str) -> None:
    assert read_day(text) is None


def test_the_calendar_puts_a_day_into_the_field(qapp: QApplication) -> None:
    field = DayField("From")
    told: list[str] = []
    field.edited.connect(lambda: told.append(field.text()))
    field.set_day(DAY)
    assert told == []
    field.open_calendar()
    (calendar,) = field.findChildren(QCalendarWidget)
    assert calendar.selectedDate() == QDate(2026, 3, 9)
    calendar.clicked.emit(QDate(2026, 3, 28))
    assert field.day() == date(2026, 3, 28) and len(told) == 1
    field.deleteLater()


async def test_every_named_period_is_offered_and_shown_with_its_exact_instants(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        editor = tab.ask_page.question.days_editor()
        assert set(editor.chips) == set(PERIODS)
        for key, chip in editor.chips.items():
            chip.click()
            first, last = PERIODS[key](editor.today())
            span = Span.of_days(first, last, "Europe/Berlin")
            assert editor.days() == (first, last) and days(tab)["period"] == key
            hint = editor.exact.toolTip()
            assert span.start in hint and span.end in hint
            assert [name for name, each in editor.chips.items() if each.isChecked()] == [key]
        editor.first.setText("1 Jan 2026")
        editor.first.textEdited.emit("1 Jan 2026")
        assert not any(chip.isChecked() for chip in editor.chips.values())


async def test_the_days_are_those_of_the_store_s_zone_as_it_is_now(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        form = tab.ask_page.question
        form.apply(DAYS, {"start_date": "2026-03-09", "end_date": "2026-03-10", "period": ""})
        tab.console.edit_card(tab.console.card._replace(time_zone="Asia/Kolkata"))
        span = Span.of_days(DAY, date(2026, 3, 10), "Asia/Kolkata")
        asked = form.rules.prepare(form.draft())[DAYS]
        assert asked == {"start_date": span.start, "end_date": span.end}
        assert span.start in form.days_editor().exact.toolTip()
        (heading, *_) = form.findChildren(SectionHeading)
        assert "Kolkata time" in [label.text() for label in heading.findChildren(QLabel)]


async def test_a_last_day_that_is_missing_or_too_early_is_said_at_its_field(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        editor = tab.ask_page.question.days_editor()
        tab.ask_page.form.apply(DAYS, {"start_date": "2026-03-09", "end_date": "2026-03-01", "period": ""})
        assert "before" in editor.parts["end_date"].error() and not editor.parts["start_date"].error()
        assert editor.exact.text() == ""
        tab.ask_page.form.apply(DAYS, {"start_date": "2026-03-09", "end_date": "", "period": ""})
        tab.ask_page.save.click()
        assert "required" in editor.parts["end_date"].error() and not editor.parts["start_date"].error()
        tab.ask_page.form.apply(DAYS, None)
        assert all("required" in field.error() for field in editor.parts.values())


def test_an_earlier_export_tells_how_many_mails_there_may_be() -> None:
    def question(name: str, last: date, *emails: str) -> ReportQuestion:
        return ReportQuestion(name, "Overall", Span.of_days(date(2026, 1, 1), last, "UTC"), emails)

    month = question(ALL, date(2026, 1, 31), "a@b.example")
    before = ReportRun("1", ALL, month.as_json(), "REF", Stage.DONE, "2026-02-01T00:00:00+00:00", rows=40_000)
    asked = question(ALL, date(2026, 6, 30), "a@b.example", "c@d.example", "e@f.example")
    assert email_count(asked, []).parts is None
    found = email_count(asked, [before])
    assert found.parts == 6 and "18 e-mails to 3 people" in found.sentence()
    assert email_count(question(SMALL, date(2026, 6, 30), "a@b.example"), [before]).parts == 1
