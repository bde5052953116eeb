"""A question about rows: the row between its neighbours, the repair and why, the choices, rows like it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QMenu, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, literal, visible
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import grid_box, hbox
from svcconsole.gui.kit.containers.card_grid import CardGrid
from svcconsole.gui.kit.containers.cards import IconLabel, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.panels.importer.reading.joined_cells import HandState, JoinedCells
from svcconsole.gui.panels.importer.reading.question_head import QuestionHead
from svcconsole.gui.panels.importer.reading.row_figure import Line, RowFigure
from svcconsole.gui.panels.runs.decide_unknown import Choice as ChoiceCard

if TYPE_CHECKING:
    from svcconsole.tables.reading.questions import Choice, Question, ShownRow

CARD = 240
ALIKE_SHOWN = 6
BY_HAND = "by-hand"


class RowsPage(ScrollPage):
    """`changed()`: another answer is chosen or its cells are others, see `choice` and `cells`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.question: Question | None = None
        self.row: ShownRow | None = None
        self.separator = ","
        self.other = ""
        self._drafts: dict[tuple[str, int], tuple[str, HandState]] = {}
        self._given = False
        self.head = QuestionHead()
        self.figure = RowFigure()
        self.why = SectionHeading(tr("Why this repair"))
        self._evidence = QWidget()
        self._reasons = FlowLayout(self._evidence, gap=16, row_gap=4)
        self.more = link(tr("Another answer…"))
        self.more.clicked.connect(self._offer_more)
        self.what = SectionHeading(tr("What should happen?"), trailing=self.more)
        self._cards = CardGrid(least=CARD, fills=True)
        self.group = QButtonGroup(self)
        self.cards: dict[str, ChoiceCard] = {}
        self.hand = JoinedCells()
        self.hand.changed.connect(self._hand_changed)
        self.alike_heading = PlainLabel("", "label", "text2")
        self._alike = QWidget()
        self._rows = grid_box(parent=self._alike, spacing=(24, 4))
        for part in (
            self.head, self.figure, self.why, self._evidence, self.what, self._cards, self.hand,
            self.alike_heading, self._alike,
        ):  # fmt: skip
            self.body.addWidget(part)
        self.body.addStretch(1)

    def show_question(self, question: Question) -> None:
        """Ask about the first row that waits; what was answered for all of them is shown."""
        self._keep_draft()
        if self.question is None or self.question.key != question.key:
            self.verticalScrollBar().setValue(0)
        self.question, self.other = question, ""
        done = {number for number, _ in question.answered_rows}
        rows = question.rows
        self.row = next((row for row in rows if row.number not in done), rows[0] if rows else None)
        self.head.set_texts(show(question.title), show(question.text))
        self._set_cards()
        if self.row is not None:
            self.hand.set_row(question.header, self.row.cells, self.separator)
        if question.answer in self.cards:
            self.cards[question.answer].radio.setChecked(True)
        elif question.answer:
            self.other = question.answer
        self._take_up_draft()
        self._show_choice()

    def forget(self) -> None:
        """Another file: nothing that was begun here belongs to it."""
        self.question = None
        self._drafts.clear()

    def given(self) -> None:
        """The answer on screen is given: what was begun is done."""
        self._given = True

    def _keep_draft(self) -> None:
        """What was chosen and typed stays while another question is looked at."""
        chosen, given, self._given = self.choice, self._given, False
        if self.question is None or self.row is None:
            return
        place = (self.question.key, self.row.number)
        self._drafts.pop(place, None)
        if chosen is not None and not given and chosen.key != self.question.answer:
            self._drafts[place] = (chosen.key, self.hand.state())

    def _take_up_draft(self) -> None:
        question, row = self.question, self.row
        if question is None or row is None or (question.key, row.number) not in self._drafts:
            return
        key, state = self._drafts[question.key, row.number]
        self.hand.restore(state)
        if key in self.cards:
            self.cards[key].radio.setChecked(True)
        else:
            self.other = key

    @property
    def choice(self) -> Choice | None:
        """What is chosen."""
        key = self.other or next((key for key, card in self.cards.items() if card.radio.isChecked()), "")
        return self.question.choice(key) if self.question is not None and key else None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it was put together by hand; nothing for any other answer."""
        chosen = self.choice
        return self.hand.cells() if chosen is not None and chosen.asks_cells else ()

    @property
    def ready(self) -> bool:
        """Whether the answer can be given."""
        chosen = self.choice
        return chosen is not None and (not chosen.asks_cells or self.hand.fits())

    @property
    def waiting(self) -> tuple[int, ...]:
        """The rows that still wait, as far as they are named."""
        if self.question is None:
            return ()
        done = {number for number, _ in self.question.answered_rows}
        return tuple(number for number in self.question.numbers if number not in done)

    def choose_at(self, at: int) -> None:
        """Choose the card of this number, as a key does."""
        if at < len(self.cards):
            card = list(self.cards.values())[at]
            card.radio.setFocus()
            card.radio.setChecked(True)

    def focus_first(self) -> None:
        """The chosen card, else the first."""
        cards = list(self.cards.values())
        found = next((card for card in cards if card.radio.isChecked()), cards[0] if cards else None)
        if found is not None:
            focus_if_visible(found.radio)

    def _set_cards(self) -> None:
        for card in self.cards.values():
            self.group.removeButton(card.radio)
        self._cards.clear()
        self.cards = {}
        asked = self.question.choices if self.question is not None else ()
        for at, choice in enumerate(asked, start=1):
            words = (show(choice.text), show(choice.if_right), show(choice.if_wrong))
            right = tr("If right: {what}", what=words[1]) if words[1] else ""
            wrong = tr("If wrong: {what}", what=words[2]) if words[2] else ""
            card = ChoiceCard(show(choice.label), at, words[0], right, wrong)
            card.radio.toggled.connect(self._toggled)
            self.group.addButton(card.radio)
            self._cards.add(card)
            self.cards[choice.key] = card
        self.more.setVisible(bool(self.question is not None and self.question.more))
        self.what.setVisible(bool(self.question is not None and (self.question.rows or self.question.more)))

    def _toggled(self, on: bool) -> None:
        if on:
            self.other = ""
            self._show_choice()

    def _show_choice(self) -> None:
        """The figure, the reasons and the rows alike for the answer that is chosen, else for the repairs."""
        chosen = self.choice
        self._show_figure()
        self._show_reasons()
        by_hand = chosen is not None and chosen.asks_cells
        if by_hand and self.hand.isHidden():
            self.hand.show()
            QTimer.singleShot(0, self, self._reveal_hand)
        self.hand.setVisible(by_hand)
        self._show_alike()
        self.changed.emit()

    def _reveal_hand(self) -> None:
        """The cells open below the choices, where they may be out of sight."""
        if self.hand.isVisible():
            self.reveal(self.hand)

    def _hand_changed(self) -> None:
        if self.choice is not None and self.choice.asks_cells:
            self._show_figure()
            self.changed.emit()

    def _repairs(self) -> list[Choice]:
        """The choices whose repaired rows are shown: the chosen one, else all that repair the row."""
        if self.question is None:
            return []
        chosen = self.choice
        if chosen is not None and chosen.rows:
            return [chosen]
        return [choice for choice in self.question.choices if choice.rows]

    def _show_figure(self) -> None:
        question, row = self.question, self.row
        self.figure.setVisible(row is not None)
        if question is None or row is None:
            return
        place = question.rows.index(row)
        number = str(row.number)
        above = [near for near in question.around if near.number < row.number and place == 0]
        below = [near for near in question.around if near.number > row.number and place == 0]
        lines = [Line(str(near.number), near.cells) for near in above]
        marked = self._moved(row, place)
        lines.append(Line(tr("{row} as it is", row=number), row.cells, "as-is", marked))
        lines += self._repaired_lines(place, number)
        lines += [Line(str(near.number), near.cells) for near in below]
        self.figure.set_lines(question.header, lines)

    def _moved(self, row: ShownRow, place: int) -> frozenset[int]:
        """The cells of the row as it is that have no home: from where a repair joins on, all of them."""
        first = min(
            (min(repair.rows[place].marked) for repair in self._repairs() if repair.rows[place].marked),
            default=None,
        )
        if first is None or len(row.cells) <= len(self.question.header if self.question else ()):
            return frozenset(row.marked)
        return frozenset(range(first + 1, len(row.cells)))

    def _repaired_lines(self, place: int, number: str) -> Iterator[Line]:
        chosen = self.choice
        if chosen is not None and chosen.asks_cells:
            cells, row = self.hand.cells(), self.row
            before = row.cells if row is not None else ()
            changed = frozenset(
                at for at, text in enumerate(cells) if at >= len(before) or text != before[at]
            )
            yield Line(
                tr("{row} by hand", row=number),
                cells,
                "repaired",
                changed if self.hand.fits() else frozenset(),
            )
            return
        repairs = self._repairs()
        for at, repair in enumerate(repairs, start=1):
            shown = repair.rows[place]
            label = tr("{row} repaired", row=number)
            if len(repairs) > 1:
                label = tr("{row} repaired, way {n}", row=number, n=at)
            yield Line(label, shown.cells, "repaired", frozenset(shown.marked))

    def _show_reasons(self) -> None:
        repairs = self._repairs()
        reasons = [reason for repair in repairs[:1] for reason in repair.evidence]
        clear_layout(self._reasons)
        for reason in reasons:
            part = QWidget()
            hbox(
                IconLabel("check", "success", 14, line="caption"),
                (ElidedLabel(show(reason), "caption"), 1),
                parent=part,
                spacing=6,
            )
            self._reasons.addWidget(part)
        tried = self.question.tried if self.question is not None else 0
        note = (
            tr_plural("the only way there is", "the only one of {n} ways that fits", tried) if tried else ""
        )
        self.why.set_note(note)
        both = self.question is not None and self.question.tied and len(repairs) > 1
        chosen = self.choice
        by_hand = chosen is not None and chosen.asks_cells
        for part in (self.why, self._evidence):
            part.setVisible(bool(reasons) and not both and not by_hand)

    def _show_alike(self) -> None:
        """The other rows of the question, with what the repair makes of them."""
        clear_layout(self._rows)
        question, repairs = self.question, self._repairs()
        others = [] if question is None else [
            (at, row) for at, row in enumerate(question.rows)
            if row is not self.row and row.number in self.waiting
        ]  # fmt: skip
        for part in (self.alike_heading, self._alike):
            part.setVisible(bool(others))
        count = max(0, len(self.waiting) - 1)
        self.alike_heading.setText(tr_plural("The other row like it", "The {n} rows like it", count))
        for at, (place, row) in enumerate(others[:ALIKE_SHOWN]):
            shown = repairs[0].rows[place] if repairs and place < len(repairs[0].rows) else row
            line, column = divmod(at, 2)
            number = PlainLabel(str(row.number), "caption", "text2")
            number.setFixedWidth(dp(44))
            text = " · ".join(visible(shown.cells[cell]) for cell in shown.marked if cell < len(shown.cells))
            said = ElidedLabel(text or visible(" · ".join(shown.cells)), "strong" if repairs else "body")
            self._rows.addLayout(hbox(number, (said, 1), spacing=4), line, column)
        for column in (0, 1):
            self._rows.setColumnStretch(column, 1)

    def _offer_more(self) -> None:
        if self.question is None:
            return
        menu = QMenu(self)
        for choice in self.question.more:
            menu.addAction(literal(show(choice.label))).triggered.connect(
                partial(self._choose_other, choice.key)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height() + 2)))

    def _choose_other(self, key: str) -> None:
        self.group.setExclusive(False)
        for card in self.cards.values():
            card.radio.setChecked(False)
        self.group.setExclusive(True)
        self.other = key
        self._show_choice()
