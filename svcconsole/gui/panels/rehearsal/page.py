"""The page that rehearses a plan and sends exactly that plan: rehearsal, run, result."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.hiding import is_hiding
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit import dialogs, quantity_words
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.file_kinds import CSV
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.write_consent import may_write
from svcconsole.gui.panels.record_changes.changes_page import PAGE_SIZE, ChangesPage
from svcconsole.gui.panels.rehearsal.rehearsal_step import RehearsalStep
from svcconsole.gui.panels.runs.run_text import counted
from svcconsole.workspace.errors import WorkspaceError

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.rehearsal.views import RehearsalSummary
    from svcconsole.workspace.runs.records import RunInfo

ONE_BY_ONE = "customers"
"""The kind that is read one call a record, which a person may decline."""
A_CALL = 0.2
CALLS_AT_ONCE = 8
"""About how long such a call takes (seconds), and how many are made at once."""


class RehearsalPage(ChangesPage):
    """Rehearses the plan `run_id`, which has not begun, and sends it.

    `started(run_id)`: it is being sent.
    """

    started = Signal(str)

    def __init__(self, console: Console, run_id: str) -> None:
        super().__init__(console, run_id, tr("Rehearse the import"), tr("Rehearse"))
        self.question = EmptyState("practice", "", "")
        self.read_them = button("", "practice", "primary")
        self.only_count = button(tr("Only count them"))
        self.question.add_button(self.only_count)
        self.question.add_button(self.read_them)
        self.step: RehearsalStep | None = None
        self.stack.addWidget(QWidget())  # nothing can be pressed before it is known what is asked
        self.stack.addWidget(self.question)
        self.read_them.clicked.connect(lambda: self._begin(declined=False))
        self.only_count.clicked.connect(lambda: self._begin(declined=True))
        self.scope.start(self._open(), "open")

    def actions_of_changes(self) -> dict[str, Callable[[], None]]:
        """Find, read the store again, send."""
        step = self.step
        if step is None:
            return {}
        here: dict[str, Callable[[], None]] = {"find": step.search.setFocus, "refresh": step.again.click}
        if step.commit.isVisible() and step.commit.isEnabled():
            here["primary"] = step.commit.click
        return here

    # The rehearsal

    async def _open(self) -> None:
        from svcconsole.services.imports.views import ImportRefused

        info: RunInfo = await self._console.db(lambda space: space.runs.get(self.run_id))
        self.kind = info.kind
        self.header.set_title(tr(info.title))
        if info.kind != ONE_BY_ONE:
            self._begin(declined=False)
            return
        await self._make_worker(declined=False)
        try:
            waiting: int = await self._ask("calls")
        except ImportRefused:  # said where the rehearsal would be
            self._begin(declined=False)
            return
        people = counted(info.kind, waiting)
        seconds = quantity_words.duration(max(1.0, waiting * A_CALL / CALLS_AT_ONCE))
        self.question.set(
            "practice",
            tr("Read {customers} from the store first?", customers=people),
            tr(
                "It takes one call each, about {time}. Without it the rehearsal only counts what the store "
                "would take, and the run cannot be taken back.",
                time=seconds,
            ),
        )
        self.read_them.setText(tr_plural("Read {n} customer", "Read {n} customers", waiting))
        self.stack.setCurrentWidget(self.question)
        focus_if_visible(self.read_them)

    def _begin(self, *, declined: bool) -> None:
        if self.step is None:
            step = self.step = RehearsalStep(self.kind)
            step.setMinimumSize(dp(480), dp(320))
            step.filter_changed.connect(lambda: self.scope.start(self._show_rows(0), "rows"))
            step.more_wanted.connect(self._more)
            step.again_wanted.connect(lambda: self._start(declined))
            step.stop_wanted.connect(self._stop)
            step.save_wanted.connect(lambda: self.scope.start(self._save(), "save"))
            step.commit_wanted.connect(lambda: self.scope.start(self._commit(), "commit"))
            self.stack.addWidget(step)
        self.stack.setCurrentWidget(self.step)
        self._start(declined)

    def _start(self, declined: bool) -> None:
        self.scope.start(self._rehearse(declined), "rehearse")

    async def _rehearse(self, declined: bool) -> None:
        from svcconsole.services.imports.views import ImportRefused
        from svcconsole.services.rehearsal.practice_store import RehearsalBroken
        from svcconsole.services.rehearsal.rehearse import Phase, RehearsalProgress, rehearse

        step = self.step
        if step is None:
            return
        step.show_progress(RehearsalProgress(Phase.READING, 0, 0))
        await self._make_worker(declined=declined)
        client = await self._console.ready()
        workspace = await self._console.db(lambda space: space)
        try:
            async with aclosing(rehearse(workspace, self.run_id, client, self._ask)) as going:
                async for progress in going:
                    step.show_progress(progress)
        except (RehearsalBroken, ImportRefused, WorkspaceError) as error:
            step.show_failure(error.sentence, error.advice)
            return
        await self._show_summary()
        await self._show_rows(0)
        focus_if_visible(step.table.table)

    async def _make_worker(self, *, declined: bool) -> None:
        from svcconsole.services.workers.worker_process import WorkerProcess

        await self._end_worker()
        folder = str(self._console.store_folder)
        self._worker = WorkerProcess(
            "svcconsole.services.rehearsal.session:RehearsalSession", folder, self.run_id, declined=declined
        )

    def _stop(self) -> None:
        """End the rehearsal; nothing was sent, and it can be begun again."""
        self.scope.cancel("rehearse")
        if self.step is not None:
            self.step.show_failure(tr("Stopped. Nothing was sent."), "")

    async def _show_summary(self) -> RehearsalSummary:
        summary: RehearsalSummary = await self._ask("summary")
        if self.step is not None:
            self.step.show_summary(summary, self._console.card.name, self._refusal())
        return summary

    async def _show_rows(self, offset: int) -> None:
        if self.step is not None and self._worker is not None:
            self.step.show_page(await self._ask("page", self.step.filter, offset, PAGE_SIZE), offset)

    async def _save(self) -> None:
        """Write the comparison into a file of the person's choice."""
        path = await dialogs.choose_place(self, tr("Save the comparison"), "rehearsal.csv", kinds=(CSV,))
        if path is not None:
            await self._ask("write", str(path), is_hiding())
            self._console.notices.add("success", tr("{file} is saved.", file=visible(path.name)))

    # Sending exactly this

    async def _commit(self) -> None:
        from svcconsole.services.rehearsal.practice_store import RehearsalBroken
        from svcconsole.services.rehearsal.rehearse import changed_since
        from svcconsole.workspace.runs.rehearsals import refuse_unrehearsed

        step, runs = self.step, self._console.runs
        if step is None or runs is None:
            return
        step.commit.set_busy(tr("Looking at the store again…"))
        try:
            await self._console.db(lambda space: refuse_unrehearsed(space, self.run_id))
            summary: RehearsalSummary = await self._ask("summary")
            if summary.reads:
                client = await self._console.ready()
                workspace = await self._console.db(lambda space: space)
                if changed := await changed_since(workspace, self.kind, client, self._ask):
                    await self._tell_changed(len(changed))
                    return
        except (RehearsalBroken, WorkspaceError) as error:
            self._console.notices.add("warning", show(error.sentence), advice=show(error.advice))
            return
        finally:
            step.commit.set_busy(None)
        text = tr("Exactly the plan {code} is sent, as it was rehearsed.", code=summary.code)
        if await may_write(self, self._console.card, step.commit.text(), text):
            runs.start(self.run_id)
            self.started.emit(self.run_id)
            await self._show_run(self.run_id)

    async def _tell_changed(self, count: int) -> None:
        """What changed meanwhile is marked and shown first; whoever has seen it may go on."""
        await self._show_summary()
        await self._show_rows(0)
        if self.step is not None:
            self.step.set_read_at(time.time())
        self._console.notices.add(
            "warning",
            tr_plural(
                "{n} record has changed in the store since the rehearsal.",
                "{n} records have changed in the store since the rehearsal.",
                count,
            ),
            advice=tr("Nothing was sent. Look at them, then send it or read the store again."),
        )
