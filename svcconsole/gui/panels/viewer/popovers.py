"""The popovers of the viewer: filter, columns, reading, export, go to row."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractButton, QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.forms.number_field import NumberField
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.viewer.columns_box import ColumnsBox
from svcconsole.gui.panels.viewer.export_box import ExportBox
from svcconsole.gui.panels.viewer.file_status_bar import FileStatusBar
from svcconsole.gui.panels.viewer.filter_bar import FilterBar
from svcconsole.gui.panels.viewer.filter_box import FilterBox
from svcconsole.gui.panels.viewer.reading_box import ReadingBox
from svcconsole.gui.panels.viewer.table_loader import TableLoader
from svcconsole.gui.runtime.task_scope import TaskScope

if TYPE_CHECKING:
    from svcconsole.services.analysis.view import Filter


class ViewerPopovers(QObject):
    """One popover at a time, each over what opened it.

    `dialect_wanted(changes)`: read the file otherwise; `decisions_wanted()`: decide anew how it is read.
    `save_wanted(kind, all columns)`: write the view as a file of this kind.
    """

    dialect_wanted = Signal(object)
    decisions_wanted = Signal()
    save_wanted = Signal(str, bool)

    def __init__(
        self,
        showing: TableLoader,
        scope: TaskScope,
        parent: QWidget,
        *,
        narrowing: FilterBar,
        export: QAbstractButton,
        foot: FileStatusBar,
    ) -> None:
        """`narrowing`, `export` and `foot` are what the popovers are opened from and stand at."""
        super().__init__(parent)
        self._parent = parent
        self._showing, self._sheet, self._scope = showing, showing.sheet, scope
        self._narrowing, self._export_button, self._foot = narrowing, export, foot
        self.open: Popover | None = None
        narrowing.add_wanted.connect(lambda: self.add_filter(self._sheet.choice.column))
        narrowing.edit_wanted.connect(self.edit_filter)
        narrowing.columns.clicked.connect(self.columns)
        export.clicked.connect(self.export)
        foot.reading_wanted.connect(self.reading)

    def _show(self, content: QWidget, anchor: QWidget) -> None:
        self.close()
        popover = self.open = Popover(self._parent)
        popover.set_content(content)
        popover.closed.connect(popover.deleteLater)
        popover.closed.connect(self._forget)
        popover.open_at(anchor)

    def _forget(self) -> None:
        self.open = None

    def close(self) -> None:
        """Close what is open."""
        if self.open is not None:
            self.open.close()

    # -- filters

    def _filter_box(self) -> FilterBox:
        model = self._sheet.file_model
        headings = [model.name(at) for at in range(len(model.names))]
        return FilterBox(
            headings, model.names, model.kinds, self._showing, scope=self._scope, parent=self._parent
        )

    def add_filter(self, column: int) -> None:
        """Ask for a filter, of this column to begin with."""
        box = self._filter_box()
        box.wanted.connect(self._add)
        self._show(box, self._narrowing.add)
        box.begin(column)

    def edit_filter(self, wanted: Filter, chip: QWidget) -> None:
        """Ask for another filter in the place of one."""
        box = self._filter_box()
        box.wanted.connect(partial(self._change, wanted))
        self._show(box, chip)
        box.begin(wanted.column, wanted)

    def _add(self, wanted: Filter) -> None:
        self.close()
        self._showing.asked.add(wanted)

    def _change(self, before: Filter, wanted: Filter) -> None:
        self.close()
        self._showing.asked.change(before, wanted)

    # -- columns

    def columns(self) -> None:
        """Which columns are shown, where and how."""
        columns = self._sheet.columns
        box = ColumnsBox(
            self._sheet.file_model.headings, columns.arrangement, profiles=self._showing.profiles
        )
        box.shown.connect(columns.show)
        box.ordered.connect(columns.set_order)
        box.frozen.connect(columns.freeze)
        box.profiles.connect(self._showing.set_profiles)
        box.reset_wanted.connect(self.close)
        box.reset_wanted.connect(columns.reset)
        self._show(box, self._narrowing.columns)
        box.list.setFocus()

    # -- how it was read

    def reading(self) -> None:
        """The decisions of opening, and other ways to read the file."""
        file = self._showing.file
        if file is None:
            return
        box = ReadingBox(file.table.dialect, file.table.decisions, chosen=self._showing.chosen_dialect)
        box.dialect_wanted.connect(self._read_otherwise)
        box.reset_wanted.connect(self.close)
        box.reset_wanted.connect(self.decisions_wanted)
        self._show(box, self._foot.reading)

    def _read_otherwise(self, changes: dict[str, str | int | bool]) -> None:
        self.close()
        self.dialect_wanted.emit(changes)

    # -- saving

    def export(self) -> None:
        """What kind of file the view becomes."""
        seen = self._showing.seen
        rows = self._showing.rows_known() if seen is None else seen.rows
        shown = self._sheet.columns.arrangement.shown()
        box = ExportBox(rows, len(shown), len(self._sheet.file_model.names))
        box.save_wanted.connect(self._save)
        self._show(box, self._export_button)
        box.kinds.setFocus()

    def _save(self, kind: str, all_columns: bool) -> None:
        self.close()
        self.save_wanted.emit(kind, all_columns)

    # -- a row's number

    def go_to(self) -> None:
        """Ask for a place in the view."""
        if not self._sheet.count():
            return
        content = QWidget()
        number = NumberField(tr("Row"), 1, self._sheet.count(), may_be_blank=True, width=130)
        number.setPlaceholderText(
            tr("1 to {sheet}", sheet=self._parent.locale().toString(self._sheet.count()))
        )
        go = button(tr("Go to row"), kind="primary")
        line = hbox(PlainLabel(tr("Row"), "label"), number, go, spacing=8)
        vbox(line, number.error, parent=content, spacing=4)
        number.textChanged.connect(lambda _: content.window().adjustSize())

        def done() -> None:
            if (place := number.number()) is not None:
                self.close()
                self._sheet.go_to(place - 1)
                self._sheet.setFocus()

        go.clicked.connect(done)
        number.returnPressed.connect(done)
        self._show(content, self._narrowing.search)
        number.setFocus()
