"""The tour of the start page: what a bad moment left waits there, and its way on leads to it."""

from __future__ import annotations

from svcconsole.gui.panels.today.page import TodayPage
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver


async def see_what_waits(stage: WindowDriver) -> None:
    """Everything that waits, once it is known."""
    page = start_page(stage)
    await stage.until("what waits is known", lambda: page.lines() and not page.is_reading())
    await stage.picture("today-what-waits")


def start_page(stage: WindowDriver) -> TodayPage:
    """The start page of the window."""
    page = stage.window.show_tab("Today")
    if not isinstance(page, TodayPage):
        raise NotAsExpected("the start page is built")
    return page
