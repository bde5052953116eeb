"""The import wizard: header, steps, and the order in which worker, workspace and runs are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from svcconsole.gui import dialogs
from svcconsole.gui.metrics import dp
from svcconsole.gui.panels.importer.check_step import CheckStep
from svcconsole.gui.panels.importer.columns_step import ColumnsStep
from svcconsole.gui.panels.importer.consent import may_write
from svcconsole.gui.panels.importer.file_step import FileStep
from svcconsole.gui.panels.importer.slices import BREATH_SECONDS, in_slices, polished
from svcconsole.gui.panels.runs import words
from svcconsole.gui.panels.runs.panel import RunPanel
from svcconsole.gui.panels.runs.view import RunView
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.page_header import PageHeader
from svcconsole.gui.widgets.steps import Steps

if TYPE_CHECKING:
    from svcconsole.gui.console import Console
    from svcconsole.services.import_views import CheckProgress, CheckSummary, Overview
    from svcconsole.services.worker import WorkerProcess
    from svcconsole.tables.mapping import Source

FILE, COLUMNS, CHECK, RUN, RESULT = range(5)
PAGES = ("file", "columns", "check", "run", "result")
ROWS_A_PAGE = 200
Step = TypeVar("Step", bound=QWidget)


class ImportPage(QWidget):
    """One import, from a file to its result.

    `closed()`: leave the page; the import is kept. `browse()`: leave it for the products. `finished(run_id)`:
    its run ended.
    """

    closed = Signal()
    browse = Signal()
    finished = Signal(str)

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
        self._kind = kind
        self.scope = TaskScope(self, console.notices)
        self._worker: WorkerProcess | None = None
        self._overview: Overview | None = None
        self._summary: CheckSummary | None = None
        self.run_panel: RunPanel | None = None
        self._next_panel: RunPanel | None = None
        self.header = PageHeader(self.tr("Import products"), back="")
        self.steps = Steps(
            [self.tr("File"), self.tr("Columns"), self.tr("Check"), self.tr("Run"), self.tr("Result")]
        )
        self.leave = button(self.tr("Leave, keep for later"), kind="quiet")
        self.header.add_leading(self.steps)
        self.header.add_action(self.leave)
        self.stack = QStackedWidget()
        self.file = self._added(FileStep())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.stack, 1)
        self._connect()
        if path is not None or import_id is not None:
            self.open(path, import_id)
        else:
            self.file.show_nothing()

    def _connect(self) -> None:
        self.header.back_clicked.connect(self._leave)
        self.leave.clicked.connect(self._leave)
        self.steps.chosen.connect(self._go_back_to)
        self.file.file_wanted.connect(lambda: self.scope.start(self._choose_file(), "choose"))
        self.file.file_dropped.connect(self.open)
        self.file.dialect_changed.connect(lambda changes: self._ask(self._set_dialect(changes)))
        self.file.next_wanted.connect(lambda: self._ask(self._show_columns()))

    def _added(self, step: Step) -> Step:
        """What does not fit a step folds; it never widens the window."""
        step.setMinimumSize(dp(480), dp(320))
        self.stack.addWidget(step)
        return step

    @cached_property
    def columns(self) -> ColumnsStep:
        """The second step, made once a file is read."""
        columns = self._added(ColumnsStep())
        columns.source_changed.connect(lambda path, source: self._ask(self._set_source(path, source)))
        columns.ignore_changed.connect(lambda name, yes: self._ask(self._ignore([name], yes)))
        columns.all_ignored.connect(self._ignore_all)
        columns.answered.connect(lambda rule, choice, text: self._ask(self._answer(rule, choice, text)))
        columns.next_wanted.connect(lambda: self._ask(self._check()))
        return columns

    @cached_property
    def check(self) -> CheckStep:
        """The third step, made once a file is read."""
        check = self._added(CheckStep())
        check.filter_changed.connect(lambda: self.scope.start(self._show_rows(), "rows"))
        check.more_wanted.connect(self._more_rows)
        check.fix_wanted.connect(lambda code, key, text: self._ask(self._change("fix_all", code, key, text)))
        check.edited.connect(lambda row, column, text: self._ask(self._change("edit", row, column, text)))
        check.leave_out_wanted.connect(lambda rows: self._ask(self._change("leave_out", rows)))
        check.put_back_wanted.connect(lambda rows: self._ask(self._put_back(rows)))
        check.undo_wanted.connect(lambda: self._ask(self._change("undo")))
        check.check_wanted.connect(lambda: self._ask(self._check()))
        check.catalogs_wanted.connect(lambda: self.scope.start(self._create_catalogs(), "catalogs"))
        check.run_wanted.connect(lambda: self.scope.start(self._run(), "run"))
        return check

    def open(self, path: Path | None, import_id: str | None = None) -> None:
        """Begin with `path`, or go on with an import that was kept."""
        self.scope.start(self._open(path, import_id), "open")

    async def can_leave(self) -> bool:
        """Always: what was decided is kept as it is decided."""
        return True

    async def shut(self) -> None:
        """End what is under way and the worker process; what was decided is kept."""
        await self.scope.close()
        if self.run_panel is not None:
            await self.run_panel.shut()
        await self._close_worker()

    def step(self) -> int:
        """FILE to RESULT."""
        return self.steps.current()

    def is_busy(self) -> bool:
        """Whether the worker or the store is being asked."""
        return self.scope.is_busy()

    # File

    async def _choose_file(self) -> None:
        path = await dialogs.choose_file(
            self,
            self.tr("Choose a file of products"),
            kinds=(self.tr("Tables (*.csv *.tsv *.txt *.tab)"), self.tr("All files (*)")),
        )
        if path is not None:
            self.open(path)

    async def _open(self, path: Path | None, import_id: str | None) -> None:
        await asyncio.to_thread(import_module, "svcconsole.services.import_views")
        await asyncio.to_thread(import_module, "svcconsole.services.worker")
        from svcconsole.services.import_views import Defaults
        from svcconsole.services.worker import WorkerProcess
        from svcconsole.tables.errors import TableError

        await self._close_worker()
        self.file.loading.start()
        card = self._console.card
        worker = WorkerProcess(
            "svcconsole.services.imports:ImportSession",
            str(self._console.store_folder),
            kind=self._kind,
            path=None if path is None else str(path),
            import_id=import_id,
            defaults=Defaults(currency=card.currency, storefront_url=card.storefront_url),
        )
        self._worker = worker
        try:
            overview: Overview = await worker.call("overview")
        except TableError as refusal:
            self.file.show_refusal(refusal.sentence, refusal.advice)
            self._go(FILE)
            return
        finally:
            self.file.loading.stop()
        await in_slices(polished(self.file))
        self._show_overview(overview)
        self.file.next.setFocus()
        await self._make_steps()
        await self._go_on_with(import_id)

    async def _make_steps(self) -> None:
        """Make the later steps before they are wanted, and in parts: whole they would hold the window up."""
        for step in ("columns", "check"):
            await asyncio.sleep(BREATH_SECONDS)
            await in_slices(polished(getattr(self, step)))

    async def _go_on_with(self, import_id: str | None) -> None:
        """A kept import opens at the step it was left at."""
        if import_id is None:
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

    def _show_overview(self, overview: Overview) -> None:
        self._overview = overview
        self.file.show_overview(overview)

    async def _set_dialect(self, changes: dict[str, Any]) -> None:
        self._show_overview(await self._call("set_dialect", **changes))

    # Columns

    async def _show_columns(self) -> None:
        self.file.loading.start()
        if self._overview is not None:
            self.columns.set_header(self._overview.header, self._overview.rows)
        await self.columns.show_mapping(await self._call("mapping_view"))
        await in_slices(self.columns.show_rules(await self._call("rules_view")))
        await in_slices(polished(self.columns))
        self.file.loading.stop()
        self._go(COLUMNS)
        self.columns.take_focus()

    async def _set_source(self, path: str, source: Source | None) -> None:
        await self.columns.show_mapping(await self._call("set_source", path, source))
        await in_slices(self.columns.show_rules(await self._call("rules_view")))

    async def _ignore(self, names: list[str], yes: bool) -> None:
        view = None
        for name in names:
            view = await self._call("ignore", name, yes)
        if view is not None:
            await self.columns.show_mapping(view)

    def _ignore_all(self) -> None:
        names = [name for name, line in self.columns.columns.items() if not line.column.ignored]
        self._ask(self._ignore(names, True))

    async def _answer(self, rule: str, choice: str, text: str) -> None:
        await in_slices(self.columns.show_rules(await self._call("set_rule", rule, choice, text)))
        await self.columns.show_mapping(await self._call("mapping_view"))

    # Check

    async def _check(self) -> None:
        self._go(CHECK)
        self.check.show_checking(0, 0)
        await self._tell_catalogs()
        summary: CheckSummary = await self._call("check", progress=self._checking)
        self._show_summary(summary)
        if self.check.code is None or all(kind.code != self.check.code for kind in summary.kinds):
            self.check.mark(next((kind.code for kind in summary.kinds if kind.level == "error"), None))
        await asyncio.sleep(BREATH_SECONDS)
        await self._show_rows()
        await self._look_for_catalogs()
        self.check.take_focus()
        await asyncio.sleep(BREATH_SECONDS)
        await self._spare_panel()

    def _checking(self, progress: CheckProgress) -> None:
        self.check.show_checking(progress.done, progress.rows)

    def _show_summary(self, summary: CheckSummary) -> None:
        self._summary = summary
        self.check.show_summary(summary, self._overview.file_name if self._overview else "")
        self.check.show_footer(summary, self._run_words(summary), self._run_refusal(summary))

    def _run_words(self, summary: CheckSummary) -> str:
        ready = summary.ready_products
        if self._console.card.practice:
            return words.counted(ready, "Run {n} product in practice", "Run {n} products in practice")
        said = words.counted(ready, "Import {n} product into", "Import {n} products into")
        return f"{said} {self._console.card.name}"

    def _run_refusal(self, summary: CheckSummary) -> str:
        if self._console.card.safe_level == "read-only":
            return self.tr(
                "{store} is read-only in this window, so nothing is sent. Change it in its profile."
            ).format(store=self._console.card.name)
        if not summary.ready_products:
            if not summary.rows:
                return self.tr("The file has a header and no rows under it.")
            if summary.left_out == summary.rows:
                return self.tr("Every row is left out by your answers. Change them under Columns.")
            return self.tr("No product is ready yet.")
        return ""

    async def _show_rows(self, offset: int = 0) -> None:
        from svcconsole.services.import_views import RowFilter

        if self._overview is None:
            return
        code = self.check.code
        detail = await self._call("kind_detail", code) if code else None
        level = None if code else self.check.level
        wanted = RowFilter(level=level, code=code, text=self.check.text)
        page = await self._call("rows_page", wanted, offset, ROWS_A_PAGE)
        self.check.show_detail(detail)
        await asyncio.sleep(BREATH_SECONDS)
        front = [*(detail.columns if detail is not None else ()), *page.columns]
        self.check.grid.set_columns(self._overview.header, tuple(dict.fromkeys(front)))
        await asyncio.sleep(BREATH_SECONDS)
        self.check.grid.show_page(page, offset)

    def _more_rows(self, offset: int) -> None:
        if not self.scope.is_busy("rows"):
            self.scope.start(self._show_rows(offset), "rows")

    async def _change(self, method: str, *arguments: Any) -> None:
        """Change what the file says, then repaint the rows that are on screen where they stand."""
        self._show_summary(await self._call(method, *arguments))
        numbers = self.check.grid.numbers()
        for start in range(0, len(numbers), ROWS_A_PAGE):
            part = numbers[start : start + ROWS_A_PAGE]
            self.check.grid.update_rows(await self._call("rows", part))
        if self.check.code is None:
            return
        if any(kind.code == self.check.code for kind in self.check.summary.kinds):
            self.check.show_detail(await self._call("kind_detail", self.check.code))
        else:
            self.check.box.show_done()

    async def _put_back(self, rows: Sequence[int]) -> None:
        """Rows a person left out come back; those a rule leaves out follow the rule's answer."""
        before = self.check.summary.left_out
        await self._change("put_back", rows)
        if self.check.summary.left_out == before:
            self._console.notices.tell(
                "info",
                self.tr("An answer of yours leaves this row out."),
                advice=self.tr("Choose another answer under Columns to import it."),
            )

    async def _look_for_catalogs(self) -> None:
        missing = await self._call("missing_catalogs")
        refusal = ""
        if self._console.card.safe_level == "read-only":
            refusal = self.tr("This store is read-only in this window, so they cannot be created here.")
        self.check.show_missing_catalogs(missing, refusal)

    async def _tell_catalogs(self) -> None:
        """Tell the worker which catalogs the store has; without a connection nothing is claimed."""
        from svcconsole.api.errors import ApiError
        from svcconsole.services.catalogs import known_catalog_ids

        if self._console.client is None:
            return
        try:
            ids = await known_catalog_ids(self._console.client)
        except ApiError as error:
            self._console.notices.report(error)
        else:
            await self._call("set_catalogs", tuple(sorted(ids)))

    async def _create_catalogs(self) -> None:
        from svcconsole.services.catalogs import create_catalogs

        missing: tuple[str, ...] = await self._call("missing_catalogs")
        if not missing or not await may_write(
            self,
            self._console.card,
            words.counted(len(missing), "Create {n} catalog", "Create {n} catalogs"),
            ", ".join(missing),
        ):
            return
        client = await self._console.ready()
        self.check.create_catalogs.set_busy(self.tr("Creating…"))
        try:
            await create_catalogs(client, missing)
        finally:
            self.check.create_catalogs.set_busy(None)
        await self._check()

    # Run

    async def _run(self) -> None:
        summary = self._summary
        if summary is None or not await may_write(
            self, self._console.card, self._run_words(summary), self._consequence(summary)
        ):
            return
        self.check.run.set_busy(self.tr("Preparing…"))
        try:
            planned = await self._call("plan", True)
        finally:
            self.check.run.set_busy(None)
        if self._console.runs is None:
            return
        self._console.runs.start(planned.run_id)
        await self._show_run(planned.run_id)

    def _consequence(self, summary: CheckSummary) -> str:
        return self.tr(
            "{rows} are sent. Products with the same id are replaced as a whole; none can be deleted later."
        ).format(rows=words.rows(summary.ready))

    async def _spare_panel(self) -> RunPanel:
        """The run's page, made before it is needed and in parts: whole it would hold the window up."""
        if self._next_panel is None:
            view = RunView(self._console.card)
            await asyncio.sleep(BREATH_SECONDS)
            panel = self._next_panel = RunPanel(self._console, view)
            self.stack.addWidget(panel)
            await in_slices(polished(panel))
        return self._next_panel

    async def _show_run(self, run_id: str) -> None:
        panel = await self._spare_panel()
        self._next_panel = None
        if self.run_panel is not None:
            self.stack.removeWidget(self.run_panel)
            self.run_panel.deleteLater()
        self.run_panel = panel
        panel.left.connect(self._leave)
        panel.browse.connect(self._browse)
        panel.send_again.connect(self.open)
        panel.ended.connect(self._ended)
        panel.shows_result.connect(lambda: self._go(RESULT))
        panel.show_run(run_id)
        self._go(RUN)
        panel.view.pause.setFocus()

    def _ended(self) -> None:
        if self.run_panel is not None:
            self.finished.emit(self.run_panel.run_id)

    # Moving about

    def _go(self, step: int) -> None:
        names = {FILE: "file", COLUMNS: "columns", CHECK: "check"}
        page: QWidget | None = getattr(self, names.get(step, "run_panel"))
        if page is None:
            return
        self.steps.set_current(step)
        self.steps.set_reachable(set(range(step)) if step < RUN else set())
        self.leave.setVisible(step < RUN)
        self.stack.setCurrentWidget(page)
        import_id = self._overview.import_id if self._overview is not None else None
        if import_id is not None:
            self._console.scope.start(
                self._console.db(lambda space: space.imports.set_page(import_id, PAGES[step]))
            )

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do on this step."""
        here: dict[str, Callable[[], None]] = {"back": self._leave}
        filled = self._filled()
        if filled is not None and filled.isVisible() and filled.isEnabled():
            here["primary"] = filled.click
        if self.step() >= RUN and self.run_panel is not None:
            here |= self.run_panel.actions_here()
        if self.step() == CHECK:
            here["find"] = self.check.search.setFocus
            here["refresh"] = self.check.again.click
        return here

    def _filled(self) -> QPushButton | None:
        if self.step() == FILE:
            return self.file.next
        if self.step() in (COLUMNS, CHECK):
            return self.columns.next if self.step() == COLUMNS else self.check.run
        return None

    def regions(self) -> Sequence[QWidget]:
        """Header, the step, its footer: what F6 goes through."""
        step = self.stack.currentWidget()
        footer = getattr(step, "footer", None)
        parts = (self.header, step, footer) if footer is not None else (self.header, step)
        return tuple(part for part in parts if isinstance(part, QWidget))

    def _browse(self) -> None:
        self._console.scope.start(self.shut())
        self.browse.emit()

    def _leave(self) -> None:
        """Leave; the worker process ends, what was decided is in the workspace already."""
        self._console.scope.start(self.shut())
        self.closed.emit()

    def _go_back_to(self, step: int) -> None:
        if step == COLUMNS:
            self._ask(self._show_columns())
        elif step < self.step():
            self._go(step)

    # The worker

    def _ask(self, work: Awaitable[None]) -> None:
        """Start `work`; the worker answers in the order it was asked."""
        self.scope.start(_awaited(work))

    async def _call(
        self, method: str, *arguments: Any, progress: Callable[[Any], None] | None = None, **named: Any
    ) -> Any:
        if self._worker is None:
            raise LookupError("no file is open")
        return await self._worker.call(method, *arguments, progress=progress, **named)

    async def _close_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.close()


async def _awaited(work: Awaitable[None]) -> None:
    await work
