"""The tiles above the messages: counts by state that add up to what the store accepted, and clicks."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.panels.delivery.delivery_text import ICONS, NAMES
from svcconsole.services.deliveries.deliveries import DeliveryCounts
from svcconsole.services.deliveries.states import State

SELDOM = frozenset({State.OTHER, State.UNTRACKED})
"""Shown only where there are any."""
NARROW = SELDOM | {State.WAITING, State.DECIDE}
"""The same where eight tiles would cut their words."""
ALL_FROM = 940
MOST_NARROW = 6
"""So many counts of states leave a narrow window no room for that of clicks, which tooltips tell, too."""


class SummaryTiles(QWidget):
    """`wanted(State)`: show the messages behind a number."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._totals = DeliveryCounts()
        self.tiles: dict[State, Tile] = {}
        for state, name in NAMES.items():
            tile = Tile(*ICONS[state], tr(name))
            tile.link_clicked.connect(partial(self.wanted.emit, state))
            self.tiles[state] = tile
        self.accepted = Tile("check", "text2", tr("Adds up to"))
        self.clicked = Tile("link", "text2", tr("Clicked"))
        self.clicked.hide()
        order = [tile for state, tile in self.tiles.items() if state is not State.DECIDE]
        vbox(TileRow([*order, self.accepted, self.clicked, self.tiles[State.DECIDE]]), parent=self)

    def show_totals(self, totals: DeliveryCounts) -> None:
        """Newer numbers, in place."""
        self._totals = totals
        for state, tile in self.tiles.items():
            number = totals.counts[state]
            tile.set_value(count(number))
            share = round(100 * number / totals.accepted) if totals.accepted else 0
            said = tr("Show") if state is State.DECIDE else f"{share} %"
            tile.set_link(said if number else None)
        self.accepted.set_value(count(totals.accepted))
        self.clicked.set_value(count(totals.clicked))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= dp(ALL_FROM)
        left_out = SELDOM if wide else NARROW
        shown = [state for state in self.tiles if state not in left_out or self._totals.counts[state] > 0]
        for state, tile in self.tiles.items():
            tile.setVisible(state in shown)
        # Without webhooks nobody is told of clicks: that is not a nought.
        self.clicked.setVisible(self._totals.clicked > 0 and (wide or len(shown) < MOST_NARROW))
