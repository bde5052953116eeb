"""The detail of one received item: facts, states, body."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.hiding import hidden_json
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, ltr, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.relative_time import exact
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import Pill, TickLabel
from svcconsole.gui.panels.practice.received.received_kinds import TICK_WORDS
from svcconsole.gui.panels.practice.received.received_rows import Row
from svcconsole.gui.panels.practice.received.text_block import TextBlock

LEAST_BODY = 120


class ReceivedDetail(QStackedWidget):
    """An invitation while nothing is chosen. `copied` tells what was put on the clipboard."""

    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: Row | None = None
        self._nothing = EmptyState("practice", tr("Nothing chosen"), tr("Choose a line to see all of it."))
        page = ScrollPage(inset=16)
        self._page = page
        self._title = PlainLabel("", "lead", wrap=True)
        self._pill = Pill()
        self._at = PlainLabel("", "caption", "text2")
        head = hbox(self._pill, (self._at, 1), spacing=8)
        self._facts = Facts()
        self._events = QWidget()
        self._event_lines = vbox(parent=self._events, spacing=4)
        self._text = TextBlock()
        self.copy_link = button(tr("Copy the link"), "link")
        self.copy_link.clicked.connect(self._copy_link)
        self.body = QPlainTextEdit()
        self.body.setReadOnly(True)
        self.body.setAccessibleName(tr("As it was received"))
        self.body.setMinimumHeight(dp(LEAST_BODY))
        fonts.set_role(self.body, "mono")
        column = page.body
        column.addWidget(self._title)
        column.addLayout(head)
        column.addWidget(self._text)
        column.addWidget(self.copy_link, 0, Qt.AlignmentFlag.AlignLeading)
        column.addWidget(self._facts)
        column.addWidget(self._events)
        self._line = Hairline()
        column.addWidget(self._line)
        column.addWidget(self.body, 1)
        column.addStretch(0)
        self.addWidget(self._nothing)
        self.addWidget(page)
        self.show_row(None)

    def row(self) -> Row | None:
        """What is shown."""
        return self._row

    def show_row(self, row: Row | None) -> None:
        """Show another thing, or the same one as it stands now."""
        if row == self._row and row is not None:
            return
        self._row = row
        self.setCurrentWidget(self._nothing if row is None else self._page)
        if row is None:
            return
        title = f"{row.one} · {ltr(visible(row.who))}" if row.who else row.one
        self._title.setText(title)
        self._pill.set_value(row.state)
        self._at.setText(exact(row.at))
        self._text.set_text(visible(row.text))
        self._text.setVisible(bool(row.text))
        self.copy_link.setVisible(bool(row.link))
        link = (Fact(tr("Link"), row.link, mono=True),) if row.link else ()
        self._facts.set_facts((*row.facts, *link))
        self._show_events(row)
        for part in (self._line, self.body):
            part.setVisible(bool(row.body))
        if self.body.toPlainText() != row.body:
            self.body.setPlainText(hidden_json(row.body))

    def _show_events(self, row: Row) -> None:
        while self._event_lines.count():
            item = self._event_lines.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        for event in row.events:
            line = QWidget()
            hbox(
                TickLabel(TICK_WORDS.get(event.status, event.status)),
                STRETCH,
                PlainLabel(exact(event.at), "micro", "text2"),
                parent=line,
            )
            self._event_lines.addWidget(line)
        self._events.setVisible(bool(row.events))

    def _copy_link(self) -> None:
        if self._row is not None and self._row.link:
            QGuiApplication.clipboard().setText(self._row.link)
            self.copied.emit(self._row.link)
