"""The examples of an operation: choose one, read it, copy it, send it to the practice store."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from svcconsole.api.answers import Answer
from svcconsole.api.curl import VARIABLE, as_json
from svcconsole.api.operations import Effect
from svcconsole.api.reference.entry import Entry, Example
from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.help.field_lines import translated
from svcconsole.gui.panels.help.request_address import RequestAddress
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

MOST_SHOWN = 60_000
MOST_LINES, LEAST_LINES = 22, 3
CATALOG_PREFIXES = ("catalogs.", "products.")


class ExampleView(QWidget):
    """`answered` tells that the practice store answered an example."""

    answered = Signal()

    def __init__(self, console: Console, entry: Entry, place: RequestAddress) -> None:
        super().__init__()
        self._console, self._entry, self._place = console, entry, place
        self._scope = make_scope(self, console.notices)
        self.chooser = QComboBox()
        self.chooser.setAccessibleName(tr("Example"))
        self.chooser.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for example in entry.examples:
            self.chooser.addItem(translated(example.title))
        self.chooser.currentIndexChanged.connect(self._show)
        self.request = JsonPane(tr("Request as JSON"))
        self.copy_json = button(tr("Copy as JSON"), "copy")
        self.copy_curl = button(tr("Copy as cURL"), "copy")
        self.copy_json.clicked.connect(lambda: self._copy(as_json(place.body(self.example()))))
        self.copy_curl.clicked.connect(lambda: self._copy(place.curl(entry.operation, self.example())))
        self._copied = PlainLabel("", "caption", "success")
        column = vbox(parent=self, spacing=8)
        is_only = len(entry.examples) == 1
        only = translated(entry.examples[0].title) if is_only else ""
        column.addWidget(SectionHeading(tr("Example"), only))
        column.addWidget(self.chooser)
        self.chooser.setVisible(not is_only)
        column.addWidget(self.request)
        copies = QWidget()
        flow = FlowLayout(copies, 8)
        for part in (self.copy_json, self.copy_curl):
            flow.addWidget(part)
        column.addWidget(copies)
        column.addWidget(self._copied)
        column.addWidget(PlainLabel(self._token_words(), "caption", "text2", wrap=True))
        self._copied.hide()
        if console.card.practice:
            self._add_practice(column)
        self._show()

    def example(self) -> Example:
        """The one that is chosen."""
        return self._entry.examples[max(0, self.chooser.currentIndex())]

    def _token_words(self) -> str:
        return tr(
            "The cURL command is for a shell such as bash. It holds no token: it takes the store's from the "
            "variable {variable}.",
            variable=VARIABLE,
        )

    def _add_practice(self, column: QVBoxLayout) -> None:
        self.copy_token = link(tr("Copy the line that sets it for the practice store"), "label")
        self.copy_token.clicked.connect(self._copy_variable)
        line = hbox(self.copy_token, STRETCH)
        column.addLayout(line)
        self.send = button(tr("Send to the practice store"), "practice")
        self.send.clicked.connect(lambda: self._scope.start(self._send(), key="send"))
        row = hbox(self.send, STRETCH)
        column.addLayout(row)
        note = tr("It is really sent, and changes what the practice store holds. Reset undoes it.")
        if self._entry.operation.effect is Effect.READ:
            note = tr("It is really sent; it changes nothing.")
        column.addWidget(PlainLabel(note, "caption", "text2", wrap=True))
        self.outcome = Pill()
        self.sentence = PlainLabel("", "body", wrap=True)
        self.answer = JsonPane(tr("Answer as JSON"))
        for part in (self.outcome, self.sentence, self.answer):
            column.addWidget(part)
            part.hide()

    def _show(self) -> None:
        self.request.show_text(as_json(self._place.body(self.example())))
        self._copied.hide()

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._copied.setText(tr("Copied"))
        self._copied.show()

    def _copy_variable(self) -> None:
        """The practice store's token is this run's alone and opens nothing but this computer's store."""
        client = self._console.client
        if client is not None:
            self._copy(f"export {VARIABLE}='{client.connection.token.reveal()}'")

    async def _send(self) -> None:
        operation = self._entry.operation
        body = json.dumps(self._place.body(self.example()), ensure_ascii=False).encode()
        self.send.set_busy(tr("Sending…"))
        try:
            client = await self._console.ready()
            answer = await client.send(operation, body, retry=False)
        except Exception:
            self.send.set_busy(None)
            raise
        if not isValid(self):
            return
        self.send.set_busy(None)
        self._show_answer(answer)
        in_lists = operation.effect is Effect.UPSERT and operation.name.startswith(CATALOG_PREFIXES)
        if in_lists and answer.error is None:
            self._console.store_changed.emit()
        self.answered.emit()

    def _show_answer(self, answer: Answer[Any]) -> None:
        milliseconds = self.locale().toString(round(answer.elapsed * 1000))
        if answer.status is None:
            self.outcome.set(tr("No answer"), "error", "danger")
        else:
            words = tr("{status} after {ms} ms", status=answer.status, ms=milliseconds)
            accepted = answer.error is None
            self.outcome.set(words, "check" if accepted else "error", "success" if accepted else "danger")
        self.sentence.setText(visible(answer.error.sentence) if answer.error is not None else "")
        self.answer.show_text(_readable(answer.body))
        self.outcome.show()
        self.sentence.setVisible(answer.error is not None)
        self.answer.setVisible(bool(answer.body))


def _readable(body: bytes) -> str:
    """The answer as indented JSON, as it came where it is none; a long one ends in "…"."""
    text = body.decode("utf-8", "replace")
    with contextlib.suppress(ValueError, RecursionError):
        text = json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}\n…"


class JsonPane(QPlainTextEdit):
    """JSON to read and to select from, left to right and as high as its lines; Tab leaves it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        fonts.set_role(self, "mono")

    def show_text(self, text: str) -> None:
        """Show `text` from its beginning; characters that hide or reorder it are named."""
        self.setPlainText(visible(text))
        lines = max(LEAST_LINES, min(self.blockCount(), MOST_LINES))
        sideways = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + sideways + dp(24))
