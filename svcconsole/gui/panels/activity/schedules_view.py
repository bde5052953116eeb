"""The schedules of a workspace: what is done when, how the last time went, and what waits for a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import DecisionBox, Ground, Hairline, IconLabel, SectionHeading
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.grid.table import ColumnSpec, Mark, RecordModel, RecordTable
from svcconsole.gui.kit.relative_time import exact, relative_time, stamp
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.words.message import message
from svcconsole.workspace.team.schedule_records import Job

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.schedule_records import Firing, Schedule

SIDE, NEXT = 340, 3
JOBS = {
    Job.RUN: ("send", mark("a run that was planned")),
    Job.IMPORT: ("import", mark("a file of a folder")),
    Job.REPORT: ("reports", mark("a report")),
    Job.DIGEST: ("mail", mark("what became of messages")),
}
STATES = {
    "asked": PillValue(message("Asked for"), "clock", "neutral"),
    "running": PillValue(message("Running"), "play", "accent"),
    "done": PillValue(message("Done"), "check", "success"),
    "nothing_new": PillValue(message("Nothing new"), "minus", "neutral"),
    "left": PillValue(message("Left for a person"), "decide", "warning"),
    "missed": PillValue(message("Missed"), "decide", "warning"),
    "failed": PillValue(message("Failed"), "close", "danger"),
    "skipped": PillValue(message("Left out"), "minus", "neutral"),
}
WAITS = ("left", "missed")


class SchedulesView(QWidget):
    """`counted(n)`: so many are listed. `opened(run_id)`: show the run that a time made."""

    counted = Signal(int)
    opened = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.model: RecordModel[Schedule] = RecordModel(self._columns(), key=lambda row: row.id)
        self.table = RecordTable(self.model, tr("Schedules"))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.table.current_changed.connect(self._show)
        self.nobody = Ground("canvas", "bottom")
        words = tr("No worker is heard of, so nothing runs by the clock. Start one with “svcconsole worker”.")
        hbox(
            IconLabel("warning", "warning", 16), (PlainLabel(words, "body", wrap=True), 1),
            parent=self.nobody, spacing=10, margins=(20, 10, 20, 10),
        )  # fmt: skip
        self.nobody.hide()
        self.empty = EmptyState(
            "calendar",
            tr("Nothing is scheduled"),
            tr(
                "A report every Monday, a file every night, what became of messages: “svcconsole schedule” "
                "makes one, and a worker carries it out."
            ),
        )
        self.side = Ground("canvas")
        self.side.setFixedWidth(dp(SIDE))
        self.title = PlainLabel("", "section", wrap=True)
        self.facts, self.next = Facts(), PlainLabel("", "body", wrap=True)
        self.question = DecisionBox("decide", "warning", "", "")
        self.go, self.leave = button(tr("Go on with it")), button(tr("Leave it out"))
        self.question.add_button(self.go)
        self.question.add_button(self.leave)
        self.pause, self.now = button(tr("Pause"), "pause"), button(tr("Run it now"), "play")
        self._next_head = SectionHeading(tr("Next"))
        vbox(
            self.title, self.facts, self.question, self._next_head, self.next,
            hbox(self.pause, self.now, STRETCH, spacing=8), STRETCH, parent=self.side, spacing=10,
            margins=(20, 16, 20, 16),
        )  # fmt: skip
        left = QWidget()
        vbox(self.nobody, (self.table, 1), parent=left, spacing=0)
        whole = QWidget()
        hbox((left, 1), Hairline(Qt.Orientation.Vertical), self.side, parent=whole, spacing=0)
        self.places = QStackedWidget()
        self.places.addWidget(whole)
        self.places.addWidget(self.empty)
        vbox(self.places, parent=self)
        set_property(self, "bg", "surface")
        self.places.setCurrentWidget(self.empty)
        self.go.clicked.connect(lambda: self._answer(True))
        self.leave.clicked.connect(lambda: self._answer(False))
        self.pause.clicked.connect(self._pause)
        self.now.clicked.connect(self._run_now)

    def refresh(self) -> None:
        """Read all of it again."""
        self.scope.start(self._read(), key="read")

    def set_wide(self, wide: bool) -> None:
        """Whether there is room for the schedule beside the list."""
        self.side.setVisible(wide)

    async def _read(self) -> None:
        rows, workers = await self._console.db(
            lambda space: (space.schedules.list(), [each for each in space.workers.list() if not each.gone])
        )
        chosen = self.table.current_record()
        self.model.set_records(rows)
        self.nobody.setVisible(bool(rows) and not workers)
        self.places.setCurrentIndex(0 if rows else 1)
        self.counted.emit(len(rows))
        waits = next((row for row in rows if _waits(row)), rows[0] if rows else None)
        wanted = chosen.id if chosen is not None else waits.id if waits is not None else None
        self.table.set_current(wanted)
        self._show(self.table.current_record())

    def _show(self, schedule: Schedule | None) -> None:
        self.side.setEnabled(schedule is not None)
        if schedule is None:
            return
        self.title.setText(visible(schedule.name))
        self.facts.set_facts(
            [
                Fact(tr("Does"), tr(JOBS[schedule.job][1])),
                Fact(tr("When"), _when(schedule), lines=2),
                Fact(tr("Made by"), schedule.made_by),
                *([Fact(tr("Last time"), _last(schedule), lines=3)] if schedule.last else []),
            ]
        )
        last = schedule.last
        self.question.setVisible(_waits(schedule))
        if last is not None and _waits(schedule):
            told = sentences(tr(last.sentence), tr(last.advice)) if last.sentence else ""
            title = tr("It waits for you") if last.state == "left" else _missed(last)
            self.question.set_texts(title, visible(told))
        coming = _next(schedule)
        self._next_head.setVisible(bool(coming))
        self.next.setText("\n".join(coming))
        self.pause.setText(tr("Resume") if schedule.paused else tr("Pause"))
        self.pause.set_icon("play" if schedule.paused else "pause")

    def _row_actions(self, row: Schedule) -> list[QAction]:
        rows: list[tuple[str, object]] = [
            (tr("Resume") if row.paused else tr("Pause"), self._pause),
            (tr("Run it now"), self._run_now),
            (tr("Remove…"), self._remove),
        ]
        if row.last is not None and row.last.run_id:
            run_id = row.last.run_id
            rows.insert(0, (tr("Open its last run"), lambda: self.opened.emit(run_id)))
        found = []
        for words, do in rows:
            action = QAction(words, self.table)
            action.triggered.connect(do)
            found.append(action)
        return found

    # Doing

    def _pause(self, _checked: bool = False) -> None:
        if (schedule := self.table.current_record()) is not None:
            identity, paused = schedule.id, schedule.paused

            def change(space: Workspace) -> None:
                if paused:
                    space.schedules.resume(identity, datetime.now(UTC))
                else:
                    space.schedules.pause(identity, space.operator, datetime.now(UTC))

            self.scope.start(self._do(change), key="do")

    def _run_now(self, _checked: bool = False) -> None:
        if (schedule := self.table.current_record()) is not None:
            self.scope.start(self._ask_now(schedule), key="do")

    async def _ask_now(self, schedule: Schedule) -> None:
        question = tr("Run {name} now?", name=visible(schedule.name))
        text = tr("The next worker takes it. Its bounds hold as they do by the clock.")
        answers = (Answer("not", tr("Cancel")), Answer("go", tr("Run it now")))
        if await dialogs.ask(self, question, text, answers, safe="not") == "go":
            identity = schedule.id
            await self._do(lambda space: space.schedules.ask(identity, space.operator, datetime.now(UTC)))

    def _remove(self, _checked: bool = False) -> None:
        if (schedule := self.table.current_record()) is not None:
            self.scope.start(self._ask_remove(schedule), key="do")

    async def _ask_remove(self, schedule: Schedule) -> None:
        question = tr("Remove the schedule {name}?", name=visible(schedule.name))
        text = tr("It runs no more. The runs it has made stay.")
        answers = (Answer("not", tr("Cancel")), Answer("go", tr("Remove"), destroys=True))
        if await dialogs.ask(self, question, text, answers, safe="not") == "go":
            identity = schedule.id
            await self._do(lambda space: space.schedules.remove(identity))

    def _answer(self, go: bool) -> None:
        schedule = self.table.current_record()
        if schedule is not None and schedule.last is not None:
            number = schedule.last.id

            def answer(space: Workspace) -> None:
                space.schedules.answer(number, space.operator, datetime.now(UTC), go=go)

            self.scope.start(self._do(answer), key="do")

    async def _do(self, change: Callable[[Workspace], object]) -> None:
        await self._console.db(change)
        await self._read()

    def _columns(self) -> list[ColumnSpec[Schedule]]:
        return [
            ColumnSpec(key="job", title=tr("Job"), value=_named, kind="strong_mark", width=200, stretch=True),
            ColumnSpec(key="when", title=tr("When"), value=_when, width=210, drop=1),
            ColumnSpec(key="last", title=tr("Last time"), value=_state, kind="pill", width=140),
            ColumnSpec(
                key="at", title=tr("At"), width=110, drop=3,
                value=lambda row: relative_time(row.last.due_at) if row.last else "",
                tip=lambda row: exact(row.last.due_at) if row.last else None,
            ),
            ColumnSpec(
                key="next", title=tr("Next time"), value=lambda row: next(iter(_next(row)), "–"), width=170,
                drop=2,
            ),
        ]  # fmt: skip


def _waits(schedule: Schedule) -> bool:
    return schedule.last is not None and schedule.last.state in WAITS


def _named(schedule: Schedule) -> Mark:
    return Mark(JOBS[schedule.job][0], "text2", visible(schedule.name))


def _when(schedule: Schedule) -> str:
    from svcconsole.services.schedules.schedule_words import when_words

    return tr(when_words(schedule.rule))


def _state(schedule: Schedule) -> PillValue | None:
    if schedule.paused:
        return PillValue(tr("Paused"), "pause", "neutral")
    return STATES.get(str(schedule.last.state)) if schedule.last is not None else None


def _last(schedule: Schedule) -> str:
    last = schedule.last
    if last is None:
        return ""
    moment = stamp(last.due_at)
    return sentences(moment, tr(last.sentence)) if last.sentence else moment


def _missed(last: Firing) -> str:
    return tr_plural(
        "{n} time fell due while nothing ran", "{n} times fell due while nothing ran", max(1, last.missed)
    )


def _next(schedule: Schedule) -> list[str]:
    """The moments it is due at next."""
    from svcconsole.workspace.team.clock_rule import next_times

    if schedule.paused:
        return []
    return [stamp(each.at.isoformat()) for each in next_times(schedule.rule, datetime.now(UTC), NEXT)]
