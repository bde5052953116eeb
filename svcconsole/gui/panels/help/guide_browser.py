"""The help in plain words: its pages beside the chosen one, with a search over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, set_margins, vbox
from svcconsole.gui.kit.containers.cards import Ground, RowButton, ScrollPage
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.help.field_card import FieldCard
from svcconsole.gui.panels.help.field_help import FieldHelp
from svcconsole.gui.panels.help.guide import Guide
from svcconsole.gui.panels.help.topics import FIRST, TOPICS, Topic

SIDE = 288


class GuideBrowser(QWidget):
    """`operation_wanted(path)`: the API reference is wanted at this operation."""

    operation_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.search = SearchField(tr("Search the help"))
        self.search.setMaximumWidth(dp(SIDE))
        self._nothing = PlainLabel("", "caption", "text2", wrap=True)
        self._nothing.hide()
        self.side = Ground("canvas", "right")
        self.rows: dict[str, RowButton] = {}
        rows = ScrollPage("canvas", 8)
        rows.body.setSpacing(dp(2))
        for topic in TOPICS:
            row = RowButton(None, "text2", topic.title())
            row.clicked.connect(partial(self.show_topic, topic))
            rows.body.addWidget(row)
            self.rows[topic.name] = row
        rows.body.addStretch(1)
        head = vbox(self.search, self._nothing, spacing=4, margins=(12, 0, 12, 0))
        column = vbox(parent=self.side, spacing=4, margins=(0, 12, 0, 0))
        set_margins(column, 0, 12, 1, 0)  # the line at its edge stays in sight
        column.addLayout(head)
        column.addWidget(rows, 1)
        self.side.setFixedWidth(dp(SIDE))
        self.field = FieldCard()
        self.field.operation_wanted.connect(self.operation_wanted)
        self._stack = QStackedWidget()
        self._guides: dict[str, Guide] = {}
        above = vbox(self.field, margins=(20, 12, 20, 0))
        page = Ground("surface")
        column = vbox(parent=page, spacing=0)
        column.addLayout(above)
        column.addWidget(self._stack, 1)
        hbox(self.side, (page, 1), parent=self, spacing=0)
        self.topic: Topic = FIRST
        self.search.searched.connect(self._find)
        self.search.left_down.connect(self._enter)
        self.show_topic(FIRST)

    def show_topic(self, topic: Topic, field: FieldHelp | None = None) -> Guide:
        """Bring a page to the front, with what is known of a field above it where one is meant."""
        self.topic = topic
        self.rows[topic.name].setChecked(True)
        guide = self._guides.get(topic.name)
        if guide is None:
            guide = self._guides[topic.name] = Guide(f"{topic.name}.md")
            self._stack.addWidget(guide)
        self._stack.setCurrentWidget(guide)
        self.field.show_field(field)
        words = self.search.text().strip() or (field.label if field is not None else "")
        guide.reveal_words(words)
        return guide

    def guide(self) -> Guide:
        """The page in front."""
        return self._guides[self.topic.name]

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.side, self._stack)

    def _find(self, searched: str) -> None:
        found = [topic for topic in TOPICS if self._mark(topic, searched)]
        self._nothing.setText(tr("No page of the help says “{words}”.", words=visible(searched)))
        self._nothing.setVisible(not found)
        if found and searched.strip():
            self.show_topic(self.topic if self.topic in found else found[0])

    def _mark(self, topic: Topic, searched: str) -> bool:
        line = topic.find(searched)
        row = self.rows[topic.name]
        row.setVisible(line is not None)
        row.set_texts(topic.title(), line if searched.strip() and line else "")
        return line is not None

    def _enter(self) -> None:
        shown = [row for row in self.rows.values() if not row.isHidden()]
        if shown:
            shown[0].setFocus(Qt.FocusReason.OtherFocusReason)
