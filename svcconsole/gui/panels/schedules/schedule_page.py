"""The page on which a schedule is made or changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.panels.schedules.bound_fields import BoundFields
from svcconsole.gui.panels.schedules.job_fields import (
    FIELDS,
    DigestFields,
    ImportFields,
    ReportFields,
    RunFields,
)
from svcconsole.gui.panels.schedules.when_fields import WhenFields
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import computer_zone
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    ReportSettings,
    RunSettings,
    settings_of,
)
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.schedule_records import Job

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.schedule_records import NewSchedule, Schedule

WIDE = 760
JOBS = (
    (Job.REPORT, mark("A report")),
    (Job.IMPORT, mark("A file of a folder")),
    (Job.DIGEST, mark("What became of messages")),
    (Job.RUN, mark("A planned run")),
)


class SchedulePage(QWidget):
    """`left()`: back to the list. `made(id)`: the schedule is kept as it stands here."""

    left = Signal()
    made = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.before: Schedule | None = None
        self._changed = False
        self.back = link(tr("All schedules"), "strong")
        self.title = PlainLabel("", "title", wrap=True)
        self.job = Segments()
        for _, words in JOBS:
            self.job.add(tr(words))
        self.name = QLineEdit()
        self.name.setMaxLength(200)
        self.name_field = Field(
            tr("Name"), self.name, optional=True, help=tr("Without one it is called by what it does.")
        )
        self.when = WhenFields(console.card.time_zone or computer_zone())
        self.jobs: dict[Job, RunFields | ImportFields | ReportFields | DigestFields] = {
            job: make(self.scope) for job, make in FIELDS.items()
        }
        self.bounds_head, self.bounds = SectionHeading(tr("Bounds")), BoundFields()
        self._page = page = ScrollPage()
        inside = QWidget()
        inside.setMaximumWidth(dp(WIDE))
        vbox(
            hbox(self.back, STRETCH), self.title, hbox(self.job, STRETCH),
            SectionHeading(tr("What is done")), *self.jobs.values(),
            SectionHeading(tr("When")), self.when, self.bounds_head, self.bounds, self.name_field,
            parent=inside, spacing=12,
        )  # fmt: skip
        page.body.addWidget(inside)
        page.body.addStretch(1)
        self.footer = Footer()
        self.cancel = button(tr("Cancel"))
        self.save = button("", "check", "primary")
        self.footer.add(self.cancel)
        self.footer.add(self.save)
        vbox((page, 1), self.footer, parent=self, spacing=0)
        set_property(self, "bg", "surface")
        self.job.currentChanged.connect(lambda _: self._choose())
        for fields in (self.when, self.bounds, *self.jobs.values()):
            fields.changed.connect(self._edited)
        self.name.textEdited.connect(lambda _: self._edited())
        for way in (self.back, self.cancel):
            way.clicked.connect(self.leave)
        self.save.clicked.connect(lambda: self.scope.start(self._save(), key="save"))

    def begin(self, schedule: Schedule | None = None, job: Job = Job.REPORT) -> None:
        """Make a new one, of a kind, or change the one that is given."""
        self.before = schedule
        job = job if schedule is None else schedule.job
        self.title.setText(
            tr("New schedule") if schedule is None else tr("Change {name}", name=visible(schedule.name))
        )
        self.save.setText(tr("Schedule it") if schedule is None else tr("Save the change"))
        self.job.setVisible(schedule is None)
        self.job.set_current(next(at for at, (each, _) in enumerate(JOBS) if each is job))
        self._choose()
        if schedule is not None:
            self._show_settings(schedule)
            self.name.setText(schedule.name)
            self.when.set_rule(schedule.rule)
            self.bounds.set_bounds(schedule.bounds)
        self._changed = False
        self._say_rest()
        if job is Job.RUN or schedule is None:
            self.scope.start(self._offer_runs(), key="runs")

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's own keys do here."""
        return {
            "back": self.leave, "close": self.leave, "save": self.save.click, "primary": self.save.click,
        }  # fmt: skip

    def focus_start(self) -> QWidget:
        """Where the keys begin."""
        return self.job if self.job.isVisibleTo(self) else self._fields()

    def leave(self) -> None:
        """Go back to the list, once what was typed is kept or given up."""
        self.scope.start(self._leave(), key="leave")

    async def can_leave(self) -> bool:
        """Ask what becomes of what was typed."""
        if not self._changed:
            return True
        answers = (Answer("leave", tr("Leave without it"), destroys=True), Answer("stay", tr("Keep editing")))
        question = tr("Leave the schedule as it was?") if self.before else tr("Leave without a schedule?")
        words = tr("What was typed here is not kept.")
        return await dialogs.ask(self, question, words, answers, safe="stay") == "leave"

    async def _leave(self) -> None:
        if await self.can_leave():
            self._changed = False
            self.left.emit()

    def _job(self) -> Job:
        return JOBS[self.job.current()][0]

    def _fields(self) -> RunFields | ImportFields | ReportFields | DigestFields:
        return self.jobs[self._job()]

    def _choose(self) -> None:
        """Only the fields of the chosen kind of job."""
        job = self._job()
        for each, fields in self.jobs.items():
            fields.setVisible(each is job)
        self.bounds_head.setVisible(job is Job.IMPORT)
        self.bounds.setVisible(job is Job.IMPORT)
        self.when.set_once(job is Job.RUN)
        self._say_rest()

    def _show_settings(self, schedule: Schedule) -> None:
        match settings_of(schedule), self.jobs[schedule.job]:
            case RunSettings() as run, RunFields() as fields:
                fields.show_settings(run)
            case ImportSettings() as imported, ImportFields() as fields:
                fields.show_settings(imported)
            case ReportSettings() as report, ReportFields() as fields:
                fields.show_settings(report)
            case DigestSettings() as digest, DigestFields() as fields:
                fields.show_settings(digest)

    async def _offer_runs(self) -> None:
        from svcconsole.services.schedules.new_schedules import plannable_runs

        fields, before = self.jobs[Job.RUN], self.before
        if isinstance(fields, RunFields):
            changed = self._changed
            fields.offer(await self._console.db(plannable_runs))
            if before is not None and before.job is Job.RUN:
                self._show_settings(before)
            self._changed = changed

    def _edited(self) -> None:
        self._changed = True
        self._say_rest()

    def _say_rest(self) -> None:
        self.footer.set_message(
            FooterPart(tr("Nothing is sent now. A worker carries it out when it is due."), icon="clock")
        )

    async def _save(self) -> None:
        """Check what is filled in, ask as the store's safe level says, and keep it."""
        from svcconsole.services.schedules.new_schedules import (
            SettingRefused,
            add_schedule,
            change_schedule,
            new_schedule,
        )

        job, fields = self._job(), self._fields()
        for field in fields.fields.values():
            field.set_error(None)
        rule, bounds = self.when.read(), self.bounds.read() if job is Job.IMPORT else None
        if rule is None or (bounds is None and job is Job.IMPORT):
            self._go_to(self.when.first_wrong() or self.bounds.first_wrong())
            return
        settings, name = fields.settings(), self.name.text()
        try:
            new: NewSchedule = await self._console.db(
                lambda space: new_schedule(space, settings, rule, bounds, name)
            )
        except SettingRefused as refused:
            field_now = fields.fields.get(refused.setting) or self.bounds.fields.get(refused.setting)
            if field_now is None:
                raise
            field_now.set_error(sentences(refused.sentence, refused.advice))
            self._go_to(field_now)
            return
        before = self.before

        def keep(space: Workspace) -> str:
            if before is None:
                return add_schedule(space, new).id
            return change_schedule(space, before, new).id

        question = (
            tr("Schedule {name}", name=visible(new.name))
            if before is None
            else tr("Change {name}", name=visible(before.name))
        )
        if not await may_write(self._console, self, question, self.save.text()):
            return
        try:
            identity = await self._console.db(keep)
        except WorkspaceError as error:
            self.footer.set_message(FooterPart(sentences(error.sentence, error.advice), "danger", "error"))
            return
        self._changed = False
        self.made.emit(identity)

    def _go_to(self, field: Field | None) -> None:
        """Put a field with its error in focus and on screen."""
        self.footer.set_message(FooterPart(tr("One field has to be put right."), "danger", "error"))
        if field is not None:
            focus_on(field.editor)
            self._page.reveal(field)
