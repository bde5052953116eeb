"""The tasks in a real window: they stand in the practice store's Today, and each step's button is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.first_tasks.button_ring import ButtonRing, ring_button
from svcconsole.gui.panels.first_tasks.page import FirstTasksPage
from svcconsole.gui.panels.first_tasks.tasks import FOOT, HEAD, SIDE, TASKS
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.today.tab import TodayTab
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.services.first_tasks.passes import TASKS as TASK_IDS
from svcconsole.services.first_tasks.passes import note_passed
from tests.gui.panels.practice.conftest import Running
from tests.gui.shell.conftest import PRACTICE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["open_window", "settings"]

pytestmark = pytest.mark.usefixtures("window_loop")


async def tasks_of(window: MainWindow, store: PracticeStore, folder: Path) -> FirstTasksPage:
    """The first ten minutes of the window's Today, read once."""
    tab = window.show_tab("Today")
    assert isinstance(tab, TodayTab)
    tab.use_practice_store(Running(store, folder))
    page = await until(lambda: tab.tasks)
    assert isinstance(page, FirstTasksPage)
    await until(page.is_known)
    return page


@pytest.mark.parametrize("task", [task.id for task in TASKS])
async def test_the_button_of_the_next_step_is_ringed_where_it_stands(
    qtbot: QtBot,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    own_folders: Path,
    task: str,
) -> None:
    async with open_window(PRACTICE, tab="Today") as window:
        page = await tasks_of(window, practice_store, own_folders / "store")
        page.choose(task)
        qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        ring = await until(lambda: next(iter(window.window().findChildren(ButtonRing)), None))
        assert ring.isVisible()
        focus = window.window().focusWidget()
        qtbot.keyClick(focus or window, Qt.Key.Key_Escape)
        await until(lambda: not window.window().findChildren(ButtonRing))
        practice_store.clear_faults()
        scope = getattr(window.page(), "scope", None)
        await until(lambda: scope is None or not scope.is_busy())


@pytest.mark.parametrize("task, at", [("message", 3), ("campaign", 3), ("doubt", 1)])
async def test_later_steps_lead_to_their_places_too(
    open_window: OpenWindow,
    practice_store: PracticeStore,
    own_folders: Path,
    task: str,
    at: int,
) -> None:
    async with open_window(PRACTICE, tab="Today") as window:
        page = await tasks_of(window, practice_store, own_folders / "store")
        step = next(each for each in TASKS if each.id == task).steps[at]
        page.place_wanted.emit(step.tab, step.page)
        ring = await ring_button(window.window(), step.press)
        assert ring is not None
        ring.put_away()
        scope = getattr(window.page(), "scope", None)
        await until(lambda: scope is None or not scope.is_busy())


async def test_each_button_is_drawn_where_it_stands_and_as_it_looks(
    open_window: OpenWindow, practice_store: PracticeStore, own_folders: Path
) -> None:
    steps = {(step.tab, step.page, step.press): step for task in TASKS for step in task.steps}
    async with open_window(PRACTICE, tab="Today") as window:
        page = await tasks_of(window, practice_store, own_folders / "store")
        for step in steps.values():
            page.place_wanted.emit(step.tab, step.page)
            ring = await ring_button(window.window(), step.press)
            button = window.window().focusWidget()
            assert ring is not None and isinstance(button, QAbstractButton)
            ring.put_away()
            middle = button.mapTo(window.pages, button.rect().center())
            across, down = middle.x() / window.pages.width(), middle.y() / window.pages.height()
            stands = SIDE if across < 0.3 else HEAD if down < 0.2 else FOOT if down > 0.8 else None
            assert (stands, button.property("kind") == "primary") == (step.at, step.filled), step
            assert (button.text() == "") is (step.icon != ""), step
        scope = getattr(window.page(), "scope", None)
        await until(lambda: scope is None or not scope.is_busy())


async def test_an_import_that_is_open_is_led_on_by_its_own_buttons(
    open_window: OpenWindow, practice_store: PracticeStore, own_folders: Path
) -> None:
    async with open_window(PRACTICE, tab="Today") as window:
        page = await tasks_of(window, practice_store, own_folders / "store")
        tab = window.show_tab("Catalog")
        assert isinstance(tab, CatalogTab)
        tab.open_import()
        window.show_tab("Today")
        page.press()
        ring = await until(lambda: next(iter(window.window().findChildren(ButtonRing)), None))
        focus = window.window().focusWidget()
        assert isinstance(focus, QAbstractButton) and focus.text() == "Try a sample"
        ring.put_away()
        opened = tab.stack.currentWidget()
        assert isinstance(opened, ImportPage)
        focus.click()
        await until(lambda: opened.file.next.isVisible() and not opened.is_busy())
        window.show_tab("Today")
        page.press()
        ring = await until(lambda: next(iter(window.window().findChildren(ButtonRing)), None))
        assert window.window().focusWidget() is opened.file.next
        ring.put_away()
        await until(lambda: not page.scope.is_busy() and not tab.scope.is_busy())


async def test_they_leave_for_today_and_come_back_from_the_palette(
    open_window: OpenWindow, practice_store: PracticeStore, own_folders: Path
) -> None:
    async with open_window(PRACTICE, tab="Today") as window:
        page = await tasks_of(window, practice_store, own_folders / "store")
        tab = window.page()
        assert isinstance(tab, TodayTab) and tab.currentWidget() is page
        page.look_around.click()
        assert tab.currentWidget() is tab.page
        window.commands.actions.run("tasks")
        await until(lambda: tab.currentWidget() is page)
        await until(lambda: not tab.page.is_reading() and not page.scope.is_busy("look"))


async def test_once_all_are_done_the_next_start_begins_with_today(
    open_window: OpenWindow, practice_store: PracticeStore, own_folders: Path
) -> None:
    for task in TASK_IDS:
        note_passed(task)
    async with open_window(PRACTICE, tab="Today") as window:
        page = await tasks_of(window, practice_store, own_folders / "store")
        await until(page.bad_days.isEnabled)
    async with open_window(PRACTICE, tab="Today") as window:
        tab = window.show_tab("Today")
        assert isinstance(tab, TodayTab)
        tab.use_practice_store(Running(practice_store, own_folders / "store"))
        assert tab.tasks is None and tab.currentWidget() is tab.page
        await until(lambda: tab.page.contents is not None and not tab.page.is_reading())
