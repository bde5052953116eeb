"""The main window: band, rail, pages, status bar around one store, and what its keys do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QStackedWidget, QWidget

from svcconsole.gui import actions
from svcconsole.gui.actions import Actions
from svcconsole.gui.console import Console
from svcconsole.gui.drops import DropPlace
from svcconsole.gui.frame import menus
from svcconsole.gui.frame.band import NARROW, Band
from svcconsole.gui.frame.notice_stack import NoticeStack
from svcconsole.gui.frame.rail import TABS, Rail
from svcconsole.gui.frame.regions import move_focus
from svcconsole.gui.frame.status_bar import StatusBar
from svcconsole.gui.metrics import dp
from svcconsole.gui.page import (
    Activates,
    CanLeave,
    FindsProducts,
    HasActions,
    HasRegions,
    OpensImport,
    OpensRun,
    Practises,
)
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.text import visible
from svcconsole.gui.theme import theme
from svcconsole.gui.wishes import StoreChoice, Wish

if TYPE_CHECKING:
    from svcconsole.gui.panels.decisions.page import DecisionsPage
    from svcconsole.gui.panels.help.page import HelpPage
    from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
    from svcconsole.gui.panels.runs.controller import RunsController
    from svcconsole.gui.practice_process import PracticeProcess
    from svcconsole.gui.widgets.palette import Palette
    from svcconsole.gui.widgets.palette_list import Entry

LEAST = (900, 600)


class MainWindow(DropPlace):
    """One store's window. It never closes itself: `wishes` says what is wanted, the program decides."""

    def __init__(self, console: Console, stores: list[StoreChoice], practice: PracticeProcess | None = None):
        super().__init__()
        self.console = console
        self.wishes: asyncio.Queue[Wish] = asyncio.Queue()
        self.scope = TaskScope(self, console.notices)
        self._stores = stores
        self._practice = practice
        self._pages: dict[str, QWidget] = {}
        self._dock: ActivityDock | None = None
        self._activity: ActivityLine | None = None
        self.band = Band(console.card)
        self.rail = Rail()
        self.stack = QStackedWidget()
        self.status = StatusBar(console)
        self._build()
        self.notices = NoticeStack(console.notices, self.stack)
        self.actions_table = Actions(self, self._doings())
        self._connect()
        self.set_stores(stores)
        self.show_card()
        self.accept_files(console.notices)
        self.file_dropped.connect(self.open_import)
        self.setMinimumSize(dp(LEAST[0]), dp(LEAST[1]))

    # What the program does with it

    def begin(self) -> None:
        """Show the first tab, ready for typing."""
        self.show_tab("Catalog").setFocus(Qt.FocusReason.OtherFocusReason)

    def show_tab(self, name: str) -> QWidget:
        """Bring a tab to the front by its exact name, building it the first time; the page."""
        at = next(index for index, tab in enumerate(TABS) if tab.name == name)
        tab = TABS[at]
        page = self._pages.get(name) or self._add(name, getattr(import_module(tab.module), tab.page))
        self.rail.choose(at)
        self._bring(page)
        return page

    def show_place(self, place: str) -> QWidget:
        """Bring Practice or Help to the front."""
        self.rail.choose_place(place)
        page = self._pages.get(place) or self._add(place, self._maker(place))
        self._bring(page)
        return page

    def show_decisions(self, run_id: str = "") -> DecisionsPage:
        """Bring what needs a decision to the front, that of one run where it is named."""
        from svcconsole.gui.panels.decisions.page import DecisionsPage

        self.rail.choose_place("decisions")
        page = self._pages.get("decisions")
        if not isinstance(page, DecisionsPage):
            page = DecisionsPage(self.console)
            self._pages["decisions"] = page
            self.stack.addWidget(page)
            page.left.connect(self._leave_decisions)
            page.run_wanted.connect(self.show_run)
        if run_id:
            page.show_run(run_id)
        self._bring(page)
        return page

    def page(self) -> QWidget | None:
        """What is in front."""
        return self.stack.currentWidget()

    def open_import(self, path: Path | None) -> None:
        """Begin an import in the Catalog tab."""
        page = self.show_tab("Catalog")
        if isinstance(page, OpensImport):
            page.open_import(path)

    def set_stores(self, stores: list[StoreChoice]) -> None:
        """The stores to choose from in the band."""
        self._stores = stores

    def show_card(self) -> None:
        """Draw the store's name, colour and level as they are now."""
        card = self.console.card
        self.band.set_card(card)
        if card.practice:
            title = self.tr("Practice store · svcconsole")
        else:
            title = self.tr("{store} (live) · svcconsole").format(store=visible(card.name))
        self.setWindowTitle(title)

    def show_run(self, run_id: str) -> None:
        """Open one run in the tab it belongs to."""
        page = self.show_tab("Catalog")
        if isinstance(page, OpensRun):
            page.open_run(run_id)

    def add_runs(self, runs: RunsController, line: ActivityLine, dock: ActivityDock) -> None:
        """Put the activity of the runs into the status bar and under the pages."""
        self.status.add_activity(line)
        self._dock, self._activity = dock, line
        self._grid.addWidget(dock, 2, 1)
        dock.hide()
        line.dock_wanted.connect(self._toggle_dock)
        dock.closed.connect(self._toggle_dock)
        dock.opened.connect(self.show_run)
        runs.show_wanted.connect(self.show_run)
        for changed in (runs.changed, runs.finished, self.console.sends_changed):
            changed.connect(self._count_decisions)
        self._count_decisions()

    async def may_leave(self) -> bool:
        """Ask every page that may hold something unsaved."""
        for page in self._pages.values():
            if isinstance(page, CanLeave) and not await page.can_leave():
                return False
        return True

    # Building

    def _build(self) -> None:
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.addWidget(self.band, 0, 0, 1, 2)
        self._grid.addWidget(self.rail, 1, 0, 2, 1)
        self._grid.addWidget(self.stack, 1, 1)
        self._grid.addWidget(self.status, 3, 0, 1, 2)
        self._grid.setRowStretch(1, 1)
        self._grid.setColumnStretch(1, 1)

    def _connect(self) -> None:
        self.rail.tab_chosen.connect(lambda at: self.show_tab(TABS[at].name))
        self.rail.practice_clicked.connect(lambda: self.show_place("practice"))
        self.rail.help_clicked.connect(lambda: self.show_place("help"))
        self.band.store_clicked.connect(self._open_stores)
        self.band.command_clicked.connect(self._open_palette)
        self.band.settings_clicked.connect(self._open_settings)
        self.band.decisions_clicked.connect(self._open_decisions)
        self.console.decisions_wanted.connect(self.show_decisions)
        self.status.try_now.connect(self._try_now)
        self.status.faults_clicked.connect(partial(self._practise, "practice.faults"))
        self.console.card_changed.connect(self.show_card)

    def _maker(self, place: str) -> Callable[[Console], QWidget]:
        if place == "help":
            from svcconsole.gui.panels.help.page import HelpPage

            return HelpPage
        return self._practice_page

    def _practice_page(self, console: Console) -> QWidget:
        from svcconsole.gui.panels.practice.page import PracticePage

        page = PracticePage(
            console, self._practice, partial(self._wish, "open", "practice"), self._practise_in_catalog
        )
        page.misbehaving.connect(self.status.show_misbehaving)
        return page

    def _practise_in_catalog(self, file: Path | None) -> None:
        if file is None:
            self.show_tab("Catalog")
        else:
            self.open_import(file)

    def _add(self, name: str, make: Callable[[Console], QWidget]) -> QWidget:
        page = make(self.console)
        self._pages[name] = page
        self.stack.addWidget(page)
        return page

    def _bring(self, page: QWidget) -> None:
        self.stack.setCurrentWidget(page)
        self.notices.raise_()
        if isinstance(page, Activates):
            page.activate()

    # Doing

    def _doings(self) -> dict[str, Callable[[], None]]:
        here = {spec.id: partial(self._here, spec.id) for spec in actions.TABLE if spec.here}
        tabs = {f"tab.{at}": partial(self._show_tab, tab.name) for at, tab in enumerate(TABS)}
        themes = {
            f"theme.{name}": partial(self._set_theme, name)
            for name in ("system", "light", "dark", "contrast")
        }
        return {
            **here,
            **tabs,
            **themes,
            "practice": lambda: self._show_place("practice"),
            **{name: partial(self._practise, name) for name in actions.PRACTICE},
            "decisions": self._open_decisions,
            "import": lambda: self.open_import(None),
            "region.next": partial(self._move_region, 1),
            "region.previous": partial(self._move_region, -1),
            "palette": self._open_palette,
            "dock": self._toggle_dock,
            "store.switch": self._open_stores,
            "store.connect": partial(self._wish, "connect"),
            "store.edit": partial(self._wish, "edit", self.console.card.id),
            "store.practice": partial(self._wish, "open", "practice"),
            "shortcuts": self._show_shortcuts,
            "reference": partial(self._show_reference, None),
            "quit": partial(self._wish, "quit"),
        }

    def _show_tab(self, name: str) -> None:
        self.show_tab(name)

    def _show_place(self, place: str) -> None:
        self.show_place(place)

    def _help(self) -> HelpPage:
        from svcconsole.gui.panels.help.page import HelpPage

        page = self.show_place("help")
        if not isinstance(page, HelpPage):
            raise TypeError(page)
        return page

    def _show_shortcuts(self) -> None:
        self._help().show_shortcuts()

    def _show_reference(self, path: str | None = None) -> None:
        self._help().show_reference(path)

    def _practise(self, action_id: str) -> None:
        """Bring the Practice page to the front and do one of its rows of the table there."""
        page = self.show_place("practice")
        if isinstance(page, Practises):
            page.practise(action_id)

    def _wish(self, kind: str, profile_id: str = "", file: Path | None = None) -> None:
        self.wishes.put_nowait(Wish(kind, profile_id, file))

    def _here(self, action_id: str) -> None:
        do = self._doable_here().get(action_id)
        if do is not None:
            do()

    def _doable_here(self) -> dict[str, Callable[[], None]]:
        page = self.page()
        return dict(page.actions_here()) if isinstance(page, HasActions) else {}

    def _reason(self, spec: actions.ActionSpec) -> str:
        """Why an action cannot run now; empty when it can."""
        if spec.here and spec.id not in self._doable_here():
            return self.tr("Not on this page")
        if spec.id == "store.edit" and self.console.card.practice:
            return self.tr("The practice store has none")
        if spec.id == "store.practice" and self.console.card.practice:
            return self.tr("It is open")
        if spec.id in actions.PRACTICE and not self.console.card.practice:
            return self.tr("Only in the practice store's window")
        if spec.id == "dock" and self._dock is None:
            return self.tr("No runs yet")
        return ""

    @cached_property
    def palette_card(self) -> Palette:
        """The command palette, made when it is first wanted."""
        from svcconsole.gui.widgets.palette import Palette

        return Palette(self)

    def _open_palette(self) -> None:
        from svcconsole.gui import palette_entries

        entries = palette_entries.commands(self.actions_table.run, self._reason)
        entries += palette_entries.topics(self._show_shortcuts)
        entries += palette_entries.operations(self._show_reference)
        self.palette_card.open(entries, QApplication.focusWidget(), self._find_products)

    def _find_products(self, words: str, by_id: bool) -> list[Entry]:
        from svcconsole.gui import palette_entries

        catalog = self._pages.get("Catalog")
        if not isinstance(catalog, FindsProducts):
            return []
        return palette_entries.products(
            catalog.find_products(words, by_id=by_id), self._show_product, can_show=catalog.is_list_open()
        )

    def _show_product(self, identity: str) -> None:
        page = self.show_tab("Catalog")
        if isinstance(page, FindsProducts):
            page.show_product(identity)

    def _open_stores(self) -> None:
        menus.pop_up(
            menus.stores(self, self._stores, self.console.card, self._choose_store, self.actions_table),
            self.band.store,
            self,
        )

    def _choose_store(self, profile_id: str) -> None:
        if profile_id != self.console.card.id:
            self._wish("open", profile_id)

    def _open_settings(self) -> None:
        menus.pop_up(menus.settings(self, self.console.card, self.actions_table), self.band.settings, self)

    def _open_decisions(self) -> None:
        self.show_decisions()

    def _leave_decisions(self) -> None:
        self.show_tab(TABS[self.rail.tabs.currentIndex()].name)

    def _count_decisions(self) -> None:
        self.scope.start(self._count(), key="decisions")

    async def _count(self) -> None:
        """Keep the band's number of things that need a decision."""
        self.band.decisions.set_count(await self.console.db(lambda space: space.decisions.count()))

    def _set_theme(self, name: str) -> None:
        theme().set_setting(name)
        self.console.program_settings.put("theme", name)

    def _toggle_dock(self) -> None:
        if self._dock is not None and self._activity is not None:
            self._dock.setVisible(not self._dock.isVisible())
            self._activity.set_dock_open(self._dock.isVisible())

    def _try_now(self) -> None:
        self.scope.start(self.console.try_now(), key="try")

    # Keys and regions

    def _regions(self) -> list[QWidget]:
        page = self.page()
        inner = list(page.regions()) if isinstance(page, HasRegions) else [page] if page else []
        dock = [self._dock] if self._dock is not None else []
        return [part for part in (self.band, self.rail, *inner, *dock, self.status) if part.isVisible()]

    def _move_region(self, step: int) -> None:
        move_focus(self._regions(), step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._here("close")
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.rail.set_slim(self.width() < dp(NARROW))
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self._wish("quit")
