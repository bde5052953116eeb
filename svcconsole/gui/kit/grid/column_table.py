"""The columns of a table: which give way when it is narrow, what the user chose, how it is sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp, scale
from svcconsole.gui.design.text import literal
from svcconsole.gui.kit.grid.columns import ColumnSpec
from svcconsole.gui.kit.grid.delegate import CellDelegate
from svcconsole.gui.kit.grid.header import CELL_PADDING
from svcconsole.gui.kit.grid.model import RecordModel
from svcconsole.gui.kit.grid.view import GridView
from svcconsole.gui.kit.widgets.pills import pill_width

R = TypeVar("R")
STATES = ("pill", "status")
"""Kinds of columns whose few words are never cut, however long a language makes them."""
MOST_MEASURED = 100
"""So many rows are looked at for the longest of them."""


class ColumnsTable(GridView[R]):
    """A grid of records in memory, with a header that sorts, hides, remembers."""

    sorted_by = Signal(str, bool)
    columns_changed = Signal()

    def __init__(self, model: RecordModel[R], parent: QWidget | None = None) -> None:
        self._records = model
        self._scale = scale()
        self._chosen_hidden = {column.key for column in model.columns() if column.hidden}
        self._widths: dict[int, int] = {}
        self._state_widths: dict[int, int] = {}
        """How wide the columns of states have to be, in pixels."""
        self._restored: dict[str, Any] = {}
        self._fitting = True
        super().__init__(model, parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setItemDelegate(CellDelegate(model.columns(), self._cells, self))
        self._set_up_header()
        self._set_up_columns()
        for changed in (model.modelReset, model.layoutChanged, model.rowsInserted, model.dataChanged):
            changed.connect(self._measure_states)
        self._measure_states()

    def records_model(self) -> RecordModel[R]:
        """The model, typed."""
        return self._records

    def _set_up_header(self) -> None:
        columns = self._records.columns()
        self._header.trailing_columns = frozenset(at for at, each in enumerate(columns) if each.ends())
        self._header.sectionClicked.connect(self._header_clicked)
        self.header_menu_wanted.connect(lambda _at, where: self.columns_menu().popup(where))
        self._header.sectionResized.connect(self._user_resized)
        self._header.sectionMoved.connect(lambda *_ignored: self.columns_changed.emit())

    def add_columns(self, columns: Sequence[ColumnSpec[R]]) -> None:
        """More columns behind the others, shown or hidden as `restore_state` was told of them."""
        first = len(self._records.columns())
        self._fitting = True
        self._records.add_columns(columns)
        self.setItemDelegate(CellDelegate(self._records.columns(), self._cells, self))
        self._header.trailing_columns = frozenset(
            at for at, each in enumerate(self._records.columns()) if each.ends()
        )
        for at, column in enumerate(columns, start=first):
            self.setColumnWidth(at, dp(column.width))
        self._chosen_hidden |= {column.key for column in columns if column.hidden}
        self._restore_columns(range(first, first + len(columns)))
        self._fit_columns()

    def _set_up_columns(self) -> None:
        for at, column in enumerate(self._records.columns()):
            self.setColumnWidth(at, dp(column.width))
        self._fit_columns()

    # -- how it looks

    def set_inset(self, inset: int) -> None:
        """Where the first column's text begins, in units of look.md: the page's own inset."""
        self._header.inset = inset
        self.viewport().update()

    def set_stale(self, stale: bool) -> None:
        """Grey the header while what is shown could not be read again."""
        self._header.dimmed = stale
        self._header.viewport().update()

    # -- columns

    def scale_columns(self) -> None:
        """Columns grow with the font, those a person made wider as well."""
        before, self._scale = self._scale, scale()
        if before == self._scale:
            return
        grown = self._scale / before
        self._widths = {at: round(width * grown) for at, width in self._widths.items()}
        self._fitting = True
        for at in range(self._header.count()):
            if not self.isColumnHidden(at):
                self.setColumnWidth(at, round(self.columnWidth(at) * grown))
        self._fitting = False
        self._state_widths.clear()
        self._measure_states()
        self._fit_columns()

    def _measure_states(self, *_: object) -> None:
        """Columns of states become as wide as the longest of them, unless a person chose their width."""
        columns = {
            at: column.value
            for at, column in enumerate(self._records.columns())
            if column.kind in STATES and at not in self._widths
        }
        if not columns:
            return
        records = [self._records.record(row) for row in range(min(self._records.rowCount(), MOST_MEASURED))]
        font, margins = fonts.role_font("label"), 2 * dp(CELL_PADDING)
        wider = {}
        for at, state_of in columns.items():
            states = {state for record in records if (state := state_of(record)) is not None}
            needed = max((pill_width(font, state) + margins for state in states), default=0)
            if needed > self._usual_width(at):
                wider[at] = needed
        if not wider:
            return
        self._state_widths |= wider
        self._fitting = True
        for at, width in wider.items():
            self.setColumnWidth(at, width)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Hide what gives way at this width, then let the stretching columns share what is left."""
        columns = self._records.columns()
        width = self.viewport().width()
        shown = [at for at, column in enumerate(columns) if column.key not in self._chosen_hidden]

        def needed(numbers: Sequence[int]) -> int:
            return sum(dp(columns[at].width) if columns[at].stretch else self._width(at) for at in numbers)

        for at in sorted((at for at in shown if columns[at].drop), key=lambda at: -columns[at].drop):
            if needed(shown) <= width:
                break
            shown.remove(at)
        self._fitting = True
        for at in range(len(columns)):
            self.setColumnHidden(at, at not in shown)
        stretching = [at for at in shown if columns[at].stretch]
        spare = max(0, width - needed(shown))
        for place, at in enumerate(stretching):
            share = spare // len(stretching) + (spare % len(stretching) if place == 0 else 0)
            self.setColumnWidth(at, dp(columns[at].width) + share)
        self._fitting = False

    def _width(self, at: int) -> int:
        hidden = self.isColumnHidden(at)
        return self._widths.get(at, self._usual_width(at)) if hidden else self.columnWidth(at)

    def _usual_width(self, at: int) -> int:
        """How wide a column is that nobody has made wider or narrower."""
        return max(dp(self._records.columns()[at].width), self._state_widths.get(at, 0))

    def _user_resized(self, at: int, _before: int, width: int) -> None:
        if not self._fitting and not self.isColumnHidden(at):
            self._widths[at] = width
            self.columns_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def columns_menu(self) -> QMenu:
        """A menu that shows and hides columns; the caller pops it up."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column in self._records.columns():
            if not column.title or column.stretch:
                continue  # the stretching column is what the table is about
            action = menu.addAction(literal(column.title))
            action.setCheckable(True)
            action.setChecked(column.key not in self._chosen_hidden)
            action.toggled.connect(lambda shown, key=column.key: self.show_column(key, shown))
        return menu

    def is_chosen(self, key: str) -> bool:
        """Whether a column is shown wherever there is room for it."""
        return key not in self._chosen_hidden

    def show_column(self, key: str, shown: bool) -> None:
        """Show or hide a column."""
        if shown:
            self._chosen_hidden.discard(key)
        else:
            self._chosen_hidden.add(key)
        self._fit_columns()
        self.columns_changed.emit()

    # -- sorting

    def _header_clicked(self, at: int) -> None:
        column = self._records.columns()[at]
        if not column.sortable:
            return
        key, descending = self._records.order()
        self.sort_by(column.key, key == column.key and not descending)

    def sort_by(self, key: str | None, descending: bool = False) -> None:
        """Order by a column and show the arrow."""
        self._records.sort_by(key, descending)
        self._header.sorted_by = () if key is None else ((self._records.column(key), descending),)
        self._header.viewport().update()
        self.sorted_by.emit(key or "", descending)

    # -- remembering

    def save_state(self) -> dict[str, Any]:
        """Widths, order, hidden columns and sorting, by column key; plain JSON."""
        columns = self._records.columns()
        key, descending = self._records.order()
        return {
            "widths": {
                columns[at].key: width for at, width in self._widths.items() if not columns[at].stretch
            },
            "order": [columns[self._header.logicalIndex(at)].key for at in range(len(columns))],
            "hidden": sorted(self._chosen_hidden),
            "shown": sorted(column.key for column in columns if column.key not in self._chosen_hidden),
            "sort": [key, descending],
        }

    def restore_state(self, kept: object) -> None:
        """Take back what `save_state` gave; columns that are gone or new are passed over, and so is what has
        another shape."""
        state = self._restored = _readable(kept)
        self._fitting = True
        self._restore_columns(range(len(self._records.columns())))
        key, descending = state.get("sort", [None, False])
        if any(column.key == key for column in self._records.columns()):
            self.sort_by(key, bool(descending))
        self._fit_columns()

    def _restore_columns(self, numbers: Sequence[int]) -> None:
        """Width, place and whether it is shown, for these columns, as the state says; a column it does not
        know stays as it is."""
        columns, state = self._records.columns(), self._restored
        for at in numbers:
            key = columns[at].key
            if key in state.get("hidden", ()):
                self._chosen_hidden.add(key)
            elif not columns[at].hidden or key in state.get("shown", ()):
                self._chosen_hidden.discard(key)
            width = state.get("widths", {}).get(key)
            if isinstance(width, int):
                self._widths[at] = width
                self.setColumnWidth(at, width)
        places = {columns[at].key: at for at in range(len(columns))}
        order = [places[key] for key in state.get("order", ()) if key in places]
        for visual, logical in enumerate(order):
            self._header.moveSection(self._header.visualIndex(logical), visual)

    def _first_column(self) -> int:
        """The first column that is shown and says something of the record itself."""
        columns = self._records.columns()
        order = (self._header.logicalIndex(at) for at in range(len(columns)))
        return next((at for at in order if not self.isColumnHidden(at) and columns[at].kind != "row"), 0)


def _readable(kept: object) -> dict[str, Any]:
    """The parts of a kept state that have the shape that `save_state` gives them."""
    found = kept if isinstance(kept, dict) else {}
    state: dict[str, Any] = {
        part: [key for key in found[part] if isinstance(key, str)]
        for part in ("order", "hidden", "shown")
        if isinstance(found.get(part), list)
    }
    if isinstance(widths := found.get("widths"), dict):
        state["widths"] = widths
    sort = found.get("sort")
    if isinstance(sort, list) and len(sort) == 2 and isinstance(sort[0], str | None):
        state["sort"] = sort
    return state
