"""The tour of the start page: what a bad moment left waits there, and its way on leads to it."""

from __future__ import annotations

from svcconsole.gui.panels.today.page import TodayPage
from svcconsole.gui.panels.today.tab import TASKS, TodayTab
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver


async def see_what_waits(stage: WindowDriver) -> None:
    """Everything that waits, once it is known."""
    page = start_page(stage)
    await stage.until("what waits is known", lambda: page.lines() and not page.is_reading())
    await stage.picture("today-what-waits")


def start_page(stage: WindowDriver) -> TodayPage:
    """The start page of the window."""
    tab = stage.window.show_tab("Today")
    if not isinstance(tab, TodayTab):
        raise NotAsExpected("the start page is built")
    tab.open_page("")
    return tab.page


async def first_tasks(stage: WindowDriver) -> None:
    """The five tasks, none of them done."""
    tab = stage.window.show_tab("Today")
    if not isinstance(tab, TodayTab):
        raise NotAsExpected("the start page is built")
    tab.open_page(TASKS)
    page = await stage.until("the first ten minutes are the practice store's", lambda: tab.tasks)
    await stage.until("the store's records are read", page.is_known)
    await stage.picture("first-ten-minutes")
