"""The popovers of the viewer: filter, columns, reading, export, go to row."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.viewer.columns_box import ColumnsBox
from svcconsole.gui.panels.viewer.export_box import ExportBox
from svcconsole.gui.panels.viewer.filter_box import FilterBox
from svcconsole.gui.panels.viewer.reading_box import ReadingBox

if TYPE_CHECKING:
    from svcconsole.gui.panels.viewer.page import ViewerPage
    from svcconsole.services.analysis.view import Filter


class ViewerPopovers(QObject):
    """One popover at a time, each over what opened it."""

    def __init__(self, page: ViewerPage) -> None:
        super().__init__(page)
        self._page = page
        self.open: Popover | None = None
        narrowing = page.narrowing
        narrowing.add_wanted.connect(lambda: self.add_filter(page.sheet.choice.column))
        narrowing.edit_wanted.connect(self.edit_filter)
        narrowing.columns.clicked.connect(self.columns)
        page.export.clicked.connect(self.export)
        page.foot.reading_wanted.connect(self.reading)

    def _show(self, content: QWidget, anchor: QWidget) -> None:
        self.close()
        popover = self.open = Popover(self._page)
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
        page = self._page
        model = page.sheet.file_model
        return FilterBox([model.name(at) for at in range(len(model.names))], model.kinds,
                         page.showing.suggest, page.scope, page)  # fmt: skip

    def add_filter(self, column: int) -> None:
        """Ask for a filter, of this column to begin with."""
        box = self._filter_box()
        box.wanted.connect(self._add)
        self._show(box, self._page.narrowing.add)
        box.begin(column)

    def edit_filter(self, wanted: Filter, chip: QWidget) -> None:
        """Ask for another filter in the place of one."""
        box = self._filter_box()
        box.wanted.connect(partial(self._change, wanted))
        self._show(box, chip)
        box.begin(wanted.column, wanted)

    def _add(self, wanted: Filter) -> None:
        self.close()
        self._page.showing.asked.add(wanted)

    def _change(self, before: Filter, wanted: Filter) -> None:
        self.close()
        self._page.showing.asked.change(before, wanted)

    # -- columns

    def columns(self) -> None:
        """Which columns are shown, where and how."""
        page = self._page
        columns = page.sheet.columns
        box = ColumnsBox(page.sheet.file_model.names, columns.arrangement, profiles=page.showing.profiles)
        box.shown.connect(columns.show)
        box.ordered.connect(columns.set_order)
        box.frozen.connect(columns.freeze)
        box.profiles.connect(page.showing.set_profiles)
        box.reset_wanted.connect(self.close)
        box.reset_wanted.connect(columns.reset)
        self._show(box, page.narrowing.columns)
        box.list.setFocus()

    # -- how it was read

    def reading(self) -> None:
        """The decisions of opening, and other ways to read the file."""
        page = self._page
        file = page.showing.file
        if file is None:
            return
        box = ReadingBox(file.table.dialect, file.table.decisions, chosen=page.chosen_dialect)
        box.dialect_wanted.connect(self._read_otherwise)
        box.reset_wanted.connect(self.close)
        box.reset_wanted.connect(lambda: page.read_table(1))
        self._show(box, page.foot.reading)

    def _read_otherwise(self, changes: dict[str, str | int | bool]) -> None:
        self.close()
        self._page.read_otherwise(changes)

    # -- saving

    def export(self) -> None:
        """What kind of file the view becomes."""
        page = self._page
        seen = page.showing.seen
        rows = page.showing.rows_known() if seen is None else seen.rows
        shown = page.sheet.columns.arrangement.shown()
        box = ExportBox(rows, len(shown), len(page.sheet.file_model.names))
        box.save_wanted.connect(self._save)
        self._show(box, page.export)
        box.kinds.setFocus()

    def _save(self, kind: str, all_columns: bool) -> None:
        self.close()
        self._page.scope.start(self._page.save_as(kind, all_columns), "save")

    # -- a row's number

    def go_to(self) -> None:
        """Ask for a place in the view."""
        page = self._page
        if not page.sheet.count():
            return
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(dp(8))
        number = QLineEdit()
        number.setAccessibleName(tr("Row"))
        number.setValidator(QIntValidator(1, max(1, page.sheet.count()), number))
        number.setPlaceholderText(tr("1 to {sheet}", sheet=page.locale().toString(page.sheet.count())))
        number.setFixedWidth(dp(130))
        go = button(tr("Go to row"), kind="primary")
        for part in (PlainLabel(tr("Row"), "label"), number, go):
            row.addWidget(part)

        def done() -> None:
            if number.hasAcceptableInput():
                place = int(number.text()) - 1
                self.close()
                page.sheet.go_to(place)
                page.sheet.setFocus()

        go.clicked.connect(done)
        number.returnPressed.connect(done)
        self._show(content, page.narrowing.search)
        number.setFocus()
