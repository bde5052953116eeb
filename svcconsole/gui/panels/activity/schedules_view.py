"""The schedules of a workspace: what is done when, how the last time went, and what waits for a person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, IconLabel
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.forms.day_field import day_words
from svcconsole.gui.kit.grid.table import ColumnSpec, Mark, RecordModel, RecordTable
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.panels.activity.schedule_side import (
    JOBS,
    ScheduleSide,
    next_words,
    state_of,
    waits,
    when_text,
)
from svcconsole.gui.panels.schedules.schedule_page import SchedulePage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import place_of
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.team.clock_rule import next_change
from svcconsole.workspace.team.schedule_records import Job, Schedule

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.schedule_records import Firing
    from svcconsole.workspace.team.workers import Worker

SUGGESTIONS = (
    (Job.REPORT, mark("A report every Monday")),
    (Job.IMPORT, mark("A file every night")),
    (Job.DIGEST, mark("What became of messages")),
)
TIMES = 14
"""So many of the last times are shown."""


class SchedulesView(QWidget):
    """`counted(n)`: so many are listed. `opened(run_id)`: show the run that a time made. `form_shown(shown)`:
    whether one is being made or changed."""

    counted = Signal(int)
    opened = Signal(str)
    form_shown = Signal(bool)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.model: RecordModel[Schedule] = RecordModel(_columns(), key=lambda row: row.id)
        self.table = RecordTable(self.model, tr("Schedules"))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.table.current_changed.connect(self._show)
        self.table.opened.connect(lambda _: self.change())
        self._add_keys()
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
            tr("A worker carries out what is due, while windows are closed, too."),
        )
        for job, suggestion in SUGGESTIONS:
            way = button(tr(suggestion), JOBS[job][0])
            way.clicked.connect(partial(self._make, job))
            self.empty.add_button(way)
        self.side = ScheduleSide()
        self.clocks = PlainLabel("", "caption", "text2", wrap=True)
        self.clocks_row = Ground("surface", "top")
        hbox(
            IconLabel("info", "text2", 16), (self.clocks, 1), parent=self.clocks_row, spacing=10,
            margins=(20, 8, 20, 8),
        )  # fmt: skip
        left = QWidget()
        vbox(self.nobody, (self.table, 1), self.clocks_row, parent=left, spacing=0)
        whole = QWidget()
        hbox((left, 1), Hairline(Qt.Orientation.Vertical), self.side, parent=whole, spacing=0)
        self.places = QStackedWidget()
        self.places.addWidget(whole)
        self.places.addWidget(self.empty)
        self.page: SchedulePage | None = None
        vbox(self.places, parent=self)
        set_property(self, "bg", "surface")
        self.places.setCurrentWidget(self.empty)
        self.side.go.clicked.connect(lambda: self._answer(True))
        self.side.leave.clicked.connect(lambda: self._answer(False))
        self.side.pause.clicked.connect(self._pause)
        self.side.now.clicked.connect(self.run_now)
        self.side.change.clicked.connect(self.change)
        kinds = (EventKind.SCHEDULE, EventKind.WORKER)
        LiveRefresh(self, console.events, self.scope, kinds, self._read_again)

    def refresh(self) -> None:
        """Read all of it again."""
        self.scope.start(self._read(), key="read")

    def set_wide(self, wide: bool) -> None:
        """Whether there is room for the schedule beside the list."""
        self.side.setVisible(wide)

    def form(self) -> SchedulePage | None:
        """The form, while it is in front."""
        return self.page if self.page is not None and self.places.currentWidget() is self.page else None

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's own keys do here."""
        if (form := self.form()) is not None:
            return form.actions_here()
        here: dict[str, Callable[[], None]] = {"new": self.make}
        if self.table.current_record() is not None:
            here["primary"] = self.run_now
        return here

    async def can_leave(self) -> bool:
        """Ask what becomes of a form that was filled in."""
        return (form := self.form()) is None or await form.can_leave()

    # Making and changing

    def make(self, job: Job = Job.REPORT) -> None:
        """Open the form of a new schedule."""
        self._open_form(None, job)

    def change(self) -> None:
        """Open the form of the chosen schedule."""
        if (schedule := self.table.current_record()) is not None:
            self._open_form(schedule, schedule.job)

    def _make(self, job: Job, _checked: bool = False) -> None:
        self.make(job)

    def _open_form(self, schedule: Schedule | None, job: Job) -> None:
        if self.form() is not None:
            return
        if self.page is not None:
            self.places.removeWidget(self.page)
            self.page.deleteLater()
        self.page = SchedulePage(self._console)
        self.page.left.connect(self._close_form)
        self.page.made.connect(self._made)
        self.places.addWidget(self.page)
        self.page.begin(schedule, job)
        self.places.setCurrentWidget(self.page)
        self.form_shown.emit(True)
        focus_on(self.page)

    def _close_form(self) -> None:
        self.places.setCurrentIndex(0 if self.model.rowCount() else 1)
        self.form_shown.emit(False)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _made(self, identity: str) -> None:
        self.scope.start(self._show_made(identity), key="read")

    async def _show_made(self, identity: str) -> None:
        await self._read()
        self.table.set_current(identity)
        self._close_form()

    # Reading

    async def _read_again(self, _keys: frozenset[str]) -> None:
        await self._read()

    async def _read(self) -> None:
        rows, workers = await self._console.db(_schedules)
        chosen = self.table.current_record()
        self.model.set_records(rows)
        self.nobody.setVisible(bool(rows) and not workers)
        if self.form() is None:
            self.places.setCurrentIndex(0 if rows else 1)
        self.counted.emit(len(rows))
        waiting = next((row for row in rows if waits(row)), rows[0] if rows else None)
        wanted = chosen.id if chosen is not None else waiting.id if waiting is not None else None
        self.table.set_current(wanted)
        self._show(self.table.current_record())

    def _show(self, schedule: Schedule | None) -> None:
        self.side.setEnabled(schedule is not None)
        self.clocks_row.setVisible(schedule is not None)
        if schedule is not None:
            self.side.show_schedule(schedule)
            self.clocks.setText(_clocks_words(schedule.rule.zone))
            self.scope.start(self._show_times(schedule.id), key="times")

    async def _show_times(self, identity: str) -> None:
        self.side.show_times(
            identity, await self._console.db(lambda space: space.schedules.firings(identity, TIMES))
        )

    def _add_keys(self) -> None:
        """Space pauses, F2 changes: while the list has the keys."""
        for key, do in ((Qt.Key.Key_Space, self._pause), (Qt.Key.Key_F2, self.change)):
            action = QAction(self.table)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False, do=do: do())
            self.table.addAction(action)

    def _row_actions(self, row: Schedule) -> list[QAction]:
        rows: list[tuple[str, Callable[[], None]]] = [
            (tr("Change…"), self.change),
            (tr("Resume") if row.paused else tr("Pause"), self._pause),
            (tr("Run it now"), self.run_now),
            (tr("Remove…"), self._remove),
        ]
        if waits(row):
            rows[:0] = [
                (tr("Go on with it"), partial(self._answer, True)),
                (tr("Leave it out"), partial(self._answer, False)),
            ]
        if row.last is not None and row.last.run_id:
            run_id = row.last.run_id
            rows.insert(0, (tr("Open its last run"), lambda: self.opened.emit(run_id)))
        found = []
        for words, do in rows:
            action = QAction(words, self.table)
            action.triggered.connect(lambda _checked=False, do=do: do())
            found.append(action)
        return found

    # Doing

    def _pause(self) -> None:
        if (schedule := self.table.current_record()) is not None:
            self.scope.start(self._ask_pause(schedule), key="do")

    async def _ask_pause(self, schedule: Schedule) -> None:
        """Pausing keeps things from being sent, so that only going on is asked about."""
        identity = schedule.id
        if not schedule.paused:
            await self._do(
                lambda space: space.schedules.pause(identity, space.operator, space.schedules.moment())
            )
        elif await self._may_write(tr("Let {name} go on", name=visible(schedule.name)), tr("Resume")):
            await self._do(lambda space: space.schedules.resume(identity, space.schedules.moment()))

    def run_now(self) -> None:
        """Ask whether the chosen schedule is carried out now."""
        if (schedule := self.table.current_record()) is not None:
            self.scope.start(self._ask_now(schedule), key="do")

    async def _ask_now(self, schedule: Schedule) -> None:
        question = tr("Run {name} now?", name=visible(schedule.name))
        text = tr("The next worker takes it. Its bounds hold as they do by the clock.")
        answers = (Answer("not", tr("Cancel")), Answer("go", tr("Run it now")))
        if await dialogs.ask(self, question, text, answers, safe="not") == "go" and await self._may_write(
            tr("Run {name}", name=visible(schedule.name)), tr("Run it now")
        ):
            identity = schedule.id
            await self._do(
                lambda space: space.schedules.ask(identity, space.operator, space.schedules.moment())
            )

    def _remove(self) -> None:
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
            self.scope.start(self._give_answer(schedule, schedule.last, go), key="do")

    async def _give_answer(self, schedule: Schedule, firing: Firing, go: bool) -> None:
        question = tr("Go on with {name}", name=visible(schedule.name))
        if go and not await self._may_write(question, tr("Go on with it")):
            return

        def answer(space: Workspace) -> None:
            space.schedules.answer(firing.id, space.operator, space.schedules.moment(), go=go)

        await self._do(answer)

    async def _may_write(self, what: str, yes: str) -> bool:
        """Whether what a worker would then send may go to the store, as its safe level says."""
        return await may_write(self._console, self, what, yes)

    async def _do(self, change: Callable[[Workspace], object]) -> None:
        try:
            await self._console.db(change)
        finally:
            await self._read()


