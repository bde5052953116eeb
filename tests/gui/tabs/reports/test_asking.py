"""A question asked: whole or not, with its warning of e-mails, its refusals, its draft, and what is saved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.tabs.reports.question.question_form import DAYS, DESCRIPTION, EMAILS, FILTERS, NAME, TYPE
from svcconsole.services.reports.names import REPORTS
from svcconsole.workspace.runs.report_runs import Stage
from tests.gui.tabs.reports.asking import (
    ALL,
    ME,
    SMALL,
    answer,
    ask,
    asked,
    at_rest,
    card,
    click,
    days,
    dialog,
    newest,
    press,
    reach,
    type_emails,
    write,
)
from tests.gui.tabs.reports.conftest import Open
from tests.support.coroutines import until
from tests.support.fault_server import answer as answer_of
from tests.support.fault_server import answers, fault_server
from tests.support.nowhere import free_port
from tests.support.practice import PracticeStore


@dataclass
class Nowhere:
    """An address at which no store answers."""

    base_url: str


async def test_every_report_is_listed_under_its_type_and_found_by_what_it_answers(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        names = tab.ask_page.names
        assert names.listed() == [report.name for report in REPORTS]
        names.search.setText("did not arrive")
        names.search.returnPressed.emit()
        assert names.listed() == [
            "Customer Delivery Failure Report",
            "Campaign(s) Message Failure Overview",
        ]
        assert [type_ for type_, heading in names.headings.items() if not heading.isHidden()] == [
            "Overall",
            "Campaigns",
        ]
        names.search.setText("nothing like it")
        names.search.returnPressed.emit()
        assert names.listed() == [] and not names.nothing.isHidden()


async def test_the_type_follows_the_report_until_a_person_chooses_another(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        form, names = tab.ask_page.form, tab.ask_page.names
        names.rows[SMALL].click()
        assert form.values()[TYPE] == "Helpdesk"
        names.rows["Popup Insights"].click()
        assert form.values()[TYPE] == "Widgets"
        form.apply(TYPE, "Overall")
        names.rows[SMALL].click()
        assert form.values()[TYPE] == "Overall"
        form.undo_stack.undo()
        assert form.values()[NAME] == "Popup Insights"


async def test_what_is_missing_stands_at_its_field_and_nothing_leaves(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        page = tab.ask_page
        press(tab)
        await at_rest(tab)
        assert [name for name, field in page.form.fields.items() if field.error()] == [NAME, TYPE, EMAILS]
        page.names.rows[SMALL].click()
        type_emails(qtbot, tab, "ada@", "ada@shop.example")
        press(tab)
        await at_rest(tab)
        assert "ada@" in page.form.fields[EMAILS].error()
        first = page.question.days_editor().first
        first.setText("31 Foo")
        first.textEdited.emit("31 Foo")
        first.editingFinished.emit()
        press(tab)
        await at_rest(tab)
        assert "31 Foo" in page.question.days_editor().parts["start_date"].error()
        assert asked(practice_store) == []


async def test_the_store_is_asked_for_exactly_what_the_form_says(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        page = tab.ask_page
        write(qtbot, tab, SMALL, ME, "ada@shop.example")
        form, reference = page.form, page.reference
        form.apply(DAYS, {"start_date": "2026-03-28", "end_date": "2026-03-29", "period": ""})
        form.apply(FILTERS, {"channel": "email", "group_by": "week"})
        form.apply(DESCRIPTION, "For Monday")
        line = page.question.days_editor().exact
        assert line.text() == "2 days, the first and the last included."
        told = line.toolTip()
        press(tab)
        await at_rest(tab)
        (report,) = asked(practice_store)
        assert report["request"] == {
            "reportType": "Helpdesk",
            "reportName": SMALL,
            "dateRange": {"startDate": "2026-03-27T23:00:00.000Z", "endDate": "2026-03-29T21:59:59.999Z"},
            "emails": [ME, "ada@shop.example"],
            "reportDescription": f"For Monday · Ref {reference}",
            "filters": {"channel": "email", "groupBy": "week"},
        }
        assert all(report["request"]["dateRange"][name] in told for name in ("startDate", "endDate"))
        assert page.reference != reference and form.changes() == []


async def test_a_refusal_lands_on_its_field_and_leaves_no_run(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    words = "emails[0] is not a colleague of this store"
    refused = answer_of({"status": 400, "errors": [{"message": words}]}, 400)
    async with fault_server(answers(refused)) as server, open_tab(server) as tab:
        write(qtbot, tab)
        press(tab)
        await at_rest(tab)
        page = tab.ask_page
        assert words in page.form.fields[EMAILS].error()
        assert page.head_problems and page.form.values()[EMAILS] == [ME]
        await until(lambda: not tab.console.reports.scope.is_busy() and tab.console.reports.all() == ())
        assert len(server.requests) == 1
        type_emails(qtbot, tab, "ada@shop.example")
        assert not page.form.fields[EMAILS].error()


async def test_a_large_export_warns_of_its_mails_and_goes_to_me_alone(
    window_loop: QApplication, qtbot: QtBot, parts_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(parts_store) as tab:
        page = tab.ask_page
        write(qtbot, tab, ALL, "ada@shop.example", "bo@shop.example")
        assert not page.mails.isHidden() and "2 people" in page.mails.said.text()
        press(tab)
        assert "2 people" in await answer(tab, "Keep editing")
        await at_rest(tab)
        assert asked(parts_store) == []
        press(tab)
        await answer(tab, "Only me")
        asking = await until(lambda: next(iter(tab.findChildren(FieldQuestion)), None))
        asking.field.setText(ME)
        asking.take.click()
        await at_rest(tab)
        assert [report["request"]["emails"] for report in asked(parts_store)][-1] == [ME]
        await reach(tab, newest(tab), Stage.DONE)
        assert page.mails_now().parts == 1, "the export before tells how large it will be"


async def test_the_same_within_a_day_is_asked_for_only_on_purpose(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        await ask(qtbot, tab)
        press(tab)
        assert "within the last 24 hours" in await answer(tab, "Do not ask again")
        await at_rest(tab)
        await until(lambda: len(tab.console.reports.all()) == 1)
        press(tab)
        await answer(tab, "Ask again")
        await until(lambda: len(asked(practice_store)) == 2)


async def test_a_draft_is_there_again_after_a_restart(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        write(qtbot, tab, SMALL, ME, period="last_7_days")
        await tab.ask_page.keep_draft()
        before = tab.ask_page.form.values()
    async with open_tab(practice_store) as tab:
        assert tab.ask_page.form.values() == before
        assert tab.ask_page.question.days_editor().chips["last_7_days"].isChecked()


async def test_a_named_period_is_counted_from_the_day_that_it_is(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        write(qtbot, tab, SMALL, ME, period="yesterday")
        days = tab.ask_page.question.days_editor()
        before, now = days.days(), days.today()
        assert before == (now - timedelta(days=1), now - timedelta(days=1))
        days.today = lambda: now + timedelta(days=1)
        tab.console.day_watch.changed.emit()
        assert days.days() == (now, now)
        assert days.chips["yesterday"].isChecked()
        days.first.set_day(before[0])
        days.first.edited.emit()
        tab.console.day_watch.changed.emit()
        assert days.first.day() == before[0], "days that somebody typed stay"


async def test_a_saved_question_fills_what_nobody_typed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        page = tab.ask_page
        write(qtbot, tab, SMALL, "team@shop.example", period="last_7_days")
        page.saved.keep_wanted.emit()
        await answer(tab, "Save")
        await until(lambda: [preset.name for preset in page.saved.known] == [SMALL])
        page.question.load(page.blank())
        type_emails(qtbot, tab, ME)
        page.use_saved(page.saved.known[0])
        values = page.form.values()
        assert (values[NAME], days(tab)["period"], values[EMAILS]) == (SMALL, "last_7_days", [ME])
        (told,) = [each for each in tab.console.notices.open if each.advice]
        assert "Recipients" in told.advice
        told.links[0].run()
        assert page.form.values()[EMAILS] == ["team@shop.example"]
        page.form.undo_stack.undo()
        assert page.form.values()[EMAILS] == [ME]


async def test_saved_questions_are_renamed_and_taken_away_with_a_way_back(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(practice_store) as tab:
        page = tab.ask_page
        write(qtbot, tab)
        page.saved.keep_wanted.emit()
        await answer(tab, "Save")
        await until(lambda: page.saved.known)
        page.saved.rename(page.saved.known[0])
        found = await dialog(tab)
        (line,) = found.findChildren(QLineEdit)
        assert line.text() == SMALL
        line.setText("Weekly & more")
        await answer(tab, "Rename")
        await until(lambda: [preset.name for preset in page.saved.known] == ["Weekly & more"])
        page.saved.forget(page.saved.known[0])
        await until(lambda: page.saved.known == ())
        tab.console.notices.open[-1].links[0].run()
        await until(lambda: [preset.name for preset in page.saved.known] == ["Weekly & more"])


async def test_a_store_that_is_away_does_not_hold_the_form(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    with free_port() as port:
        async with open_tab(Nowhere(f"http://127.0.0.1:{port}")) as tab:
            live = await ask(qtbot, tab)
            assert live.run.stage is Stage.ASKING and live.trouble and not tab.ask_page.is_busy()
            shown = card(tab, live)
            assert shown.said.text() and shown.ways["stop"].isVisible()
            click(tab, live, "stop")
            await until(lambda: live.run.stage is Stage.STOPPED)


@pytest.mark.parametrize("size", [(936, 618), (848, 518), (1352, 818)])
async def test_the_form_keeps_its_room_beside_the_reports(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_tab: Open,
    size: tuple[int, int],
) -> None:
    """The page of a window of 1024 × 700, of the smallest and of a large one."""
    async with open_tab(practice_store, *size) as tab:
        await ask(qtbot, tab)
        page = tab.ask_page
        await until(page.runs.isVisible)
        assert page.page.width() >= 360 and page.page.height() >= 360
