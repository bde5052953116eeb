"""The Customers tab: people, what was sent from here, imports, and the pages opened over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.kept_pages import KeptPages
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.import_pages import ImportPages
from svcconsole.gui.panels.importer.imports_page import ImportsPage
from svcconsole.gui.panels.take_back.undo_save import UndoSave
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.window_requests import MessageStart, PersonRef
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage, draft_key
from svcconsole.gui.tabs.customers.people_page import PeoplePage
from svcconsole.gui.tabs.customers.sent_page import SentPage, SentRow
from svcconsole.services.customers.customers import Include, SeenCustomer, read_again, seen_before
from svcconsole.workspace.drafts.draft_keys import NEW
from svcconsole.workspace.known.people import key_of

PEOPLE, SENT, IMPORTS = range(3)
KIND = "customers"


class CustomersTab(QWidget):
    """`chosen_page_changed` when a page was opened over the lists or closed again."""

    chosen_page_changed = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.stack = PageStack(self)
        self.home = QWidget(self.stack)
        self.header = PageHeader(tr("Customers"), parent=self.home)
        self.segments = Segments()
        self.import_button = button(tr("Import a file"), "import")
        self.new_button = button(tr("New customer"), "plus", "primary")
        self.lists = QStackedWidget(self.home)
        self.people = PeoplePage(console, self.scope)
        self._undo = UndoSave(console, self.scope, self, lambda save: self.show_customer(save.record_id))
        self.sent = SentPage(console)
        self.imports = ImportsPage(console, (KIND,))
        self.importing = ImportPages(console, self.scope, self.stack, KIND)
        self._opened = False
        self._kept_pages = KeptPages(
            self.stack,
            console.settings,
            "customers",
            {**self.importing.openers(), "customers": self._edit_again},
        )
        self._build()
        self._connect()

    def activate(self) -> None:
        """Shown: the people seen here, at once and without the store."""
        if not self._opened:
            self._opened = True
            self.scope.start(self.people.begin(), "open")
        self._read_list()

    async def can_leave(self) -> bool:
        """Ask the pages that are open, the one on top first."""
        for at in reversed(range(self.stack.count())):
            asked = getattr(self.stack.widget(at), "can_leave", None)
            if asked is not None and not await asked():
                return False
        return True

    async def aclose(self) -> None:
        """End what is under way here, the open pages first."""
        self._kept_pages.close()
        for pages in (self.stack, self.lists):
            for at in range(pages.count()):
                page = pages.widget(at)
                if isinstance(page, CustomerEditorPage):
                    page.forget_draft()  # `can_leave` has kept it: nothing may begin to keep it now
                scope = getattr(page, "scope", None)
                if scope is not None and scope is not self.scope:
                    await scope.close()
        await self.scope.close()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now: the open page's own, or the list's."""
        own = getattr(self.stack.currentWidget(), "actions_here", None)
        if own is not None:
            actions: Mapping[str, Callable[[], None]] = own()
            return actions
        return {
            "find": self._find,
            "new": self.new_customer,
            "primary": self.new_button.click,
            "refresh": self._refresh,
        }

    def focus_start(self) -> QWidget | None:
        """Where the page on top begins."""
        return self.stack

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        own = getattr(self.stack.currentWidget(), "regions", None)
        if own is not None:
            parts: Sequence[QWidget] = own()
            return parts
        inner = self.people.regions() if self.segments.current() == PEOPLE else (self.lists,)
        return (self.header, *inner)

    def show_customer(self, key: str) -> None:
        """Open the card of a person seen here."""
        self.segments.set_current(PEOPLE)
        self.people.open(key)
        self.stack.note_if_covered(self.console.notices)

    def look_up_customer(self, identity: str) -> None:
        """Look a customer up in the store by the external id or the service's."""
        self.segments.set_current(PEOPLE)
        self.people.side.search.setText(identity)
        self.people.ask(identity)
        self.stack.note_if_covered(self.console.notices)

    def is_list_open(self) -> bool:
        """Whether no page, a half-typed customer say, lies over the lists."""
        return self.stack.is_home()

    def reopen_pages(self) -> None:
        """What lay over the lists when the last window ended, also by a power cut."""
        self._kept_pages.reopen()

    def open_page(self, page: str) -> None:
        """Open one of its pages by the name it is kept under."""
        self._kept_pages.open(page)

    def open_import(self, path: Path | None = None, import_id: str | None = None) -> None:
        """Open the import page, on a file or on an import that was begun before."""
        self.importing.open_import(path, import_id)

    def open_take_back(self, run_id: str) -> None:
        """Bring the page to the front that takes a run back."""
        self.importing.open_take_back(run_id)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run."""
        self.importing.open_run(run_id)

    def new_customer(self) -> None:
        """Open the form of a new customer."""
        self.create_customer("")

    def create_customer(self, external_id: str) -> None:
        """Open the form of a new customer that is to have this external id."""
        self.scope.start(self._edit(None, external_id), "edit")

    def edit_customer(self) -> None:
        """Open the form of the customer on the card."""
        if self.people.card.seen is not None:
            self.scope.start(self._edit_fresh(self.people.card.seen), "edit")

    def reopen(self, row: SentRow) -> None:
        """Open what was sent before as a new draft, over the customer as the store has it now."""
        self.scope.start(self._reopen(row), "edit")

    def open_person(self) -> None:
        """Open the page with everything known of the person on the card."""
        person = self.people.person
        if person is not None:
            self.console.person_wanted.emit(PersonRef(person.keys, person.name))

    def _build(self) -> None:
        for title in (tr("People"), tr("Sent"), tr("Imports")):
            self.segments.add(title)
        self.header.add_leading(self.segments)
        self.header.add_action(self.import_button)
        self.header.add_action(self.new_button)
        for page in (self.people, self.sent, self.imports):
            self.lists.addWidget(page)
        vbox(self.header, (self.lists, 1), parent=self.home, spacing=0)
        self.stack.addWidget(self.home)
        self.stack.home_start = self._home_start
        vbox(self.stack, parent=self)
        self.setProperty("bg", "surface")
        self.setMinimumSize(dp(480), dp(320))

    def _home_start(self) -> QWidget | None:
        return self.people.side.search if self.segments.current() == PEOPLE else self.lists.currentWidget()

    def _connect(self) -> None:
        self.stack.uncovered.connect(self.chosen_page_changed)
        self.segments.currentChanged.connect(self._segment)
        self.import_button.clicked.connect(lambda: self.open_import(None))
        self.new_button.clicked.connect(self.new_customer)
        self.people.create_wanted.connect(self.create_customer)
        self.people.card.edit_wanted.connect(self.edit_customer)
        self.people.card.message_wanted.connect(
            lambda number: self.console.message_wanted.emit(MessageStart(number))
        )
        self.people.story.page_wanted.connect(self.open_person)
        self.sent.reopen.connect(self.reopen)
        self.sent.customer_wanted.connect(self.show_customer)
        self.imports.import_wanted.connect(self.open_import)
        self.imports.open_import.connect(lambda identity: self.open_import(None, identity))
        self.imports.open_run.connect(self.open_run)
        self.imports.take_back.connect(self.importing.open_take_back)
        self.importing.left.connect(self._show_imports)
        self.importing.browse.connect(self._browse_imported)
        self.importing.changed.connect(self.people.refresh_list)

    def _browse_imported(self) -> None:
        """Everybody is listed, whatever was searched for before the import."""
        self.segments.set_current(PEOPLE)
        self.people.side.search.clear()

    def _segment(self, index: int) -> None:
        self.lists.setCurrentIndex(index)
        self._read_list()

    def _read_list(self) -> None:
        page = self.lists.currentWidget()
        if isinstance(page, SentPage | ImportsPage):
            page.refresh()

    def _show_imports(self) -> None:
        self.segments.set_current(IMPORTS)
        self.imports.refresh()

    def _find(self) -> None:
        self.segments.set_current(PEOPLE)
        self.people.side.search.setFocus()

    def _refresh(self) -> None:
        self._read_list()
        self.people.refresh()
        self.people.refresh_list()

    def _edit_again(self, key: str) -> None:
        """The form that was open when the last window ended: of a new customer, or of one seen here."""
        self.scope.start(self._edit_kept(key), f"again {key}")

    async def _edit_kept(self, key: str) -> None:
        if key == NEW:
            await self._edit(None)
        elif (found := await self._fresh(key)) is not None:
            await self._edit(found)

    async def _fresh(self, key: str) -> SeenCustomer | None:
        """A person seen here as the store has them now; None for nobody."""
        person = await self.console.db(lambda workspace: workspace.people.get(key))
        if person is None:
            return None
        known = seen_before(person.body, person.seen_at).customer
        return await read_again(await self.console.ready(), known, Include())

    async def _edit_fresh(self, seen: SeenCustomer) -> None:
        """The form begins with a fresh read of everything, whatever the card shows."""
        found = await self.people.read_fresh(seen)
        if found is not None:
            await self._edit(found)

    async def _reopen(self, row: SentRow) -> None:
        await self._edit(await self._fresh(row.record_id), sent=row.sent)

    async def _edit(
        self, seen: SeenCustomer | None, external_id: str = "", sent: Mapping[str, Any] | None = None
    ) -> None:
        if self._raise_open(seen, external_id, sent):
            return
        page = CustomerEditorPage(self.console, seen)
        page.hide()
        await page.open(external_id, sent)
        if self._raise_open(seen, external_id, sent):  # it was asked for twice, and the other was read first
            page.deleteLater()
            return
        page.closed.connect(lambda: self._close(page))
        page.saved.connect(lambda found: self._saved(page, found))
        self.stack.open_page(page)
        page.begin()

    def _raise_open(
        self, seen: SeenCustomer | None, external_id: str, sent: Mapping[str, Any] | None
    ) -> bool:
        """Bring this customer's form to the front, where there is one, to begin as it is asked for."""
        key = draft_key(seen)
        shown = self.stack.find_page(CustomerEditorPage, lambda page: page.draft_key == key)
        if shown is not None:
            shown.begin_as(external_id, sent)
            self.stack.raise_page(shown)
        return shown is not None

    def _saved(self, page: CustomerEditorPage, found: SeenCustomer) -> None:
        name = page.title()
        self._close(page)
        self.console.notices.add(
            "success",
            tr("{name} is saved.", name=visible(name)),
            advice=self._undo.advice(page.last_save, created=page.seen is None),
            links=self._undo.links(page.last_save),
        )
        self.people.side.search.clear()  # what was looked for before need not be this customer
        self.show_customer(key_of(found.raw))

    def _close(self, page: QWidget) -> None:
        self.stack.close_page(page)
        self.people.refresh_story()
        self._read_list()
        focus_if_visible(self.people.side.search)