def _schedules(space: Workspace) -> tuple[tuple[Schedule, ...], list[Worker]]:
    """All of them, and the workers that are heard of."""
    return space.schedules.list(), [each for each in space.workers.list() if not each.gone]


def _columns() -> list[ColumnSpec[Schedule]]:
    return [
        ColumnSpec(key="job", title=tr("Job"), value=_named, kind="strong_mark", width=200, stretch=True),
        ColumnSpec(key="when", title=tr("When"), value=when_text, width=200, drop=1),
        ColumnSpec(key="last", title=tr("Last time"), value=state_of, kind="pill", width=164),
        ColumnSpec(
            key="at", title=tr("At"), width=96, drop=3,
            value=lambda row: relative_time(row.last.due_at) if row.last else "",
            tip=lambda row: exact(row.last.due_at) if row.last else None,
        ),
        ColumnSpec(
            key="next", title=tr("Next time"), value=lambda row: next(iter(next_words(row)), "–"), width=160,
            drop=2,
        ),
    ]  # fmt: skip


def _named(schedule: Schedule) -> Mark:
    return Mark(JOBS[schedule.job][0], "text2", visible(schedule.name))


def _clocks_words(zone: str) -> str:
    """By which clocks times are, and what the next change of them does."""
    place = place_of(zone)
    change = next_change(zone, datetime.now(UTC))
    if change is None:
        return tr("Times are by the clock in {place}.", place=place)
    said = {
        "place": place,
        "day": day_words(change.before.date()),
        "before": f"{change.before:%H:%M}",
        "after": f"{change.after:%H:%M}",
    }
    if change.forward:
        return tr(
            "Times are by the clock in {place}. On {day} the clocks go forward: what is due between {before} "
            "and {after} runs at {after}.",
            **said,
        )
    return tr(
        "Times are by the clock in {place}. On {day} the clocks go back from {before} to {after}: what is "
        "due in between runs once, the first time.",
        **said,
    )
