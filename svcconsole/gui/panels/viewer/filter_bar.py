"""The bar above the table: search, filter chips, the count, the columns button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.viewer import viewer_text
from svcconsole.gui.runtime.privacy import privacy

if TYPE_CHECKING:
    from svcconsole.services.analysis.view import Filter

BESIDE: Final = 2
"""So many filters stand in the row itself; more of them stand under it."""


class FilterBar(QWidget):
    """`edit_wanted(Filter, chip)`, `drop_wanted(Filter)`, `add_wanted()`."""

    edit_wanted = Signal(object, QWidget)
    drop_wanted = Signal(object)
    add_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.search = SearchField(tr("Search all columns"))
        self.search.setMinimumWidth(dp(170))
        self.add = FilterChip(tr("Filter"), "plus", menu=False)
        self.count = ElidedLabel("", tone="text2")
        self.stop = button(tr("Stop"), kind="link")
        self.columns = tool_button("columns", tr("Columns"))
        self.chips: list[FilterChip] = []
        self._filters: tuple[Filter, ...] = ()
        self._headings: Sequence[str] = ()
        self._names: Sequence[str] = ()
        self._bar = Toolbar()
        self._beside = QWidget()
        self._beside.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._beside_flow = FlowLayout(self._beside, 8)
        self._under = QWidget()
        self._under_flow = FlowLayout(self._under, 8)
        self._under_flow.setContentsMargins(dp(20), 0, dp(20), dp(10))
        self._build()

    def _build(self) -> None:
        self._bar.add(self.search, 1)
        self._bar.add(self._beside)
        self._bar.add(self.add)
        self._bar.add_stretch()
        for part in (self.count, self.stop, self.columns):
            self._bar.add(part)
        self.stop.hide()
        self._under.hide()
        vbox(self._bar, self._under, parent=self, spacing=0)
        self.add.clicked.connect(self.add_wanted)
        privacy().changed.connect(self._say_anew)

    def set_filters(self, filters: Sequence[Filter], headings: Sequence[str], names: Sequence[str]) -> None:
        """A chip for each; `headings` are what the columns are called on screen, `names` in the file."""
        if tuple(filters) == self._filters:
            return
        self._filters, self._headings, self._names = tuple(filters), headings, names
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = [self._chip(each) for each in filters]
        self._place()

    def _say_anew(self) -> None:
        """Who people are is hidden from now on, or shown."""
        for chip, wanted in zip(self.chips, self._filters, strict=True):
            self._say(chip, wanted)
        self._place()

    def _say(self, chip: FilterChip, wanted: Filter) -> None:
        chip.set_filter(viewer_text.filter_words(self._headings[wanted.column], self._names, wanted))
        said = viewer_text.said_values(self._names, wanted)
        whole = ", ".join(visible(value[:2_000]) for value in said)
        set_tip(chip, whole if len(whole) > viewer_text.LONGEST else "")

    def _chip(self, wanted: Filter) -> FilterChip:
        chip = FilterChip("")
        self._say(chip, wanted)
        chip.clicked.connect(lambda: self.edit_wanted.emit(wanted, chip))
        chip.cleared.connect(lambda: self.drop_wanted.emit(wanted))
        return chip

    def _place(self) -> None:
        """Few chips stand in the row where there is room for them, others under it."""
        for flow in (self._beside_flow, self._under_flow):
            while flow.takeAt(0) is not None:
                pass
        taken = sum(chip.sizeHint().width() + dp(8) for chip in self.chips)
        others = self.add.sizeHint().width() + self.columns.sizeHint().width() + self.count.sizeHint().width()
        room = self.width() - others - dp(170 + 20 + 16 + 5 * 8)
        beside = len(self.chips) <= BESIDE and taken <= room
        flow, home = (self._beside_flow, self._beside) if beside else (self._under_flow, self._under)
        for chip in self.chips:
            chip.setParent(home)
            flow.addWidget(chip)
            chip.show()
        self._beside.setVisible(bool(self.chips) and beside)
        self._beside.setFixedWidth(max(0, taken - dp(8)) if beside else 0)
        self._under.setVisible(bool(self.chips) and not beside)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place()

    def set_status(self, text: str, *, stop: bool = False) -> None:
        """The count; `stop`: something is still being read and can be stopped."""
        if text != self.count.text():
            self.count.setText(text)
            self._place()
        self.stop.setVisible(stop)
