"""The first entry of the rail: Today; in the practice store the first ten minutes until they are done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.focus import focus_on, has_focus_inside
from svcconsole.gui.panels.today.page import TodayPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.gui.panels.first_tasks.page import FirstTasksPage
    from svcconsole.gui.runtime.practice_process import PracticeProcess

LOOKED_AROUND = "practice/looked_around"
"""Of the practice store: somebody wanted to look around first, or has done the tasks."""
TASKS = "tasks"


class TodayTab(QStackedWidget):
    """`done(id)`: do a row of the table of actions."""

    done = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self._practice: PracticeProcess | None = None
        self._begun = False
        self.tasks: FirstTasksPage | None = None
        self.page = TodayPage(console)
        self.page.done.connect(self.done)
        self._nothing_yet = QWidget()
        # the focus waits here, and goes to the tasks with the page
        self._nothing_yet.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._nothing_yet.setAccessibleName(tr("Today"))
        self.addWidget(self.page)
        self.addWidget(self._nothing_yet)

    def use_practice_store(self, process: PracticeProcess | None) -> None:
        """The practice store's process; None for a live store."""
        self._practice = process if self.console.card.practice else None
        if self._practice is not None and not self._begun:
            self._begun = True
            if not self.console.settings.get(LOOKED_AROUND, False):
                self.setCurrentWidget(self._nothing_yet)
                self.scope.start(self._begin(), "tasks")

    def open_page(self, page: str) -> None:
        """The first ten minutes, by `tasks`; whatever else is asked for, Today."""
        if page == TASKS and self.console.card.practice:
            self.scope.start(self._begin(), "tasks")
        else:
            self.scope.cancel("tasks")
            self._show(self.page)

    def activate(self) -> None:
        """Shown: what is in front reads what it shows."""
        self._front().activate()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do on the page in front."""
        return self._front().actions_here()

    def focus_start(self) -> QWidget | None:
        """Where the page in front begins."""
        if self.currentWidget() is self._nothing_yet:
            return self._nothing_yet
        return self._front().focus_start()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return self._front().regions()

    async def aclose(self) -> None:
        """End what is under way here."""
        await self.scope.close()
        await self.page.aclose()
        if self.tasks is not None:
            await self.tasks.aclose()

    def _front(self) -> TodayPage | FirstTasksPage:
        front = self.currentWidget()
        return self.tasks if self.tasks is not None and front is self.tasks else self.page

    async def _begin(self) -> None:
        """The tasks, once the window is painted: what reads the store's records is heavy."""
        await self.console.may_load.wait()
        await asyncio.to_thread(import_module, "svcconsole.gui.panels.first_tasks.page")
        if self.tasks is None:
            from svcconsole.gui.panels.first_tasks.page import FirstTasksPage

            self.tasks = FirstTasksPage(self.console)
            self.tasks.left.connect(self._look_around)
            self.tasks.passed.connect(self._noted)
            self.tasks.bad_days_wanted.connect(lambda: self.done.emit("practice.scenarios"))
            self.tasks.place_wanted.connect(self._show_place)
            self.addWidget(self.tasks)
        self.tasks.use_practice_store(self._practice)
        self._show(self.tasks)

    def _show(self, page: TodayPage | FirstTasksPage) -> None:
        """Bring one of both to the front; the focus goes along where it is here."""
        had_focus = self.isVisible() and (has_focus_inside(self) or self.window().focusWidget() is None)
        self.setCurrentWidget(page)
        if self.isVisible():
            page.activate()
        if had_focus:
            focus_on(page)

    def _show_place(self, tab: str, page: str) -> None:
        if tab.startswith("@"):
            self.done.emit("practice.received")
        else:
            self.console.page_wanted.emit(tab, page)

    def _look_around(self) -> None:
        self._noted()
        self._show(self.page)

    def _noted(self) -> None:
        self.console.settings.set(LOOKED_AROUND, True)
        self.console.settings.save()
