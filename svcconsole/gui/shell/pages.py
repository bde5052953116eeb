"""The pages of one window, each built when it is first shown: tabs, Practice, Help, decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.page_protocols import UsesPracticeStore, WantsActions
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.shell.rail import Tab

if TYPE_CHECKING:
    from svcconsole.gui.panels.activity.page import ActivityPage
    from svcconsole.gui.panels.decisions.page import DecisionsPage
    from svcconsole.gui.panels.help.page import HelpPage
    from svcconsole.gui.panels.person.page import PersonPage
    from svcconsole.gui.panels.practice.page import PracticePage
    from svcconsole.gui.panels.settings.page import SettingsPage
    from svcconsole.gui.runtime.practice_process import PracticeProcess

LEAST = (480, 240)
"""A page's room at the very least, when the calls are open under it."""


class Pages(QStackedWidget):
    """What a page wants of the window it says through these signals.

    `practice_wanted`: open the practice store's window. `catalog_wanted`: go there, with a file where one is
    given. `misbehaving`: how many faults of the practice store can still strike. `decisions_left`,
    `person_left` and `place_left`: go back. `customer_wanted(Person)`: show the customer's card.
    `action_wanted(id)`: do a row of the table of actions. `share_wanted(address, password)`: the workspace is
    to be there from now on; with a blank address, in the file here. `profile_changed(fields)`: these of the
    store's profile are to be kept. `back_wanted(run_id)`: what a run changed is to be given back.
    """

    practice_wanted = Signal()
    catalog_wanted = Signal(object)
    misbehaving = Signal(int)
    decisions_left = Signal()
    person_left = Signal()
    customer_wanted = Signal(object)
    run_wanted = Signal(str)
    back_wanted = Signal(str)
    place_left = Signal()
    action_wanted = Signal(str)
    share_wanted = Signal(str, str)
    profile_changed = Signal(object)

    def __init__(self, console: Console, practice: PracticeProcess | None) -> None:
        super().__init__()
        self._console = console
        self._practice = practice
        self._built: dict[str, QWidget] = {}

    def hasHeightForWidth(self) -> bool:
        """A page scrolls what it has no room for: no text that wraps may take the frame's room."""
        return False

    def sizeHint(self) -> QSize:
        """The same whatever the pages hold: the window is as large as a person makes it, and to measure every
        page, those that nobody sees too, at each change of one holds it up."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(LEAST[0]), dp(LEAST[1]))

    def tab(self, tab: Tab) -> QWidget:
        """The page of a tab."""
        page = self._page(tab.name, partial(self._make_tab, tab))
        if isinstance(page, UsesPracticeStore):
            page.use_practice_store(self._practice)
        return page

    def place(self, name: str) -> QWidget:
        """Practice or Help."""
        return self._page(name, {"practice": self._make_practice, "help": self._make_help}[name])

    def decisions(self) -> DecisionsPage:
        """What needs a decision, over all tabs."""
        from svcconsole.gui.panels.decisions.page import DecisionsPage

        page = self._page("decisions", self._make_decisions)
        if not isinstance(page, DecisionsPage):
            raise TypeError(page)
        return page

    def person(self) -> PersonPage:
        """Everything this console knows of one person."""
        from svcconsole.gui.panels.person.page import PersonPage

        page = self._page("person", self._make_person)
        if not isinstance(page, PersonPage):
            raise TypeError(page)
        return page

    def help(self) -> HelpPage:
        """The Help page."""
        from svcconsole.gui.panels.help.page import HelpPage

        page = self.place("help")
        if not isinstance(page, HelpPage):
            raise TypeError(page)
        return page

    def activity(self) -> ActivityPage:
        """The runs of everybody, and the log."""
        from svcconsole.gui.panels.activity.page import ActivityPage

        page = self._page("activity", self._make_activity)
        if not isinstance(page, ActivityPage):
            raise TypeError(page)
        return page

    def settings(self) -> SettingsPage:
        """What can be set."""
        from svcconsole.gui.panels.settings.page import SettingsPage

        page = self._page("settings", self._make_settings)
        if not isinstance(page, SettingsPage):
            raise TypeError(page)
        return page

    def built(self, name: str) -> QWidget | None:
        """A page by its name where it was wanted already."""
        return self._built.get(name)

    def all_built(self) -> Iterable[QWidget]:
        """Every page that was wanted already."""
        return list(self._built.values())

    def _page(self, name: str, make: Callable[[], QWidget]) -> QWidget:
        page = self._built.get(name)
        if page is None:
            page = self._built[name] = make()
            self.addWidget(page)
        return page

    def _make_tab(self, tab: Tab) -> QWidget:
        page: QWidget = getattr(import_module(tab.module), tab.page)(self._console)
        if isinstance(page, WantsActions):
            page.done.connect(self.action_wanted)
        return page

    def _make_help(self) -> HelpPage:
        from svcconsole.gui.panels.help.page import HelpPage

        return HelpPage(self._console)

    def _make_practice(self) -> PracticePage:
        from svcconsole.gui.panels.practice.page import PracticePage

        page = PracticePage(self._console, self._practice)
        page.practice_wanted.connect(self.practice_wanted)
        page.catalog_wanted.connect(self.catalog_wanted)
        page.misbehaving.connect(self.misbehaving)
        return page

    def _make_activity(self) -> ActivityPage:
        from svcconsole.gui.panels.activity.page import ActivityPage

        page = ActivityPage(self._console)
        page.left.connect(self.place_left)
        page.run_wanted.connect(self.run_wanted)
        page.back_wanted.connect(self.back_wanted)
        return page

    def _make_settings(self) -> SettingsPage:
        from svcconsole.gui.panels.settings.page import SettingsPage

        page = SettingsPage(self._console)
        page.left.connect(self.place_left)
        page.done.connect(self.action_wanted)
        page.share_wanted.connect(self.share_wanted)
        page.profile_changed.connect(self.profile_changed)
        page.help_wanted.connect(partial(self.action_wanted.emit, "help"))
        return page

    def _make_decisions(self) -> DecisionsPage:
        from svcconsole.gui.panels.decisions.page import DecisionsPage

        page = DecisionsPage(self._console)
        page.left.connect(self.decisions_left)
        page.run_wanted.connect(self.run_wanted)
        return page

    def _make_person(self) -> PersonPage:
        from svcconsole.gui.panels.person.page import PersonPage

        page = PersonPage(self._console)
        page.left.connect(self.person_left)
        page.run_wanted.connect(self.run_wanted)
        page.card_wanted.connect(self.customer_wanted)
        return page
