"""The Catalogs segment: the table of catalogs, Enter opens one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ElidedLabel, literal
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.catalog.record_cache import RecordCache, Stage
from svcconsole.gui.tabs.catalog.lists.columns import catalog_columns
from svcconsole.gui.tabs.catalog.lists.list_states import ListState
from svcconsole.gui.tabs.catalog.lists.more_columns import more_catalog_columns
from svcconsole.gui.tabs.catalog.lists.reading_text import words
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow


class CatalogsPage(QWidget):
    """`edit_wanted(id)`, `products_wanted(id)`, `refresh_wanted`, `new_wanted`, `open_by_id_wanted`."""

    edit_wanted = Signal(str)
    products_wanted = Signal(str)
    refresh_wanted = Signal()
    new_wanted = Signal()
    open_by_id_wanted = Signal()

    def __init__(
        self,
        shelf: RecordCache[CatalogRow],
        products: RecordCache[ProductRow],
        pictures: Pictures,
        changed: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.shelf = shelf
        self.products = products
        self.counts: Counter[str] = Counter()
        self.model: RecordModel[CatalogRow] = RecordModel(
            [*catalog_columns(self.counts, changed, pictures.get), *more_catalog_columns()],
            key=lambda row: row.id,
        )
        self.table = RecordTable(self.model, tr("Catalogs"))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.search = SearchField(tr("Search name or id"))
        self.count = ElidedLabel("", "caption", "text2")
        self.bar = LoadingBar()
        self.state = ListState("catalogs")
        self.places = QStackedWidget()
        self._words = ""
        refresh = tool_button("refresh", tr("Refresh the catalogs"))
        by_id = tool_button("link", tr("Open by id…"))
        toolbar = Toolbar()
        toolbar.add(self.search, 1)
        toolbar.add_stretch()
        for part in (self.count, by_id, refresh):
            toolbar.add(part)
        column = vbox(parent=self, spacing=0)
        column.addWidget(toolbar)
        column.addWidget(self.bar)
        self.places.addWidget(self.table)
        self.places.addWidget(self.state)
        column.addWidget(self.places, 1)
        set_property(self, "bg", "surface")
        shelf.arrived.connect(self._arrived)
        shelf.gone.connect(self._gone)
        shelf.reading_changed.connect(self._reading)
        pictures.arrived.connect(lambda _: self.model.touch())
        refresh.clicked.connect(self.refresh_wanted)
        by_id.clicked.connect(self.open_by_id_wanted)
        self.search.left_down.connect(self.table.focus_current)
        self.search.searched.connect(self._search)
        self.table.opened.connect(lambda row: self.edit_wanted.emit(row.id))
        self.model.arranged.connect(self.update_state)
        self.state.clear_wanted.connect(self.clear_search)
        self.state.retry_wanted.connect(self.refresh_wanted)
        self.state.new_wanted.connect(self.new_wanted)
        self.table.sort_by("name")
        self._arrived(tuple(shelf.rows.values()))
        self._reading()

    def choose(self, identity: str) -> None:
        """Bring a catalog into view and choose it."""
        if self.model.row_of(identity) is None:
            self.clear_search()
        self.table.set_current(identity)

    def clear_search(self) -> None:
        """List every catalog."""
        self.search.clear()
        self._search("")

    def count_products(self) -> None:
        """How many products of the list each catalog holds."""
        self.counts.clear()
        for row in self.products.rows.values():
            self.counts.update(row.catalogs)
        self.model.touch()

    def update_state(self) -> None:
        """Counts, states and the empty place, after anything changed."""
        reading = self.shelf.reading
        shown, total = self.model.rowCount(), self.model.total()
        self.count.setText(words("catalogs", reading, shown, total, self.shelf.unusual))
        if reading.stage is Stage.READING:
            self.bar.start()
        else:
            self.bar.stop()
        if shown:
            self.places.setCurrentWidget(self.table)
        else:
            self.state.update_state(reading, total, self._words, "")
            self.places.setCurrentWidget(self.state)

    def _reading(self) -> None:
        if self.shelf.reading.stage is not Stage.READING:
            self.model.settle()
        self.update_state()

    def _search(self, text: str) -> None:
        self._words = text
        parts = text.casefold().split()
        self.model.set_filter((lambda row: all(part in row.found for part in parts)) if parts else None)
        self.update_state()

    def _arrived(self, rows: Sequence[CatalogRow]) -> None:
        self.model.append(rows)
        self.update_state()

    def _gone(self, ids: Sequence[str]) -> None:
        self.model.remove(ids)
        self.update_state()

    def _row_actions(self, row: CatalogRow) -> list[QAction]:
        entries = (
            (tr("Edit catalog"), lambda: self.edit_wanted.emit(row.id)),
            (tr("Show its products"), lambda: self.products_wanted.emit(row.id)),
            (tr("Copy the id"), lambda: QGuiApplication.clipboard().setText(row.id)),
        )
        actions = []
        for text, run in entries:
            action = QAction(literal(text), self.table)
            action.triggered.connect(run)
            actions.append(action)
        return actions
