"""The main window: band, rail, pages, status bar around one store."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import grid_box
from svcconsole.gui.kit.containers.kept_pages import ReopensPages
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.focus import focus_on, has_focus_inside, resume_focus
from svcconsole.gui.kit.page_protocols import (
    Activates,
    CanLeave,
    Closes,
    HasRegions,
    OpensImport,
    OpensPages,
    OpensRun,
    ShowsCustomers,
    ShowsFiles,
    ShowsMessages,
    ShowsReports,
    TakesBack,
    WritesMessages,
)
from svcconsole.gui.runtime import call_finder
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.saved_files import saved_files
from svcconsole.gui.runtime.settings import SOON_MS
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.window_requests import MessageStart, PersonRef, StoreChoice, WindowRequest
from svcconsole.gui.shell import menus
from svcconsole.gui.shell.band import NARROW, Band
from svcconsole.gui.shell.calls_area import CallsArea
from svcconsole.gui.shell.commands import Commands
from svcconsole.gui.shell.focus_guard import FocusGuard
from svcconsole.gui.shell.notice_stack import NoticeStack
from svcconsole.gui.shell.pages import Pages
from svcconsole.gui.shell.rail import TABS, Rail
from svcconsole.gui.shell.regions import move_focus
from svcconsole.gui.shell.status_bar import StatusBar
from svcconsole.gui.shell.team_watch import TeamWatch

if TYPE_CHECKING:
    from svcconsole.gui.panels.activity.page import ActivityPage
    from svcconsole.gui.panels.decisions.page import DecisionsPage
    from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
    from svcconsole.gui.panels.settings.page import SettingsPage
    from svcconsole.gui.runtime.practice_process import PracticeProcess
    from svcconsole.gui.runtime.runs_controller import RunsController
    from svcconsole.workspace.known.people import Person

LEAST = (900, 600)
LAST_TAB, LAST_DAY = "window/tab", "window/day"
TAB_OF_RUN = {
    "customers": "Customers",
    "user_properties": "User Properties",
    "templates": "Messaging",
    "messages": "Messaging",
    "flows": "Messaging",
    "tickets": "Helpdesk",
}
"""The tab that shows a kind of run; any other is the Catalog's."""


