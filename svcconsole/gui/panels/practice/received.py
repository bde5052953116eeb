"""Received: everything the practice store was sent and wrote, live, searchable, one of it at the side."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from svcconsole.gui.metrics import dp
from svcconsole.gui.notices import Notices
from svcconsole.gui.panels.practice.bubbles import BubbleList
from svcconsole.gui.panels.practice.received_detail import ReceivedDetail
from svcconsole.gui.panels.practice.received_rows import KINDS, ONE, Row, rows, tr
from svcconsole.gui.panels.practice.watch import Watch
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.when import exact, when
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.empty import EmptyState
from svcconsole.gui.widgets.page_header import Toolbar
from svcconsole.gui.widgets.search_field import SearchField
from svcconsole.gui.widgets.splitter import Splitter
from svcconsole.gui.widgets.table import ColumnSpec, RecordModel, RecordTable

BESIDE_FROM = 720
"""Narrower than this the detail lies under the list."""
EVERYTHING = ""


class ReceivedView(QWidget):
    """Shows what `watch` sees."""

    def __init__(self, watch: Watch, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watch = watch
        self._rows: list[Row] = []
        self._chosen = ""
        self.search = SearchField(self.tr("Search what was received"))
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind"))
        self.kind.addItem(self.tr("Everything"), EVERYTHING)
        for kind, (name, _icon) in KINDS.items():
            self.kind.addItem(tr(name), kind)
        self.count = PlainLabel("", "caption", "text2")
        bar = Toolbar(line="bottom")
        bar.add(self.search, 1)
        bar.add(self.kind)
        bar.add_stretch()
        bar.add(self.count)
        self.model: RecordModel[Row] = RecordModel(_columns(), key=lambda row: row.key)
        self.table = RecordTable(self.model, self.tr("Received"))
        self.table.set_inset(20)
        self.bubbles = BubbleList()
        self.empty = EmptyState("practice", "")
        self.lists = QStackedWidget()
        for part in (self.table, self.bubbles, self.empty):
            self.lists.addWidget(part)
        self.detail = ReceivedDetail()
        self.detail.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.split = Splitter()
        self.split.addWidget(self.lists)
        self.split.addWidget(self.detail)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.split, 1)
        watch.told.connect(self.show_seen)
        self.search.searched.connect(lambda _words: self._list())
        self.search.left_down.connect(self.table.take_over)
        self.kind.currentIndexChanged.connect(lambda _at: self._list())
        self.table.current_changed.connect(self._row_chosen)
        self.bubbles.chosen.connect(self._choose)
        self.detail.copied.connect(lambda _link: notices.tell("success", self.tr("The link is copied.")))
        self.show_seen()

    def show_seen(self) -> None:
        """What the last look showed, if this is on screen."""
        if not self.isVisible():
            return
        found = rows(self._watch.seen)
        if found != self._rows or not self.model.total():
            self._rows = found
            self._list()

    def show_kind(self, kind: str) -> None:
        """Only this kind."""
        self.kind.setCurrentIndex(self.kind.findData(kind))

    def shown(self) -> list[Row]:
        """What is listed now."""
        words = self.search.text().casefold().split()
        kind = str(self.kind.currentData())
        return [row for row in self._rows if kind in (EVERYTHING, row.kind) and row.holds(words)]

    def _list(self) -> None:
        listed = self.shown()
        as_bubbles = self.kind.currentData() == "messages"
        self.count.setText(
            self.tr("{n} of {all}").format(
                n=self.locale().toString(len(listed)), all=self.locale().toString(len(self._rows))
            )
        )
        if not listed:
            self._invite()
        elif as_bubbles:
            self.bubbles.show_rows(listed)
        else:
            self.model.set_records(listed)
        front = self.empty if not listed else self.bubbles if as_bubbles else self.table
        self.lists.setCurrentWidget(front)
        self.detail.setVisible(bool(listed))
        self.detail.show_row(next((row for row in self._rows if row.key == self._chosen), None))

    def _invite(self) -> None:
        self.empty.clear_buttons()
        if self.search.text() or (self._rows and self.kind.currentData() != EVERYTHING):
            sentence = (
                self.tr("Nothing received matches “{words}”.").format(words=self.search.text())
                if self.search.text()
                else self.tr("Nothing of this kind was received yet.")
            )
            self.empty.set("search", sentence)
            clear = button(self.tr("Show everything"))
            clear.clicked.connect(self._show_everything)
            self.empty.add_button(clear)
        else:
            self.empty.set(
                "practice",
                self.tr("Nothing was received yet"),
                self.tr("Save a product or send something: it shows here the moment it arrives."),
            )

    def _show_everything(self) -> None:
        self.search.clear()
        self.kind.setCurrentIndex(0)
        self._list()

    def _row_chosen(self, row: Row | None) -> None:
        if row is not None:
            self._choose(row.key)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self.bubbles.set_chosen(key)
        self.detail.show_row(next((row for row in self._rows if row.key == key), None))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= dp(BESIDE_FROM)
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self.split.orientation() is not wanted:
            self.split.setOrientation(wanted)


def _columns() -> list[ColumnSpec[Row]]:
    return [
        ColumnSpec(
            key="at", title=tr("When"), value=lambda row: when(row.at), sort=lambda row: row.at,
            tip=lambda row: exact(row.at), width=104,
        ),
        ColumnSpec(key="kind", title=tr("Kind"), value=lambda row: tr(ONE[row.kind]), width=110, drop=1),
        ColumnSpec(key="who", title=tr("From or to"), value=lambda row: row.who, kind="mono", width=150),
        ColumnSpec(
            key="what", title=tr("What"), value=lambda row: row.what.replace("\n", " "), width=200,
            stretch=True,
        ),
        ColumnSpec(key="state", title=tr("State"), value=lambda row: row.state, kind="pill", width=120),
    ]  # fmt: skip
