"""The limit of a pace: set in a popover on a running run, shown, kept, lifted; what is no limit is said."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.runs.pace_limit import LimitForm, PaceLimit
from svcconsole.gui.panels.runs.run_page import RunPage
from tests.gui.panels.runs.conftest import MakeConsole, leave, plan
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show


def opened(limit: PaceLimit) -> LimitForm:
    limit.change.click()
    assert limit.form is not None and limit.form.isVisible()
    return limit.form


async def test_a_running_run_is_limited_and_let_go(
    make_console: MakeConsole, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    """One row a minute holds a run of 400; the limit is in its record; lifted, the run ends at once."""
    console = make_console(practice_store)
    run_id = await console.db(lambda space: plan(space, 400))
    await console.db(lambda space: space.runs.set_limit(run_id, 1))
    assert console.runs is not None
    console.runs.start(run_id)
    page = show(qtbot, RunPage(console, run_id), 1440, 900)
    view = page.panel.view
    await until(lambda: view.limit.isVisible() and view.accepted.value() == "1")
    assert view.limit.now.text().startswith("at most 1 a minute")
    assert "at most 1 a minute" in view.pace.text()

    form = opened(view.limit)
    assert form.number.text() == "1"
    form.number.setText("6.5")
    qtbot.keyClick(form.number, Qt.Key.Key_Return)
    assert form.field.error() == "A limit is a whole number from 1 to 1,000,000."
    assert form.isVisible()
    form.number.setText("2")
    qtbot.keyClick(form.number, Qt.Key.Key_Return)
    assert not form.isVisible()
    await until(lambda: view.limit.now.text().startswith("at most 2 a minute"))
    assert (await console.db(lambda space: space.runs.get(run_id))).rows_per_minute == 2

    opened(view.limit).lift.click()
    await until(lambda: view.accepted.value() == "400")
    await until(lambda: not view.limit.isVisible() and not page.panel.scope.is_busy())
    assert (await console.db(lambda space: space.runs.get(run_id))).rows_per_minute is None
    await page.shut()
    await leave(console)
