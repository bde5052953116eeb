"""The activity line of the status bar and its dock: every run as one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel, ScrollPage
from svcconsole.gui.kit.widgets.bars import ProgressLine
from svcconsole.gui.kit.widgets.buttons import link, tool_button
from svcconsole.gui.runtime.announcer import announcer

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.runs_controller import LiveRun, RunsController
    from svcconsole.services.runs.run_progress import RunProgress

DOCK_HEIGHT = 240
QUARTERS, LEAST_ROWS = 4, 100
"""How far a run is, is said at each quarter; a short one is over before it is heard."""


class ActivityPart(QWidget):
    """What else the status bar shows while no run is under way. `changed()`: `is_busy` may have changed."""

    changed = Signal()

    def is_busy(self) -> bool:
        """Whether there is something to show."""
        raise NotImplementedError


class RunLine(QWidget):
    """One run: name, bar, words, pause or resume. `opened(run_id)`: a click on it."""

    opened = Signal(str)

    def __init__(self, *, with_stop: bool) -> None:
        super().__init__()
        self._runs: RunsController | None = None
        self.run_id = ""
        self.icon = IconLabel("import", "text2", 14)
        self.name = ElidedLabel("", role="strong")
        self.line = ProgressLine()
        self.line.setFixedWidth(dp(120))
        self.words = PlainLabel("", tone="text2")
        self.pause = tool_button("pause", tr("Pause the run"))
        self.resume = tool_button("play", tr("Resume the run"))
        self.stop = tool_button("stop", tr("Stop the run"))
        self._with_stop = with_stop
        row = hbox(parent=self, spacing=8)
        for widget in (self.icon, self.name, self.line, self.words, self.pause, self.resume, self.stop):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        if with_stop:
            row.insertStretch(4, 1)
        self.stop.hide()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.pause.clicked.connect(lambda: self._act("pause"))
        self.resume.clicked.connect(lambda: self._act("resume"))
        self.stop.clicked.connect(lambda: self._act("stop"))

    def watch(self, runs: RunsController) -> None:
        self._runs = runs

    def show_run(self, run: LiveRun) -> None:
        from svcconsole.gui.panels.runs.run_text import activity_words, elsewhere_words, idle_words

        self.run_id = run.info.id
        self.name.setText(run.info.file_name)
        total = max(1, run.known.total)
        self.line.set_fraction(run.known.done / total)
        live = run.control is not None and run.progress is not None
        if run.holder is not None:
            self.words.setText(elsewhere_words(run.known, run.holder))
        else:
            self.words.setText(
                activity_words(run.progress) if live and run.progress else idle_words(run.state, run.known)
            )
        here = run.holder is None
        waits_its_turn = not live and self._runs is not None and self._runs.is_started(run.info.id)
        self.pause.setVisible(here and run.state == "running")
        self.resume.setVisible(here and not waits_its_turn and run.state in ("paused", "stopped", "planned"))
        set_tip(self.resume, tr("Resume the run") if run.state == "paused" else tr("Resume the run…"))
        self.stop.setVisible(
            here and self._with_stop and (waits_its_turn or run.state in ("running", "paused"))
        )
        self.setAccessibleName(f"{run.info.file_name}: {self.words.text()}")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.run_id:
            self.opened.emit(self.run_id)

    def _act(self, verb: str) -> None:
        if self._runs is not None:
            {"pause": self._runs.pause, "resume": self._runs.resume, "stop": self._runs.stop}[verb](
                self.run_id
            )


class ActivityLine(QWidget):
    """The status bar's line for the busiest run; while there is none, for a report under way.

    `dock_wanted()`: the dock should open or close.
    """

    dock_wanted = Signal()

    def __init__(self, console: Console, report: ActivityPart) -> None:
        super().__init__()
        self.line = RunLine(with_stop=False)
        self.report = report
        self.more = tool_button("up", tr("Activity (Ctrl+J)"))
        self.more.clicked.connect(self.dock_wanted)
        hbox(self.line, self.report, self.more, parent=self, spacing=4)
        self._runs: RunsController | None = None
        self._quarters: dict[str, int] = {}
        self.report.changed.connect(self._refresh)
        self._refresh()
        if console.runs is not None:
            self.watch(console.runs)

    def watch(self, runs: RunsController) -> None:
        """Show the runs of `runs` from now on."""
        if self._runs is runs:
            return
        self._runs = runs
        self.line.watch(runs)
        self.line.opened.connect(runs.show_wanted)
        runs.changed.connect(self._refresh)
        runs.progressed.connect(self._refresh)
        runs.progressed.connect(self._say_quarter)
        self._refresh()

    def _say_quarter(self, run_id: str, progress: RunProgress) -> None:
        """How far a run is, at each quarter of it, to whoever does not see its bar (`RunNotes`: its end)."""
        done = progress.sent + progress.refused + progress.needs_decision
        quarter = QUARTERS * done // progress.rows if progress.rows else 0
        if not 0 < quarter < QUARTERS or quarter <= self._quarters.get(run_id, 0):
            return
        self._quarters[run_id] = quarter
        run = self._runs.run(run_id) if self._runs is not None else None
        if run is not None and progress.rows >= LEAST_ROWS:
            name = visible(run.info.file_name or run.info.title)
            percent = 100 * quarter // QUARTERS
            announcer().say(tr("{name}: {percent} % done", name=name, percent=percent), about=f"run {run_id}")

    def set_dock_open(self, is_open: bool) -> None:
        """The chevron points to where the dock goes."""
        self.more.setIcon(icons.icon("down" if is_open else "up", "text2"))

    def _refresh(self) -> None:
        shown = [run for run in self._runs.runs() if not run.seen] if self._runs is not None else []
        if shown:
            self.line.show_run(shown[0])
        self.line.setVisible(bool(shown))
        self.report.setVisible(not shown and self.report.is_busy())


class ActivityDock(Ground):
    """All runs of this window, 240 high. `opened(run_id)`: show one. `closed()`: hide the dock.
    `all_wanted()`: show everybody's runs, earlier ones, and the log."""

    opened = Signal(str)
    closed = Signal()
    all_wanted = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__("surface", "top")
        self.setFixedHeight(dp(DOCK_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._runs: RunsController | None = None
        self._lines: list[RunLine] = []
        self._parts: list[QWidget] = []
        self.empty = PlainLabel(tr("Nothing has run in this window yet."), tone="text2")
        close = tool_button("close", tr("Close activity"))
        close.clicked.connect(self.closed)
        everything = link(tr("Everybody's runs and the log"))
        everything.clicked.connect(self.all_wanted)
        title = PlainLabel(tr("Activity"), role="section")
        head = hbox(title, STRETCH, everything, close, spacing=12, margins=(20, 8, 12, 4))
        page = ScrollPage()
        self._body = page.body
        self._body.setSpacing(dp(8))
        self._body.addWidget(self.empty)
        self._body.addStretch(1)
        vbox(head, (page, 1), parent=self, spacing=0)
        self.setAccessibleName(tr("Activity"))
        if console.runs is not None:
            self.watch(console.runs)

    def watch(self, runs: RunsController) -> None:
        """List the runs of `runs` from now on."""
        if self._runs is runs:
            return
        self._runs = runs
        self.opened.connect(self._look_at)
        runs.changed.connect(self._refresh)
        runs.progressed.connect(self._refresh)
        self._refresh()

    def add_part(self, part: QWidget) -> None:
        """Something else that goes on, above the runs; it shows itself while it has something to say."""
        self._parts.append(part)
        self._body.insertWidget(0, part)

    def refresh(self) -> None:
        """List the runs anew, and say so where nothing goes on at all."""
        self._refresh()

    def _look_at(self, run_id: str) -> None:
        if self._runs is not None:
            self._runs.mark_seen(run_id)
            self._runs.show_wanted.emit(run_id)

    def _refresh(self) -> None:
        shown = self._runs.runs() if self._runs is not None else ()
        while len(self._lines) < len(shown):
            line = RunLine(with_stop=True)
            if self._runs is not None:
                line.watch(self._runs)
            line.opened.connect(self.opened)
            self._body.insertWidget(self._body.count() - 1, line)
            self._lines.append(line)
        for line, run in zip(self._lines, shown, strict=False):
            line.show_run(run)
        self.empty.setVisible(not shown and all(part.isHidden() for part in self._parts))
