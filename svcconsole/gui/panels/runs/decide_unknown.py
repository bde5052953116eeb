"""The choices for rows of unknown outcome: the evidence, and three equal choices with their effects."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QShortcut
from PySide6.QtWidgets import QButtonGroup, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.literal_buttons import RadioButton
from svcconsole.gui.panels.runs.kind_words import kind_words

SEND_AGAIN, KEEP, LATER = "send_again", "keep", "later"


class Choice(Card):
    """One answer: what happens, and what it means if it was right or wrong; its key is a number."""

    def __init__(self, title: str, key: int, text: str, right: str, wrong: str) -> None:
        super().__init__()
        self.radio = RadioButton(title)
        self.radio.setMinimumWidth(dp(120))  # where there is no room its tooltip says all of it
        column = self.body
        column.setSpacing(dp(6))
        head = hbox((self.radio, 1), PlainLabel(quantity_words.count(key), role="caption", tone="text2"))
        column.addLayout(head)
        self.text = PlainLabel("", tone="text2", wrap=True)
        column.addWidget(self.text)
        for icon, tone, said in (("check", "success", right), ("warning", "warning", wrong)):
            if not said:
                continue
            line = hbox(
                (IconLabel(icon, tone, 14, line="body"), 0, Qt.AlignmentFlag.AlignTop),
                (PlainLabel(said, wrap=True), 1),
                spacing=8,
            )
            column.addLayout(line)
        column.addStretch(1)
        set_role(self.radio, "section")
        self.radio.toggled.connect(lambda on: set_property(self, "chosen", on))
        self._ends = f"{right} {wrong}"
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """What happens, in a sentence."""
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.radio.setAccessibleDescription(f"{text} {self._ends}".strip())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.radio.setFocus()
        self.radio.setChecked(True)


class DecideUnknown(Ground):
    """`decided(answer)`: "send_again" or "keep" for all of them; `later()`: neither now."""

    decided = Signal(str)
    later = Signal()

    def __init__(self) -> None:
        super().__init__("surface")
        self.question = PlainLabel("", role="title", wrap=True)
        self.known = PlainLabel("", tone="text2", wrap=True)
        self.choices = {
            SEND_AGAIN: Choice(
                tr("Send them once more"),
                1,
                "",
                tr("If they had not arrived: they do now."),
                tr("If they had: each is written a second time, over what was changed in the store since."),
            ),
            KEEP: Choice(
                tr("Keep what the store holds"),
                2,
                tr("Counted as not sent; they go into the file of rows that were not sent."),
                tr("If they had arrived: done, nothing is written twice."),
                tr("If they had not: the store misses them until you import that file."),
            ),
            LATER: Choice(
                tr("Decide later"),
                3,
                tr("They wait here, with this run, as long as you like."),
                tr("You can look at the store first."),
                tr("Until then nobody knows whether the store has them."),
            ),
        }
        self.group = QButtonGroup(self)
        for at, choice in enumerate(self.choices.values()):
            self.group.addButton(choice.radio, at)
            key = QShortcut(Qt.Key.Key_1 + at, self)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(choice.radio.click)
        self.why = PlainLabel("", role="caption", tone="text2", wrap=True)
        self.apply = button("", kind="primary")
        self.apply.clicked.connect(self._apply)
        self.group.idToggled.connect(lambda *_: self._update_look())
        self._records = 0
        self._words = kind_words("products")
        self._under_way = False
        self._build_layout()

    def _build_layout(self) -> None:
        column = vbox(parent=self, spacing=8, margins=(20, 4, 20, 14))
        head = hbox(spacing=12)
        head.addWidget(IconLabel("decide", "warning", 20, line="title"), 0, Qt.AlignmentFlag.AlignTop)
        said = vbox(self.question, self.known, spacing=4)
        head.addLayout(said, 1)
        column.addLayout(head)
        cards = QWidget()
        row = hbox(parent=cards, spacing=12)
        for choice in self.choices.values():
            row.addWidget(choice, 1)
        column.addWidget(cards)
        foot = hbox((self.why, 1), self.apply)
        column.addLayout(foot)

    def ask(self, records: int, kind: str, *, under_way: bool) -> None:
        """About so many records of a kind; nothing is chosen beforehand. A run under way must end first."""
        self._records, self._words, self._under_way = records, kind_words(kind), under_way
        self.question.setText(tr_plural(*self._words.arrived, records))
        self.known.setText(tr(self._words.unread))
        self.choices[SEND_AGAIN].set_text(tr(self._words.same))
        self.group.setExclusive(False)
        for choice in self.choices.values():
            choice.radio.setChecked(False)
        self.group.setExclusive(True)
        self._update_look()

    def answer(self) -> str:
        """The chosen answer, or nothing."""
        return next((key for key, choice in self.choices.items() if choice.radio.isChecked()), "")

    def _update_look(self) -> None:
        chosen = {
            SEND_AGAIN: tr_plural(*self._words.again, self._records),
            KEEP: tr_plural("Count {n} as not sent", "Count {n} as not sent", self._records),
            LATER: tr("Back to the run"),
        }
        answer = self.answer()
        self.apply.setText(chosen.get(answer, tr("Choose an answer")))
        waits = self._under_way and answer in (SEND_AGAIN, KEEP)
        self.why.setText(
            tr("The run is under way. Decide once it has ended, or stop it first.") if waits else ""
        )
        self.apply.setEnabled(bool(answer) and not waits)

    def _apply(self) -> None:
        if self.answer() == LATER:
            self.later.emit()
        else:
            self.decided.emit(self.answer())