class MainWindow(FileDropWidget):
    """One store's window. It never closes itself: `wishes` says what is wanted, the program decides."""

    def __init__(self, console: Console, stores: list[StoreChoice], practice: PracticeProcess | None = None):
        super().__init__()
        self.console = console
        self.wishes: asyncio.Queue[WindowRequest] = asyncio.Queue()
        self.scope = make_scope(self, console.notices)
        self._stores = stores
        self._dock: ActivityDock | None = None
        self._activity: ActivityLine | None = None
        self._before_person: QWidget | None = None
        self._tab = ""
        self._runs_are_there = asyncio.Event()
        self._tab_soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._tab_soon.timeout.connect(self._remember_tab)
        self.band = Band(console.card)
        self.rail = Rail()
        self.pages = Pages(console, practice)
        self.area = CallsArea(console, self.pages, practice)
        self.status = StatusBar(console)
        self.team = TeamWatch(console)
        self._build()
        self.notices = NoticeStack(console.notices, self.pages)
        self._focus_guard = FocusGuard(self.pages)
        self.commands = Commands(self, self)
        self._connect()
        self.set_stores(stores)
        self.show_card()
        self.accept_files(console.notices)
        self.file_dropped.connect(self.open_dropped_file)
        saved_files().chosen.connect(self._note_saved)
        self.setMinimumSize(dp(LEAST[0]), dp(LEAST[1]))

    # What the program does with it

    def begin(self) -> None:
        """Show the tab that was in front the last time, ready for typing; a new day begins with Today."""
        settings, today = self.console.settings, display_zone().now().date().toString(Qt.DateFormat.ISODate)
        last = settings.get(LAST_TAB, TABS[0].name)
        known = any(tab.name == last for tab in TABS) and settings.get(LAST_DAY, today) == today
        settings.set(LAST_DAY, today)
        focus_on(self.show_tab(last if known else TABS[0].name))
        self.team.begin()

    def set_stores(self, stores: list[StoreChoice]) -> None:
        """The stores to choose from in the band."""
        self._stores = stores

    def show_card(self) -> None:
        """Draw the store's name, colour and level as they are now."""
        card = self.console.card
        self.band.set_card(card)
        if card.practice:
            title = tr("Practice store · svcconsole")
        else:
            title = tr("{store} (live) · svcconsole", store=visible(card.name))
        self.setWindowTitle(title)

    def add_runs(self, runs: RunsController, line: ActivityLine, dock: ActivityDock) -> None:
        """Put the activity of the runs into the status bar and under the pages."""
        self.status.add_activity(line)
        self._dock, self._activity = dock, line
        self._grid.addWidget(dock, 2, 1)
        dock.hide()
        line.dock_wanted.connect(self.toggle_dock)
        dock.closed.connect(self.toggle_dock)
        dock.opened.connect(self.show_run)
        dock.all_wanted.connect(self.show_activity)
        runs.show_wanted.connect(self.show_run)
        for changed in (runs.changed, runs.finished, self.console.sends_changed):
            changed.connect(self._count_decisions)
        self._count_decisions()
        self._runs_are_there.set()
        self.console.runs_there.emit()
        self._reopen(self.page())

    def _note_saved(self, path: Path, window: QWidget | None) -> None:
        """A place was chosen for a file of the store of that window."""
        if window is self.window():
            self.console.note_saved(path)

    async def may_leave(self) -> bool:
        """Ask every page that may hold something unsaved."""
        for page in self.pages.all_built():
            if isinstance(page, CanLeave) and not await page.can_leave():
                return False
        return True

    async def aclose(self) -> None:
        """Have every page give back what it holds; the window is not used again."""
        self._remember_tab()
        for page in self.pages.all_built():
            if isinstance(page, Closes):
                await page.aclose()

    # What is in front

    def page(self) -> QWidget | None:
        """What is in front."""
        return self.pages.currentWidget()

    def show_tab(self, name: str) -> QWidget:
        """Bring a tab to the front by its exact name, building it the first time; the page."""
        at = next(index for index, tab in enumerate(TABS) if tab.name == name)
        page = self.pages.tab(TABS[at])
        self.rail.choose(at)
        self._show_page(page)
        self._tab = name
        self._tab_soon.start()
        return page

    def _remember_tab(self) -> None:
        self._tab_soon.stop()
        if self._tab and self.console.settings.get(LAST_TAB, "") != self._tab:
            self.console.settings.set(LAST_TAB, self._tab)
            self.console.settings.save()

    def show_page_of(self, name: str, wanted: str) -> None:
        """Bring one of a tab's pages to the front, by its name (`OpensPages`); blank: the tab alone."""
        page = self.show_tab(name)
        if wanted and isinstance(page, OpensPages):
            page.open_page(wanted)

    def show_place(self, place: str) -> QWidget:
        """Bring Practice or Help to the front."""
        self.rail.choose_place(place)
        page = self.pages.place(place)
        self._show_page(page)
        return page

    def show_decisions(self, run_id: str = "") -> DecisionsPage:
        """Bring what needs a decision to the front, that of one run where it is named."""
        self.rail.choose_place("decisions")
        page = self.pages.decisions()
        if run_id:
            page.show_run(run_id)
        self._show_page(page)
        return page

    def show_activity(self) -> ActivityPage:
        """Bring the runs of everybody and the log to the front."""
        self.rail.choose_place("activity")
        page = self.pages.activity()
        self._show_page(page)
        return page

    def show_approval(self, run_id: str = "") -> None:
        """Bring a plan that waits for a second person to the front; blank: all that wait."""
        self.show_activity().show_approval(run_id)

    def show_delivery(self) -> None:
        """Bring what became of the messages to the front."""
        page = self.show_tab("Messaging")
        if isinstance(page, ShowsMessages):
            page.show_delivery()

    def show_log(self) -> None:
        """Bring the log to the front."""
        self.show_activity().show_log()

    def show_settings(self, section: str = "") -> SettingsPage:
        """Bring the settings to the front, at a section where one is named."""
        self.rail.choose_place("settings")
        page = self.pages.settings()
        self._show_page(page)
        if section:
            page.show_section(section)
        return page

    def show_person(self, whom: PersonRef) -> None:
        """Lay the page with everything known of a person over the page in front."""
        page = self.pages.person()
        if self.page() is not page:
            self._before_person = self.page()
        page.show_whom(whom)
        self._show_page(page)

    def show_customer(self, person: Person) -> None:
        """Show a person's card in the Customers tab; somebody never seen here is looked up."""
        page = self.show_tab("Customers")
        if isinstance(page, ShowsCustomers):
            if person.key:
                page.show_customer(person.key)
            else:
                page.look_up_customer(person.external_id or person.service_id)

    def write_message(self, start: MessageStart) -> None:
        """Begin a message in the Messaging tab."""
        page = self.show_tab("Messaging")
        if isinstance(page, WritesMessages):
            page.write_message(start)

    def show_run(self, run_id: str) -> None:
        """Open one run in the tab it belongs to."""
        self.scope.start(self._show_run(run_id))

    def reports(self) -> ShowsReports | None:
        """Bring the Reports tab to the front."""
        page = self.show_tab("Reports")
        return page if isinstance(page, ShowsReports) else None

    def show_report(self, run_id: str) -> None:
        """Bring a report that was asked for into view."""
        if (page := self.reports()) is not None:
            page.show_report(run_id)

    def open_report(self, run_id: str) -> None:
        """Look at the file of a report."""
        if (page := self.reports()) is not None:
            page.open_report(run_id)

    def open_dropped_file(self, path: Path) -> None:
        """A file was dropped: looked at where files are looked at, imported everywhere else."""
        page = self.page()
        if isinstance(page, ShowsFiles):
            page.open_table(path)
        else:
            self.open_import(path)

    def open_import(self, path: Path | None) -> None:
        """Begin an import in the tab in front, in the Catalog tab where that takes no files."""
        page = self.page()
        if not isinstance(page, OpensImport):
            page = self.show_tab("Catalog")
        if isinstance(page, OpensImport):
            page.open_import(path)

    def show_help(self, about: QWidget | None = None, page: str = "") -> None:
        """Bring the help to the front: a page by its name, else the one about a part of the window, with what
        is known of the field that this is."""
        from svcconsole.gui.panels.help.field_help import help_of_field
        from svcconsole.gui.panels.help.topics import BY_NAME, topic_of

        topic = BY_NAME[page] if page else topic_of(about)
        field = help_of_field(about)
        self.show_place("help")
        self.pages.help().show_topic(topic, field)

    def show_help_beside(self, about: QWidget) -> None:
        """Show the help on a part of a dialog or a popover beside it: the Help page would stand behind."""
        from svcconsole.gui.panels.help.beside import show_help_beside

        show_help_beside(about)

    def show_shortcuts(self) -> None:
        """Bring the sheet of all shortcuts to the front."""
        self.show_place("help")
        self.pages.help().show_shortcuts()

    def show_numbers(self) -> None:
        """Bring the numbers to practise with to the front."""
        self.show_place("help")
        self.pages.help().show_numbers()

    def show_about(self) -> None:
        """Bring version, build and licences to the front."""
        self.show_place("help")
        self.pages.help().show_about()

    def show_reference(self, path: str = "") -> None:
        """Bring the API reference to the front, at the operation of `path` where one is given."""
        self.show_place("help")
        self.pages.help().show_reference(path or None)

    async def _show_run(self, run_id: str) -> None:
        if self.console.runs is None:
            await self._runs_are_there.wait()
        info = await self.console.db(lambda space: space.runs.get(run_id))
        page = self.show_tab(TAB_OF_RUN.get(info.kind, "Catalog"))
        if isinstance(page, OpensRun):
            page.open_run(run_id)

    async def _take_back(self, run_id: str) -> None:
        info = await self.console.db(lambda space: space.runs.get(run_id))
        page = self.show_tab(TAB_OF_RUN.get(info.kind, "Catalog"))
        if isinstance(page, TakesBack):
            page.open_take_back(run_id)

    def _show_page(self, page: QWidget) -> None:
        """Bring a page to the front with the focus in it; whoever walks along the rail stays there."""
        walks = has_focus_inside(self.rail) or (has_focus_inside(page) and self.page() is page)
        last = page.focusWidget()
        self.pages.setCurrentWidget(page)
        self.notices.raise_()
        if not walks and not (last is not None and resume_focus(page)):
            focus_on(page)
        if isinstance(page, Activates):
            page.activate()
        self._reopen(page)

    def _reopen(self, page: QWidget | None) -> None:
        """The pages that lay over a tab's lists the last time come back; those of runs need the runs."""
        if self._runs_are_there.is_set() and isinstance(page, ReopensPages):
            page.reopen_pages()

    def _go_to_catalog(self, file: Path | None) -> None:
        if file is None:
            self.show_tab("Catalog")
        else:
            self.open_import(file)

    def _leave_person(self) -> None:
        before, self._before_person = self._before_person, None
        if before is not None:
            self._show_page(before)

    def _leave_place(self) -> None:
        self.show_tab(TABS[self.rail.tabs.currentIndex()].name)

    # Building

    def _build(self) -> None:
        self._grid = grid_box(parent=self, spacing=0)
        self._grid.addWidget(self.band, 0, 0, 1, 2)
        self._grid.addWidget(self.rail, 1, 0, 2, 1)
        self._grid.addWidget(self.area, 1, 1)
        self._grid.addWidget(self.status, 3, 0, 1, 2)
        self._grid.setRowStretch(1, 1)
        self._grid.setColumnStretch(1, 1)

    def _connect(self) -> None:
        self.rail.tab_chosen.connect(lambda at: self.show_tab(TABS[at].name))
        self.rail.practice_clicked.connect(lambda: self.show_place("practice"))
        self.rail.help_clicked.connect(lambda: self.show_place("help"))
        self.band.store_clicked.connect(self.open_stores)
        self.band.command_clicked.connect(self.commands.open_palette)
        self.band.settings_clicked.connect(self.show_settings)
        self.band.decisions_clicked.connect(self.show_decisions)
        self.console.decisions_wanted.connect(self.show_decisions)
        self.console.card_changed.connect(self.show_card)
        display_zone().changed.connect(self._show_times)
        self.console.day_watch.changed.connect(self._show_times)
        self.console.day_watch.start()
        self.status.try_now.connect(self._try_now)
        self.status.faults_clicked.connect(partial(self.commands.practise, "practice.faults"))
        self.pages.practice_wanted.connect(partial(self.wish, "open", "practice"))
        self.pages.catalog_wanted.connect(self._go_to_catalog)
        self.pages.misbehaving.connect(self.status.show_misbehaving)
        self.pages.decisions_left.connect(self._leave_place)
        self.pages.place_left.connect(self._leave_place)
        self.pages.action_wanted.connect(self.commands.actions.run)
        self.pages.share_wanted.connect(self._share)
        self.pages.profile_changed.connect(self._change_profile)
        self.pages.person_left.connect(self._leave_person)
        self.pages.customer_wanted.connect(self.show_customer)
        self.team.here.connect(self.band.here.set_here)
        self.team.to_approve.connect(self.band.approvals.set_count)
        self.team.approval_wanted.connect(self.show_approval)
        self.team.delivery_wanted.connect(self.show_delivery)
        self.band.approvals_clicked.connect(self.show_approval)
        self.band.here_clicked.connect(self.show_activity)
        self.console.activity_wanted.connect(self.show_activity)
        self.console.run_wanted.connect(self.show_run)
        self.console.page_wanted.connect(self.show_page_of)
        self.console.settings_wanted.connect(self.show_settings)
        self.console.call_wanted.connect(self.area.show_call)
        self.console.notices.call_wanted.connect(partial(call_finder.show_call, self.console))
        self.area.left.connect(self._focus_page)
        self.console.person_wanted.connect(self.show_person)
        self.console.message_wanted.connect(self.write_message)
        self.console.report_wanted.connect(self.show_report)
        self.console.report_opened.connect(self.open_report)
        self.pages.run_wanted.connect(self.show_run)
        self.pages.back_wanted.connect(lambda run_id: self.scope.start(self._take_back(run_id)))

    # Doing

    def wish(self, kind: str, profile_id: str = "", file: Path | None = None) -> None:
        """Ask the program for something."""
        self.wishes.put_nowait(WindowRequest(kind, profile_id, file))

    def open_stores(self) -> None:
        """Show the menu of the stores."""
        menus.pop_up(
            menus.stores(
                self,
                self._stores,
                self.console.card,
                self._choose_store,
                self.commands.actions,
                open_beside=partial(self.wish, "beside"),
            ),
            self.band.store,
            self,
        )

    def has_dock(self) -> bool:
        """Whether there is a list of runs to show."""
        return self._dock is not None

    def toggle_dock(self) -> None:
        """Show the list of runs, or hide it."""
        if self._dock is not None and self._activity is not None:
            self._dock.setVisible(not self._dock.isVisible())
            self._activity.set_dock_open(self._dock.isVisible())

    def toggle_calls(self) -> None:
        """Show the calls to the store, or hide them."""
        self.area.toggle()

    def show_drifts(self) -> None:
        """Show what the service answers that its specification does not know."""
        self.area.show_drifts()

    def _focus_page(self) -> None:
        if (page := self.page()) is not None:
            resume_focus(page)

    def move_region(self, step: int) -> None:
        """Put the focus into the next region of the window, or the one before (-1)."""
        page = self.page()
        inner = list(page.regions()) if isinstance(page, HasRegions) else [page] if page else []
        dock = [self._dock] if self._dock is not None else []
        regions = [self.band, self.rail, *inner, *self.area.regions(), *dock, self.status]
        move_focus([part for part in regions if part.isVisible()], step)

    def _choose_store(self, profile_id: str) -> None:
        if profile_id != self.console.card.id:
            self.wish("open", profile_id)

    def _share(self, address: str, password: str) -> None:
        self.wishes.put_nowait(
            WindowRequest("share", self.console.card.id, address=address, password=password)
        )

    def _change_profile(self, changes: dict[str, object]) -> None:
        self.wishes.put_nowait(WindowRequest("change", self.console.card.id, changes=changes))

    def _count_decisions(self) -> None:
        self.scope.start(self._count(), key="decisions")

    async def _count(self) -> None:
        """Keep the band's number of things that need a decision."""
        self.band.decisions.set_count(await self.console.db(lambda space: space.decisions.count()))

    def _show_times(self) -> None:
        """Times are shown in another zone, or it is another day: what is painted is painted anew."""
        for widget in self.findChildren(QWidget):
            widget.update()

    def _try_now(self) -> None:
        self.scope.start(self.console.try_now(), key="try")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.commands.do_here("close")
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.rail.set_slim(self.width() < dp(NARROW))
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.wish("quit")
