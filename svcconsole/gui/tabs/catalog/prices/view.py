"""The view Prices and stock of the Products segment: its grid, its column of changes, its footer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.dialogs import Answer, ask
from svcconsole.gui.kit.grid.keys import Command
from svcconsole.gui.kit.grid.model import RecordModel
from svcconsole.gui.kit.widgets.buttons import Button, button
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.tabs.catalog.prices.cell_actions import CellActions, NotDone
from svcconsole.gui.tabs.catalog.prices.changes_column import ChangesColumn
from svcconsole.gui.tabs.catalog.prices.columns import PriceColumns, was
from svcconsole.gui.tabs.catalog.prices.rule_bar import RuleBar
from svcconsole.gui.tabs.catalog.prices.sending import PriceSender
from svcconsole.gui.tabs.catalog.prices.table import GIVE_BACK, TICK_ALL, PricesTable
from svcconsole.gui.tabs.catalog.prices.words import count_words, footer_parts, send_verb, summary_words
from svcconsole.services.catalog.price_grid.cells import CellKey, Field, Typed, VariantKey, VariantRow
from svcconsole.services.catalog.price_grid.pending import PendingChanges
from svcconsole.services.catalog.price_grid.rules import Rule

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct
    from svcconsole.gui.kit.remote_pictures import Pictures
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope

KEEP_AFTER_MS: Final = 400
ASKED_OVER: Final = 10
"""More changes than these are discarded only after a question."""


class PricesView(QObject):
    """`area`, `column` and `footer` are its parts; the page lays them out.

    `count_changed()`: another number of rows is shown, or of changes. `products_read(products)`: the store
    holds these as they are now. `rehearse_wanted(run_id, cells)`, `take_back_wanted(run_id)`.
    `cell_hidden(cell)`: a cell was asked for that no filter shows. `column_wanted(shown)`: the column alone,
    where there is no room beside the grid.
    """

    count_changed = Signal()
    products_read = Signal(object)
    rehearse_wanted = Signal(str, object)
    take_back_wanted = Signal(str)
    cell_hidden = Signal()
    column_wanted = Signal(bool)

    def __init__(self, console: Console, scope: TaskScope, pictures: Pictures, parent: QWidget) -> None:
        super().__init__(parent)
        self.console = console
        self.scope = scope
        currency = console.card.currency or ""
        self.pending = PendingChanges(console.card.price_limit)
        self.ticked: set[VariantKey] = set()
        self.columns = PriceColumns(self.pending, self.ticked, currency, self._type_in)
        self.model: RecordModel[VariantRow] = RecordModel(
            self.columns.specs(pictures.get), key=lambda row: row.key
        )
        self.area = QWidget(parent)
        self.rules = RuleBar()
        self.table = PricesTable(self.model, tr("Prices and stock"), self.area)
        self.table.set_inset(20)
        self.model.setParent(self.table)
        vbox(self.rules, (self.table, 1), parent=self.area, spacing=0)
        self.column = ChangesColumn(self.pending, currency)
        self.footer = Footer()
        self.discard = button(tr("Discard"), kind="quiet")
        self.rehearse = button(tr("Rehearse first"), "practice")
        self.send = button("", None if console.card.practice else "lock", "primary")
        for each in (self.discard, self.rehearse, self.send):
            self.footer.add(each)
        self.sending = PriceSender(console, scope, self.pending, self.table.open_cell, self)
        self.cells = CellActions(self.table, self.pending, currency)
        self._ids: tuple[str, ...] = ()
        self._failed = False
        self._narrow = False
        self._is_preparing = False
        self._is_applying = False
        self._problem = ""
        self._wanted_cell: CellKey | None = None
        self._keep = QTimer(self, interval=KEEP_AFTER_MS, singleShot=True)
        self._keep.timeout.connect(lambda: self.scope.start(self.sending.keep(), "keep prices"))
        pictures.arrived.connect(lambda _: self.model.touch())
        self._connect()
        self._refresh()

    def _connect(self) -> None:
        table = self.table
        table.asked.connect(self._asked)
        table.tick_clicked.connect(lambda row: self._tick([row]))
        table.value_edited.connect(lambda *_: self._changed())
        table.value_refused.connect(lambda _row, _key, why: self.complain(why))
        table.cell_changed.connect(self._cell_changed)
        self.rules.apply_wanted.connect(self._apply_once)
        self.rules.refused.connect(self.complain)
        self.rules.untick_wanted.connect(lambda: self._set_ticked(set()))
        self.column.changed.connect(self._changed)
        self.column.cell_wanted.connect(self.go_to)
        self.column.back_wanted.connect(lambda: self.column_wanted.emit(False))
        self.footer.part_clicked.connect(lambda _: self.column_wanted.emit(True))
        self.discard.clicked.connect(lambda: self.scope.start(self._discard(), "discard prices"))
        self.rehearse.clicked.connect(lambda: self.scope.start(self._rehearse(), "send prices"))
        self.send.clicked.connect(lambda: self.scope.start(self._send(), "send prices"))
        self.sending.changed.connect(self._refresh)
        self.sending.read.connect(self._read_now)
        self.sending.take_back.connect(self.take_back_wanted)
        self.console.connection_changed.connect(self._read_once_back)
        self.console.card_changed.connect(self._card_edited)
        self.model.arranged.connect(self._arranged)

    # What is shown

    async def open(self) -> None:
        """Take what was kept of the last time, with what the store holds of it now."""
        ids = await self.sending.restore()
        if not ids:
            return
        async with aclosing(self.sending.read_products(ids)) as reading:
            async for _, products in reading:
                self.products_read.emit(products)
        await self.sending.settle()
        self._refresh()
        self._arrange()

    def show_products(self, ids: Sequence[str]) -> None:
        """Show the variants of these products, in this order; those that are not known yet are read."""
        self._ids = tuple(ids)
        self._arrange()
        missing = [identity for identity in self._ids if self.pending.rows_of(identity) is None]
        if missing:
            self.scope.start(self._read(missing), "read prices")
        else:
            self.scope.cancel("read prices")

    def reread(self) -> None:
        """Read what is shown, and what is changed, from the store again."""
        ids = dict.fromkeys((*self._ids, *(cell.row.product for cell in self.pending.changes)))
        self.scope.start(self._read(list(ids)), "read prices")

    async def read_others(self, ids: Sequence[str]) -> None:
        """Somebody changed these products: those that were read here are read again."""
        known = [identity for identity in ids if self.pending.rows_of(identity) is not None]
        if known:
            await self._read(known)

    async def _read(self, ids: Sequence[str]) -> None:
        bar = self.table.loading
        bar.start()
        self._failed = True
        try:
            async with aclosing(self.sending.read_products(ids)) as reading:
                async for done, products in reading:
                    bar.set_fraction(done / len(ids))
                    self._read_now(products)
            self._failed = False
        finally:
            if isValid(bar):
                bar.stop()
        self._arrange()
        self._refresh()

    def _read_now(self, products: Sequence[StoredProduct]) -> None:
        shown = set(self._ids)
        rows: list[VariantRow] = []
        for product in products:
            if product.id in shown:
                rows += self.pending.rows_of(product.id or "") or ()
        self.model.append(rows)
        self.products_read.emit(products)
        self._show_columns()
        self.count_changed.emit()

    def _arrange(self) -> None:
        """Show what is known of the products wanted, in their order."""
        rows = [row for identity in self._ids for row in self.pending.rows_of(identity) or ()]
        if [row.key for row in rows] == [row.key for row in self.model.records()]:
            self.model.update(rows)
        else:
            self.model.set_records(rows)
        self._set_ticked(self.ticked & {row.key for row in rows})
        self._show_columns()
        self.count_changed.emit()

    def _read_once_back(self) -> None:
        if self._failed and self.console.state.reach == "connected" and not self.scope.is_busy("read prices"):
            self.show_products(self._ids)

    def _show_columns(self) -> None:
        reduced = any(row.reduced is not None for row in self.pending.rows.values())
        changed = {cell.field for cell in self.pending.changes}
        wanted = {Field.REDUCED.value: reduced or Field.REDUCED in changed}
        wanted |= {was(field): field in changed for field in Field}
        for key, shown in wanted.items():
            if self.table.is_chosen(key) != shown:
                self.table.show_column(key, shown)
        fields = tuple(field for field in Field if field is not Field.REDUCED or reduced)
        self.rules.set_fields(fields)

    def count_text(self) -> str:
        """`64 variants of 31 products`."""
        rows = self.model.shown()
        return count_words(len(rows), len({row.key.product for row in rows}))

    def set_narrow(self, narrow: bool) -> None:
        """Whether there is no room for the column beside the grid."""
        self._narrow = narrow
        self.column.back.setVisible(narrow)
        self._say()

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.rules, self.table, self.column, self.footer)

    # Changing cells

    def _type_in(self, cell: CellKey, typed: Typed) -> None:
        self.pending.set_cells({cell: typed})

    def complain(self, problem: str) -> None:
        """Say what is wrong with what was just done, until something else is."""
        self._problem = problem
        self._say()

    def _card_edited(self) -> None:
        """What is asked about may be another change of a price now."""
        self.pending.set_limit(self.console.card.price_limit)
        self._refresh()

    def _changed(self) -> None:
        """What waits is another: it is kept, shown beside the grid and counted."""
        self._problem = ""
        self._keep.start()
        self._refresh()

    def _refresh(self) -> None:
        self.model.touch()
        self._show_columns()
        self.column.refresh()
        self.rules.set_ticked(len(self.ticked))
        ready = len(self.pending.ready())
        held = self._is_preparing or self._is_applying
        if not self._is_preparing:
            self.send.setText(self.console.save_words(send_verb(ready)))
        for each in (self.send, self.rehearse):
            each.setEnabled(ready > 0 and not self.sending.run_id and not held)
        self.discard.setEnabled(bool(self.pending.changes) and not held)
        self._cell_changed()
        self._say()
        self.count_changed.emit()

    def _say(self) -> None:
        parts = footer_parts(self.pending, self._problem)
        if self._narrow and self.pending.changes:
            count = tr_plural("{n} change", "{n} changes", len(self.pending.changes))
            parts.insert(0, FooterPart(count, link=True, hint=summary_words(self.pending)))
        self.footer.set_message(*parts)

    def _cell_changed(self) -> None:
        self.table.esc_gives_back = any(cell in self.pending.changes for cell in self.table.chosen())

    def _asked(self, word: str) -> None:
        does: dict[str, Callable[[], object]] = {
            Command.UNDO: self.pending.undo,
            Command.REDO: self.pending.redo,
            Command.DUPLICATE: self.cells.fill_down,
            Command.PASTE: self.cells.paste,
            Command.CLEAR: self.cells.clear,
            GIVE_BACK: lambda: self.pending.revert(self.table.chosen()),
        }
        shows: dict[str, Callable[[], object]] = {
            Command.COPY: self.cells.copy,
            Command.TOGGLE: lambda: self._tick(self.table.chosen_records()),
            TICK_ALL: lambda: self._tick(self.model.shown()),
        }
        if word in shows:
            shows[word]()
        elif word in does and not self._is_applying:
            try:
                does[word]()
            except NotDone as why:
                self.complain(str(why))
            else:
                self._changed()

    def tick(self, keys: Iterable[VariantKey]) -> None:
        """Tick exactly these rows."""
        self._set_ticked(set(keys))
        self._changed()

    def is_kept(self) -> bool:
        """Whether what waits is written down."""
        return not self._keep.isActive()

    def _tick(self, rows: Sequence[VariantRow]) -> None:
        """Tick these rows; where all of them are ticked, untick them."""
        keys = {row.key for row in rows}
        self._set_ticked(self.ticked - keys if keys <= self.ticked else self.ticked | keys)

    def _set_ticked(self, keys: set[VariantKey]) -> None:
        if keys != self.ticked:
            self.ticked.clear()
            self.ticked.update(keys)
            self.model.touch()
        self.rules.set_ticked(len(self.ticked))

    def _apply_once(self, rule: Rule) -> None:
        if not self._is_applying:
            self._is_applying = True
            self.scope.start(self._apply(rule), "apply rule")

    async def _apply(self, rule: Rule) -> None:
        rows = [row for row in self.model.shown() if row.key in self.ticked]
        self.rules.set_busy(True)
        self.table.hold_cells(True)
        self._refresh()
        try:
            said = await self.cells.apply(rule, rows)
        finally:
            self._is_applying = False
            if isValid(self.table):
                self.rules.set_busy(False)
                self.table.hold_cells(False)
                self._changed()
        self.complain(said)

    def go_to(self, cell: CellKey) -> None:
        """Make a cell current; where no filter shows it, the filters go first."""
        self.column_wanted.emit(False)
        if self.model.find(cell.row) is None:
            self._wanted_cell = cell
            self.cell_hidden.emit()
            return
        self.table.choose_cell(cell.row, cell.field.value)
        self.table.setFocus()

    def _arranged(self) -> None:
        cell, self._wanted_cell = self._wanted_cell, None
        if cell is not None:
            if self.model.find(cell.row) is None:
                self._wanted_cell = cell
            else:
                self.go_to(cell)

    # Discarding, rehearsing, sending

    async def _discard(self) -> None:
        count = len(self.pending.changes)
        if count > ASKED_OVER:
            answer = await ask(
                self.area,
                tr_plural("Discard {n} change?", "Discard {n} changes?", count),
                tr("The cells show again what the store holds. Ctrl+Z brings the changes back."),
                (Answer("discard", tr("Discard")), Answer("cancel", tr("Keep them"))),
                safe="cancel",
            )
            if answer != "discard":
                return
        self.pending.discard()
        self._changed()

    async def _rehearse(self) -> None:
        with self._preparing(self.rehearse):
            run_id, cells = await self.sending.plan()
        if run_id:
            self.rehearse_wanted.emit(run_id, cells)

    async def _send(self) -> None:
        verb = send_verb(len(self.pending.ready()))
        if not await may_write(self.console, self.area, verb, self.send.text()):
            return
        with self._preparing(self.send):
            await self.sending.send()

    @contextmanager
    def _preparing(self, pressed: Button) -> Iterator[None]:
        """Neither button can be pressed again while what one of them sends is put together."""
        pressed.set_busy(tr("Preparing…"))
        self._is_preparing = True
        self._refresh()
        try:
            yield
        finally:
            self._is_preparing = False
            pressed.set_busy(None)
            self._refresh()

    async def flush(self) -> None:
        """Write down what waits now, where that was not done yet, and all of a rule under way."""
        await self.scope.wait("apply rule")
        if self._keep.isActive():
            self._keep.stop()
            await self.sending.keep()
