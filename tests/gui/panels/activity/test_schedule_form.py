"""Schedules made and changed in the window: each kind of job, its bounds, the safe level, one read-only."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.kit.widgets.calm_combo import choose
from svcconsole.gui.panels.activity.page import ActivityPage
from svcconsole.gui.panels.schedules.job_fields import (
    DigestFields,
    ImportFields,
    JobFields,
    ReportFields,
    RunFields,
)
from svcconsole.gui.panels.schedules.schedule_page import SchedulePage
from svcconsole.gui.panels.schedules.when_fields import MONTH_END
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    ReportSettings,
    RunSettings,
    settings_of,
)
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.clock_rule import LAST_DAY, ClockRule, Every
from svcconsole.workspace.team.schedule_records import Bounds, Ending, FiringState, Job, NewSchedule, Schedule
from tests.gui.panels.activity.test_activity import ODD, type_the_name
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.workspace.planning import plan

__all__ = ["open_window", "settings"]

OPEN = LIVE._replace(safe_level="open")
NIGHTLY = ClockRule("Europe/Berlin", Every.DAY, "22:00")


async def form_of(window: MainWindow, job: Job | None = None) -> tuple[ActivityPage, SchedulePage]:
    """The form of a new schedule of a kind, or with none that of the one schedule there is."""
    page = window.show_activity()
    page.show_schedules()
    view = page.schedules
    await until(lambda: not view.scope.is_busy())
    if job is None:
        view.table.set_current(view.model.record(0).id)
        view.side.change.click()
    else:
        view.make(job)
    form = await until(view.form)
    await until(lambda: not form.scope.is_busy())
    return page, form


def fields_of(form: SchedulePage, job: Job, kind: type[JobFields]) -> JobFields:
    fields = form.jobs[job]
    assert isinstance(fields, kind)
    return fields


async def kept(window: MainWindow, page: ActivityPage) -> Schedule:
    """The one schedule there is, once the list is in front again."""
    await until(lambda: page.schedules.form() is None and not page.schedules.scope.is_busy())
    [schedule] = await window.console.db(lambda space: space.schedules.list())
    return schedule


async def test_a_file_of_every_night_is_made_with_its_bounds_once_the_store_is_named(
    qtbot: QtBot, window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "stock"
    folder.mkdir()
    async with open_window(LIVE) as window:
        page = window.show_activity()
        page.show_schedules()
        assert page.new_schedule.isVisible()
        qtbot.mouseClick(page.new_schedule, Qt.MouseButton.LeftButton)
        form = await until(page.schedules.form)
        assert not page.new_schedule.isVisible(), "one at a time"
        form.job.set_current(1)
        fields = fields_of(form, Job.IMPORT, ImportFields)
        assert isinstance(fields, ImportFields)
        form.save.click()
        await until(fields.fields["folder"].error)
        assert fields.fields["folder"].error().startswith("No folder is named.")
        assert fields.folder.line.hasFocus()
        qtbot.keyClicks(fields.folder.line, str(folder))
        fields.pattern.setText("stock-*.csv")
        choose(fields.columns, "remembered")
        fields.rehearse.setChecked(True)
        form.when.time.setText("22:00")
        form.bounds.lines["rows_least"].setText("many")
        form.save.click()
        await until(form.bounds.fields["rows_least"].error)
        form.bounds.lines["rows_least"].setText("10")
        form.bounds.lines["rows_most"].setText("5")
        form.save.click()
        await until(form.bounds.fields["rows_most"].error)
        assert "fewer than the least" in form.bounds.fields["rows_most"].error()
        form.bounds.lines["rows_most"].setText("5,000")
        form.bounds.lines["price_changes"].setText("3")
        form.name.setText(ODD[:60])
        form.save.click()
        await type_the_name(window)
        made = await kept(window, page)
        assert page.schedules.table.current_record() == made
        assert (made.name, made.job, made.rule) == (ODD[:60], Job.IMPORT, NIGHTLY)
        prepared = Prepared("products", remembered=True)
        assert settings_of(made) == ImportSettings(str(folder), prepared, "stock-*.csv", rehearse=True)
        assert made.bounds == Bounds(10, 5000, None, 3, 0)


async def test_a_report_of_every_monday_is_changed_and_another_s_change_is_not_written_over(
    qtbot: QtBot, window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    async with open_window(OPEN) as window:
        page, form = await form_of(window, Job.REPORT)
        fields = fields_of(form, Job.REPORT, ReportFields)
        assert isinstance(fields, ReportFields)
        form.save.click()
        await until(fields.fields["name"].error)
        choose(fields.report, "Ledger report")
        form.save.click()
        await until(fields.fields["emails"].error)
        fields.emails.set_values(["ada@shop.example"])
        choose(form.when.often, Every.WEEK)
        form.save.click()
        await until(lambda: form.when.fields["days"].error() == "Choose at least one day.")
        qtbot.mouseClick(form.when.days.chips[0], Qt.MouseButton.LeftButton)
        assert form.when.next.text().startswith("Next: ")
        form.save.click()
        made = await kept(window, page)
        monday = ClockRule("Europe/Berlin", Every.WEEK, "07:00", (0,))
        assert (made.name, made.rule) == ("Ledger report", monday)
        asked = settings_of(made)
        assert isinstance(asked, ReportSettings)
        assert (asked.name, asked.period, asked.emails) == (
            "Ledger report",
            "last_7_days",
            ("ada@shop.example",),
        )

        page, form = await form_of(window)
        assert form.title.text() == "Change Ledger report"
        assert not form.job.isVisibleTo(form), "what it does stays"
        choose(form.when.often, MONTH_END)
        form.when.time.setText("06:30")
        changed = replace(monday, time="05:00")
        others = NewSchedule(made.name, made.job, made.settings, changed)
        later = datetime.now(UTC) + timedelta(seconds=1)
        await window.console.db(lambda space: space.schedules.change(made.id, others, "ana", later))
        form.save.click()
        await until(lambda: "ana has changed “Ledger report” meanwhile." in form.footer.message())
        assert (await window.console.db(lambda space: space.schedules.get(made.id))).rule == changed
        form.leave()
        question = await until(lambda: next(iter(window.findChildren(Question)), None))
        question.by_id["leave"].click()
        await until(lambda: page.schedules.form() is None and not page.schedules.scope.is_busy())

        page, form = await form_of(window)
        assert form.when.time.text() == "05:00"
        choose(form.when.often, MONTH_END)
        form.save.click()
        month_end = ClockRule("Europe/Berlin", Every.MONTH, "05:00", (LAST_DAY,))
        assert (await kept(window, page)).rule == month_end


async def test_a_planned_run_starts_once_and_a_digest_says_where_it_is_told(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(OPEN) as window:
        run_id = await window.console.db(lambda space: plan(space, 2))
        page, form = await form_of(window, Job.RUN)
        fields = fields_of(form, Job.RUN, RunFields)
        assert isinstance(fields, RunFields)
        assert form.when.often.currentData() == Every.ONCE
        assert not form.when.often.isEnabled()
        form.when.date.set_day(datetime.now(UTC).date() - timedelta(days=9))
        choose(fields.run, run_id)
        form.save.click()
        await until(lambda: "That time is over." in form.footer.message())
        form.when.date.set_day(datetime(2999, 12, 1, tzinfo=UTC).date())
        form.save.click()
        made = await kept(window, page)
        assert settings_of(made) == RunSettings(run_id)
        assert made.rule == ClockRule("Europe/Berlin", Every.ONCE, "07:00", date="2999-12-01")
        assert made.bounds.refusals is None
        await window.console.db(lambda space: space.schedules.remove(made.id))

        page, form = await form_of(window, Job.DIGEST)
        digest = fields_of(form, Job.DIGEST, DigestFields)
        assert isinstance(digest, DigestFields)
        digest.notice.setChecked(False)
        form.save.click()
        await until(lambda: digest.fields["folder"].error().startswith("Nobody would see the digest."))
        digest.notice.setChecked(True)
        digest.days.setValue(7)
        form.save.click()
        assert settings_of(await kept(window, page)) == DigestSettings("", 7, notice=True)


async def test_a_read_only_store_gets_no_schedule_and_lets_none_go_on(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    def known(space: Workspace) -> Schedule:
        new = NewSchedule("Digest", Job.DIGEST, DigestSettings(notice=True).as_json(), NIGHTLY)
        return space.schedules.add(new, "ana", datetime.now(UTC))

    async with open_window(LIVE._replace(safe_level="read-only")) as window:
        schedule = await window.console.db(known)
        refused = "Wickloom Europe is set to read-only. Nothing was sent."
        page, form = await form_of(window, Job.DIGEST)
        form.save.click()
        await until(lambda: any(each.sentence == refused for each in window.console.notices.open))
        assert page.schedules.form() is form, "what was typed stays"
        form._changed = False
        form.leave()
        view = page.schedules
        await until(lambda: view.form() is None and view.model.rowCount() == 1 and not view.scope.is_busy())
        view.side.pause.click()
        await until(lambda: view.model.record(0).paused)
        for notice in window.console.notices.open:
            window.console.notices.close(notice)
        await until(lambda: not view.scope.is_busy())
        view.side.pause.click()
        await until(lambda: any(each.sentence == refused for each in window.console.notices.open))
        found = await window.console.db(lambda space: space.schedules.list())
        assert [(each.id, each.paused) for each in found] == [(schedule.id, True)]


async def test_a_digest_is_told_once_in_the_window_with_the_way_to_the_messages(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    def carried_out(space: Workspace, *, notice: bool, failed: int) -> None:
        """As a worker does it, on the same workspace."""
        now = datetime.now(UTC)
        kept = DigestSettings("", 7, notice=notice)
        new = NewSchedule(f"Digest {failed}", Job.DIGEST, kept.as_json(), NIGHTLY)
        schedule = space.schedules.add(new, "ana", now)
        asked = space.schedules.ask(schedule.id, "ana", now)
        [due] = [each for each in space.schedules.due(now) if each.firing == asked]
        firing = space.schedules.claim(due, "hamburg-1", now)
        assert firing is not None
        figures = {"messages": 1200, "delivered": 1190, "read": 0, "clicked": 0, "failed": failed}
        space.schedules.end(firing, Ending(FiringState.DONE, figures=figures), now)

    async with open_window(OPEN) as window:
        notices = window.console.notices
        await until(lambda: window.console.events.state is not None)
        with Workspace.open(window.console.store_folder) as worker:
            carried_out(worker, notice=False, failed=1)
            carried_out(worker, notice=True, failed=10)
        await until(lambda: any(each.about == "digest" for each in notices.open))
        [told] = [each for each in notices.open if each.about == "digest"]
        assert told.sentence.endswith("1,200 messages, 1,190 delivered, 10 failed")
        assert "Digest 10" in told.sentence
        assert (told.level, told.advice) == ("warning", "Over the last 7 days.")
        [way] = told.links
        way.run()
        assert window.page() is window.pages.built("Messaging")
    async with open_window(OPEN) as window:
        await window.console.db(lambda space: space.schedules.list())
        await until(lambda: not window.console.scope.is_busy("team digest"))
        assert not window.console.notices.open, "it was told here already"
