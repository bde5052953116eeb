"""The Products segment: search, filters, the table and the chosen product beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import QWIDGETSIZE_MAX, dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ElidedLabel, literal
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import link, tool_button
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.catalog.record_cache import RecordCache, Stage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.window_requests import MessageStart
from svcconsole.gui.tabs.catalog.lists.columns import product_columns
from svcconsole.gui.tabs.catalog.lists.filter_chips import FilterChips
from svcconsole.gui.tabs.catalog.lists.list_states import ListState
from svcconsole.gui.tabs.catalog.lists.reading_text import words
from svcconsole.gui.tabs.catalog.product.detail_column import DetailColumn
from svcconsole.gui.tabs.catalog.product.product_strip import ProductStrip
from svcconsole.services.catalog.list_rows import CatalogRow, ProductFilter, ProductRow

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.catalog.prices.view import PricesView
    from svcconsole.gui.tabs.catalog.product.product_detail import ProductDetail

STRIP_UNDER = 980
"""Narrower than this the detail is a strip under the table."""
NARROW_DETAIL_UNDER = 1240
CHIPS_UNDER = 1340
"""Narrower than this the filters are one chip."""
COLUMN = 364
LIST, PRICES = range(2)


class ProductsPage(QWidget):
    """`edit_wanted(id)`, `chosen(row | None)`, `refresh_wanted`, `import_wanted(path | None)`,
    `prices_made(view)` when Prices and stock is first looked at, `undo_wanted(id, change)` of its history,
    `names_changed` of the catalogs."""

    edit_wanted = Signal(str)
    chosen = Signal(object)
    refresh_wanted = Signal()
    stop_wanted = Signal()
    import_wanted = Signal(object)
    new_wanted = Signal()
    json_wanted = Signal(str)
    link_wanted = Signal(str)
    open_by_id_wanted = Signal()
    prices_made = Signal(object)
    duplicate_wanted = Signal(str)
    undo_wanted = Signal(str, object)
    names_changed = Signal()

    def __init__(
        self,
        console: Console,
        scope: TaskScope,
        shelf: RecordCache[ProductRow],
        catalogs: RecordCache[CatalogRow],
        pictures: Pictures,
        *,
        changed: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.console = console
        self._scope = scope
        self.shelf = shelf
        self.catalogs = catalogs
        self.pictures = pictures
        self.filter = ProductFilter()
        self.names: dict[str, str] = {}
        currency = console.card.currency or ""
        self.model: RecordModel[ProductRow] = RecordModel(
            product_columns(self.names, changed, currency, pictures.get), key=lambda row: row.id
        )
        self.splitter = Splitter(parent=self)
        self.left = QWidget(self.splitter)
        self.places = QStackedWidget(self.left)
        self.table = RecordTable(self.model, tr("Products"), self.places)
        self.search = SearchField(tr("Search name or id"))
        self.chips = FilterChips(self.names)
        self.count = ElidedLabel("", "caption", "text2")
        self.views = Segments()
        for title in (tr("List"), tr("Prices and stock")):
            self.views.add(title)
        self.stop = link(tr("Stop"))
        self.columns_button = tool_button("columns", tr("Columns and pictures"))
        self.refresh = tool_button("refresh", tr("Refresh the products"))
        self.bar = LoadingBar()
        self.detail = DetailColumn(pictures, self.names, currency, self.splitter)
        self.strip = ProductStrip(pictures, currency)
        self.state = ListState("products", console.notices)
        self._settle = QTimer(self, interval=120, singleShot=True)
        self._settle.timeout.connect(lambda: self.chosen.emit(self.table.current_record()))
        self._build()
        self._connect()
        self.table.sort_by("name")
        self.setMinimumSize(dp(480), dp(280))
        self._restore()

    @cached_property
    def prices(self) -> PricesView:
        """Prices and stock, made when it is first wanted."""
        from svcconsole.gui.tabs.catalog.prices.view import PricesView

        view = PricesView(self.console, self._scope, self.pictures, self)
        self.places.addWidget(view.area)
        self.splitter.addWidget(view.column)
        self.splitter.setCollapsible(2, False)
        view.column.setMinimumWidth(dp(320))
        view.column.setMaximumWidth(dp(480))
        self.splitter.setSizes([self.width() - dp(COLUMN), 0, dp(COLUMN)])
        self.column.addWidget(view.footer)
        view.count_changed.connect(self.update_state)
        view.cell_hidden.connect(self.clear_filters)
        view.column_wanted.connect(lambda shown: self._fold(opened=shown))
        self.prices_made.emit(view)
        self._scope.start(view.open(), "open prices")
        return view

    def shows_prices(self) -> bool:
        """Whether Prices and stock is in front, not the list."""
        return self.views.current() == PRICES

    def _view_changed(self) -> None:
        if self.shows_prices():
            self._show_products()
            self.prices.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._fold(opened=False)
        self.update_state()

    def _show_products(self) -> None:
        """The grid shows the variants of the products that the list shows."""
        if self.shows_prices() and not self.model.is_arranging():
            self.prices.show_products([row.id for row in self.model.shown()])

    def reread_prices(self) -> None:
        """Read what the grid shows from the store again, where it is shown."""
        if "prices" in self.__dict__:
            self.prices.reread()

    async def read_prices_of(self, ids: Collection[str]) -> None:
        """Somebody else changed these products; a blank one stands for all."""
        if "prices" in self.__dict__ and "" not in ids:
            await self.prices.read_others(sorted(ids))
        else:
            self.reread_prices()

    async def flush(self) -> None:
        """Write down what waits in the grid."""
        if "prices" in self.__dict__:
            await self.prices.flush()

    def current(self) -> ProductRow | None:
        """The chosen product."""
        return self.table.current_record()

    def show_product(self, product: StoredProduct) -> None:
        """The chosen product as freshly read, if it is still the chosen one."""
        row = self.current()
        if row is not None and row.id == product.id:
            self.detail.product.show_product(product)

    def choose(self, identity: str) -> None:
        """Bring a product into view and choose it."""
        if self.model.row_of(identity) is None:
            self.clear_filters()
        self.table.set_current(identity)
        focus_if_visible(self.table, self)

    def set_filter(self, wanted: ProductFilter) -> None:
        """Show what matches; the chips and the search field say so."""
        self.filter = wanted
        self.model.set_filter(wanted.matches if wanted.is_set else None)
        if self.search.text() != wanted.words:
            self.search.setText(wanted.words)
        self.chips.set_filter(wanted)
        self.update_state()

    def clear_filters(self) -> None:
        self.set_filter(ProductFilter())

    def update_state(self) -> None:
        """Counts, states and the empty place, after anything changed."""
        reading = self.shelf.reading
        shown, total = self.model.rowCount(), self.model.total()
        self.count.setText(words("products", reading, shown, total, self.shelf.unusual))
        self.stop.setVisible(reading.stage is Stage.READING)
        if reading.stage is Stage.READING:
            self.bar.start()
        else:
            self.bar.stop()
        self.table.set_stale(reading.stage is Stage.FAILED)
        if shown and self.shows_prices():
            self.count.setText(self.prices.count_text())
            self.places.setCurrentWidget(self.prices.area)
        elif shown:
            self.places.setCurrentWidget(self.table)
        else:
            self.state.update_state(
                reading, total, self.filter.words, self.names.get(self.filter.catalog, "")
            )
            self.places.setCurrentWidget(self.state)

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through: search and filters, the list, the detail."""
        if self.shows_prices():
            return (self.search, *self.prices.regions())
        return (self.search, self.places, self.detail, self.strip)

    def add_columns(self) -> None:
        """The columns for every other field of a product, hidden until somebody wants them."""
        from svcconsole.gui.tabs.catalog.lists.more_columns import more_product_columns

        self.table.add_columns(more_product_columns())

    def rest(self) -> None:
        """Ask for nothing more: the tab is being closed."""
        self._settle.stop()

    def keep_state(self) -> None:
        """Remember widths, order and hidden columns for this store."""
        import json

        self.console.settings.set("catalog/products/table", json.dumps(self.table.save_state()))
        self.console.settings.put_state("catalog/products/splitter", self.splitter.saveState())

    def _build(self) -> None:
        toolbar = Toolbar(parent=self.left)
        self.search.setMinimumWidth(dp(220))
        toolbar.add(self.search, 1)
        toolbar.add(self.chips)
        toolbar.add_stretch()
        for part in (self.count, self.stop, self.views, self.columns_button, self.refresh):
            toolbar.add(part)
        self.stop.hide()
        set_property(self.left, "bg", "surface")
        column = vbox(parent=self.left, spacing=0)
        column.addWidget(toolbar)
        column.addWidget(self.bar)
        self.table.set_inset(20)
        self.places.addWidget(self.table)
        self.places.addWidget(self.state)
        column.addWidget(self.places, 1)
        column.addWidget(self.strip)
        self.splitter.addWidget(self.left)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setCollapsible(0, False)
        self.splitter.setCollapsible(1, False)
        self.detail.setMinimumWidth(dp(320))
        self.column = vbox((self.splitter, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self.shelf.arrived.connect(self._arrived)
        self.shelf.gone.connect(self._gone)
        self.shelf.reading_changed.connect(self._reading)
        self.catalogs.arrived.connect(self._catalogs_arrived)
        self.catalogs.gone.connect(lambda _: self._catalogs_arrived(()))
        self.pictures.arrived.connect(lambda _: self.model.touch())
        self.pictures.switched.connect(lambda _: self.model.touch())
        self.search.searched.connect(lambda text: self.set_filter(replace(self.filter, words=text)))
        self.search.left_down.connect(lambda: self._grid().focus_current())
        self.views.currentChanged.connect(lambda _: self._view_changed())
        self.chips.wanted.connect(self.set_filter)
        self.stop.clicked.connect(self.stop_wanted)
        self.refresh.clicked.connect(self.refresh_wanted)
        self.columns_button.clicked.connect(self._columns_menu)
        self.table.current_changed.connect(self._chose)
        self.table.opened.connect(lambda row: self.edit_wanted.emit(row.id))
        self.table.set_row_menu(self._row_actions)
        self.model.arranged.connect(self.update_state)
        self.model.arranged.connect(self._show_products)
        self.state.clear_wanted.connect(self.clear_filters)
        self.state.retry_wanted.connect(self.refresh_wanted)
        self.state.import_wanted.connect(self.import_wanted)
        self.state.new_wanted.connect(self.new_wanted)
        self.detail.counts.asked.connect(lambda kind: self.set_filter(ProductFilter(missing=kind)))
        self.detail.product_made.connect(self._connect_product)
        self.strip.edit_wanted.connect(self._edit)
        self.strip.open_wanted.connect(lambda: self._fold(opened=True))

    def _connect_product(self, product: ProductDetail) -> None:
        product.edit_wanted.connect(self._edit)
        product.link_wanted.connect(self.link_wanted)
        product.json_wanted.connect(lambda: self._with_current(self.json_wanted.emit))
        product.copy_wanted.connect(lambda: self._with_current(QGuiApplication.clipboard().setText))
        product.back_wanted.connect(lambda: self._fold(opened=False))
        product.message_wanted.connect(lambda: self._message_about(self.current()))
        product.duplicate_wanted.connect(lambda: self._with_current(self.duplicate_wanted.emit))
        product.undo_wanted.connect(
            lambda change: self._with_current(lambda identity: self.undo_wanted.emit(identity, change))
        )

    def _arrived(self, rows: Sequence[ProductRow]) -> None:
        self.model.append(rows)
        self.detail.counts.count(rows)
        chosen = self.current()
        if chosen is not None and any(row.id == chosen.id for row in rows):
            self._chose(chosen)
        if self.shelf.reading.stage is not Stage.READING and not self.shelf.filling:
            self.model.settle()
        self.update_state()

    def _gone(self, ids: Sequence[str]) -> None:
        self.model.remove(ids)
        self.detail.counts.forget(ids, are_left=bool(self.shelf.rows))
        self.update_state()

    def _reading(self) -> None:
        if self.shelf.reading.stage is not Stage.READING:
            self.model.settle()
        self.update_state()

    def _catalogs_arrived(self, rows: Sequence[CatalogRow]) -> None:
        del rows
        self.names.clear()
        self.names.update((row.id, row.name or row.id) for row in self.catalogs.rows.values())
        self.names_changed.emit()
        self.model.touch()

    def _chose(self, row: ProductRow | None) -> None:
        self.detail.choose(row)
        self.strip.choose(row)
        self._settle.start()

    def _edit(self) -> None:
        self._with_current(self.edit_wanted.emit)

    def _message_about(self, row: ProductRow | None) -> None:
        if row is not None:
            catalog = next(iter(row.catalogs), "")
            self.console.message_wanted.emit(MessageStart(product=row.id, catalog=catalog))

    def _with_current(self, run: object) -> None:
        row = self.current()
        if row is not None and callable(run):
            run(row.id)

    def _row_actions(self, row: ProductRow) -> list[QAction]:
        entries = (
            (tr("Edit product"), lambda: self.edit_wanted.emit(row.id)),
            (tr("Write a message"), lambda: self._message_about(row)),
            (tr("Duplicate"), lambda: self.duplicate_wanted.emit(row.id)),
            (tr("Copy the id"), lambda: QGuiApplication.clipboard().setText(row.id)),
            (tr("View as JSON"), lambda: self.json_wanted.emit(row.id)),
        )
        actions = []
        for text, run in entries:
            action = QAction(literal(text), self.table)
            action.triggered.connect(run)
            actions.append(action)
        return actions

    def _grid(self) -> RecordTable[Any]:
        """The table in front."""
        return self.prices.table if self.shows_prices() else self.table

    def _columns_menu(self) -> None:
        menu = self._grid().columns_menu()
        menu.addSeparator()
        pictures = menu.addAction(tr("Show pictures"))
        pictures.setCheckable(True)
        pictures.setChecked(self.pictures.on)
        pictures.triggered.connect(self.pictures.switch)
        menu.addAction(tr("Open by id…"), self.open_by_id_wanted.emit)
        menu.popup(self.columns_button.mapToGlobal(QPoint(0, self.columns_button.height())))

    def _restore(self) -> None:
        import json

        text = self.console.settings.get("catalog/products/table", "")
        if text:
            with suppress(ValueError, RecursionError):  # damaged is as if nothing had been kept
                self.table.restore_state(json.loads(text))
        kept = self.console.settings.state("catalog/products/splitter")
        if not kept.isEmpty():
            self.splitter.restoreState(kept)

    def _fold(self, *, opened: bool) -> None:
        """In a narrow window the list or, once opened, the detail; else both side by side. So it is with the
        grid and what will change in it."""
        narrow, prices = self._is_narrow(), self.shows_prices()
        alone = narrow and opened
        beside: QWidget = self.prices.column if prices else self.detail
        self.left.setVisible(not alone)
        self.detail.setVisible(not prices and (not narrow or opened))
        beside.setVisible(not narrow or opened)
        beside.setMaximumWidth(QWIDGETSIZE_MAX if alone else dp(480))
        self.strip.setVisible(narrow and not prices)
        self.chips.set_narrow(self.width() < dp(CHIPS_UNDER))
        if "prices" in self.__dict__:
            self.prices.column.setVisible(prices and (not narrow or opened))
            self.prices.footer.setVisible(prices)
        if prices:
            self.prices.set_narrow(narrow)
            return
        self.detail.set_alone(alone)
        if alone:
            self.detail.product.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold(opened=not self.left.isVisibleTo(self))
        if not self._is_narrow() and self.console.settings.state("catalog/products/splitter").isEmpty():
            wanted = dp(320 if self.width() < dp(NARROW_DETAIL_UNDER) else COLUMN)
            self.splitter.setSizes([self.width() - wanted, wanted, wanted])

    def _is_narrow(self) -> bool:
        return self.width() < dp(STRIP_UNDER)
