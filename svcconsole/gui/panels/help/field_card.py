"""What the help says of one field: its own help, what the service documents of it and what it leaves open."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.help.field_help import FieldHelp


class FieldCard(Ground):
    """Hidden until a field is shown. `operation_wanted(path)`: the API reference is wanted at this operation;
    the link to it is there only where `links` are wanted."""

    operation_wanted = Signal(str)

    def __init__(self, *, links: bool = True) -> None:
        super().__init__("well")
        self._links = links
        self._column = vbox(parent=self, spacing=4, margins=(16, 12, 16, 12))
        self.hide()

    def show_field(self, field: FieldHelp | None) -> None:
        """Say what is known of a field; of none, nothing is shown."""
        column = self._column
        clear_layout(column)
        self.setVisible(field is not None)
        if field is None:
            return
        column.addWidget(PlainLabel(visible(field.label), "section"))
        if field.help:
            column.addWidget(PlainLabel(visible(field.help), wrap=True))
        if field.documented:
            sent = tr("Sent as: {facts}.", facts=visible(", ".join(field.documented)))
            column.addWidget(PlainLabel(sent, "body", "text2", wrap=True))
        if field.note:
            column.addWidget(PlainLabel(visible(show(field.note)), wrap=True))
        if field.is_barely_documented:
            self._add_mark()
            column.addWidget(PlainLabel(tr("The service says only its name and its type."), wrap=True))
        for point in field.open:
            self._add_mark()
            column.addWidget(PlainLabel(show(point.question), wrap=True))
            here = tr("Practice store: {answer}", answer=show(point.here))
            column.addWidget(PlainLabel(here, "caption", "text2", wrap=True))
        if field.operation and self._links:
            way = link(tr("In the API reference"))
            way.clicked.connect(partial(self.operation_wanted.emit, field.operation))
            column.addLayout(hbox(way, STRETCH))

    def _add_mark(self) -> None:
        mark = Pill(tr("Not documented by the service"), "unknown", "neutral")
        self._column.addWidget(mark, 0, Qt.AlignmentFlag.AlignLeading)
