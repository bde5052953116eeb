"""A card that asks about one changed cell, or about many at once, with its ways out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.widgets.buttons import link


class WayOut(NamedTuple):
    """One of the ways out: what its link says, and what it does."""

    text: str
    run: Callable[[], object]


class QuestionCard(Ground):
    """On the ground of a warning: title, sentence, links."""

    def __init__(self, title: str, text: str, ways: Sequence[WayOut], parent: QWidget | None = None) -> None:
        super().__init__("warning_subtle", parent=parent)
        self.title, self.text = title, text
        column = vbox(
            PlainLabel(title, "strong", wrap=True), PlainLabel(text, "caption", wrap=True), spacing=2
        )
        links = FlowLayout(gap=4)
        self.ways = {}
        for way in ways:
            made = self.ways[way.text] = link(way.text)
            made.clicked.connect(lambda _=False, run=way.run: run())
            links.addWidget(made)
        column.addLayout(links)
        row = hbox(parent=self, spacing=10, margins=(12, 10, 12, 8))
        row.addWidget(IconLabel("warning", "warning", 16), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
