"""A picker of products from the catalog as last read, and of their variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, isolate, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.dialogs import run
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.money import before_words, paid_words
from svcconsole.gui.kit.two_lines import Index, TwoLineDelegate, TwoLines
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.messaging.products.product_source import ProductSource, Variant
from svcconsole.services.catalog.list_rows import ProductRow

MOST = 200
ID_ROLE, NAME_ROLE, PRICE_ROLE, BEFORE_ROLE = (Qt.ItemDataRole.UserRole + number for number in range(1, 5))


@dataclass(frozen=True, slots=True)
class Picked:
    """What was chosen: ids of products or variants, and the catalog the first is in."""

    ids: tuple[str, ...]
    catalog: str


@dataclass(frozen=True, slots=True)
class PickerEntry:
    """An entry of one of the lists; the price and the one before a reduction are ready to be shown."""

    id: str
    name: str
    price: str
    before: str

    def text(self) -> str:
        """For those who hear it, and for the keys that look for a name."""
        price = tr("{price}, before {before}", price=self.price, before=self.before)
        said = price if self.before else self.price
        return ", ".join(part for part in (visible(self.name) or self.id, said) if part)


class EntryDelegate(TwoLineDelegate):
    """Paints name and id, and the price at the end of the first line."""

    def lines_of(self, index: Index) -> TwoLines:
        identity, name, price, before = (
            str(index.data(role) or "") for role in (ID_ROLE, NAME_ROLE, PRICE_ROLE, BEFORE_ROLE)
        )
        shown = visible(identity)
        return TwoLines(visible(name) or shown, isolate(shown), price, struck=before)

    def is_chosen(self, option: QStyleOptionViewItem, index: Index) -> bool:
        return bool(option.state & QStyle.StateFlag.State_Selected)


class ProductPicker(KeyboardWindow, QDialog):
    """Products at the leading side, variants of the chosen one beside them; `many`: several at once."""

    def __init__(self, parent: QWidget, goods: ProductSource, *, many: bool, catalog: str = "") -> None:
        super().__init__(parent)
        self.goods, self.many, self.catalog = goods, many, catalog
        self.scope = make_scope(self, goods.console.notices)
        question = tr("Choose products") if many else tr("Choose a product")
        self.setWindowTitle(question)
        self.resize(dp(720), dp(480))
        self._shown: list[PickerEntry] = []
        self._fitting = 0
        """How many products fit the search; the first of them are shown."""
        self.search = SearchField(tr("Name or id"))
        self.search.setMaximumWidth(dp(2000))
        self.products, self.variants = QListWidget(), QListWidget()
        self.products.setAccessibleName(tr("Products"))
        self.variants.setAccessibleName(tr("Variants"))
        self.said = PlainLabel("", "caption", "text2", wrap=True)
        self.read = button(tr("Read the catalog"), "refresh")
        self.take = button(tr("Choose"), None, "primary")
        self.cancel = button(tr("Cancel"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = vbox(parent=self, spacing=12, margins=(24, 20, 24, 20))
        head = hbox((self.search, 1), self.read)
        lists = hbox(spacing=12)
        for name, widget in ((tr("Products"), self.products), (tr("Variants"), self.variants)):
            part = vbox(PlainLabel(name, "label"), widget, spacing=4)
            lists.addLayout(part, 1)
        column.addWidget(PlainLabel(question, "title"))
        column.addLayout(head)
        column.addLayout(lists, 1)
        column.addWidget(self.said)
        column.addWidget(buttons)
        self.search.searched.connect(lambda _: self._fill())
        self.search.left_down.connect(self.products.setFocus)
        self.products.currentItemChanged.connect(lambda *_: self._chosen())
        self.variants.itemSelectionChanged.connect(self._update_text)
        self.variants.itemDoubleClicked.connect(lambda _: self.accept())
        for shown in (self.products, self.variants):
            shown.setItemDelegate(EntryDelegate(shown))
        modes = QListWidget.SelectionMode
        self.variants.setSelectionMode(modes.ExtendedSelection if many else modes.SingleSelection)
        self.read.clicked.connect(lambda: self.scope.start(goods.read(), "read"))
        goods.changed.connect(self._fill)
        self._fill()

    def picked(self) -> Picked:
        """The chosen variants; the product itself where none is chosen."""
        ids = tuple(str(item.data(ID_ROLE)) for item in self.variants.selectedItems())
        row = self._row()
        return Picked(ids or ((row.id,) if row else ()), self._catalog_of(row))

    def _row(self) -> ProductRow | None:
        item = self.products.currentItem()
        return self.goods.products.rows.get(str(item.data(ID_ROLE))) if item is not None else None

    def _catalog_of(self, row: ProductRow | None) -> str:
        held = row.catalogs if row is not None else ()
        return self.catalog if self.catalog in held else next(iter(held), self.catalog)

    def _fill(self) -> None:
        before = self._row()
        words = self.search.text().casefold().split()
        fits = [row for row in self.goods.products.rows.values() if all(word in row.found for word in words)]
        fits.sort(key=lambda row: (self.catalog not in row.catalogs, row.name.casefold(), row.id))
        currency = self.goods.console.card.currency or ""
        shown = [
            PickerEntry(
                row.id, row.name, paid_words(row.prices, currency), before_words(row.prices, currency)
            )
            for row in fits[:MOST]
        ]
        self._fitting = len(fits)
        if shown == self._shown:
            self._update_text()
            return
        self._shown = shown
        self.products.clear()
        for entry in shown:
            item = _add(self.products, entry)
            if before is not None and entry.id == before.id:
                self.products.setCurrentItem(item)
        self._update_text()

    def _chosen(self) -> None:
        self.variants.clear()
        self._update_text()
        row = self._row()
        if row is not None:
            self.scope.start(self._read_variants(row), "variants")

    async def _read_variants(self, row: ProductRow) -> None:
        from svcconsole.api.errors import ApiError

        try:
            found = await self.goods.variants_of(row.id)
        except ApiError as error:
            self.said.setText(tr("The variants could not be read: {sentence}", sentence=error.sentence))
            return
        if self._row() == row:
            self._show_variants(found)

    def _show_variants(self, found: Sequence[Variant]) -> None:
        self.variants.clear()
        for variant in found:
            _add(self.variants, PickerEntry(variant.id, variant.name, variant.price, variant.before))
        if len(found) == 1 or (found and not self.many):
            self.variants.setCurrentRow(0)
        self._update_text()

    def _update_text(self) -> None:
        row, chosen = self._row(), len(self.variants.selectedItems())
        self.take.setEnabled(row is not None)
        known = len(self.goods.products.rows)
        if not known:
            self.said.setText(tr("The catalog was not read yet. Reading it changes nothing in the store."))
        elif chosen:
            self.said.setText(tr("{chosen} chosen", chosen=chosen))
        elif row is not None:
            self.said.setText(tr("No variant chosen: the product's own id is taken."))
        elif self._fitting > len(self._shown):
            self.said.setText(
                tr_plural(
                    "The first {shown} of {n} product. Type to narrow the list.",
                    "The first {shown} of {n} products. Type to narrow the list.",
                    self._fitting,
                    shown=len(self._shown),
                )
            )
        else:
            self.said.setText(
                tr_plural(
                    "{n} product, as the catalog was last read",
                    "{n} products, as the catalog was last read",
                    known,
                )
            )


def _add(shown: QListWidget, entry: PickerEntry) -> QListWidgetItem:
    item = QListWidgetItem(entry.text(), shown)
    parts = zip(
        (ID_ROLE, NAME_ROLE, PRICE_ROLE, BEFORE_ROLE),
        (entry.id, entry.name, entry.price, entry.before),
        strict=True,
    )
    for role, value in parts:
        item.setData(role, value)
    return item


async def pick(parent: QWidget, goods: ProductSource, *, many: bool, catalog: str = "") -> Picked | None:
    """Ask for products; None when the person thought better of it."""
    dialog = ProductPicker(parent, goods, many=many, catalog=catalog)
    taken: list[Picked] = []
    dialog.accepted.connect(lambda: taken.append(dialog.picked()))
    await run(dialog)
    return taken[0] if taken else None
