"""The Catalog tab: products, catalogs and imports of the store, and the pages opened from them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.dialogs import Answer, ask
from svcconsole.gui.metrics import dp
from svcconsole.gui.tabs.catalog.library import Shelf, Stage
from svcconsole.gui.tabs.catalog.pictures import Pictures
from svcconsole.gui.tabs.catalog.products_page import ProductsPage, dropped_tables
from svcconsole.gui.tabs.catalog.rows import CatalogRow, ProductFilter, ProductRow
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.page_header import PageHeader
from svcconsole.gui.widgets.segments import Segments

if TYPE_CHECKING:
    from svcconsole.gui.tabs.catalog.catalogs_page import CatalogsPage
    from svcconsole.gui.tabs.catalog.imports_page import ImportsPage
    from svcconsole.gui.tabs.catalog.record_kinds import RecordKind
    from svcconsole.workspace.database import Workspace

PRODUCTS, CATALOGS, IMPORTS = range(3)
ICONS_ONLY_UNDER = 900
MOST_FOUND = 20
PAINT_SECONDS = 0.05
"""A list that was just uncovered is painted within this."""


class CatalogTab(QWidget):
    """`chosen_page_changed` when a page was opened over the list or closed again.

    Built from the outside in: the stylesheet dresses a widget anew for each parent it is moved into.
    """

    chosen_page_changed = Signal()
    changes_read = Signal()

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = TaskScope(self, console.notices)
        self.changed: dict[str, str] = {}
        self.catalogs_changed: dict[str, str] = {}
        self.products = Shelf[ProductRow](console, "products", ProductRow, self)
        self.catalogs = Shelf[CatalogRow](console, "catalogs", CatalogRow, self)
        self.pictures = Pictures(console, self)
        self.stack = QStackedWidget(self)
        home = QWidget(self.stack)
        self.header = PageHeader(self.tr("Catalog"), parent=home)
        self.segments = Segments()
        self.import_button = button(self.tr("Import a file"), "import")
        self.new_button = button(self.tr("New product"), "plus", "primary")
        self.lists = QStackedWidget(home)
        self.products_page = ProductsPage(
            console, self.products, self.catalogs, self.pictures, self.changed, parent=self.lists
        )
        self._opened = False
        self._build(home)
        self._connect()

    @cached_property
    def catalogs_page(self) -> CatalogsPage:
        """The Catalogs segment, made when it is first wanted."""
        from svcconsole.gui.tabs.catalog.catalogs_page import CatalogsPage

        page = CatalogsPage(self.catalogs, self.products, self.pictures, self.catalogs_changed, self.lists)
        self.lists.addWidget(page)
        page.refresh_wanted.connect(self.refresh)
        page.edit_wanted.connect(self.edit_catalog)
        page.new_wanted.connect(lambda: self.edit_catalog(None))
        page.products_wanted.connect(self._show_products_of)
        page.open_by_id_wanted.connect(lambda: self.scope.start(self._open_by_id("catalogs"), "by id"))
        self.changes_read.connect(page.count_products)
        return page

    @cached_property
    def imports_page(self) -> ImportsPage:
        """The Imports segment, made when it is first wanted."""
        from svcconsole.gui.tabs.catalog.imports_page import ImportsPage

        page = ImportsPage(self.console, self.lists)
        self.lists.addWidget(page)
        page.import_wanted.connect(self.open_import)
        page.open_import.connect(lambda identity: self.open_import(None, identity))
        page.open_run.connect(self.open_run)
        return page

    def activate(self) -> None:
        """Shown: the snapshot at once, then the store, page by page."""
        if not self._opened:
            self._opened = True
            self.scope.start(self._open(), "open")
        if self.segments.current() == IMPORTS:
            self.imports_page.refresh()

    async def can_leave(self) -> bool:
        """Ask the page that is open."""
        page = self.stack.currentWidget()
        asked = getattr(page, "can_leave", None)
        return bool(await asked()) if asked is not None else True

    async def aclose(self) -> None:
        """End what is under way here, the open page first."""
        self.products_page.rest()
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
        if segment != IMPORTS:
            listed = self.catalogs_page if segment == CATALOGS else self.products_page
            here["find"] = listed.search.setFocus
        return here

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        page = self.stack.currentWidget()
        own = getattr(page, "regions", None)
        if own is not None:
            parts: Sequence[QWidget] = own()
            return parts
        inner = self.products_page.regions() if self.segments.current() == PRODUCTS else (self.lists,)
        return (self.header, *inner)

    def open_import(self, path: Path | None = None, import_id: str | None = None) -> None:
        """Open the import page, on a file or on an import that was begun before."""
        from svcconsole.gui.panels.importer.page import ImportPage

        page = ImportPage(self.console, kind="products", path=path, import_id=import_id)
        page.closed.connect(lambda: self._close(page, IMPORTS))
        page.finished.connect(lambda _: self.refresh())
        page.browse.connect(lambda: self._browse(page))
        self._show(page)

    def open_run(self, run_id: str) -> None:
        """Open the page of a run."""
        from svcconsole.gui.panels.runs.page import RunPage

        page = RunPage(self.console, run_id)
        page.closed.connect(lambda: self._close(page, IMPORTS))
        page.send_again.connect(lambda path: self._send_again(page, path))
        page.browse.connect(lambda: self._browse(page))
        self._show(page)

    def edit_product(self, identity: str | None) -> None:
        """Open the editor of a product, or of a new one."""
        self.scope.start(self._edit("products", identity), "edit")

    def edit_catalog(self, identity: str | None) -> None:
        """Open the editor of a catalog, or of a new one."""
        self.scope.start(self._edit("catalogs", identity), "edit")

    def find_products(self, words: str, *, by_id: bool) -> Sequence[tuple[str, str]]:
        """Ids and names of the first products of the list that hold every word, for the palette."""
        parts = words.casefold().split()
        matching = (
            (row.id, row.name)
            for row in self.products.rows.values()
            if all(part in (row.id.casefold() if by_id else row.found) for part in parts)
        )
        return list(islice(matching, MOST_FOUND))

    def show_product(self, identity: str) -> None:
        """Choose this product in the list."""
        self.segments.set_current(PRODUCTS)
        self.products_page.choose(identity)

    def is_list_open(self) -> bool:
        """Whether no page, a half-typed product say, lies over the lists."""
        return self.stack.currentIndex() == 0

    def refresh(self) -> None:
        """Read products and catalogs again, and ask again for pictures whose hosts were not reached."""
        self.pictures.forget_unreached()
        self.scope.start(self._read(), "read")

    def stop(self) -> None:
        """Stop reading; what came stays."""
        self.scope.cancel("read")

    def _build(self, home: QWidget) -> None:
        for title in (self.tr("Products"), self.tr("Catalogs"), self.tr("Imports")):
            self.segments.add(title)
        self.header.add_leading(self.segments)
        self.header.add_action(self.import_button)
        self.header.add_action(self.new_button)
        self.lists.addWidget(self.products_page)
        column = QVBoxLayout(home)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.lists, 1)
        self.stack.addWidget(home)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.stack)
        self.setAcceptDrops(True)
        self.setMinimumSize(dp(480), dp(320))
        home.setMinimumSize(dp(480), dp(320))
        self.setFocusProxy(self.products_page.search)

    def _connect(self) -> None:
        self.segments.currentChanged.connect(self._segment)
        self.import_button.clicked.connect(lambda: self.open_import(None))
        self.new_button.clicked.connect(self._new)
        for shelf in (self.products, self.catalogs):
            shelf.arrived.connect(lambda _: self._counts())
            shelf.gone.connect(lambda _: self._counts())
            shelf.reading_changed.connect(self._tell_failure)
        products = self.products_page
        products.refresh_wanted.connect(self.refresh)
        products.stop_wanted.connect(self.stop)
        products.edit_wanted.connect(self.edit_product)
        products.new_wanted.connect(lambda: self.edit_product(None))
        products.import_wanted.connect(self.open_import)
        products.json_wanted.connect(lambda identity: self.scope.start(self._json(identity), "json"))
        products.link_wanted.connect(lambda url: self.scope.start(self._follow(url), "link"))
        products.chosen.connect(lambda row: self.scope.start(self._look(row), "look"))
        products.open_by_id_wanted.connect(lambda: self.scope.start(self._open_by_id("products"), "by id"))
        products.detail.counts.draft_wanted.connect(
            lambda draft: self.scope.start(self._edit(draft.kind, draft.identity), "edit")
        )
        self.changes_read.connect(products.model.touch)
        self.console.store_changed.connect(self.refresh)
        self.console.products_changed.connect(lambda _: self.scope.start(self._read_changes(), "changes"))

    async def _open(self) -> None:
        await asyncio.gather(self.products.open(), self.catalogs.open())
        await self._read_changes()
        await asyncio.to_thread(import_module, "svcconsole.gui.tabs.catalog.editor_page")
        self.refresh()
        await self._offer_drafts()

    async def _read(self) -> None:
        from svcconsole.gui.tabs.catalog.record_kinds import catalogs, products

        lists = catalogs(), products()
        await self.catalogs.read(lists[0].listing, lists[0].row_of)
        await self.products.read(lists[1].listing, lists[1].row_of)
        await self._read_changes()

    async def _read_changes(self) -> None:
        for kind, into in (("products", self.changed), ("catalogs", self.catalogs_changed)):
            into.update(await self.console.db(partial(last_changed, kind=kind)))
        self.changes_read.emit()

    async def _offer_drafts(self) -> None:
        from svcconsole.gui.tabs.catalog.kept_drafts import kept_drafts

        self.products_page.detail.counts.set_drafts(await self.console.db(kept_drafts))

    async def _edit(self, kind: str, identity: str | None) -> None:
        from svcconsole.gui.tabs.catalog import record_kinds
        from svcconsole.gui.tabs.catalog.editor_page import EditorPage

        records: RecordKind = record_kinds.products() if kind == "products" else record_kinds.catalogs()
        page = EditorPage(self.console, records, self.products_page.names, self.pictures, identity)
        page.hide()
        if not await page.open():
            page.deleteLater()
            sentence = self.tr("No {0} {1} in this store.").format(records.thing, identity)
            self.console.notices.tell("warning", sentence)
            return
        page.closed.connect(lambda: self._close(page))
        page.saved.connect(lambda record: self._saved(page, records, record))
        self._show(page)
        page.begin()

    def _saved(self, page: QWidget, records: RecordKind, record: Any) -> None:
        from svcconsole.gui.tabs.catalog.records import stored_row

        row = stored_row(records.kind, record)
        shelf: Any = self.products if records.kind == "products" else self.catalogs
        self._close(page)
        if row is None:
            return
        shelf.put([row])
        self.console.notices.tell("success", self.tr("{0} is saved.").format(row.name or row.id))
        self.scope.start(self._after_save(shelf), "after save")
        if records.kind == "products":
            self.products_page.choose(row.id)
        else:
            self.catalogs_page.table.set_current(row.id)

    async def _after_save(self, shelf: Any) -> None:
        await self._read_changes()
        await self._offer_drafts()
        await shelf.keep()

    async def _look(self, row: ProductRow | None) -> None:
        """The chosen product, read fresh, and what this console did to it."""
        if row is None:
            return
        from svcconsole.api.models.catalog import GetProducts
        from svcconsole.api.operations import GET_PRODUCTS
        from svcconsole.gui.tabs.catalog.past import past_of

        past = await self.console.db(lambda workspace: past_of(workspace, row.id))
        self.products_page.detail.product.set_past(past)
        client = await self.console.ready()
        answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[row.id]))
        found = next((product for product in answer.data.products if product.id == row.id), None)
        if found is None:
            self.products.drop([row.id])
            self.console.notices.tell(
                "info", self.tr("{0} is no longer in this store.").format(row.name or row.id)
            )
        else:
            self.products_page.show_product(found)

    async def _json(self, identity: str) -> None:
        from svcconsole.api.models.catalog import GetProducts
        from svcconsole.api.operations import GET_PRODUCTS
        from svcconsole.gui.tabs.catalog.json_view import show_json

        client = await self.console.ready()
        answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[identity]))
        text = "\n".join(
            product.model_dump_json(by_alias=True, exclude_none=True, indent=2)
            for product in answer.data.products
        )
        show_json(self, identity, text)

    async def _follow(self, url: str) -> None:
        if not url.startswith("https://"):
            self.console.notices.tell("info", self.tr("Only https links are opened from here."))
            return
        host = QUrl(url).host()
        answer = await ask(
            self,
            self.tr("Open {0} in the browser?").format(host),
            url,
            (Answer("open", self.tr("Open the page")), Answer("cancel", self.tr("Cancel"))),
            safe="cancel",
        )
        if answer == "open":
            QDesktopServices.openUrl(QUrl(url))

    async def _open_by_id(self, kind: str) -> None:
        from svcconsole.gui.tabs.catalog.ask_id import ask_id

        thing = self.tr("product") if kind == "products" else self.tr("catalog")
        identity = await ask_id(self, self.tr("Open a {0} by its id").format(thing))
        if identity:
            await self._edit(kind, identity)

    def _segment(self, index: int) -> None:
        self.lists.setCurrentWidget(self._list(index))
        words = {PRODUCTS: self.tr("New product"), CATALOGS: self.tr("New catalog")}
        self.new_button.setVisible(index in words)
        self.new_button.setText(words.get(index, ""))
        if index == CATALOGS:
            self.catalogs_page.count_products()
        elif index == IMPORTS:
            self.imports_page.refresh()

    def _list(self, segment: int) -> ProductsPage | CatalogsPage | ImportsPage:
        if segment == PRODUCTS:
            return self.products_page
        return self.catalogs_page if segment == CATALOGS else self.imports_page

    def _new(self) -> None:
        if self.segments.current() == CATALOGS:
            self.edit_catalog(None)
        else:
            self.edit_product(None)

    def _counts(self) -> None:
        self.segments.set_count(PRODUCTS, len(self.products.rows) or None)
        self.segments.set_count(CATALOGS, len(self.catalogs.rows) or None)

    def _tell_failure(self) -> None:
        reading = self.products.reading
        if reading.stage is Stage.FAILED and self.products.rows:
            from svcconsole.gui.notices import Link

            self.console.notices.tell(
                "error",
                reading.sentence or self.tr("The products could not be read."),
                advice=reading.advice,
                server_words=reading.server_words,
                links=(Link(self.tr("Try again"), self.refresh),),
            )

    def _show_products_of(self, catalog: str) -> None:
        self.segments.set_current(PRODUCTS)
        self.products_page.set_filter(ProductFilter(catalog=catalog))

    def _show(self, page: QWidget) -> None:
        self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        self.chosen_page_changed.emit()

    def _uncover(self, page: QWidget) -> None:
        self.stack.setCurrentIndex(0)
        self.stack.removeWidget(page)
        page.hide()

    def _close(self, page: QWidget, segment: int | None = None) -> None:
        self._uncover(page)
        page.deleteLater()
        if segment is not None:
            self.segments.set_current(segment)
            self.imports_page.refresh()
        else:
            self.scope.start(self._offer_drafts(), "drafts")
            self._list(self.segments.current()).table.setFocus()
        self.chosen_page_changed.emit()

    def _browse(self, page: QWidget) -> None:
        self.segments.set_current(PRODUCTS)
        self._uncover(page)
        self.chosen_page_changed.emit()
        self.scope.start(self._browsed(page), "browse")

    async def _browsed(self, page: QWidget) -> None:
        """The list is seen first: a page is a thousand parts to take down, and reading works in threads."""
        await asyncio.sleep(PAINT_SECONDS)
        page.deleteLater()
        await asyncio.sleep(PAINT_SECONDS)
        self.refresh()

    def _send_again(self, page: QWidget, path: str) -> None:
        self._close(page, IMPORTS)
        self.open_import(Path(path))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_tables(_paths(event.mimeData().urls())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = dropped_tables(_paths(event.mimeData().urls()))
        if paths:
            event.acceptProposedAction()
            self.open_import(paths[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < dp(ICONS_ONLY_UNDER)
        self.import_button.setText("" if narrow else self.tr("Import a file"))
        self.import_button.setAccessibleName(self.tr("Import a file"))

    def hideEvent(self, event: QHideEvent) -> None:
        self.products_page.keep_state()
        super().hideEvent(event)


def last_changed(workspace: Workspace, *, kind: str) -> dict[str, str]:
    """Id → when this console last changed it; on the workspace's thread."""
    return workspace.changes.last_changed(kind)


def _paths(urls: Sequence[QUrl]) -> list[Path]:
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
