"""The question how a file is written: the same rows in the likely readings, and the other ways of writing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, literal
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.reading.letters import columns_shown
from svcconsole.gui.panels.importer.reading.question_head import QuestionHead
from svcconsole.gui.panels.importer.reading.reading_cards import ReadingCards

if TYPE_CHECKING:
    from svcconsole.tables.reading.questions import Choice, Question

NARROW = 860
SAMPLES = 3
TWO = 2


class EncodingPage(ScrollPage):
    """`changed()`: another answer is chosen, see `choice`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        # What languages and systems are called cannot be broken: it scrolls sideways rather than be cut.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.question: Question | None = None
        self.head = QuestionHead()
        self.cards = ReadingCards()
        self.other = ""
        self._given = False
        self.more = button(tr("Another way of writing…"))
        self.more.clicked.connect(self._offer_more)
        self.hint = PlainLabel("", "caption", "text2")
        self.keys = PlainLabel("", "caption", "text2")
        self.none = PlainLabel(tr("None of them is right?"), tone="text2")
        self.cards.chosen.connect(self._chosen)
        row = FlowLayout(gap=10)
        for part in (self.none, self.more, self.hint, self.keys):
            row.addWidget(part)
        self.body.addWidget(self.head)
        self.body.addWidget(self.cards)
        self.body.addLayout(row)
        self.body.addStretch(1)

    def show_question(self, question: Question) -> None:
        """Ask; what was answered before is shown, and nothing else is chosen."""
        begun = self._begun(question)
        if self.question is None or self.question.key != question.key:
            self.verticalScrollBar().setValue(0)
        self.question, self._given = question, False
        shown = tr_plural(
            "Here is that row in each of these ways of writing. Choose the one in which the names are right.",
            "Here are the same {n} rows in each of these ways of writing. Choose the one in which the names "
            "are right.",
            len(question.rows),
        )
        self.head.set_texts(show(question.title), f"{show(question.text)} {shown}")
        self.cards.show_question(question)
        several = len(question.choices) > TWO
        self.keys.setText(
            tr("1, 2, 3 chooses · Enter goes on") if several else tr("1, 2 chooses · Enter goes on")
        )
        self.other = ""
        for part in (self.none, self.more, self.hint):
            part.setVisible(bool(question.more))
        self._say_more()
        wanted = begun or question.answer
        if wanted in self.cards.heads:
            self.cards.heads[wanted].radio.setChecked(True)
        elif wanted:
            self._choose_other(wanted)

    def forget(self) -> None:
        """Another file: nothing that was begun here belongs to it."""
        self.question = None

    def given(self) -> None:
        """The answer on screen is given: what was begun is done."""
        self._given = True

    def _begun(self, question: Question) -> str:
        """What was chosen for the same question and not yet given."""
        chosen, before = self.choice, self.question
        same = before is not None and (before.key, before.answer) == (question.key, question.answer)
        return chosen.key if chosen is not None and same and not self._given else ""

    @property
    def choice(self) -> Choice | None:
        """What is chosen."""
        key = self.other or self.cards.choice()
        return self.question.choice(key) if self.question is not None and key else None

    def choose_at(self, at: int) -> None:
        """Choose the card of this number, as a key does."""
        if at < len(self.cards.heads):
            self.cards.choose(list(self.cards.heads)[at])

    def focus_first(self) -> None:
        """The chosen card, else the first."""
        heads = list(self.cards.heads.values())
        found = next((head for head in heads if head.radio.isChecked()), heads[0] if heads else None)
        if found is not None:
            focus_if_visible(found.radio)

    def _chosen(self, _key: str) -> None:
        self.other = ""
        self._say_more()
        self.changed.emit()

    def _say_more(self) -> None:
        question = self.question
        if question is None:
            return
        picked = question.choice(self.other) if self.other else None
        if picked is not None:
            self.hint.setText(tr("Chosen: {name}", name=show(picked.label)))
        else:
            self.hint.setText(
                tr_plural(
                    "{n} more, and the names beside it",
                    "{n} more, and the names beside them",
                    len(question.more),
                )
            )

    def _offer_more(self) -> None:
        if self.question is None:
            return
        menu = QMenu(self)
        places = columns_shown(self.question.rows, 1)
        for choice in self.question.more:
            action = menu.addAction(literal(_with_names(choice, places)))
            action.triggered.connect(partial(self._choose_other, choice.key))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height() + 2)))

    def _choose_other(self, key: str) -> None:
        self.cards.clear()
        self.other = key
        self._say_more()
        self.changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.viewport().width() < dp(NARROW)
        self.cards.set_narrow(narrow)
        self.keys.setVisible(not narrow)
        offers = self.question is not None and bool(self.question.more)
        self.hint.setVisible(offers and (not narrow or bool(self.other)))


def _with_names(choice: Choice, places: Sequence[int]) -> str:
    """A way of writing with the first names read in it."""
    cells = (row.cells[place] for row in choice.rows[:SAMPLES] for place in places if place < len(row.cells))
    return tr("{name}: {names}", name=show(choice.label), names=", ".join(cells))
