"""A page of plain help, read from a shipped text: headings, paragraphs and numbered steps."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, ltr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.panels.help.page_file import page_file
from svcconsole.words import catalog

WIDEST = 620
STEP = re.compile(r"(\d+)\. (.*)")
CODE = re.compile(r"svcconsole(?: [\w.:/+…-]+)*|--[\w-]+|(?<!\w)/[\w/.]+", re.ASCII)
"""Commands, options and paths: they run from left to right among the words of any language."""


class Guide(ScrollPage):
    """The text of `resources/help/<name>`: `# ` begins a heading, `1. ` a step, anything else a paragraph."""

    def __init__(self, name: str, bg: str = "surface") -> None:
        super().__init__(bg)
        inner = QWidget()
        inner.setMaximumWidth(dp(WIDEST))
        self._column = vbox(parent=inner, spacing=12)
        row = QHBoxLayout()  # it asks for the height of the width there is, not of the page's
        row.addWidget(inner, 1)
        row.addStretch(0)
        self.body.addLayout(row)
        self.body.addStretch(1)
        for line in page_file(name).read_text(encoding="utf-8").splitlines():
            if line.strip():
                self._add(_in_order(line.strip().replace("`", "")))

    def reveal_words(self, words: str) -> None:
        """Scroll to the first line that holds `words`, to the beginning where none does."""
        wanted = words.casefold()
        labels = [label for label in self.findChildren(PlainLabel) if wanted in _plain(label).casefold()]
        self.body.activate()
        if wanted and labels:
            self.reveal(labels[0])
        else:
            self.verticalScrollBar().setValue(0)

    def _add(self, line: str) -> None:
        step = STEP.fullmatch(line)
        if line.startswith("# "):
            if self._column.count():
                self._column.addSpacing(dp(12))
            self._column.addWidget(PlainLabel(line[2:], "title"))
        elif step is not None:
            self._column.addLayout(_step(*step.groups()))
        else:
            self._column.addWidget(_words(line))


def _plain(label: PlainLabel) -> str:
    return label.text().replace(catalog.LRI, "").replace(catalog.PDI, "")


def _in_order(line: str) -> str:
    return CODE.sub(lambda found: ltr(found[0]), line) if catalog.in_use().is_rtl else line


def _step(number: str, words: str) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(dp(12))
    grid.setColumnMinimumWidth(0, dp(16))
    grid.setColumnStretch(1, 1)
    grid.addWidget(PlainLabel(number, "strong", "text2"), 0, 0, Qt.AlignmentFlag.AlignTop)
    grid.addWidget(_words(words), 0, 1)
    return grid


def _words(text: str) -> PlainLabel:
    label = PlainLabel(text, "body", wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
