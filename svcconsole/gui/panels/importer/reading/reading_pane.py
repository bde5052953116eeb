"""The questions of a file one after the other: the pages, and the footer that gives the answer."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget

from svcconsole.gui.design.words import mark_plural, show, tr, tr_plural
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.panels.importer.reading.encoding_page import EncodingPage
from svcconsole.gui.panels.importer.reading.rows_page import RowsPage

if TYPE_CHECKING:
    from svcconsole.tables.reading.questions import Choice, Question

AnyPage = TypeVar("AnyPage", bound="EncodingPage | RowsPage")
KEYS = 3
ENCODING = "encoding"
APPLY = {
    "repair": mark_plural("Repair {n} row", "Repair {n} rows"),
    "leave-out": mark_plural("Leave {n} row out", "Leave {n} rows out"),
    "as-is": mark_plural("Send {n} row as it is", "Send {n} rows as they are"),
    "by-hand": mark_plural("Use this row", "Use this row"),
}
OTHERWISE = mark_plural("Answer for {n} row", "Answer for {n} rows")
"""What the filled button says, by the first word of the answer's key."""


class ReadingPane(QStackedWidget):
    """`answered(key, choice, rows, cells, keep)`: answer a question, for all its rows where `rows` is empty,
    and, with `keep`, for all files of this layout from now on.

    `later()`: another question first. `taken_back()`: the last answer is to be asked again.
    """

    answered = Signal(str, str, object, object, bool)
    later = Signal()
    taken_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.same = CheckBox()
        self.same.setChecked(True)
        self.same.toggled.connect(lambda _on: self._update_look())
        self.keep = CheckBox()
        self.keep.setText(tr("Read files with these columns the same way from now on"))
        self.ask_later = button(tr("Ask me later"), kind="quiet")
        self.ask_later.clicked.connect(self.later)
        self.apply = button("", kind="primary")
        self.apply.clicked.connect(self._apply)
        self.footer = Footer()
        self.footer.add_first(self.keep)
        self.footer.add_first(self.same)
        self.footer.add(self.ask_later)
        self.footer.add(self.apply)
        for at in range(KEYS):
            self._shortcut(QKeySequence(Qt.Key.Key_1 + at)).activated.connect(
                lambda at=at: self._choose_at(at)
            )
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._shortcut(QKeySequence(key)).activated.connect(self.apply.click)

    @cached_property
    def encoding(self) -> EncodingPage:
        """The page of the encoding, made when it is first asked about: most files need neither page, and all
        of an import made at once stops the window."""
        return self._added(EncodingPage())

    @cached_property
    def rows(self) -> RowsPage:
        """The page of the questions about rows, made when the first is asked."""
        return self._added(RowsPage())

    def _added(self, page: AnyPage) -> AnyPage:
        self.addWidget(page)
        page.changed.connect(self._update_look)
        return page

    def _shortcut(self, keys: QKeySequence) -> QShortcut:
        made = QShortcut(keys, self)
        made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        return made

    @property
    def question(self) -> Question | None:
        """What is asked."""
        return self._page.question if self.count() else None

    @property
    def _page(self) -> EncodingPage | RowsPage:
        page = self.currentWidget()
        return page if isinstance(page, EncodingPage) else self.rows

    @property
    def choice(self) -> Choice | None:
        """What is chosen."""
        return self._page.choice if self.count() else None

    def show_question(self, question: Question, separator: str, waiting: int) -> None:
        """Ask it; `waiting` questions wait in all."""
        page: EncodingPage | RowsPage = self.encoding if question.code == ENCODING else self.rows
        if isinstance(page, RowsPage):
            page.separator = separator
        self.setCurrentWidget(page)
        page.show_question(question)
        self.keep.setChecked(False)
        self.ask_later.setVisible(question.waiting > 0)
        self.ask_later.setText(tr("Ask me later") if waiting > 1 else tr("Look at the first rows"))
        self._update_look()

    def forget(self) -> None:
        """Another file."""
        for at in range(self.count()):
            page = self.widget(at)
            if isinstance(page, EncodingPage | RowsPage):
                page.forget()

    def focus_first(self) -> None:
        """The choices: that is where the answer is given."""
        self._page.focus_first()

    def _choose_at(self, at: int) -> None:
        self._page.choose_at(at)

    def _others(self) -> int:
        """How many rows could have the same answer."""
        if self.question is None or not isinstance(self._page, RowsPage):
            return 0
        chosen = self.choice
        if chosen is not None and chosen.asks_cells:
            return 0
        alone = {number for number, _ in self.question.answered_rows}
        if not self.question.waiting and self.rows.row is not None and self.rows.row.number in alone:
            return 0
        return max(0, (self.question.waiting or self.question.count - len(alone)) - 1)

    def _update_look(self) -> None:
        question, chosen, others = self.question, self.choice, self._others()
        if question is None:
            return
        self.same.setVisible(others > 0)
        self.same.setText(
            tr_plural("Same answer for the other row like it", "Same answer for the {n} rows like it", others)
        )
        self.keep.setVisible(
            not (chosen is not None and chosen.asks_cells) and not (others and not self.same.isChecked())
        )
        rows = 1 + (others if self.same.isChecked() else 0)
        if chosen is None:
            words = tr("Choose a reading") if isinstance(self._page, EncodingPage) else tr("Choose an answer")
        elif isinstance(self._page, EncodingPage):
            words = tr("Read it as {name}", name=show(chosen.label))
        elif not question.rows:
            words = tr("Read {name}", name=show(chosen.label))
        else:
            key = chosen.key.partition(".")[0]
            words = tr_plural(*APPLY.get(key, OTHERWISE), rows)
        self.apply.setText(words)
        given = question.answer == (chosen.key if chosen else "") and not question.waiting
        ready = chosen is not None if isinstance(self._page, EncodingPage) else self.rows.ready
        self.apply.setEnabled(ready and not given)
        self.footer.set_message(*([FooterPart(tr("Answered"), "success", "check")] if given else []))

    def _apply(self) -> None:
        question, chosen = self.question, self.choice
        if question is None or chosen is None or not self.apply.isEnabled():
            return
        page = self._page if isinstance(self._page, RowsPage) else None
        row, cells = (page.row, page.cells if chosen.asks_cells else ()) if page is not None else (None, ())
        alone = row is not None and row.number in {number for number, _ in question.answered_rows}
        single = chosen.asks_cells or alone or (self._others() > 0 and not self.same.isChecked())
        rows = (row.number,) if row is not None and single else ()
        keep = self.keep.isVisibleTo(self.footer) and self.keep.isChecked()
        self._page.given()
        self.answered.emit(question.key, chosen.key, rows, cells, keep)
