"""The list of everything the practice store received and wrote: live, searchable, with a detail side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.practice.received.bubbles import BubbleList
from svcconsole.gui.panels.practice.received.received_detail import ReceivedDetail
from svcconsole.gui.panels.practice.received.received_kinds_list import KindsList
from svcconsole.gui.panels.practice.received.received_query import (
    DEEPEST,
    EVERYTHING,
    FIRST,
    MORE,
    ReceivedFilter,
    ReceivedQuery,
)
from svcconsole.gui.panels.practice.received.received_rows import Row
from svcconsole.gui.panels.practice.store_polling import StorePolling
from svcconsole.gui.runtime.notices import Notices

KINDS_BESIDE_FROM, DETAIL_BESIDE_FROM, DETAIL = 1_080, 960, 364
"""Narrower than these the kinds are a combo, and the detail lies under the list."""
MESSAGES = "messages"


class ReceivedView(QWidget):
    """Asks `watch` for what is looked at, and shows what it sees."""

    def __init__(self, watch: StorePolling, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watch = watch
        self._shown: ReceivedQuery | None = None
        self._chosen = ""
        self._depth = FIRST
        self._dragged = False
        self.search = SearchField(tr("Search what was received"))
        self.kinds = KindsList()
        self.count = ElidedLabel("", "caption", "text2")
        self.more = link(tr("Show older ones"), "caption")
        bar = self.bar = Toolbar(line="bottom")
        bar.add(self.search, 1)
        bar.add(self.kinds.combo)
        bar.add_stretch()
        bar.add(self.count)
        bar.add(self.more)
        self.model: RecordModel[Row] = RecordModel(_columns(), key=lambda row: row.key)
        self.table = RecordTable(self.model, tr("Received"))
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
        self.split.setStretchFactor(0, 1)
        right = vbox(bar, (self.split, 1), spacing=0)
        hbox(self.kinds, (right, 1), parent=self, spacing=0)
        self._connect(notices)
        self.show_seen()

    def _connect(self, notices: Notices) -> None:
        self._watch.told.connect(self.show_seen)
        self.search.searched.connect(lambda _words: self._look_again())
        self.search.left_down.connect(self._enter_list)
        self.kinds.chosen.connect(lambda _kind: self._look_again())
        self.more.clicked.connect(self.show_older)
        self.table.current_changed.connect(self._row_chosen)
        self.bubbles.chosen.connect(self._choose)
        for listed in (self.table, self.bubbles):
            bar = listed.verticalScrollBar()
            bar.valueChanged.connect(partial(self._scrolled, bar))
        self.split.splitterMoved.connect(self._keep_sizes)
        self.detail.copied.connect(lambda _link: notices.add("success", tr("The link is copied.")))

    def wanted(self) -> ReceivedFilter:
        """What is looked at now."""
        return ReceivedFilter(self.kinds.current(), self.search.text().strip(), self._depth)

    def show_kind(self, kind: str) -> None:
        """Only this kind."""
        self.kinds.choose(kind)

    def show_older(self) -> None:
        """Read further back."""
        self._depth = min(DEEPEST, self._depth + MORE)
        self._watch.want(self.wanted())

    def show_seen(self) -> None:
        """What the last look showed, if this is on screen and it is another."""
        feed = self._watch.seen.feed
        if not self.isVisible() or feed is self._shown:
            return
        now = self.wanted()
        if (feed.wanted.kind, feed.wanted.words) != (now.kind, now.words):
            return  # the answer to what was looked at before: what is on screen stays until the next
        self._shown = feed
        self._show(feed)

    def _show(self, feed: ReceivedQuery) -> None:
        rows, as_bubbles = feed.rows, feed.wanted.kind == MESSAGES
        self.kinds.show_totals(feed.totals)
        self.count.setText(self._count(feed))
        self.more.setVisible(feed.has_more())
        if not rows:
            self._show_hint(feed)
        elif as_bubbles:
            self.bubbles.show_rows(rows)
        else:
            self.model.set_records(rows)
            self._mark_chosen()
        self.lists.setCurrentWidget(self.empty if not rows else self.bubbles if as_bubbles else self.table)
        self.detail.setVisible(bool(rows))
        self.detail.show_row(self._row(rows))

    def _mark_chosen(self) -> None:
        """The row in the table whose detail is shown, also where it was chosen among the bubbles."""
        current = self.table.current_record()
        if self._chosen and (current is None or current.key != self._chosen):
            self.table.set_current(self._chosen)

    def _row(self, rows: Sequence[Row]) -> Row | None:
        return next((row for row in rows if row.key == self._chosen), None)

    def _count(self, feed: ReceivedQuery) -> str:
        total, read = self.locale().toString(feed.total()), self.locale().toString(len(feed.rows))
        if feed.total() <= len(feed.rows):
            return tr("{n} in all", n=total)
        if feed.wanted.kind == EVERYTHING:
            return tr("{all} · the newest {n} of each kind", all=total, n=FIRST)
        return tr("the newest {n} of {all}", n=read, all=total)

    def _show_hint(self, feed: ReceivedQuery) -> None:
        self.empty.clear_buttons()
        if not feed.wanted.words and feed.wanted.kind == EVERYTHING:
            self.empty.set(
                "practice",
                tr("Nothing was received yet"),
                tr("Save a product or send something: it shows here the moment it arrives."),
            )
            return
        sentence = tr("Nothing of this kind was received yet.")
        if feed.wanted.words:
            sentence = tr("Nothing received holds “{words}”.", words=feed.wanted.words)
        self.empty.set("search", sentence)
        clear = button(tr("Show everything"))
        clear.clicked.connect(self._show_everything)
        self.empty.add_button(clear)

    def _show_everything(self) -> None:
        self.search.clear()
        self.kinds.choose(EVERYTHING)

    def _look_again(self) -> None:
        self._depth = FIRST
        if self.isVisible():
            self._watch.want(self.wanted())

    def _scrolled(self, bar: QScrollBar, value: int) -> None:
        """Whoever reaches the end is given older ones."""
        if 0 < value == bar.maximum() and self._shown is not None and self._shown.has_more():
            self.show_older()

    def _keep_sizes(self) -> None:
        self._dragged = True

    def _enter_list(self) -> None:
        (self.bubbles if self.lists.currentWidget() is self.bubbles else self.table).focus_current()

    def _row_chosen(self, row: Row | None) -> None:
        if row is not None:
            self._choose(row.key)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self.bubbles.set_chosen(key)
        self.detail.show_row(self._row(self._shown.rows if self._shown is not None else ()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= dp(KINDS_BESIDE_FROM)
        self.kinds.setVisible(wide)
        self.kinds.combo.setVisible(not wide)
        beside = self.width() >= dp(DETAIL_BESIDE_FROM)
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self.split.orientation() is not wanted:
            self.split.setOrientation(wanted)
            self._dragged = False
        if not self._dragged:
            room = self.split.width() if beside else self.height() - self.bar.height()
            detail = dp(DETAIL) if beside else room * 2 // 5
            self.split.setSizes([room - detail, detail])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch.want(self.wanted())
        self.show_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch.want(None)


def _columns() -> list[ColumnSpec[Row]]:
    return [
        ColumnSpec(
            key="at", title=tr("When"), value=lambda row: relative_time(row.at), sort=lambda row: row.at,
            tip=lambda row: exact(row.at), width=124,
        ),
        ColumnSpec(key="kind", title=tr("Kind"), value=lambda row: row.one, width=110, drop=2),
        ColumnSpec(
            key="who", title=tr("From or to"), value=lambda row: row.who, kind="mono", width=140, drop=1
        ),
        ColumnSpec(
            key="what", title=tr("What"), value=lambda row: row.what.replace("\n", " "), width=150,
            stretch=True,
        ),
        ColumnSpec(key="state", title=tr("Status"), value=lambda row: row.state, kind="pill", width=120),
    ]  # fmt: skip
