"""One operation of the API reference: purpose, address, rules, fields, answers, and its examples beside."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.api.operations import Effect
from svcconsole.api.reference.entry import Entry, Open
from svcconsole.api.reference.statuses import statuses
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, ltr
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import grid_box, hbox, set_margins, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.help.example import ExampleView
from svcconsole.gui.panels.help.field_lines import answer_lines, prefixed, request_lines, translated
from svcconsole.gui.panels.help.field_rows import FieldList, OpenMark
from svcconsole.gui.panels.help.request_address import RequestAddress
from svcconsole.gui.runtime.console import Console

WIDE_FROM, SIDE, WIDEST_SIDE = 860, 380, 560
INSET, READING_WIDTH = 20, 700
_EFFECTS = {
    Effect.READ: (mark("Reads"), "refresh", "neutral", mark("It changes nothing.")),
    Effect.UPSERT: (
        mark("Creates or updates"),
        "edit",
        "info",
        mark("Sending it twice ends as sending it once does."),
    ),
    Effect.ONCE: (mark("Sent once"), "shield", "warning", mark("Sending it twice does it twice.")),
}


class OperationPage(QWidget):
    """Examples stand beside the text where there is room, else in it, after the rules."""

    def __init__(self, console: Console, entry: Entry, place: RequestAddress) -> None:
        super().__init__()
        self._entry, self._place = entry, place
        self._wide: bool | None = None
        self.page = ScrollPage()
        self.side = Ground("canvas", "left")
        self._beside = ScrollPage("canvas", 16)
        self._beside.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)  # for long words
        inside = QVBoxLayout(self.side)
        set_margins(inside, 1, 0, 0, 0)
        inside.addWidget(self._beside)
        self.example = ExampleView(console, entry, place)
        self.example.answered.connect(self._show_answer)
        hbox((self.page, 1), self.side, parent=self, spacing=0)
        self._add_head()
        self._add_rules()
        self._slot = self.page.body.count()
        self._add_heading(tr("Request"))
        self.request = FieldList(tr("Fields of the request"), request_lines(entry, place.prefix))
        self.page.body.addWidget(self.request)
        self._add_answer()
        self._add_open()
        self.page.body.addStretch(1)
        self._beside.body.addStretch(1)
        self.set_wide(False)

    def set_wide(self, wide: bool) -> None:
        """Whether the examples have a column of their own."""
        if wide == self._wide:
            return
        self._wide = wide
        self.side.setVisible(wide)
        if wide:
            self._beside.body.insertWidget(0, self.example)
        else:
            self.page.body.insertWidget(self._slot, self.example)

    def show_found(self, paths: Collection[str]) -> None:
        """Mark these fields and scroll to the first; none: at the beginning."""
        first = self.request.highlight(paths)
        self.answers.highlight(())
        if first is None:
            self.page.verticalScrollBar().setValue(0)
        else:
            self.page.body.activate()
            self.page.reveal(first)

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.page, self.side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_wide(self.width() >= dp(WIDE_FROM))
        beside = max(dp(SIDE), min(self.width() - dp(READING_WIDTH + 2 * INSET), dp(WIDEST_SIDE)))
        self.side.setFixedWidth(beside)
        self._keep_lines_short(self.width() - (beside if self._wide else 0))
        super().resizeEvent(event)

    def _keep_lines_short(self, width: int) -> None:
        """What is wider than text reads well stays empty at the end."""
        start, end = dp(INSET), max(dp(INSET), width - dp(INSET + READING_WIDTH))
        left, right = (
            (end, start) if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else (start, end)
        )
        old = self.page.body.contentsMargins()
        self.page.body.setContentsMargins(left, old.top(), right, old.bottom())

    def _add_head(self) -> None:
        operation, body = self._entry.operation, self.page.body
        body.addWidget(PlainLabel(translated(operation.title), "title", wrap=True))
        pills = QWidget()
        flow = FlowLayout(pills, 6)
        word, icon, tone, tip = _EFFECTS[operation.effect]
        effect = Pill(translated(word), icon, tone)
        effect.setAccessibleDescription(translated(tip))
        flow.addWidget(effect)
        if operation.deprecated:
            flow.addWidget(Pill(tr("Deprecated"), "warning", "warning"))
        body.addWidget(pills)
        body.addWidget(PlainLabel(translated(self._entry.about), wrap=True))
        url = self._place.url(operation)
        address = vbox(spacing=0)
        host, path = self._place.base_url, url.removeprefix(self._place.base_url)
        for words, tone in ((f"POST {host}", "text2"), (path, "text")):
            line = ElidedLabel(ltr(words), "mono", tone, Qt.TextElideMode.ElideMiddle)
            line.setAccessibleName(words)
            address.addWidget(line)
        copy = tool_button("copy", tr("Copy the address"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(url))
        well = Ground("well")
        hbox((address, 1), copy, parent=well, margins=(12, 8, 4, 8))
        body.addWidget(well)
        headers = tr(
            "With the headers {first} and {second}.",
            first=ltr("Authorization: Basic TOKEN"),
            second=ltr("Content-Type: application/json"),
        )
        body.addWidget(PlainLabel(headers, "caption", "text2", wrap=True))

    def _add_rules(self) -> None:
        self._add_heading(tr("Rules"), line=False)
        self._add_points([(prefixed(translated(rule), self._place.prefix), "") for rule in self._entry.rules])

    def _add_answer(self) -> None:
        self._add_heading(tr("Answer"))
        self.page.body.addWidget(PlainLabel(translated(self._entry.answer), wrap=True))
        self.answers = FieldList(tr("Fields of the answer"), answer_lines(self._entry))
        self.page.body.addWidget(self.answers)
        self._add_heading(tr("Status codes"))
        grid = grid_box(spacing=(12, 8))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for row, status in enumerate(statuses(self._entry.operation)):
            code = PlainLabel(str(status.code), "mono")
            code.setContentsMargins(0, dp(2), 0, 0)  # on the line of the larger words beside it
            grid.addWidget(code, row, 0, top)
            grid.addWidget(PlainLabel(translated(status.meaning), wrap=True), row, 1, top)
            if not status.documented:
                question = tr("Whether the service answers {code} here.", code=status.code)
                grid.addWidget(OpenMark((Open(question, translated(status.meaning)),)), row, 2, top)
        self.page.body.addLayout(grid)
        usual = tr("A refusal holds status and errors, a list of objects with a message each.")
        self.page.body.addWidget(PlainLabel(usual, "caption", "text2", wrap=True))

    def _add_open(self) -> None:
        if not self._entry.open:
            return
        self._add_heading(tr("Not documented by the service"))
        self._add_points(
            [
                (
                    prefixed(translated(point.question), self._place.prefix),
                    tr("Practice store: {answer}", answer=translated(point.here)),
                )
                for point in self._entry.open
            ]
        )

    def _add_heading(self, title: str, *, line: bool = True) -> None:
        if line:
            self.page.body.addWidget(Hairline())
        self.page.body.addWidget(SectionHeading(title))

    def _add_points(self, points: Sequence[tuple[str, str]]) -> None:
        """Sentences with a dot before them, and what belongs to each below it."""
        grid = grid_box(spacing=(8, 6))
        grid.setColumnStretch(1, 1)
        for text, below in points:
            row = grid.rowCount()
            grid.addWidget(PlainLabel("•", "body", "text2"), row, 0, Qt.AlignmentFlag.AlignTop)
            column = vbox(spacing=2)
            column.addWidget(PlainLabel(text, wrap=True))
            if below:
                column.addWidget(PlainLabel(below, "caption", "text2", wrap=True))
            grid.addLayout(column, row, 1)
        self.page.body.addLayout(grid)

    def _show_answer(self) -> None:
        page = self._beside if self._wide else self.page
        page.body.activate()
        page.reveal(self.example.answer)
