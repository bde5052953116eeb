"""The card of one requested report: stage, part, rows, bytes, times, actions."""

from __future__ import annotations

import time

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, literal, visible
from svcconsole.gui.design.words import dotted, mark, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, Space, hbox, vbox
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.kit.widgets.bars import ProgressLine
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.runtime.live_report import LiveReport
from svcconsole.gui.tabs.reports import run_text as say
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Need, Stage

ADVICE_OF_STOPPED = mark("What is here is kept. Continue picks up where it stopped.")


class RunCard(QWidget):
    """`wanted(verb, run_id)`: a button's verb (`ways`) or the menu's: look, again, copy, folder, forget."""

    wanted = Signal(str, str)

    def __init__(self, run_id: str) -> None:
        super().__init__()
        self.run_id = run_id
        self.live: LiveReport | None = None
        self.name = ElidedLabel("", "strong")
        self.pill = Pill()
        self.asked = ElidedLabel("", "caption", "text2")
        self.figures = ElidedLabel("", "body", "text")
        self.times = ElidedLabel("", "caption", "text2")
        self.line = ProgressLine(tr("Progress of this part"))
        self.said = PlainLabel("", "caption", "text2", wrap=True)
        self.words = PlainLabel("", "caption", "text2", wrap=True)
        self.advice = PlainLabel("", "caption", "text2", wrap=True)
        self.ways = {
            "open": button(tr("Open", "action"), "table"),
            "folder": button(tr("Show in folder"), None, "quiet"),
            "decide": button(tr("Decide"), "decide", "attention"),
            "allow": button(tr("Ask again")),
            "give_id": button(tr("Enter the id")),
            "go_on": button(tr("Continue"), "play"),
            "stop": button(tr("Stop"), "stop", "quiet"),
            "leave": button(tr("Leave it"), None, "quiet"),
        }
        self.more = tool_button("more", tr("More about this report"))
        self._build()
        for verb, way in self.ways.items():
            way.set_compact()
            way.clicked.connect(lambda _=False, verb=verb: self.wanted.emit(verb, run_id))
        self.more.clicked.connect(self._open_menu)

    def show_report(self, live: LiveReport) -> None:
        """Show it as it is now; nothing moves that has not changed."""
        self.live = live
        run = live.run
        self.name.setText(visible(run.name))
        self.pill.set_value(say.pill(live))
        self.asked.setText(say.asked_words(run))
        _put(self.figures, say.figures(live))
        part = say.fraction(live)
        self.line.setVisible(part is not None)
        self.line.set_fraction(part or 0.0)
        told, tone = say.sentence(live)
        self.said.set_tone(tone)
        _put(self.said, visible(told))
        _put(self.words, "\n".join(f"“{visible(word)}”" for word in live.server_words))
        stopped = tr(ADVICE_OF_STOPPED) if run.stage is Stage.STOPPED else ""
        _put(self.advice, visible(live.advice) or stopped)
        held = next((way for way in self.ways.values() if way.hasFocus()), None)
        self.ways["go_on"].setText(tr("Continue") if run.stage is Stage.STOPPED else tr("Try again"))
        for verb, way in self.ways.items():
            way.setVisible(verb in ways_of(live))
        if held is not None and held.isHidden():
            self.first_way().setFocus(Qt.FocusReason.OtherFocusReason)
        self.tick()
        self.setAccessibleName(title_of(run))

    def tick(self) -> None:
        """The times as they are now."""
        if self.live is not None:
            self.times.setText(say.times(self.live, time.time()))
            state = (say.pill(self.live).word, self.figures.text(), self.times.text(), self.said.text())
            self.setAccessibleDescription(dotted(*state))

    def first_way(self) -> QWidget:
        """Where the keys go: the first thing that can be done."""
        return next((way for way in self.ways.values() if not way.isHidden()), self.more)

    def _build(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        head = hbox((self.name, 1), self.pill, spacing=8)
        foot = hbox(*self.ways.values(), STRETCH, self.more, spacing=4)
        vbox(
            head,
            self.asked,
            self.figures,
            self.times,
            self.line,
            self.said,
            self.words,
            self.advice,
            Space(2),
            foot,
            parent=self,
            spacing=4,
            margins=(14, 12, 14, 10),
        )

    def _open_menu(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """What else can be done with it."""
        menu = QMenu(self)
        live = self.live
        stage = live.run.stage if live is not None else Stage.DONE
        entries = [("look", tr("Check now"), stage is Stage.WAITING)]
        asked_here = live is not None and not live.run.is_watched
        entries += [("again", tr("Use these settings again"), asked_here)]
        entries += [("copy", tr("Copy its reference"), asked_here)]
        first = None if live is None else live.run.parts[0]
        entries += [("copy_id", tr("Copy its id"), bool(first and first.history_id is not None))]
        entries += [("folder", tr("Show in folder"), bool(first and first.rows is not None))]
        if live is not None and live.run.need is Need.NEW_MAIL and asked_here:
            entries += [("leave", tr("Leave it"), True)]
        entries += [("forget", tr("Delete with its files…"), stage not in UNDER_WAY)]
        for verb, text, can in entries:
            action = menu.addAction(literal(text))
            action.setEnabled(can)
            action.triggered.connect(lambda _=False, verb=verb: self.wanted.emit(verb, self.run_id))
        return menu

    def paintEvent(self, event: QPaintEvent) -> None:
        whole = QRectF(self.rect())
        with QPainter(self) as painter:
            box(painter, whole, dp(8), fill=colour("surface"), edge=colour("border"))


def ways_of(live: LiveReport) -> frozenset[str]:
    """What the buttons of a card offer."""
    run = live.run
    if run.stage in UNDER_WAY:
        return frozenset({"stop"})
    if run.stage is Stage.NEEDS:
        ways = {
            Need.DECISION: {"decide"},
            Need.ASKED_BEFORE: {"allow", "leave"},
            Need.NEW_MAIL: {"go_on", "leave"} if run.is_watched else {"go_on", "allow"},
            Need.HISTORY_ID: {"give_id", "leave"},
        }
        return frozenset(ways.get(run.need, set()))
    return {
        Stage.DONE: frozenset({"open", "folder"}),
        Stage.STOPPED: frozenset({"go_on"}),
        Stage.FAILED: frozenset({"go_on"}) if run.is_watched else frozenset({"allow"}),
    }.get(run.stage, frozenset())


def _put(label: PlainLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
    label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
