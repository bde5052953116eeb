"""The Catalog tab: products, catalogs and imports of the store, and the pages opened from them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.kept_pages import KeptPages
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.live_refresh import LiveRefresh, Read
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.import_pages import ImportPages
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.catalog.editing.open_editors import OpenEditors
from svcconsole.gui.tabs.catalog.editing.stored_drafts import PRICES, StoredDraft
from svcconsole.gui.tabs.catalog.lists.products_page import ProductsPage
from svcconsole.gui.tabs.catalog.lists.record_lists import RecordLists
from svcconsole.gui.tabs.catalog.product.product_actions import ProductActions
from svcconsole.services.catalog.list_rows import ProductFilter
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.imports_page import ImportsPage
    from svcconsole.gui.tabs.catalog.lists.catalogs_page import CatalogsPage
    from svcconsole.gui.tabs.catalog.prices.view import PricesView
    from svcconsole.services.catalog.price_grid.cells import CellKey

PRODUCTS, CATALOGS, IMPORTS = range(3)


class CatalogTab(QWidget):
    """`chosen_page_changed` when a page was opened over the list or closed again."""

    chosen_page_changed = Signal()

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.store_lists = RecordLists(console, self.scope, self)
        self.products, self.catalogs = self.store_lists.products, self.store_lists.catalogs
        self.pictures = Pictures(console, self)
        self.stack = PageStack(self)
        home = QWidget(self.stack)
        self.header = PageHeader(tr("Catalog"), parent=home)
        self.segments = Segments()
        self.import_button = button(tr("Import a file"), "import")
        self.new_button = button(tr("New product"), "plus", "primary")
        self.lists = QStackedWidget(home)
        self.products_page = ProductsPage(
            console,
            self.scope,
            self.products,
            self.catalogs,
            self.pictures,
            changed=self.store_lists.changed,
            parent=self.lists,
        )
        self.editing = OpenEditors(
            console,
            self.scope,
            self.stack,
            lists=self.store_lists,
            names=self.products_page.names,
            pictures=self.pictures,
        )
        self.importing = ImportPages(console, self.scope, self.stack, "products", beside=("catalogs",))
        self._chosen = ProductActions(self.products_page, self.products, console, self.scope)
        self._opened = False
        self._kept_pages = KeptPages(
            self.stack,
            console.settings,
            "catalog",
            {
                **self.importing.openers(),
                **self.editing.openers(),
                "imports": lambda _: self._show_imports(),
                PRICES: lambda _: self.open_prices(),
            },
        )
        self._build(home)
        self._connect()

    @cached_property
    def catalogs_page(self) -> CatalogsPage:
        """The Catalogs segment, made when it is first wanted."""
        from svcconsole.gui.tabs.catalog.lists.catalogs_page import CatalogsPage

        page = CatalogsPage(
            self.catalogs, self.products, self.pictures, self.store_lists.catalogs_changed, self.lists
        )
        self.lists.addWidget(page)
        page.refresh_wanted.connect(self.refresh)
        page.edit_wanted.connect(self.edit_catalog)
        page.new_wanted.connect(lambda: self.edit_catalog(None))
        page.products_wanted.connect(self._show_products_of)
        page.open_by_id_wanted.connect(lambda: self.editing.ask_id("catalogs"))
        self.store_lists.changes_read.connect(page.count_products)
        return page

    @cached_property
    def imports_page(self) -> ImportsPage:
        """The Imports segment, made when it is first wanted."""
        from svcconsole.gui.panels.importer.imports_page import ImportsPage

        page = ImportsPage(self.console, ("products", "catalogs"), self.lists)
        self.lists.addWidget(page)
        page.import_wanted.connect(self.open_import)
        page.open_import.connect(lambda identity: self.open_import(None, identity))
        page.open_run.connect(self.open_run)
        page.take_back.connect(self.importing.open_take_back)
        return page

    def activate(self) -> None:
        """Shown: the snapshot at once, then the store, page by page."""
        if not self._opened:
            self._opened = True
            self.scope.start(self._open(), "open")
        if self.segments.current() == IMPORTS:
            self.imports_page.refresh()

    async def can_leave(self) -> bool:
        """Ask the pages that are open, the one on top first."""
        for at in reversed(range(self.stack.count())):
            asked = getattr(self.stack.widget(at), "can_leave", None)
            if asked is not None and not await asked():
                return False
        await self.products_page.flush()
        return True

    async def aclose(self) -> None:
        """End what is under way here, the open page first."""
        self._kept_pages.close()
        self.products_page.rest()
        await self.products_page.flush()
        for pages in (self.stack, self.lists):
            for at in range(pages.count()):
                scope = getattr(pages.widget(at), "scope", None)
                if scope is not None:
                    await scope.close()
        await self.scope.close()
        await self.pictures.aclose()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do now: the open page's own, or the list's."""
        page = self.stack.currentWidget()
        own = getattr(page, "actions_here", None)
        if own is not None:
            actions: Mapping[str, Callable[[], None]] = own()
            return actions
        here: dict[str, Callable[[], None]] = {
            "new": self._new,
            "primary": self.new_button.click,
            "refresh": self.refresh,
        }
        segment = self.segments.current()
        if segment == PRODUCTS and self.products_page.shows_prices():
            here["primary"] = self.products_page.prices.send.click
        if segment != IMPORTS:
            listed = self.catalogs_page if segment == CATALOGS else self.products_page
            here["find"] = listed.search.setFocus
        return here

    def focus_start(self) -> QWidget | None:
        """Where the page on top begins."""
        return self.stack

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        page = self.stack.currentWidget()
        own = getattr(page, "regions", None)
        if own is not None:
            parts: Sequence[QWidget] = own()
            return parts
        inner = self.products_page.regions() if self.segments.current() == PRODUCTS else (self.lists,)
        return (self.header, *inner)

    def reopen_pages(self) -> None:
        """What lay over the lists when the last window ended, also by a power cut."""
        self._kept_pages.reopen()

    def open_page(self, page: str) -> None:
        """Open one of its pages by the name it is kept under."""
        self._kept_pages.open(page)

    def open_import(self, path: Path | None = None, import_id: str | None = None) -> None:
        """Open the import page, on a file or on an import that was begun before: of catalogs where those are
        in front, else of products."""
        front = "catalogs" if self.stack.is_home() and self.segments.current() == CATALOGS else ""
        self.importing.open_import(path, import_id, "" if import_id else front)

    def import_kind(self, kind: str) -> None:
        """Begin an import of products or of catalogs."""
        self.importing.open_import(None, None, kind)

    def open_take_back(self, run_id: str) -> None:
        """Bring the page to the front that takes a run back."""
        self.importing.open_take_back(run_id)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run."""
        self.importing.open_run(run_id)

    def edit_product(self, identity: str | None) -> None:
        """Open the editor of a product, or of a new one."""
        self.editing.edit("products", identity)

    def edit_catalog(self, identity: str | None) -> None:
        """Open the editor of a catalog, or of a new one."""
        self.editing.edit("catalogs", identity)

    def find_products(self, words: str, *, by_id: bool) -> Sequence[tuple[str, str]]:
        """Ids and names of the first products of the list that hold every word, for the palette."""
        return self.store_lists.find_products(words, by_id=by_id)

    def show_product(self, identity: str) -> None:
        """Choose this product in the list."""
        self.segments.set_current(PRODUCTS)
        self.products_page.choose(identity)

    def is_list_open(self) -> bool:
        """Whether no page, a half-typed product say, lies over the lists."""
        return self.stack.is_home()

    def refresh(self) -> None:
        """Read products and catalogs again, and ask again for pictures whose hosts were not reached."""
        self.pictures.forget_unreached()
        self.store_lists.refresh()
        self.products_page.reread_prices()

    def _build(self, home: QWidget) -> None:
        for title in (tr("Products"), tr("Catalogs"), tr("Imports")):
            self.segments.add(title)
        self.header.add_leading(self.segments)
        self.header.add_action(self.import_button)
        self.header.add_action(self.new_button)
        self.lists.addWidget(self.products_page)
        vbox(self.header, (self.lists, 1), parent=home, spacing=0)
        self.stack.addWidget(home)
        self.stack.home_start = self._home_start
        vbox(self.stack, parent=self)
        self.setMinimumSize(dp(480), dp(320))
        home.setMinimumSize(dp(480), dp(320))

    def _home_start(self) -> QWidget | None:
        listed = self._list(self.segments.current())
        return getattr(listed, "search", listed)

    def _connect(self) -> None:
        self.stack.uncovered.connect(self.chosen_page_changed)
        self.segments.currentChanged.connect(self._segment)
        self.import_button.clicked.connect(lambda: self.open_import(None))
        self.new_button.clicked.connect(self._new)
        for shelf in (self.products, self.catalogs):
            shelf.arrived.connect(lambda _: self._counts())
            shelf.gone.connect(lambda _: self._counts())
        products = self.products_page
        products.refresh_wanted.connect(self.refresh)
        products.stop_wanted.connect(self.store_lists.stop)
        products.edit_wanted.connect(self.edit_product)
        products.new_wanted.connect(lambda: self.edit_product(None))
        products.import_wanted.connect(self.open_import)
        products.open_by_id_wanted.connect(lambda: self.editing.ask_id("products"))
        products.detail.counts.draft_wanted.connect(self._open_draft)
        products.names_changed.connect(self.editing.names_changed)
        products.prices_made.connect(self._connect_prices)
        products.duplicate_wanted.connect(self.editing.duplicate)
        products.undo_wanted.connect(lambda identity, change: self.editing.undo("products", identity, change))
        products.views.currentChanged.connect(lambda _: self._segment(self.segments.current()))
        self.editing.drafts_read.connect(products.detail.counts.set_drafts)
        self.editing.left.connect(self._focus_list)
        self.editing.saved.connect(self._choose)
        self.importing.left.connect(self._show_imports)
        self.importing.browse.connect(self._browse_imported)
        self.importing.changed.connect(self.refresh)
        self.console.store_changed.connect(self.refresh)
        reads: dict[str, Read] = {
            EventKind.PRODUCTS: self._read_products_of_others,
            EventKind.CATALOGS: partial(self.store_lists.read_others, "catalogs"),
            EventKind.RUN: self.store_lists.read_after_runs,
        }
        self.live = [
            LiveRefresh(self, self.console.events, self.scope, (kind,), read) for kind, read in reads.items()
        ]
        self.store_lists.changes_read.connect(products.model.touch)

    async def _read_products_of_others(self, ids: frozenset[str]) -> None:
        await self.store_lists.read_others("products", ids)
        await self.products_page.read_prices_of(ids)

    async def _open(self) -> None:
        await self.store_lists.open()
        await asyncio.to_thread(import_module, "svcconsole.gui.tabs.catalog.editing.editor_page")
        self.products_page.add_columns()
        self.refresh()
        await self.editing.read_drafts()

    def _segment(self, index: int) -> None:
        self.lists.setCurrentWidget(self._list(index))
        words = {PRODUCTS: tr("New product"), CATALOGS: tr("New catalog")}
        self.new_button.setVisible(index in words)
        self.new_button.setText(words.get(index, ""))
        prices = index == PRODUCTS and self.products_page.shows_prices()
        self.new_button.set_kind("plain" if prices else "primary")
        if index == CATALOGS:
            self.catalogs_page.count_products()
        elif index == IMPORTS:
            self.imports_page.refresh()

    def _list(self, segment: int) -> ProductsPage | CatalogsPage | ImportsPage:
        if segment == PRODUCTS:
            return self.products_page
        return self.catalogs_page if segment == CATALOGS else self.imports_page

    def _connect_prices(self, view: PricesView) -> None:
        view.products_read.connect(self.store_lists.take_products)
        view.take_back_wanted.connect(self.importing.open_take_back)
        view.rehearse_wanted.connect(self._rehearse_prices)
        view.sending.settled.connect(lambda: self.scope.start(self.store_lists.read_changes(), "changes"))

    def _rehearse_prices(self, run_id: str, cells: Sequence[CellKey]) -> None:
        """The rehearsal sends exactly its plan; left without that, the plan goes."""
        sending = self.products_page.prices.sending
        page = self.importing.open_rehearsal(run_id)
        page.started.connect(lambda _: self.scope.start(sending.begin(run_id, cells)))
        page.closed.connect(lambda: self.scope.start(sending.forget_plan(run_id)))

    def open_prices(self) -> None:
        """Show Prices and stock, with what waits there."""
        self.segments.set_current(PRODUCTS)
        self.products_page.views.set_current(1)

    def _open_draft(self, draft: StoredDraft) -> None:
        if draft.kind == PRICES:
            self.open_prices()
        else:
            self.editing.edit(draft.kind, draft.identity)

    def _focus_list(self) -> None:
        page = self._list(self.segments.current())
        focus_if_visible(page.table, page)

    def _choose(self, kind: str, identity: str) -> None:
        if kind == "products":
            self.products_page.choose(identity)
        else:
            self.catalogs_page.choose(identity)

    def _new(self) -> None:
        if self.segments.current() == CATALOGS:
            self.edit_catalog(None)
        else:
            self.edit_product(None)

    def _counts(self) -> None:
        self.segments.set_count(PRODUCTS, len(self.products.rows) or None)
        self.segments.set_count(CATALOGS, len(self.catalogs.rows) or None)

    def _show_products_of(self, catalog: str) -> None:
        self.segments.set_current(PRODUCTS)
        self.products_page.set_filter(ProductFilter(catalog=catalog))

    def _browse_imported(self, kind: str) -> None:
        """Every product is listed, whatever was searched for before the import; or every catalog."""
        if kind == "catalogs":
            self.segments.set_current(CATALOGS)
            self.catalogs_page.clear_search()
            return
        self.segments.set_current(PRODUCTS)
        self.products_page.clear_filters()

    def _show_imports(self) -> None:
        self.segments.set_current(IMPORTS)
        self.imports_page.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self.products_page.keep_state()
        super().hideEvent(event)
