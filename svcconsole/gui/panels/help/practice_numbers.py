"""The practice store's test recipients whose messages always end in the same way."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import grid_box
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.runtime.notices import Notices

NUMBERS = {
    "+15550100001": mark("Stays at sent for ever, as with a recipient who has blocked the store."),
    "+15550100002": mark("Is read without ever being delivered: a status may be left out."),
    "+15550100003": mark("Fails with 131026: the number cannot be reached."),
    "+15550100004": mark(
        "Fails with 131047: the customer last wrote more than 24 hours ago, only a template may be sent."
    ),
    "+15550100005": mark("Fails with 131049: the customer has had enough marketing messages for now."),
    "+15550100006": mark("Fails with 131053: the picture, video or document could not be taken over."),
    "+15550100007": mark("Fails with 132015: the template is paused."),
    "+15550100008": mark("Is slow: delivered only after 30 seconds, read after 40."),
}
ANYONE = mark("Any other number: delivered within 5 seconds, read within 15.")


class PracticeNumbers(ScrollPage):
    """Each number with what becomes of a message to it, and a button that copies it."""

    def __init__(self, notices: Notices) -> None:
        super().__init__()
        self._notices = notices
        self.copy = {number: tool_button("copy", tr("Copy {n}", n=number)) for number in NUMBERS}
        lead = PlainLabel(
            tr(
                "In the practice store, messages to these numbers always end the same way, so that every "
                "ending can be rehearsed. None of them belongs to anybody, and nothing leaves this computer."
            ),
            "body",
            "text2",
            wrap=True,
        )
        grid = grid_box(spacing=(12, 8))
        grid.setColumnStretch(2, 1)
        for row, (number, sentence) in enumerate(NUMBERS.items()):
            grid.addWidget(PlainLabel(number, "mono"), row, 0)
            grid.addWidget(self.copy[number], row, 1)
            grid.addWidget(PlainLabel(tr(sentence), "body", wrap=True), row, 2)
            self.copy[number].clicked.connect(partial(self._copy, number))
        self.body.addWidget(lead)
        self.body.addLayout(grid)
        self.body.addWidget(PlainLabel(tr(ANYONE), "body", wrap=True))
        self.body.addStretch(1)

    def _copy(self, number: str, _checked: bool = False) -> None:
        QGuiApplication.clipboard().setText(number)
        self._notices.add("success", tr("{n} is copied.", n=number))
