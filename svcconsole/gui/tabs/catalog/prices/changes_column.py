"""The column beside the price grid: what is asked first, then everything that will change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.tabs.catalog.prices.change_list import ChangeLine, ChangeList
from svcconsole.gui.tabs.catalog.prices.question_card import QuestionCard, WayOut
from svcconsole.gui.tabs.catalog.prices.words import (
    conflict_words,
    many_words,
    name_words,
    question_words,
    summary_words,
    value_words,
)
from svcconsole.services.catalog.price_grid.cells import CellKey, Field, Typed
from svcconsole.services.catalog.price_grid.pending import PendingChanges
from svcconsole.services.catalog.price_grid.questions import Question

ONE_BY_ONE: Final = 3
"""More questions of one kind than these are asked about together."""
MOST_HEIGHT: Final = 280


class ChangesColumn(Ground):
    """`changed()`: a question was answered. `cell_wanted(cell)`: go to it. `back_wanted()`: to the grid,
    where this column stands alone."""

    changed = Signal()
    cell_wanted = Signal(object)
    back_wanted = Signal()

    def __init__(self, pending: PendingChanges, currency: str) -> None:
        super().__init__("surface")
        self._pending = pending
        self._currency = currency
        self.heading = SectionHeading(tr("What will change"))
        self.cards: list[QuestionCard] = []
        self._asked = ScrollPage("surface", inset=0)
        self._asked.body.setContentsMargins(dp(16), 0, dp(16), dp(8))
        self._cards: QVBoxLayout = vbox(spacing=8)
        self._asked.body.addLayout(self._cards)
        self._asked.body.addStretch(1)
        self.list = ChangeList(pending, currency)
        self.nothing = PlainLabel(
            tr("Nothing yet. What you change in the grid is shown here before anything is sent."),
            "caption", "text2", wrap=True,
        )  # fmt: skip
        self.nothing.setContentsMargins(dp(16), 0, dp(16), 0)
        self.back = button(tr("Back to the grid"), "left", "quiet")
        self.back.hide()
        foot = hbox(
            self.back, IconLabel("undo", "text2", 16),
            PlainLabel(tr("Can be taken back for 90 days"), "caption", "text2"), spacing=8,
            margins=(16, 8, 16, 10),
        )  # fmt: skip
        foot.addStretch(1)
        head = hbox(self.heading, margins=(16, 14, 16, 8))
        listed = hbox(self.list, spacing=0, margins=(0, 0, 8, 0))
        vbox(head, self._asked, self.nothing, (listed, 1), foot, parent=self, spacing=0)
        set_property(self, "bg", "surface")
        self.list.current_changed.connect(self._chosen)
        self.back.clicked.connect(self.back_wanted)
        self.refresh()

    def refresh(self) -> None:
        """Say anew what is asked and what changes."""
        pending = self._pending
        self.heading.set_note(summary_words(pending) if pending.changes else "")
        clear_layout(self._cards)
        self.cards = list(self._made_cards())
        self._asked.setVisible(bool(self.cards))
        for card in self.cards:
            self._cards.addWidget(card)
            card.show()  # a layout measures what is shown, and would show it only later
        self._fit_questions()
        self.nothing.setVisible(not pending.changes)
        self.list.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_questions()

    def _fit_questions(self) -> None:
        """As high as the questions are at this width, and never so high that the list has no room."""
        inside = self._asked.content.layout()
        wanted = 0
        if self.cards and inside is not None:
            inside.invalidate()
            wanted = max(inside.totalHeightForWidth(self.width()), inside.totalMinimumSize().height())
        policies = Qt.ScrollBarPolicy
        scrolls = wanted > dp(MOST_HEIGHT)
        self._asked.setVerticalScrollBarPolicy(
            policies.ScrollBarAsNeeded if scrolls else policies.ScrollBarAlwaysOff
        )
        self._asked.setFixedHeight(min(wanted, dp(MOST_HEIGHT)))

    def _made_cards(self) -> Iterator[QuestionCard]:
        def code(question: Question) -> str:
            return question.code

        questions = sorted(self._pending.questions.values(), key=code)
        for _, found in groupby(questions, code):
            same = list(found)
            if len(same) > ONE_BY_ONE:
                yield self._many(same)
            else:
                yield from map(self._one, same)
        conflicts = self._pending.conflicts()
        if len(conflicts) > ONE_BY_ONE:
            yield self._many_conflicts(conflicts)
        else:
            yield from map(self._conflict, conflicts)

    def _one(self, question: Question) -> QuestionCard:
        row = self._pending.rows[question.cell.row]
        unit = row.currency or self._currency
        ways = []
        if question.suggestion is not None:
            meant = value_words(Field.PRICE, question.suggestion, unit)
            ways.append(WayOut(tr("Make it {price}", price=meant), partial(self._take, question)))
        old = value_words(question.cell.field, self._pending.changes[question.cell].before, unit)
        keeps = tr("Keep {price}", price=old) if old else tr("Keep it as it was")
        ways.append(WayOut(keeps, partial(self._revert, [question.cell])))
        if question.code == "price_currency_other":
            taken = value_words(question.cell.field, question.after, unit)
            ways.append(WayOut(tr("Take {price}", price=taken), partial(self._agree, [question])))
        else:
            ways.append(WayOut(tr("It is right"), partial(self._agree, [question])))
        return QuestionCard(name_words(row), question_words(question, unit), ways)

    def _many(self, questions: Sequence[Question]) -> QuestionCard:
        first = questions[0]
        row = self._pending.rows[first.cell.row]
        unit = row.currency or self._currency
        example = tr(
            "For instance {name}: {question}", name=name_words(row), question=question_words(first, unit)
        )
        cells = [each.cell for each in questions]
        ways = (
            WayOut(tr("Show the first"), partial(self.cell_wanted.emit, first.cell)),
            WayOut(tr_plural("Put {n} back", "Put all {n} back", len(cells)), partial(self._revert, cells)),
            WayOut(
                tr_plural("It is right", "All {n} are right", len(cells)), partial(self._agree, questions)
            ),
        )
        return QuestionCard(many_words(questions), example, ways)

    def _conflict(self, cell: CellKey) -> QuestionCard:
        row = self._pending.rows[cell.row]
        words = conflict_words(row, cell.field, self._pending.changes[cell].after)
        ways = (
            WayOut(tr("Keep mine"), partial(self._keep_mine, [cell])),
            WayOut(tr("Take theirs"), partial(self._revert, [cell])),
        )
        return QuestionCard(name_words(row), words, ways)

    def _many_conflicts(self, cells: Sequence[CellKey]) -> QuestionCard:
        count = len(cells)
        title = tr_plural(
            "{n} cell changed in the store meanwhile.", "{n} cells changed in the store meanwhile.", count
        )
        row = self._pending.rows[cells[0].row]
        words = conflict_words(row, cells[0].field, self._pending.changes[cells[0]].after)
        example = tr("For instance {name}: {question}", name=name_words(row), question=words)
        ways = (
            WayOut(tr("Show the first"), partial(self.cell_wanted.emit, cells[0])),
            WayOut(tr("Keep all of mine"), partial(self._keep_mine, cells)),
            WayOut(tr("Take all of theirs"), partial(self._revert, cells)),
        )
        return QuestionCard(title, example, ways)

    def _take(self, question: Question) -> None:
        """What may be meant takes the place of what was typed; for a reduction that is the price itself."""
        cell = question.cell
        if question.code == "discount_above_price":
            cell = CellKey(cell.row, Field.REDUCED)
            value = Typed(None)
        else:
            value = Typed(question.suggestion)
        self._pending.set_cells({cell: value})
        self.changed.emit()

    def _revert(self, cells: Sequence[CellKey]) -> None:
        self._pending.revert(cells)
        self.changed.emit()

    def _agree(self, questions: Sequence[Question]) -> None:
        self._pending.agree(questions)
        self.changed.emit()

    def _keep_mine(self, cells: Sequence[CellKey]) -> None:
        self._pending.keep_mine(cells)
        self.changed.emit()

    def _chosen(self, line: ChangeLine | None) -> None:
        if line is not None and line.cell is not None and self.list.hasFocus():
            self.cell_wanted.emit(line.cell)
