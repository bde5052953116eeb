"""Step Look: the messages most likely wrong side by side, and one of them on the phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QWidget

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, isolate, set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.bars import LoadingBar, Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.tabs.messaging.campaign.wall.wall_side import WallSide
from svcconsole.gui.tabs.messaging.campaign.wall.wall_tiles import (
    FINE,
    TO_FIX,
    TO_LOOK_AT,
    Message,
    WallModel,
    WallTile,
    WallView,
    suspected,
)
from svcconsole.gui.tabs.messaging.campaign.wall.wall_words import reason_words
from svcconsole.services.campaigns.likely_wrong.suspicions import REASON_OF, LikelyWrong, Reason, Tile
from svcconsole.services.messaging.appearance.bubble import Bubble

SIDE, NARROW_SIDE, ROOMY = 372, 312, 1_240
BAR = 120
BETWEEN, TRIAL = 32, 220
"""The room between the two last buttons of the footer, and the width of the last."""


class WallStep(QWidget):
    """`repair_wanted(ground)`, `leave_out_wanted(ground)`: for all of a kind. `rows_left_out(rows)`: those
    marked to fix. `undo_wanted()`, `trial_wanted(row)`, `start_wanted()`, `every_wanted()`: all messages, one
    by one."""

    repair_wanted = Signal(str)
    leave_out_wanted = Signal(str)
    rows_left_out = Signal(list)
    undo_wanted = Signal()
    trial_wanted = Signal(int)
    start_wanted = Signal()
    every_wanted = Signal()

    def __init__(self, phone: PhonePreview, larger: PhonePreview) -> None:
        super().__init__()
        self.wall = LikelyWrong(0)
        self._marks: dict[Message, str] = {}
        self._undo: list[tuple[Message, str] | None] = []
        self._tiles: tuple[WallTile, ...] = ()
        self._refusal = ""
        self._opening = 0
        self._reason: Reason | None = None
        self._order: list[Reason | None] = [None]
        self.model = WallModel()
        self.view = WallView(self.model)
        self.side = WallSide(phone)
        self.larger = larger
        self.loading = LoadingBar(tr("Looking for what is likely wrong"))
        self.title = PlainLabel("", "section")
        self.of = PlainLabel("", "caption", "text2")
        self.every = link(tr("All messages, one by one"))
        self.bar = ProportionBar(6, tr("How far you have looked"))
        self.sums = PlainLabel("", "body", "text2")
        self.chips: dict[Reason | None, ChoiceChip] = {}
        self.footer = Footer()
        self.leave, self.trial = button(""), button(tr("Send to me first"))
        self.start = button("", "send")
        # The step before has its button at the very end: there stands what reaches nobody else, so that a
        # click too many starts nothing.
        self.footer.add(self.leave)
        self.footer.add(self.start)
        self.footer.add_gap(BETWEEN)
        self.footer.add(self.trial)
        self.trial.setMinimumWidth(dp(TRIAL))
        self._build_layout()
        self._connect()

    def show_wall(self, wall: LikelyWrong, bubbles: Mapping[int, Bubble], *, opening: int) -> None:
        """What is likely wrong now; `opening` links are being opened still. The chosen row stays."""
        chosen = self.current()
        self.wall, self._opening = wall, opening
        tiles = (
            WallTile(tile, suspected(tile, bubbles[tile.recipient.row]), _name(tile)) for tile in wall.tiles
        )
        self._tiles = tuple(replace(tile, mark=self._mark_of(tile.message)) for tile in tiles)
        if self._reason is not None and not wall.counts.get(self._reason):
            self._reason = None
        self._show_chips()
        self._show_reason(chosen.row if chosen is not None else 0)
        self._update_words()

    def set_start(self, verb: str, refusal: str) -> None:
        """What starts the campaign, and why it cannot."""
        self._refusal = refusal
        self.start.setText(verb)
        self.start.setEnabled(not refusal)
        set_tip(self.start, refusal)

    def current(self) -> WallTile | None:
        """The tile that is on the phone."""
        place = self.view.currentIndex().row()
        return self.model.tiles[place] if 0 <= place < len(self.model.tiles) else None

    def filled(self) -> QWidget:
        """The filled button."""
        return self.start if self._all_fine() else self.side.good

    def show_anew(self) -> None:
        """Who people are is hidden from now on, or shown."""
        self.model.forget()
        bubbles = {tile.row: tile.bubble for tile in self._tiles}
        self.show_wall(self.wall, bubbles, opening=self._opening)

    def forget(self) -> None:
        """Another campaign is looked at from now on: nothing was said of its messages."""
        self._marks.clear()
        self._undo.clear()

    def _mark_of(self, message: Message) -> str:
        return self._marks.get(message, TO_LOOK_AT)

    def _mark(self, message: Message, mark: str) -> None:
        """What somebody says of a message."""
        self._marks[message] = mark
        self._tiles = tuple(
            replace(tile, mark=mark) if tile.message == message else tile for tile in self._tiles
        )
        for place, tile in enumerate(self.model.tiles):
            if tile.message == message:
                self.model.set_mark(place, mark)
        self._show_side()
        self._update_words()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setFixedWidth(dp(SIDE if self.width() >= dp(ROOMY) else NARROW_SIDE))

    # What somebody says

    def _fine(self) -> None:
        """This one is fine; on to the next that nobody has looked at."""
        tile = self.current()
        if tile is None or self._all_fine():
            return
        place = self.view.currentIndex().row()
        self._say(tile.message, FINE)
        marks = [each.mark for each in self.model.tiles]
        order = [*range(place + 1, len(marks)), *range(place)]
        following = next((at for at in order if marks[at] == TO_LOOK_AT), None)
        if following is not None:
            self.view.show_place(following)
        elif self._all_fine():
            self.start.setFocus()

    def _to_fix(self) -> None:
        tile = self.current()
        if tile is not None:
            self._say(tile.message, TO_LOOK_AT if tile.mark == TO_FIX else TO_FIX)

    def _say(self, message: Message, mark: str) -> None:
        """Keep what somebody says, so that it can be taken back."""
        self._undo.append((message, self._mark_of(message)))
        self._mark(message, mark)

    def corrected(self) -> None:
        """Rows were changed: the next undo takes that back."""
        self._undo.append(None)

    def undo(self) -> None:
        """Take back the last thing that was done here, or said of a message that is here."""
        here = {tile.message for tile in self._tiles}
        while self._undo:
            last = self._undo.pop()
            if last is None:
                self.undo_wanted.emit()
                return
            if last[0] in here:
                self._mark(*last)
                self._show_message(last[0])
                return

    def _show_message(self, message: Message) -> None:
        for place, tile in enumerate(self.model.tiles):
            if tile.message == message:
                self.view.show_place(place)

    # Showing

    def _show_chips(self) -> None:
        shown = [reason for reason in Reason if self.wall.counts.get(reason)]
        # as a person reads them: the most frequent first
        shown.sort(key=lambda reason: -self.wall.counts[reason])
        for reason, chip in self.chips.items():
            chip.setVisible(reason in shown or (reason is None and bool(shown)))
        self._order = [None, *shown]
        for reason in self._order:
            chip = self.chips[reason]
            chip.set_count(self.wall.counts[reason] if reason is not None else len(self.wall.tiles))
            self._flow.removeWidget(chip)
            self._flow.addWidget(chip)

    def _show_reason(self, row: int) -> None:
        """Only the tiles of the chosen reason; `row` stays the chosen one where it is among them."""
        self.chips[self._reason].setChecked(True)
        wanted = self._reason
        tiles = [
            tile for tile in self._tiles if wanted is None or REASON_OF.get(tile.tile.found.ground) is wanted
        ]
        self.model.set_tiles(tiles)
        place = next((at for at, tile in enumerate(tiles) if tile.row == row), 0)
        self.view.show_place(place)
        self._show_side()

    def _choose(self, reason: Reason | None) -> None:
        tile = self.current()
        self._reason = reason
        self._show_reason(tile.row if tile is not None else 0)

    def _choose_by_key(self, at: int) -> None:
        if at < len(self._order):
            self._choose(self._order[at])

    def _show_side(self) -> None:
        tile = self.current()
        self.side.setVisible(tile is not None)
        if tile is None:
            return
        place = self.view.currentIndex().row()
        self.side.show_tile(tile, self.wall, place, len(self.model.tiles))
        if self.stack.currentWidget() is self.larger:
            self.larger.show_bubble(tile.bubble)

    def _turn_larger(self) -> None:
        tile = self.current()
        if self.stack.currentWidget() is self.larger or tile is None:
            self.stack.setCurrentWidget(self.view)
            self.view.setFocus()
        else:
            self.larger.show_bubble(tile.bubble)
            self.stack.setCurrentWidget(self.larger)
            self.larger.phone.setFocus()

    def _all_fine(self) -> bool:
        return all(tile.mark == FINE for tile in self._tiles)

    def _update_words(self) -> None:
        wall, shown = self.wall, len(self._tiles)
        if wall.by_chance:
            self.title.setText(tr("Nothing looks wrong"))
            self.of.setText(tr_plural("Here is {n} chosen by chance", "Here are {n} chosen by chance", shown))
        else:
            self.title.setText(tr_plural("The one most likely wrong", "The {n} most likely wrong", shown))
            self.of.setText(tr_plural("of {n} message", "of {n} messages", wall.messages))
        marks = Counter(tile.mark for tile in self._tiles)
        self.sums.setText(
            tr(
                "{fine} fine · {fix} to fix · {look} to look at",
                fine=count(marks[FINE]),
                fix=count(marks[TO_FIX]),
                look=count(marks[TO_LOOK_AT]),
            )
        )
        self.bar.set_parts(
            (
                Part(marks[FINE], "success", tr("Fine")),
                Part(marks[TO_FIX], "danger", tr("To fix")),
                Part(marks[TO_LOOK_AT], "neutral_subtle", tr("To look at"), outline=True),
            )
        )
        self.leave.setVisible(marks[TO_FIX] > 0)
        self.leave.setText(tr_plural("Leave this person out", "Leave these {n} people out", marks[TO_FIX]))
        done = self._all_fine()
        self.start.set_kind("primary" if done else "plain")
        self.side.good.set_kind("plain" if done else "primary")
        self.side.good.setVisible(not done)
        self._say_footer(marks)

    def _say_footer(self, marks: Counter[str]) -> None:
        if self._refusal:
            self.footer.set_message(FooterPart(self._refusal, "warning", "ban"))
            return
        parts = [FooterPart(tr("Nothing is sent yet"), icon="shield")]
        if self._opening:
            parts.append(FooterPart(tr_plural("opening {n} link…", "opening {n} links…", self._opening)))
        elif marks[TO_FIX]:
            parts.append(
                FooterPart(
                    tr_plural("{n} to fix before it runs", "{n} to fix before it runs", marks[TO_FIX]),
                    "warning",
                )
            )
        self.footer.set_message(*parts)

    def _connect(self) -> None:
        self.view.chosen.connect(lambda _: self._show_side())
        self.view.fine.connect(self._fine)
        self.view.larger.connect(self._turn_larger)
        self.side.fine.connect(self._fine)
        self.side.to_fix.connect(self._to_fix)
        self.side.step_wanted.connect(lambda by: self.view.show_place(self.view.currentIndex().row() + by))
        self.side.wrong.repaired.connect(self.repair_wanted)
        self.side.wrong.left_out.connect(self.leave_out_wanted)
        self.leave.clicked.connect(self._leave_marked)
        self.trial.clicked.connect(self._try)
        self.start.clicked.connect(self.start_wanted)
        self.every.clicked.connect(self.every_wanted)
        keys: list[tuple[str, Callable[[], None]]] = [("F", self._to_fix), ("Ctrl+Z", self.undo)]
        keys += [(str(at + 1), partial(self._choose_by_key, at)) for at in range(len(self.chips))]
        for key, does in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)
        back = QShortcut(QKeySequence(Qt.Key.Key_Space), self.larger)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self._turn_larger)

    def _leave_marked(self) -> None:
        self.rows_left_out.emit([tile.row for tile in self._tiles if tile.mark == TO_FIX])

    def _try(self) -> None:
        tile = self.current()
        if tile is not None:
            self.trial_wanted.emit(tile.row)

    def _build_layout(self) -> None:
        self.bar.setFixedWidth(dp(BAR))
        only_one = QButtonGroup(self)
        chips = QWidget()
        self._flow = FlowLayout(chips, dp(8))
        for reason in (None, *Reason):
            chip = ChoiceChip(tr("All") if reason is None else reason_words(reason), ticked=False)
            chip.clicked.connect(lambda _=False, reason=reason: self._choose(reason))
            only_one.addButton(chip)
            self.chips[reason] = chip
            self._flow.addWidget(chip)
        middle = Ground("surface")
        head = QWidget()
        lines = FlowLayout(head, dp(10))
        for parts in ((self.title, self.of), (self.every,), (self.bar, self.sums)):
            group = QWidget()
            hbox(*parts, parent=group, spacing=10)
            lines.addWidget(group)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.larger)
        vbox(head, chips, (self.stack, 1), parent=middle, spacing=12, margins=(20, 14, 6, 0))
        row = hbox((middle, 1), self.side, spacing=0)
        vbox(self.loading, (row, 1), self.footer, parent=self, spacing=0)


def _name(tile: Tile) -> str:
    recipient = tile.recipient
    said = recipient.name or ""
    return hidden_name(visible(said)) or (
        isolate(visible(recipient.said)) if recipient.said else tr("No name")
    )
