"""The status bar: the connection, what is running, the store's clock."""

from __future__ import annotations

import time
from datetime import datetime

from PySide6.QtCore import QPoint, QSize, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, isolate, set_tip
from svcconsole.gui.design.theme import colour
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit.access_keys import FRAME
from svcconsole.gui.kit.containers.boxes import hbox, set_margins
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.relative_time import clock, relative_time
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.zone_menu import zone_menu
from svcconsole.gui.runtime.connection_state import ConnectionState, Reach
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone

MARKS = {
    Reach.OPENING: ("clock", "text2"),
    Reach.CONNECTED: ("check", "success"),
    Reach.LOST: ("warning", "warning"),
    Reach.REFUSED: ("error", "danger"),
}


def offset_words(now: datetime) -> str:
    """The offset from UTC as people write it: UTC, UTC+1, UTC+5:30."""
    minutes = round((now.utcoffset() or now - now).total_seconds() / 60)
    if minutes == 0:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    sign = "+" if minutes > 0 else "−"
    return f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


def _above(widget: QWidget) -> QPoint:
    """Where a menu opens that belongs to a widget at the window's foot."""
    return widget.mapToGlobal(QPoint(0, 0))


class StatusBar(QWidget):
    """30 high; `slot` takes the activity line of the runs."""

    try_now = Signal()
    faults_clicked = Signal()

    def __init__(self, console: Console, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty(FRAME, True)
        self._console = console
        self._mark = IconLabel("clock", "text2", 14)
        self._words = ElidedLabel("", "caption", "text2")
        self._words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._try = link(tr("Try now"))
        self._team_mark = IconLabel("customers", "text2", 14)
        self._team = ElidedLabel("", "caption", "text2")
        self._team.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.faults = link("", "caption")
        self.faults.set_icon("warning")
        self.faults.hide()
        self._slot = hbox()
        self._clock_mark = IconLabel("clock", "text2", 14)
        self.zone = link("", "caption")
        row = QHBoxLayout(self)
        set_margins(row, 14, 1, 16, 0)
        row.setSpacing(dp(6))
        row.addWidget(self._mark)
        row.addWidget(self._words)
        row.addWidget(self._try)
        row.addWidget(self.faults)
        row.addSpacing(dp(8))
        row.addWidget(self._team_mark)
        row.addWidget(self._team)
        row.addStretch(1)
        row.addLayout(self._slot)
        row.addSpacing(dp(12))
        row.addWidget(self._clock_mark)
        row.addWidget(self.zone)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Status"))
        self._try.clicked.connect(self.try_now)
        self.faults.clicked.connect(self.faults_clicked)
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._show_state)
        console.connection_changed.connect(self._show_state)
        console.workspace.changed.connect(self._show_team)
        console.day_watch.changed.connect(self._show_team)
        console.card_changed.connect(self._show_clock)
        self.zone.clicked.connect(lambda: zone_menu(console.program_settings, self).popup(_above(self.zone)))
        display_zone().changed.connect(self._show_clock)
        self._show_state()
        self._show_team()
        self._show_clock()

    def add_activity(self, line: QWidget) -> None:
        """Put the line of the busiest run in its place."""
        self._slot.addWidget(line)

    def show_misbehaving(self, faults: int) -> None:
        """How many faults of the practice store are on: a link to them while there are any."""
        from svcconsole.gui.panels.practice.faults.fault_text import faults_on

        self.faults.setText(faults_on(faults))
        self.faults.setVisible(faults > 0)

    def sizeHint(self) -> QSize:
        return QSize(dp(600), dp(30))

    def words(self) -> str:
        """What the bar says about the connection."""
        return self._words.text()

    def _show_state(self) -> None:
        state = self._console.state
        icon, tone = MARKS[state.reach]
        self._mark.set(icon, tone)
        words = self._sentence(state)
        self._words.setText(words)
        self._words.set_tone("text" if state.reach is Reach.REFUSED else "text2")
        self._words.setAccessibleName(words)
        self._try.setVisible(state.reach in (Reach.LOST, Reach.REFUSED))
        counting = state.reach is Reach.LOST and state.retry_at > time.time()
        if counting != self._tick.isActive():
            self._tick.start() if counting else self._tick.stop()

    def _sentence(self, state: ConnectionState) -> str:
        card = self._console.card
        practice = {
            Reach.OPENING: mark("Opening the practice store…"),
            Reach.CONNECTED: mark("Practice store · nothing here reaches a customer"),
        }
        live = {
            Reach.OPENING: mark("Connecting to {host}…"),
            Reach.CONNECTED: mark("Connected to {host} · {ms} ms"),
            Reach.REFUSED: mark("Not connected. {sentence}"),
        }
        words = (practice if card.practice else {}).get(state.reach) or live.get(state.reach)
        if words is not None:
            host = isolate(card.host)
            return tr(words, host=host, ms=state.milliseconds, sentence=state.sentence)
        since = clock(state.since)
        left = round(state.retry_at - time.time())
        if left > 0:
            return tr("Not connected since {time}, trying again in {seconds} s", time=since, seconds=left)
        return tr("Not connected since {time}", time=since)

    def team_words(self) -> str:
        """What the bar says about the workspace that a team shares; blank where none does."""
        return self._team.text() if not self._team.isHidden() else ""

    def _show_team(self) -> None:
        state = self._console.workspace.state
        self._team_mark.setVisible(state.shared)
        self._team.setVisible(state.shared)
        if state.away_since is None:
            self._team_mark.set("customers", "text2")
            words = tr("Shared with the team")
            if state.milliseconds is not None:
                words = tr("Shared with the team, {ms} ms", ms=state.milliseconds)
            tip = ""
        else:
            self._team_mark.set("warning", "warning")
            since = clock(state.away_since)
            words = tr("The team's records are away since {time}. Nothing is sent", time=since)
            seen = tr("Nothing of them is kept here.")
            if state.as_of:
                moment = relative_time(state.as_of)
                away = mark("The team's records are away since {time}, shown as of {moment}. Nothing is sent")
                words = tr(away, time=since, moment=moment)
                seen = tr("What you see is of {moment}.", moment=moment)
            kept = tr("What you type is kept as a draft and brought to the team when they are back.")
            tip = sentences(seen, kept)
        self._team.setText(words)
        self._team.set_tone("text2" if state.away_since is None else "text")
        self._team.setAccessibleName(words)
        self._team.setAccessibleDescription(tip)
        set_tip(self._team, tip)

    def _show_clock(self) -> None:
        shown = display_zone()
        now = datetime.now(shown.zone())
        place, offset = shown.place(), offset_words(now)
        self.zone.setText(place if place == offset else f"{place}, {offset}")
        tip = tr("All times are shown in this zone, where it is {time} now.", time=now.strftime("%H:%M"))
        set_tip(self.zone, tip)
        self.zone.setAccessibleDescription(tip)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._show_clock()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), colour("canvas"))
            painter.fillRect(0, 0, self.width(), 1, colour("border"))
