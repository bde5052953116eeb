"""The first ten minutes: the five tasks, the steps of the chosen one, and where to press next."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, IconLabel, RowButton, ScrollPage
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.bars import ProgressLine
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.first_tasks.button_ring import ring_button
from svcconsole.gui.panels.first_tasks.checks import Progress
from svcconsole.gui.panels.first_tasks.evidence import TaskEvidence, read_decided, read_store
from svcconsole.gui.panels.first_tasks.steps_view import StepsView
from svcconsole.gui.panels.first_tasks.task_list import TaskRow
from svcconsole.gui.panels.first_tasks.tasks import BY_ID, TASKS, Task
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.practice_control import Control, ControlError
from svcconsole.gui.runtime.setting_keys import OWN_NUMBER
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.first_tasks.passes import Passes, note_passed, passes

if TYPE_CHECKING:
    from svcconsole.gui.runtime.practice_process import PracticeProcess

LIST, WIDE = 468, 900
LOOK_MS = 2_000
SECONDS = 5.0


class FirstTasksPage(QWidget):
    """`left()`: look around first. `bad_days_wanted()`: show the scenarios. `passed()`: all five are done.
    `place_wanted(tab, page)`: show where a step goes on."""

    left = Signal()
    bad_days_wanted = Signal()
    passed = Signal()
    place_wanted = Signal(str, str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self._practice: PracticeProcess | None = None
        self._passes: Passes = {}
        self._progress: dict[str, Progress] = {}
        self._shown: object = None
        self._skipped: set[str] = set()
        self.trouble = ""
        self.task = TASKS[0].id
        self.header = PageHeader(tr("First ten minutes"))
        self.look_around = button(tr("Look around first"), None, "quiet")
        self.head = PlainLabel("", "section")
        self.minutes = PlainLabel("", "caption", "text2")
        self.bar = ProgressLine(tr("Tasks done"), "success")
        self.rows: dict[str, TaskRow] = {}
        self.bad_days = RowButton("lock", "text2", tr("Five bad days"), "")
        self.stopped = PlainLabel("", "caption", "text2", wrap=True)
        self.start = button(tr("Start it"), "play")
        self.steps = StepsView()
        self.footer = Footer()
        self.skip = button(tr("Skip this task"), None, "quiet")
        self.show_me = button(tr("Show me the button"), "right", "primary")
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self.look)
        self._build()
        self._connect()

    # What the window does with it

    def use_practice_store(self, process: PracticeProcess | None) -> None:
        """The practice store's process; None for a live store."""
        if process is not None and self._practice is None:
            self._practice = process
            process.changed.connect(self.look)

    def activate(self) -> None:
        """Shown: what is known at once, then what the store says."""
        self.show_all()
        self.look()

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"primary": self.show_me.click, "refresh": self.look}

    def focus_start(self) -> QWidget:
        """The chosen task."""
        return self.rows[self.task]

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.side, self.steps, self.footer)

    async def aclose(self) -> None:
        """End what is under way here."""
        self._look.stop()
        await self.scope.close()

    # What is known

    def done(self) -> list[str]:
        """The tasks that are done."""
        return [task.id for task in TASKS if task.id in self._passes]

    def is_known(self) -> bool:
        """Whether the store's records were read."""
        return bool(self._progress) and not self.trouble

    def progress(self, task_id: str) -> Progress:
        """How far a task is, as it was read last."""
        return self._progress.get(task_id) or Progress((None,) * len(BY_ID[task_id].steps))

    def look(self) -> None:
        """Read the store's records now, where somebody can see them."""
        if not self.scope.is_closed() and not self.scope.is_busy("look") and self.isVisible():
            self.scope.start(self._read(), "look")

    def choose(self, task_id: str) -> None:
        """Show the steps of a task."""
        self.task = task_id
        self.rows[task_id].setChecked(True)
        self.show_all()

    async def _read(self) -> None:
        await self.console.may_load.wait()
        before = len(self.done())
        self._passes = await asyncio.to_thread(passes)
        try:
            found = await self._evidence()
        except ControlError as trouble:
            self.trouble = trouble.sentence
            self._show_what_is_new()
            return
        self.trouble = ""
        for task in TASKS:
            progress = self._progress[task.id] = task.check(found)
            if progress.done and task.id not in self._passes:
                known = {"words": progress.done_words, "seen": _last(progress)}
                self._passes = await asyncio.to_thread(partial(note_passed, task.id, **known))
        self._show_what_is_new()
        if before < len(TASKS) == len(self.done()):
            self.passed.emit()

    async def _evidence(self) -> TaskEvidence:
        address = self._practice.running if self._practice is not None else None
        if address is None:
            raise ControlError(tr("The practice store is not running."), tr("Start it."))

        def ask() -> TaskEvidence:
            with Control(address.control_url, address.control_token, seconds=SECONDS) as control:
                return TaskEvidence(read_store(control))

        found = await asyncio.to_thread(ask)
        decided = await self.console.db(read_decided)
        return TaskEvidence(found.store, self.console.settings.get(OWN_NUMBER, ""), decided)

    # Showing

    def _show_what_is_new(self) -> None:
        """Show all, unless that is what stands there: a page that stays as it is paints nothing."""
        if self._known() != self._shown:
            self.show_all()

    def _known(self) -> object:
        running = self._practice is not None and self._practice.running is not None
        return self._passes, dict(self._progress), self.trouble, running

    def show_all(self) -> None:
        """Everything as it is known now."""
        self._shown = self._known()
        done = self.done()
        self.head.setText(tr("{done} of {all} done", done=len(done), all=len(TASKS)))
        left = sum(task.minutes for task in TASKS if task.id not in done)
        words = tr_plural("about {n} minute left", "about {n} minutes left", left)
        self.minutes.setText(words if left else tr("all of it done"))
        self.bar.set_fraction(len(done) / len(TASKS))
        for task in TASKS:
            self._show_row(task)
        locked = len(done) < len(TASKS)
        self.bad_days.setEnabled(not locked)
        self.bad_days.set_icon("lock" if locked else "flag", "text2")
        self.bad_days.set_texts(
            tr("Five bad days"),
            tr("Open after the five tasks: a broken file, a slow store…")
            if locked
            else tr("A broken file, a slow store, a lost connection: practise them now"),
        )
        self.stopped.setText(
            tr("{what} The tasks stay as they were.", what=self.trouble) if self.trouble else ""
        )
        stopped = self._practice is not None and self._practice.running is None
        self.start.setVisible(bool(self.trouble) and stopped)
        self.stopped.setVisible(bool(self.trouble))
        task = BY_ID[self.task]
        self.steps.show_task(task, self.progress(self.task), self._passes.get(self.task))
        self._show_footer(task)

    def _show_row(self, task: Task) -> None:
        passed, progress = self._passes.get(task.id), self.progress(task.id)
        seen = sum(step is not None for step in progress.steps)
        if passed is not None:
            when = clock_of(str(passed.get("seen") or passed.get("at", "")))
            said = tr(str(passed.get("words", "")))
            told = mark("Done at {time}: {what}") if said else mark("Done at {time}")
            sub = tr(told, time=when, what=said)
            self.rows[task.id].show_state(sub, tr("done"), done=True, skipped=False)
            return
        far = tr("{seen} of {all} steps done", seen=seen, all=len(progress.steps))
        end = tr("{n} min", n=count(task.minutes))
        skipped = task.id in self._skipped
        sub = tr("Skipped for now") if skipped and not seen else far if seen else tr(task.hint)
        self.rows[task.id].show_state(sub, end, done=False, skipped=skipped)

    def _show_footer(self, task: Task) -> None:
        self.footer.set_message(
            FooterPart(tr("Leave any time: it goes on here, and under Help"), icon="info")
        )
        done = task.id in self._passes
        following = self._following()
        self.skip.setVisible(not done)
        self.show_me.setVisible(not done or following is not None)
        self.show_me.setText(tr("Next task") if done else tr("Show me the button"))

    def _following(self) -> str | None:
        """The next task that is open, after the chosen one first."""
        ids = [task.id for task in TASKS]
        at = ids.index(self.task)
        order = [*ids[at + 1 :], *ids[: at + 1]]
        return next((each for each in order if each not in self._passes), None)

    # Doing

    def press(self) -> None:
        """The filled button: the next task where this one is done, else the place of its next step."""
        if self.task in self._passes:
            if (following := self._following()) is not None:
                self.choose(following)
            return
        self._skipped.discard(self.task)
        self.scope.start(self._lead(BY_ID[self.task]), "lead")

    async def _lead(self, task: Task) -> None:
        """Set up what the task needs, show the place of its next step and ring the button there."""
        progress = self.progress(task.id)
        step = task.steps[progress.next or 0]
        if task.fault is not None and (progress.next or 0) == 0:
            await self._set_up(task)
        self.place_wanted.emit(step.tab, step.page)
        await ring_button(self.window(), tr(step.press), tr(step.then))

    async def _set_up(self, task: Task) -> None:
        address = self._practice.running if self._practice is not None else None
        fault = task.fault
        if address is None or fault is None:
            return
        wanted = {**fault, "executed": secrets.choice((True, False))}

        def switch_on() -> None:
            with Control(address.control_url, address.control_token) as control:
                known = control.faults().faults
                if not any(each.operation == fault["operation"] and not each.spent for each in known):
                    control.switch_on(wanted)

        await asyncio.to_thread(switch_on)

    def _skip(self) -> None:
        self._skipped.add(self.task)
        following = self._following()
        if following is not None and following != self.task:
            self.choose(following)
        else:
            self.show_all()

    def _start_store(self) -> None:
        if self._practice is not None:
            self.scope.start(self._started(self._practice), "start")

    async def _started(self, practice: PracticeProcess) -> None:
        self.start.set_busy(tr("Starting…"))
        try:
            await practice.address()
        finally:
            self.start.set_busy(None)
        await self.console.try_now()
        self.look()

    def _step(self, row: TaskRow, by: int) -> None:
        rows = list(self.rows.values())
        at = rows.index(row) + by
        if 0 <= at < len(rows):
            rows[at].click()
            rows[at].setFocus()

    # Building

    def _build(self) -> None:
        set_property(self, "bg", "surface")
        self.header.add_leading(PlainLabel(tr("nothing here reaches a customer"), "caption", "text2"))
        self.header.add_action(self.look_around)
        self._group = QButtonGroup(self)
        for number, task in enumerate(TASKS, 1):
            row = self.rows[task.id] = TaskRow(number, tr(task.title))
            self._group.addButton(row)
            row.clicked.connect(partial(self.choose, task.id))
            row.stepped.connect(partial(self._step, row))
        self.rows[self.task].setChecked(True)
        self.bad_days.setCheckable(False)
        self.side = Ground("canvas")
        self.side.setFixedWidth(dp(LIST))
        self.list = ScrollPage("canvas")
        self.list.body.setSpacing(dp(4))
        self.list.body.addLayout(hbox(self.head, STRETCH, self.minutes))
        self.list.body.addWidget(self.bar)
        self.list.body.addSpacing(dp(8))
        for row in self.rows.values():
            self.list.body.addWidget(row)
        self.list.body.addWidget(Hairline())
        self.list.body.addWidget(self.bad_days)
        self.list.body.addWidget(self.stopped)
        self.list.body.addLayout(hbox(self.start, STRETCH))
        self.list.body.addStretch(1)
        said = tr(
            "Each task ticks off when it is really done: the practice store's own log says so, not a click."
        )
        note = PlainLabel(said, "caption", "text2", wrap=True)
        foot = hbox(spacing=8, margins=(20, 8, 20, 16))
        foot.addWidget(IconLabel("shield", "success", 14, line="caption"), 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(note, 1)
        vbox((self.list, 1), foot, parent=self.side, spacing=0)
        self.strip = QWidget()
        self._strip = hbox(parent=self.strip, spacing=4, margins=(20, 8, 20, 0))
        self.strip.hide()
        self.footer.add(self.skip)
        self.footer.add(self.show_me)
        right = vbox(self.strip, (self.steps, 1), self.footer, spacing=0)
        vbox(self.header, (hbox(self.side, (right, 1), spacing=0), 1), parent=self, spacing=0)
        self.show_all()

    def _connect(self) -> None:
        self.look_around.clicked.connect(self.left)
        self.show_me.clicked.connect(self.press)
        self.skip.clicked.connect(self._skip)
        self.start.clicked.connect(self._start_store)
        self.bad_days.clicked.connect(self.bad_days_wanted)
        self.console.sends_changed.connect(self.look)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < dp(WIDE)
        if narrow is self.side.isHidden():
            return
        self.side.setVisible(not narrow)
        self.strip.setVisible(narrow)
        for at, row in enumerate(self.rows.values()):
            row.set_narrow(narrow)
            if narrow:
                self._strip.addWidget(row)
            else:
                self.list.body.insertWidget(3 + at, row)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look.stop()


def _last(progress: Progress) -> str:
    """When the last of its steps was seen."""
    return max((step.at for step in progress.steps if step is not None), default="")
