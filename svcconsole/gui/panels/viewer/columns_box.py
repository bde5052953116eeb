"""The popover of the columns: shown, order, pinned, profiles."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.viewer.arrangement import Arrangement

WIDTH, LINES, SEARCH_FROM = 280, 12, 15
COLUMN: Final = Qt.ItemDataRole.UserRole


class ColumnsBox(QWidget):
    """`shown(column, bool)`, `ordered(list)`, `frozen(column, bool)`, `profiles(bool)`, `reset_wanted()`."""

    shown = Signal(int, bool)
    ordered = Signal(object)
    frozen = Signal(int, bool)
    profiles = Signal(bool)
    reset_wanted = Signal()

    def __init__(self, names: tuple[str, ...], arrangement: Arrangement, *, profiles: bool) -> None:
        super().__init__()
        self._arrangement = arrangement
        self._names = names
        self.with_profiles = CheckBox(tr("Column summaries in the header"))
        self.with_profiles.setChecked(profiles)
        self.search = SearchField(tr("Find a column"))
        self.list = QListWidget()
        self.keys = PlainLabel(tr("Space shows, F freezes, Alt+↑ ↓ moves"), "micro", "text2")
        self.reset = link(tr("Original order"), "label")
        self._fill()
        self._build()
        self.with_profiles.toggled.connect(self.profiles)
        self.search.searched.connect(self._find)
        self.list.itemChanged.connect(self._changed)
        self.list.model().rowsMoved.connect(lambda *_told: self._emit_order())
        self.list.installEventFilter(self)
        self.reset.clicked.connect(self.reset_wanted)

    def _build(self) -> None:
        self.setMinimumWidth(dp(WIDTH))
        self.list.setAccessibleName(tr("Columns"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.ensurePolished()
        line = max(dp(20), self.list.sizeHintForRow(0))
        self.list.setFixedHeight(line * min(LINES, max(3, self.list.count())) + dp(4))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.search.setMaximumWidth(dp(WIDTH) * 2)
        self.search.setVisible(self.list.count() >= SEARCH_FROM)
        column = vbox(parent=self, spacing=8)
        column.addWidget(self.with_profiles)
        column.addWidget(self.search)
        column.addWidget(self.list)
        foot = hbox(self.keys, STRETCH, self.reset)
        column.addLayout(foot)

    def _fill(self) -> None:
        for column in self._arrangement.order:
            item = QListWidgetItem(visible(self._names[column]) or tr("(no name)"))
            item.setData(COLUMN, column)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsUserCheckable
                | Qt.ItemFlag.ItemIsDragEnabled
            )
            hidden = column in self._arrangement.hidden
            item.setCheckState(Qt.CheckState.Unchecked if hidden else Qt.CheckState.Checked)
            self._mark(item)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _mark(self, item: QListWidgetItem) -> None:
        """A column that stays has a pin."""
        stays = item.data(COLUMN) in self._arrangement.frozen
        item.setIcon(icon("pin", "accent_text") if stays else icon("drag", "disabled"))

    def _find(self, text: str) -> None:
        for at in range(self.list.count()):
            item = self.list.item(at)
            item.setHidden(text.casefold() not in item.text().casefold())

    def _changed(self, item: QListWidgetItem) -> None:
        column, wanted = int(item.data(COLUMN)), item.checkState() == Qt.CheckState.Checked
        if wanted != (column not in self._arrangement.hidden):
            self.shown.emit(column, wanted)
            if (column not in self._arrangement.hidden) != wanted:  # the last one stays
                item.setCheckState(Qt.CheckState.Checked)

    def _emit_order(self) -> None:
        self.ordered.emit([int(self.list.item(at).data(COLUMN)) for at in range(self.list.count())])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        return False

    def _pressed(self, event: QKeyEvent) -> bool:
        item, at = self.list.currentItem(), self.list.currentRow()
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if item is None:
            return False
        if event.key() == Qt.Key.Key_F and not event.modifiers():
            column = int(item.data(COLUMN))
            self.frozen.emit(column, column not in self._arrangement.frozen)
            self._mark(item)
            return True
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if 0 <= at + step < self.list.count():
                self.list.insertItem(at + step, self.list.takeItem(at))
                self.list.setCurrentRow(at + step)
                self._emit_order()
            return True
        return False
