"""Step Messages: the real message of each row, one by one, before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.tabs.messaging.campaign.recipient_header import RecipientHeader
from svcconsole.gui.tabs.messaging.campaign.row_marks_bar import MarksBar
from svcconsole.gui.tabs.messaging.campaign.summary_side import SummarySide
from svcconsole.gui.tabs.messaging.campaign.variable_values import VariableValues
from svcconsole.services.campaigns.views import (
    BLANK,
    JUMPS,
    LONGEST,
    NO_COUNTRY,
    NOT_SENT,
    REPEATED,
    RIGHT_TO_LEFT,
    Audience,
    Recipient,
)
from svcconsole.services.messaging.appearance.bubble import Bubble

ROOMY, LEFT, SIDE, PHONE = 1160, 280, 288, 388
BETWEEN, TRIAL = 32, 220
"""The room between the two buttons of the footer, and the width of the last."""


class PreviewStep(QWidget):
    """`row_wanted(row)`, `find_wanted(text, after)`: the next row with a person of this name,
    `trial_wanted()`: one to yourself first, `start_wanted()`. `wall_wanted()`: the messages most likely
    wrong, side by side. Rows count from 1."""

    row_wanted = Signal(int)
    find_wanted = Signal(str, int)
    trial_wanted = Signal()
    start_wanted = Signal()
    wall_wanted = Signal()

    def __init__(self, phone: PhonePreview) -> None:
        super().__init__()
        self.outlook: Audience | None = None
        self.row, self.ready = 0, False
        self.tried = False
        self._longest = -1
        self.phone = phone
        self.person, self.fillings, self.marks, self.side = (
            RecipientHeader(),
            VariableValues(),
            MarksBar(),
            SummarySide(),
        )
        self.loading = LoadingBar(tr("Looking at the messages"))
        self.before = tool_button("left", tr("Previous row (K or ←)"))
        self.after = tool_button("right", tr("Next row (J or →)"))
        self.place = PlainLabel("", "strong")
        self.wall = link(tr("Most likely wrong"))
        self.search = SearchField(tr("Find a person"))
        self._searching = False
        self.chips = {jump: FilterChip(words, menu=False) for jump, words in _jump_words().items()}
        self.footer = Footer()
        self.trial, self.start = button(tr("Send to me first")), button("", "send")
        # The step before has its button at the very end: there stands what reaches nobody else, so that a
        # click too many starts nothing.
        self.footer.add(self.start)
        self.footer.add_gap(BETWEEN)
        self.footer.add(self.trial)
        self.trial.setMinimumWidth(dp(TRIAL))
        self._build_layout()
        self._connect()
        self.set_tried(tried=False)

    def show_outlook(self, outlook: Audience, verb: str, refusal: str) -> None:
        """What would go out; `verb` is on the button that starts it, `refusal` says why it cannot."""
        self.outlook, self._longest = outlook, -1
        self.side.show_outlook(outlook)
        self.marks.show_marks(outlook.rows, outlook.jumps.get(NOT_SENT, ()))
        for jump, words in _jump_words().items():
            rows = outlook.jumps.get(jump, ())
            chip = self.chips[jump]
            chip.setText(words if jump == LONGEST or not rows else f"{words} {count(len(rows))}")
            chip.setEnabled(bool(rows))
            set_tip(chip, "" if rows else tr("No row is like that"))
            chip.updateGeometry()
        self.start.setText(verb)
        self.start.setEnabled(not refusal)
        set_tip(self.start, refusal)
        self._refusal = refusal
        self._update_words()

    def show_row_anew(self) -> None:
        """Who people are is hidden from now on, or shown."""
        if self.row:
            self.row_wanted.emit(self.row)

    def show_recipient(self, recipient: Recipient, bubble: Bubble) -> None:
        """One row as its recipient will get it."""
        self.row, self.ready, self._searching = recipient.row, recipient.ready, False
        rows = self.outlook.rows if self.outlook is not None else recipient.row
        self.place.setText(tr("Row {row} of {rows}", row=count(recipient.row), rows=count(rows)))
        self.before.setEnabled(recipient.row > 1)
        self.after.setEnabled(recipient.row < rows)
        self.person.show_recipient(recipient)
        self.fillings.show_fillings(recipient.fillings)
        self.phone.show_bubble(bubble)
        self.marks.show_row(recipient.row)

    def set_tried(self, *, tried: bool) -> None:
        """Whether one of these went to oneself: then the other button is the filled one."""
        self.tried = tried
        self.trial.set_kind("plain" if tried else "primary")
        self.start.set_kind("primary" if tried else "plain")
        self._update_words()

    def filled(self) -> QWidget:
        """The filled button."""
        return self.start if self.tried else self.trial

    def step(self, by: int) -> None:
        """So many rows on, or back."""
        if self.outlook is not None:
            row = min(self.outlook.rows, max(1, self.row + by))
            if row != self.row:
                self.row_wanted.emit(row)

    def jump(self, word: str) -> None:
        """The next row of this kind, after the last the first again; of the longest, the next longest."""
        rows: Sequence[int] = self.outlook.jumps.get(word, ()) if self.outlook is not None else ()
        if not rows:
            return
        if word == LONGEST:
            self._longest = (self._longest + 1) % len(rows)
            self.row_wanted.emit(rows[self._longest])
        else:
            self.row_wanted.emit(next((row for row in rows if row > self.row), rows[0]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow: the variables fold under the sums."""
        super().resizeEvent(event)
        roomy = self.width() >= dp(ROOMY)
        self.left.setVisible(roomy)
        set_property(self.middle, "line", "left" if roomy else "")
        if roomy:
            self.left.body.insertWidget(0, self.fillings)
        else:
            self.side.show_values(self.fillings)

    def _update_words(self) -> None:
        outlook = self.outlook
        if outlook is None:
            return
        if self._refusal:
            self.footer.set_message(FooterPart(self._refusal, "warning", "ban"))
            return
        tried = tr("One went to you") if self.tried else tr("Nothing is sent yet")
        self.footer.set_message(
            FooterPart(tried, "success" if self.tried else "text2", "check" if self.tried else "shield")
        )

    def _connect(self) -> None:
        self._refusal = ""
        self.before.clicked.connect(lambda: self.step(-1))
        self.after.clicked.connect(lambda: self.step(1))
        self.marks.wanted.connect(self.row_wanted)
        self.search.searched.connect(self._find)
        self.search.returnPressed.connect(self._find_next)
        self.wall.clicked.connect(self.wall_wanted)
        self.trial.clicked.connect(self.trial_wanted)
        self.start.clicked.connect(self.start_wanted)
        for jump, chip in self.chips.items():
            chip.clicked.connect(lambda _=False, jump=jump: self.jump(jump))
        for key, move in (
            ("J", self._next),
            ("K", self._previous),
            ("Right", self._right),
            ("Left", self._left),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(move)

    def is_searching(self) -> bool:
        """Whether a row is being looked for."""
        return self._searching

    def end_search(self) -> None:
        """Nobody was found."""
        self._searching = False

    def _find(self, text: str) -> None:
        """What is typed, from the row that is shown on."""
        if text.strip():
            self._searching = True
            self.find_wanted.emit(text, self.row - 1)

    def _find_next(self) -> None:
        """Enter once more goes to the next."""
        if self.search.text().strip() and not self._searching:
            self._searching = True
            self.find_wanted.emit(self.search.text(), self.row)

    def _next(self) -> None:
        self.step(1)

    def _previous(self) -> None:
        self.step(-1)

    def _right(self) -> None:
        self.step(-1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1)

    def _left(self) -> None:
        self.step(1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else -1)

    def _build_layout(self) -> None:
        self.left = ScrollPage("surface", inset=20)
        self.left.body.addWidget(self.fillings)
        self.left.body.addStretch(1)
        self.left.setFixedWidth(dp(LEFT))
        self.side.setFixedWidth(dp(SIDE))
        self.middle = Ground("surface")
        column = vbox(parent=self.middle, spacing=8, margins=(20, 12, 20, 8))
        walk = QWidget()
        hbox(self.before, self.place, self.after, parent=walk, spacing=4, margins=(0, 0, 8, 0))
        moves = QWidget()
        flow = FlowLayout(moves, dp(8))
        for part in (walk, self.wall, self.search, *(self.chips[jump] for jump in JUMPS)):
            flow.addWidget(part)
        column.addWidget(moves)
        column.addWidget(self.person)
        shown = hbox(STRETCH, (self.phone, 6), STRETCH)
        self.phone.setMaximumWidth(dp(PHONE))
        column.addLayout(shown, 1)
        column.addWidget(self.marks)
        row = hbox(self.left, (self.middle, 1), self.side, spacing=0)
        vbox(self.loading, (row, 1), self.footer, parent=self, spacing=0)


def _jump_words() -> dict[str, str]:
    return {
        LONGEST: tr("Longest"),
        BLANK: tr("Blank"),
        RIGHT_TO_LEFT: tr("Right-to-left"),
        REPEATED: tr("Repeated"),
        NO_COUNTRY: tr("No country"),
        NOT_SENT: tr("Not sent"),
    }
