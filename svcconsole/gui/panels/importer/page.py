"""The import wizard: header and steps, from a file to the result of its run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.steps import Steps
from svcconsole.gui.kit.file_kinds import ALL_FILES, CSV, TABLES
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.time_slices import in_slices, next_turn, polished
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.check.check_control import CheckControl
from svcconsole.gui.panels.importer.check.check_side import CheckSide
from svcconsole.gui.panels.importer.check.check_step import CheckStep
from svcconsole.gui.panels.importer.check.phone_pane import PhonePane
from svcconsole.gui.panels.importer.columns.columns_control import ColumnsControl
from svcconsole.gui.panels.importer.columns.columns_step import ColumnsStep
from svcconsole.gui.panels.importer.file_choice import FileChoice
from svcconsole.gui.panels.importer.file_step import FileStep
from svcconsole.gui.panels.importer.reading.reading_control import ReadingControl
from svcconsole.gui.panels.importer.run_section import RunSection
from svcconsole.gui.panels.importer.session import Session
from svcconsole.gui.panels.runs.kind_words import kind_words
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.resources import resource

if TYPE_CHECKING:
    from svcconsole.gui.panels.runs.run_panel import RunPanel
    from svcconsole.gui.runtime.console import Console

FILE, COLUMNS, CHECK, WHEN, LOOK, RUN, RESULT = range(7)
PAGES = ("file", "columns", "check", "when", "look", "run", "result")
Step = TypeVar("Step", bound=QWidget)


class ImportPage(QWidget):
    """One import, from a file to its result.

    `closed()`: leave the page; the import is kept. `browse()`: leave it for what was imported.
    `finished(run_id)`: its run ended. `take_back(run_id)`: give back what it changed. `rehearse(run_id)`: try
    this plan before it is sent. `parts` are the steps before the run, by the name of what shows them.
    """

    closed = Signal()
    browse = Signal()
    finished = Signal(str)
    take_back = Signal(str)
    rehearse = Signal(str)
    parts: Mapping[int, str] = {FILE: "file", COLUMNS: "columns", CHECK: "check"}

    def __init__(
        self,
        console: Console,
        kind: str = "products",
        path: Path | None = None,
        import_id: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._console = console
        self.kind = kind
        self.words = kind_words(kind)
        self.scope = make_scope(self, console.notices)
        self.session = self.new_session(kind)
        self._opening: object = None  # the newest opening of a file
        self._kept_import = ""  # of an import that was begun before, while it is read
        self.header = PageHeader(tr(self.words.title), back="")
        self.order = (*self.parts, RUN, RESULT)
        titles = self.titles()
        self.steps = Steps([titles[step] for step in self.order])
        self.leave = button(tr("Save and close"), kind="quiet")
        self.header.add_leading(self.steps)
        self.header.add_action(self.leave)
        self.stack = QStackedWidget()
        self._runs = RunSection(console, self.stack)
        self.choice = self._added(FileChoice(console.notices, kind, practice=console.card.practice))
        self._at_file: FileChoice | FileStep = self.choice
        vbox(self.header, (self.stack, 1), parent=self, spacing=0)
        self._connect()
        if path is not None or import_id is not None:
            self.open(path, import_id)

    def _connect(self) -> None:
        self.header.back_clicked.connect(self._leave)
        self.leave.clicked.connect(self._leave)
        self.steps.chosen.connect(self._go_back_to)
        self.choice.file_wanted.connect(self._want_file)
        self.choice.template_wanted.connect(lambda: self.scope.start(self._save_template(), "template"))
        self.choice.sample_wanted.connect(lambda: self.open(resource("samples", f"{self.session.kind}.csv")))
        self.choice.file_dropped.connect(self.open)
        self._runs.left.connect(self._leave)
        self._runs.browse.connect(self._browse)
        self._runs.send_again.connect(self.open)
        self._runs.other_message.connect(lambda import_id: self.open(None, import_id))
        self._runs.ended.connect(self.finished)
        self._runs.take_back.connect(self._take_back)
        self._runs.shows_result.connect(lambda: self._go(RESULT))

    def new_session(self, kind: str) -> Session:
        """Who is asked about the file."""
        return Session(self._console, kind)

    def new_file_step(self, kind: str) -> FileStep:
        """The first step, for a file that is read."""
        return FileStep(kind)

    def titles(self) -> dict[int, str]:
        """What the steps are called."""
        return {
            FILE: tr("File"),
            COLUMNS: tr("Columns"),
            CHECK: tr("Check"),
            RUN: tr("Run"),
            RESULT: tr("Result"),
        }

    @property
    def run_panel(self) -> RunPanel | None:
        """The page of its run, once there is one."""
        return self._runs.panel

    @property
    def shown_run(self) -> str:
        """The run it shows; blank while none was started."""
        return self.run_panel.run_id if self.run_panel is not None and self.step() >= RUN else ""

    def _added(self, step: Step) -> Step:
        """What does not fit a step folds; it never widens the window."""
        step.setMinimumSize(dp(480), dp(320))
        self.stack.addWidget(step)
        return step

    @cached_property
    def file(self) -> FileStep:
        """The first step, made once a file is read: it takes longer than all a page without one needs."""
        file = self._added(self.new_file_step(self.kind))
        file.file_wanted.connect(self._want_file)
        file.dialect_changed.connect(lambda changes: self.scope.start(self._read_otherwise(changes)))
        file.answered.connect(lambda *answer: self.scope.start(self._reading.answer(*answer), "question"))
        file.saved_wanted.connect(lambda yes: self.scope.start(self._reading.use_saved(yes), "question"))
        file.taken_back.connect(lambda: self.scope.start(self._reading.take_back(), "question"))
        file.next_wanted.connect(lambda: self.scope.start(self._show_columns(), "columns"))
        return file

    @cached_property
    def _reading(self) -> ReadingControl:
        return ReadingControl(self.file, self.session)

    @cached_property
    def columns(self) -> ColumnsStep:
        """The second step, made once a file is read."""
        columns = self._added(ColumnsStep())
        columns.next_wanted.connect(lambda: self.scope.start(self._check()))
        return columns

    @cached_property
    def _columns_control(self) -> ColumnsControl:
        return ColumnsControl(self.columns, self.session, self.scope)

    @cached_property
    def check(self) -> CheckStep:
        """The third step, made once a file is read."""
        check = self._added(CheckStep(self._check_side, self._phones, starts=LOOK not in self.parts))
        check.run_wanted.connect(lambda: self.scope.start(self._run(), "run"))
        check.rehearse_wanted.connect(lambda: self.scope.start(self._rehearse(), "run"))
        check.phones.other_file_wanted.connect(lambda: self.scope.start(self._choose_file(), "choose"))
        return check

    # Parts of the third step, made before it: that is long enough without them.

    @cached_property
    def _check_side(self) -> CheckSide:
        return CheckSide()

    @cached_property
    def _phones(self) -> PhonePane:
        """What repairs damaged numbers."""
        return PhonePane()

    @cached_property
    def _check_control(self) -> CheckControl:
        return CheckControl(self.check, self.session, self._console, self.scope, self.words)

    def open(self, path: Path | None, import_id: str | None = None) -> None:
        """Begin with `path`, or go on with an import that was kept."""
        self.scope.cancel("columns")
        self._show_step(FILE)
        self._at_file.set_reading(reading=True)
        self._opening = opening = object()
        self._kept_import = import_id or ""
        self.scope.start(self._open(path, import_id, opening), "open")

    def focus_start(self) -> QWidget | None:
        """The button that chooses a file while there is none."""
        return self.choice.filled if self.choice.isVisible() else self.stack.currentWidget()

    @property
    def import_id(self) -> str:
        """The import it goes on with; blank while no file is read."""
        return self._kept_import if (overview := self.session.overview) is None else overview.import_id

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return f"import:{overview.import_id}" if (overview := self.session.overview) is not None else ""

    async def can_leave(self) -> bool:
        """Always: what was decided is kept as it is decided."""
        return True

    async def shut(self) -> None:
        """End what is under way and the worker process; what was decided is kept."""
        await self.scope.close()
        if self.run_panel is not None:
            await self.run_panel.shut()
        await self.session.close()

    def step(self) -> int:
        """FILE to RESULT."""
        return self.order[self.steps.current()]

    def is_at_file(self) -> bool:
        """Whether another file may take the place of the one that is shown: nothing was decided yet."""
        return self.step() == FILE

    def is_busy(self) -> bool:
        """Whether the worker or the store is being asked."""
        return self.scope.is_busy()

    # Steps

    def _want_file(self) -> None:
        self.scope.start(self._choose_file(), "choose")

    async def _choose_file(self) -> None:
        path = await dialogs.choose_file(
            self,
            tr(self.words.choose),
            kinds=(TABLES, ALL_FILES),
        )
        if path is not None:
            self.open(path)

    async def _save_template(self) -> None:
        """Save an empty table with the columns this import knows."""
        from svcconsole.services.imports.template_file import write_template

        path = await dialogs.choose_place(
            self,
            tr("Save a template file"),
            f"{self.session.kind.replace('_', '-')}.csv",
            kinds=(CSV,),
        )
        if path is None:
            return
        await asyncio.to_thread(write_template, self.session.kind, path)
        self._console.notices.add(
            "success",
            tr("{file} is saved. Fill it in and drop it here.", file=visible(path.name)),
        )

    async def _open(self, path: Path | None, import_id: str | None, opening: object) -> None:
        from svcconsole.tables.reading.errors import TableError

        waits = self._at_file
        try:
            overview = await self.session.open(path, import_id)
        except TableError as refusal:
            self._kept_import = ""
            self.choice.show_refusal(refusal.sentence, refusal.advice)
            self._show_at_file(self.choice)
            return
        finally:
            if opening is self._opening:
                waits.set_reading(reading=False)
        # The page, the table of its columns and what is said of them each take a turn to be made.
        step = self.file
        await next_turn()
        await in_slices(polished(step))
        await next_turn()
        step.first_rows.show_rows(overview.header, overview.preview)
        await next_turn()
        step.show_overview(overview)
        self._reading.forget()
        await self._reading.show()
        self._show_at_file(step)
        await self._make_steps()
        if self.step() == FILE and not self.scope.is_busy("columns"):  # nobody was quicker than that
            await self._go_on_with(import_id)

    async def _make_steps(self) -> None:
        """Make the later steps before they are wanted, and in parts: whole they would hold the window up."""
        await next_turn()
        await in_slices(polished(self._check_side))
        await next_turn()
        await in_slices(polished(self._phones))
        for name in tuple(self.parts.values())[1:]:
            await next_turn()
            await in_slices(polished(getattr(self, name)))

    async def _go_on_with(self, import_id: str | None) -> None:
        """A kept import opens at the step it was left at."""
        if import_id is None or self.file.waiting:
            self._go(FILE)
            return
        info = await self._console.db(lambda space: space.imports.get(import_id))
        page = PAGES.index(info.page) if info.page in PAGES else FILE
        if info.run_id is not None:
            await self._show_run(info.run_id)
        elif page >= CHECK:
            await self._check()
        elif page == COLUMNS:
            await self._show_columns()
        else:
            self._go(FILE)

    async def _read_otherwise(self, changes: dict[str, Any]) -> None:
        self.file.show_overview(await self.session.read_otherwise(changes))
        await self._reading.show()

    async def _show_columns(self) -> None:
        self.file.loading.start()
        await self.session.prices.read(self.file.loading.set_fraction)
        await self._columns_control.show()
        self.file.loading.stop()
        await next_turn()
        self._go(COLUMNS)
        await next_turn()  # it is laid out now and painted next
        self._focus_columns()

    def _focus_columns(self) -> None:
        self.columns.focus_first()

    async def _check(self) -> None:
        control = self._check_control
        await next_turn()
        self._go(CHECK)
        await next_turn()
        await control.check()
        await next_turn()
        if self._console.runs is not None:
            await self._runs.make_ready()

    async def _run(self) -> None:
        run_id = await self._check_control.plan()
        if run_id is not None and self._console.runs is not None:
            self._console.runs.start(run_id)
            await self._show_run(run_id)

    async def _rehearse(self) -> None:
        run_id = await self._check_control.plan_to_rehearse()
        if run_id is not None:
            self.rehearse.emit(run_id)

    async def _show_run(self, run_id: str) -> None:
        await self._runs.show_run(run_id)
        self._go(RUN)
        if self.run_panel is not None:
            focus_if_visible(self.run_panel.view.pause)

    # Moving about

    def _go(self, step: int) -> None:
        """Show a step, where the import opens the next time."""
        if not self._show_step(step):
            return
        import_id = self.session.overview.import_id if self.session.overview is not None else None
        if import_id is not None:
            self._console.scope.start(
                self._console.db(lambda space: space.imports.set_page(import_id, PAGES[step]))
            )

    def _show_at_file(self, shown: FileChoice | FileStep) -> None:
        """Let `shown` stand for the first step, and show it; what stands there already may be left by now."""
        if shown is not self._at_file:
            self._at_file = shown
            self._show_step(FILE)
        shown.focus_first()

    def _show_step(self, step: int) -> bool:
        page: QWidget | None = (
            self._at_file if step == FILE else getattr(self, self.parts.get(step, "run_panel"))
        )
        if page is None:
            return False
        place = self.order.index(step)
        self.steps.set_current(place)
        self.steps.set_reachable(set(range(place)) if step < RUN else set())
        self.leave.setVisible(step < RUN)
        self.stack.setCurrentWidget(page)
        return True

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do on this step."""
        here: dict[str, Callable[[], None]] = {"back": self._leave}
        filled = self._filled()
        if filled is not None and filled.isVisible() and filled.isEnabled():
            here["primary"] = filled.click
        if self.step() >= RUN and self.run_panel is not None:
            here |= self.run_panel.actions_here()
        if self.step() == CHECK:
            here["find"] = self.check.shown_search.setFocus
            here["refresh"] = self.check.again.click
        return here

    def _filled(self) -> QPushButton | None:
        if self.step() == FILE:
            return self._at_file.filled
        if self.step() in (COLUMNS, CHECK):
            return self.columns.next if self.step() == COLUMNS else self.check.filled
        return None

    def regions(self) -> Sequence[QWidget]:
        """Header, the step, its footer: what F6 goes through."""
        step = self.stack.currentWidget()
        footer = getattr(step, "shown_footer", None) or getattr(step, "footer", None)
        parts = (self.header, step, footer) if footer is not None else (self.header, step)
        return tuple(part for part in parts if isinstance(part, QWidget))

    def _browse(self) -> None:
        self._console.scope.start(self.shut())
        self.browse.emit()

    def _take_back(self, run_id: str) -> None:
        self._console.scope.start(self.shut())
        self.take_back.emit(run_id)

    def _leave(self) -> None:
        """Leave; the worker process ends, what was decided is in the workspace already."""
        self._console.scope.start(self.shut())
        self.closed.emit()

    def _go_back_to(self, place: int) -> None:
        step = self.order[place]
        if step == COLUMNS:
            self.scope.start(self._show_columns(), "columns")
        elif step < self.step():
            self._go(step)
