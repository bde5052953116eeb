"""The page Activity: runs of everybody with who sends them, and the log with its chain of hashes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from PySide6.QtWidgets import QApplication, QLineEdit
from sqlalchemy import text

from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.kit.grid.table import RecordModel
from svcconsole.gui.panels.activity.page import LOG, RUNS, ActivityPage
from svcconsole.gui.panels.importer.list_page import ImportListPage
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.workspace import address
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import NewRun
from svcconsole.workspace.runs.run_overview import run_overviews
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.schedule_records import Job, NewSchedule
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.workspace.planning import item, plan

__all__ = ["open_window", "settings"]

ODD = "مرحبا <b>x</b> 😀 " + "long " * 40 + ".csv"
NEW = NewRun("products", "Import products", "/shop/p.csv", "p.csv", "f" * 64, ("Handle",), operator="Ana")


def cells(model: RecordModel[Any], column: str) -> list[str]:
    """What stands in a column, from the top."""
    spec = model.columns()[model.column(column)]
    return [spec.plain_text(model.record(row)) for row in range(model.rowCount())]


def _create(workspace: Workspace, new: NewRun) -> None:
    workspace.runs.create(new, [item(0), item(1)])


async def activity(window: MainWindow) -> ActivityPage:
    page = window.show_activity()
    await until(lambda: page.runs.places.currentWidget() is not None and not page.runs.scope.is_busy())
    return page


async def test_runs_of_another_console_say_who_sends_them_and_when_it_was_heard(
    window_loop: QApplication,
    open_window: OpenWindow,
    new_database: Callable[[], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = new_database()
    monkeypatch.setenv(address.VARIABLE, shared)
    with Workspace.open(tmp_path / "till" / LIVE.id, shared) as till:
        quiet = till.runs.create(replace(NEW, file_name=ODD), [item(0), item(1)])
        driven = till.runs.create(replace(NEW, file_name="stock.csv"), [item(0)])
        till.runner.acquire(driven)
        till.operators.invite("Omar Haddad")
        with closing(psycopg.connect(shared, autocommit=True)) as other:
            other.execute("UPDATE runs SET operator = 'omar_haddad' WHERE id = %s", (quiet,))
        async with open_window(LIVE) as window:
            page = await activity(window)
            by_id = {row.info.id: row for row in (page.runs.model.record(at) for at in range(2))}
            assert by_id[quiet].driver is None and by_id[driven].driver is not None
            assert set(cells(page.runs.model, "run")) == {ODD, "stock.csv"}
            assert sorted(cells(page.runs.model, "far")) == ["0 of 1", "0 of 2"]
            assert set(cells(page.runs.model, "who")) == {till.operator, "Omar Haddad"}
            assert page.segments.current() == RUNS
            with closing(psycopg.connect(shared, autocommit=True)) as other:
                other.execute("UPDATE console_leases SET expires_at = expires_at - 100")
            page.runs.refresh()
            await until(lambda: "No word" in cells(page.runs.model, "state"))
            heard = next(words for words in cells(page.runs.model, "heard") if words)
            assert heard.endswith("ago, its computer may sleep")


def test_how_far_a_run_is_adds_up_over_both_engines(either_engine: None, tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        run_id = plan(workspace, 3, blocked=1)
        [row] = run_overviews(workspace, workspace.runs, shared=workspace.shared)
        assert (row.info.id, row.done, row.on_the_way, row.driver) == (run_id, 0, 0, None)
        with workspace.writing() as connection:
            connection.execute(text("UPDATE items SET state = 'acked' WHERE seq = 0"))
            connection.execute(text("UPDATE items SET state = 'rejected' WHERE seq = 1"))
            connection.execute(text("UPDATE items SET rows = 5 WHERE seq = 1"))
        [row] = run_overviews(workspace, workspace.runs, shared=workspace.shared)
        assert (row.sent, row.refused, row.needs_decision, row.done, row.rows_done) == (1, 1, 0, 2, 6)


async def test_it_is_empty_with_a_sentence_and_the_dock_and_the_palette_lead_there(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        window.commands.actions.run("activity")
        page = window.pages.activity()
        assert window.page() is page
        await until(lambda: not page.runs.scope.is_busy())
        assert page.runs.places.currentWidget() is page.runs.empty
        window.commands.actions.run("log")
        assert page.segments.current() == LOG
        await until(lambda: page.log.nothing.text() == "Nothing was done yet.")
        page.left.emit()
        assert window.page() is window.pages.built("Catalog")
        imports = ImportListPage(window.console, "products")
        imports.all_button.click()
        assert window.page() is page
        await until(lambda: not imports.scope.is_busy())
        imports.deleteLater()


async def test_the_log_is_filtered_verified_and_broken_where_somebody_changed_it(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        for name in ("spring.csv", ODD):
            new = replace(NEW, file_name=name)
            await window.console.db(partial(_create, new=new))
        window.show_log()
        log = window.pages.activity().log
        await until(lambda: log.model.rowCount() == 2 and "2 entries, verified" in log.chain_words.text())
        assert cells(log.model, "what")[1] == "Planned: spring.csv"
        assert cells(log.model, "count") == ["2", "2"]
        log.search.setText("spring")
        await until(lambda: log.model.rowCount() == 1)
        assert log.counted.text() == "1 of 2"
        log.table.set_current(1)
        await until(lambda: len(log.side.chain.entries()) == 2)
        after, this = log.side.chain.entries()
        assert ODD in after.text and (this.text, this.is_this) == ("This entry", True)
        assert after.stands and this.stands
        shown = {fact.label: fact.value for fact in log.side.facts.facts()}
        assert shown["Where"] == "Wickloom Europe (live)"
        assert (shown["Kind"], shown["Left out"]) == ("products", "0")
        assert not {name for name in shown if name[0].islower()}, "every detail is called by a word"
        assert log.side.open.isVisibleTo(log.side)
        log.search.setText("nothing like it")
        await until(log.nothing.isVisible)
        assert log.nothing.text() == "Nothing like that was done."
        log.search.clear()
        await until(lambda: log.model.rowCount() == 2)

        def forge(space: Workspace) -> None:
            with space.writing() as connection:
                found = connection.execute(text("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
                for name in found.scalars().all():
                    connection.execute(text(f"DROP TRIGGER {name}"))
                connection.execute(text("UPDATE audit_log SET subject = 'summer.csv' WHERE seq = 1"))

        await window.console.db(forge)
        log.verify.click()
        await until(lambda: log.chain.value().word == "Broken at entry 1")
        assert log.broken.isVisible()
        log.search.setText(ODD[:5])
        await until(lambda: log.model.rowCount() == 1)
        log.broken.click()
        await until(lambda: (entry := log.table.current_record()) is not None and entry.seq == 1)
        await until(lambda: [each.stands for each in log.side.chain.entries()] == [False, False])


async def test_schedules_say_when_what_waits_and_that_no_worker_is_heard(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        page = window.show_activity()
        page.show_schedules()
        view = page.schedules
        await until(lambda: not view.scope.is_busy())
        assert view.places.currentWidget() is view.empty
        await window.console.db(_schedule)
        view.refresh()
        await until(lambda: view.model.rowCount() == 1 and not view.scope.is_busy())
        assert view.nobody.isVisibleTo(view)
        assert cells(view.model, "job") == [ODD]
        assert cells(view.model, "when") == ["Every day, 22:00, Europe/Berlin"]
        assert cells(view.model, "last") == ["Missed"]
        assert view.side.question.isVisibleTo(view)
        view.side.leave.click()
        await until(lambda: cells(view.model, "last") == ["Left out"])
        assert not view.side.question.isVisibleTo(view)
        left = "Left out: Nothing was running when it was due."
        await until(lambda: [fact.value for fact in view.side.times.facts()] == [left])
        view.side.pause.click()
        await until(lambda: cells(view.model, "last") == ["Paused"])
        assert cells(view.model, "next") == ["–"]
        view.side.pause.click()
        await type_the_name(window)
        await until(lambda: cells(view.model, "next") != ["–"])


async def type_the_name(window: MainWindow) -> None:
    """Answer what a store with the safe level "name" asks."""
    question = await until(lambda: next(iter(window.findChildren(Question)), None))
    [line] = question.findChildren(QLineEdit)
    line.setText(LIVE.name)
    question.by_id["write"].click()


def _schedule(workspace: Workspace) -> None:
    """A schedule whose last time fell due while nothing ran."""
    rule = ClockRule("Europe/Berlin", Every.DAY, "22:00")
    long_ago = datetime.now(UTC) - timedelta(days=3)
    workspace.schedules.add(NewSchedule(ODD, Job.REPORT, {}, rule), "ana", long_ago)
    [due] = workspace.schedules.due(datetime.now(UTC))
    assert workspace.schedules.claim(due, "hamburg-1", datetime.now(UTC)) is None
