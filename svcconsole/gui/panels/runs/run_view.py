"""A run in progress: the total, the proportion bar, tiles, pace and refusal reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import DecisionBox, Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.relative_time import clock, clock_of
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.line_chart import ChartMark, RateChart
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.runs.first_wave_view import FirstWaveView, events_of
from svcconsole.gui.panels.runs.pace_limit import PaceLimit
from svcconsole.gui.panels.runs.refusal_reasons import ReasonList
from svcconsole.gui.panels.runs.result_files import ResultFiles
from svcconsole.gui.panels.runs.run_side import RunSide
from svcconsole.gui.panels.runs.run_text import (
    counted,
    ended_line,
    pace_line,
    result_sentence,
    rows_line,
    state_pill,
    sum_words,
)
from svcconsole.services.runs.figures import Figures

if TYPE_CHECKING:
    from svcconsole.services.campaigns.first_wave import WaveOfRun
    from svcconsole.services.runs.run import RunProgress
    from svcconsole.workspace.runs.records import Reason, RunEvent, RunInfo

RATE_POINTS = 600
TELLING_SECONDS = 3.0
"""A chart of fewer seconds is a dot."""
ENDED = ("finished", "stopped")
NARROW = 1040
"""Below it the side would cut the words of the tiles."""
LOW = 660


class RunView(QWidget):
    """Shows one run; knows nothing of how it is driven.

    `pause_wanted`, `resume_wanted`, `stop_wanted`: the buttons; `rows_wanted(bucket, Reason|None)`: a link.
    `limit_wanted(int|None)`: at most so many rows a minute.
    """

    pause_wanted = Signal()
    resume_wanted = Signal()
    stop_wanted = Signal()
    rows_wanted = Signal(str, object)
    limit_wanted = Signal(object)

    def __init__(self, side: RunSide) -> None:
        super().__init__()
        self._points: list[tuple[float, float]] = []
        self._state = ""
        self._kind = ""
        self._wave_events: tuple[RunEvent, ...] = ()
        self.number = PlainLabel("0", role="display")
        self.of_rows = PlainLabel("", role="lead", tone="text2")
        self.pill = Pill("", None)
        self.pace = PlainLabel("", tone="text2")
        self.pause = button(tr("Pause"), "pause")
        self.resume = button(tr("Resume"), "play")
        self.stop = button(tr("Stop"), "stop")
        self.bar = ProportionBar(height=14)
        self.bar.setAccessibleName(tr("Records by outcome"))
        self.accepted = Tile("check", "success", tr("Accepted"))
        self.refused = Tile("error", "danger", tr("Refused"))
        self.to_decide = Tile("decide", "warning", tr("To decide"))
        self.on_the_way = Tile("send", "accent_text", tr("On the way"))
        self.not_sent = Tile("clock", "text2", tr("Not sent yet"))
        self.adds_up = Tile("check", "success", tr("Adds up to"))
        self.waiting = DecisionBox("pause", "warning", "", "")
        self.limit = PaceLimit()
        self.limit.wanted.connect(self.limit_wanted)
        self.first_wave: FirstWaveView | None = None
        """Made for a campaign that begins with some of its people."""
        self.chart_heading = SectionHeading(tr("Rows a second"), trailing=self.limit)
        self.chart = RateChart(tr("Rows a second"))
        self.reasons = ReasonList()
        self.reasons.rows_wanted.connect(lambda reason: self.rows_wanted.emit("refused", reason))
        self.files = ResultFiles()
        self.side = side
        self._build_layout()
        self.pause.clicked.connect(self.pause_wanted)
        self.resume.clicked.connect(self.resume_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        for tile, bucket in (
            (self.accepted, "sent"), (self.refused, "refused"), (self.to_decide, "needs_decision"),
        ):  # fmt: skip
            tile.link_clicked.connect(lambda *_, bucket=bucket: self.rows_wanted.emit(bucket, None))

    def _build_layout(self) -> None:
        page = ScrollPage()
        head = hbox(spacing=10)
        for widget in (self.number, self.of_rows, self.pill):
            head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addStretch(1)
        for control in (self.pause, self.resume, self.stop):
            head.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        body = page.body
        body.setSpacing(dp(10))
        body.addLayout(head)
        body.addWidget(self.pace)
        body.addWidget(self.bar)
        body.addWidget(self.waiting)
        body.addWidget(
            TileRow(
                [self.accepted, self.refused, self.to_decide, self.on_the_way, self.not_sent, self.adds_up]
            )
        )
        body.addSpacing(dp(4))
        body.addWidget(self.files)
        body.addWidget(self.chart_heading)
        body.addWidget(self.chart)
        self._rule = Hairline()
        body.addWidget(self._rule)
        body.addWidget(self.reasons)
        self._body = body
        self._rows: QWidget | None = None
        self._stretch = QWidget()
        body.addWidget(self._stretch, 1)
        self.split = Splitter()
        self.split.addWidget(page)
        self.split.addWidget(self.side)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([dp(1000), dp(320)])
        vbox(self.split, parent=self)
        self.waiting.hide()

    def set_run(self, info: RunInfo, known: Figures) -> None:
        """Show a run as the workspace has it, before or after anybody drives it."""
        self._points.clear()
        self._kind = info.kind
        self.side.set_run(info, known)
        self._set_state(str(info.state), known)
        self._set_figures(known)
        ended = str(info.state) in ENDED
        started = tr("started {time}", time=clock_of(info.started_at)) if info.started_at else ""
        self._show_second_line(known, ended_line(info) if ended else started)

    def set_rows(self, rows: QWidget) -> None:
        """The rows of a run that ended, in the room its pace took before."""
        self._rows = rows
        self._body.insertWidget(self._body.indexOf(self._stretch), rows, 1)
        self.show_result(True)

    def show_result(self, ended: bool) -> None:
        """What a run that goes on again has not ended with: its rows and its files are gone until it has."""
        if self._rows is not None:
            self._rows.setVisible(ended)
            self._stretch.setVisible(not ended)
        if not ended:
            self.files.hide()

    def set_idle(self, state: str) -> None:
        """Nobody drives it: it can be resumed unless it is finished."""
        self.pause.setVisible(False)
        self.stop.setVisible(False)
        self.resume.setVisible(state != "finished")
        self.resume.setText(tr("Start…") if state == "planned" else tr("Resume…"))

    def set_elsewhere(self, words: str, known: Figures) -> None:
        """Another console drives it: it is paused and stopped there."""
        for part in (self.pause, self.stop, self.resume, self.limit, self.chart_heading):
            part.setVisible(False)
        self._show_second_line(known, words)

    def set_wave(self, wave: WaveOfRun | None) -> None:
        """How the first people of a campaign fare; None where the run has no first wave."""
        self._wave_events = () if wave is None else events_of(wave)
        if wave is not None and self.first_wave is None:
            self.first_wave = FirstWaveView()
            self._body.insertWidget(self._body.indexOf(self.files), self.first_wave)
        if self.first_wave is not None:
            self.first_wave.set_wave(wave)
        if self._wave_events:
            self.side.set_events(self._wave_events)

    def set_reasons(self, reasons: tuple[Reason, ...]) -> None:
        self.reasons.set_reasons(reasons)

    def set_progress(self, progress: RunProgress, known: Figures) -> None:
        """Show a record of the engine."""
        self.side.set_figures(known)
        self._set_state(str(progress.state), known)
        self._set_figures(known)
        if str(progress.state) not in ENDED:
            reads = str(progress.state) == "running" and progress.sentence
            self._show_second_line(known, show(progress.sentence) if reads else pace_line(progress))
        self._set_waiting(progress, known)
        self._set_chart(progress)
        self.limit.show_pace(progress.at_once, progress.rows_per_minute)
        self.reasons.set_reasons(progress.reasons)
        self.side.set_events(self._wave_events or progress.events)

    def state(self) -> str:
        """How the run stands, as it is shown."""
        return self._state

    def _set_state(self, state: str, known: Figures) -> None:
        if state != self._state:
            self._state = state
            pill = state_pill(state)
            self.pill.set(pill.word, pill.icon, pill.tone)
            self.pause.setVisible(state == "running")
            self.resume.setVisible(state in ("paused", "stopped"))
            self.resume.setText(tr("Resume") if state == "paused" else tr("Resume…"))
            self.on_the_way.setVisible(state not in ENDED)
            self._show_pace()
            self.stop.setVisible(state in ("running", "paused"))
            self.not_sent.set_title(tr("Not sent") if state in ENDED else tr("Not sent yet"))
        ended = state in ENDED
        if ended and not known.off_by:
            self.waiting.hide()  # what was held is not held any more
        self.number.setText(result_sentence(known) if ended else quantity_words.count(known.done))
        self.of_rows.setVisible(not ended)
        self.of_rows.setText(tr("of {rows}", rows=counted(self._kind, known.total)))

    def _show_second_line(self, known: Figures, pace: str) -> None:
        """The rows of the file, where they are others than the records, and how fast it goes."""
        parts = (rows_line(known, ended=self._state in ENDED), pace)
        self.pace.setText("   ·   ".join(part for part in parts if part))

    def _show_pace(self) -> None:
        """The chart says something once there are some seconds of it; of a short run it never does."""
        seconds = self._points[-1][0] - self._points[0][0] if self._points else 0.0
        moved = any(rate for _, rate in self._points)
        tells = moved and seconds >= TELLING_SECONDS
        for part in (self.chart, self._rule):
            part.setVisible(tells)
        under_way = self._state in ("running", "paused")
        self.chart_heading.setVisible(tells or under_way)
        self.limit.setVisible(under_way)

    def _set_figures(self, known: Figures) -> None:
        show = tr("Show rows")
        for tile, number, link in (
            (self.accepted, known.accepted, show),
            (self.refused, known.refused, show),
            (self.to_decide, known.to_decide, tr("Decide now")),
            (self.on_the_way, known.on_the_way, None),
            (self.not_sent, known.not_sent, None),
            (self.adds_up, known.adds_up_to, None),
        ):
            tile.set_value(quantity_words.count(number))
            tile.set_link(link if number else None)
        self._show_sum(known)
        self.bar.set_parts(
            [
                Part(known.accepted, "success", tr("Accepted")),
                Part(known.refused, "danger", tr("Refused")),
                Part(known.to_decide, "warning", tr("To decide")),
                Part(known.on_the_way, "accent", tr("On the way")),
                Part(known.not_sent, "sunken", tr("Not sent yet"), outline=True),
            ]
        )

    def _show_sum(self, known: Figures) -> None:
        """The parts are the rows of the plan; should they ever not be, that is said and never hidden."""
        off = known.off_by
        tone = "danger" if off else "success"
        self.adds_up.set_state("error" if off else "check", tone, "danger" if off else "text")
        if off:
            self.waiting.set_icon("error", "danger")
            sentence, advice = sum_words(known)
            self.waiting.set_texts(sentence, advice)
            self.waiting.setAccessibleName(sentence)
            self.waiting.show()

    def _set_waiting(self, progress: RunProgress, known: Figures) -> None:
        if known.off_by:
            return
        waits = str(progress.state) == "paused" and bool(progress.sentence)
        if waits:
            tone = ("clock", "accent_text") if progress.waits_for_terms else ("pause", "warning")
            self.waiting.set_icon(*tone)
            self.waiting.set_texts(progress.sentence, progress.advice)
            self.waiting.setAccessibleName(show(progress.sentence))
        self.waiting.setVisible(waits)

    def _set_chart(self, progress: RunProgress) -> None:
        if not progress.started_at:
            return
        now = quantity_words.now()
        start = quantity_words.moment(progress.started_at).timestamp()
        if str(progress.state) == "running" and (not self._points or now - self._points[-1][0] >= 0.5):
            self._points.append((now, progress.rate))
            if len(self._points) > RATE_POINTS:
                self._points = self._points[::2]
        self._show_pace()
        self.chart.set_start(self._points[0][0] if self._points else start)
        by_minute = 0 < max((rate for _, rate in self._points), default=0.0) < 1
        title = tr("Rows a minute") if by_minute else tr("Rows a second")
        self.chart_heading.set_title(title)
        self.chart.setAccessibleName(title)
        self.chart.set_points([(at, rate * 60 if by_minute else rate) for at, rate in self._points])
        if by_minute:
            self.chart.setAccessibleDescription(quantity_words.pace(progress.rate))
        self.chart.set_marks(
            [ChartMark(quantity_words.moment(mark.at).timestamp(), mark.sentence) for mark in progress.marks]
        )
        if progress.seconds_left is None or str(progress.state) != "running":
            self.chart.set_forecast(None)
        else:
            end = now + progress.seconds_left
            self.chart.set_forecast(end, tr("done about {time}", time=clock(end)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow windows have the side under the figures; low ones a smaller chart and no side."""
        super().resizeEvent(event)
        narrow = self.width() < dp(NARROW)
        self.split.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
        self.side.setVisible(not (narrow and self.height() < dp(LOW)))
        low = self.height() < dp(LOW)
        self.chart.setFixedHeight(dp(88) if low else dp(180))
