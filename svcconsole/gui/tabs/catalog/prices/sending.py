"""Reads what the price grid shows, sends its changes as a run, and takes in how that ended."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.runtime.notices import Level, Link
from svcconsole.gui.tabs.catalog.editing.stored_drafts import PRICES
from svcconsole.services.catalog.price_grid.cells import CellKey, variant_rows
from svcconsole.services.catalog.price_grid.pending import Change, PendingChanges

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.workspace.database import Workspace

DRAFT = f"{PRICES}:changes"
"""Where the workspace keeps what waits in the grid."""


class PriceSender(QObject):
    """`pending` and the store. `changed()`: what waits is another. `read(products)`: the store holds these as
    they are now. `settled()`: a run of it has ended. `take_back(run_id)`: somebody wants that run undone."""

    changed = Signal()
    read = Signal(object)
    settled = Signal()
    take_back = Signal(str)

    def __init__(
        self,
        console: Console,
        scope: TaskScope,
        pending: PendingChanges,
        open_cell: Callable[[], CellKey | None],
        parent: QObject,
    ) -> None:
        """`open_cell` is the one that somebody types into now."""
        super().__init__(parent)
        self._open_cell = open_cell
        self._console = console
        self._scope = scope
        self._pending = pending
        self.run_id = ""
        """The run that has the cells that are on their way; blank for none."""
        self._followed = False

    # What the store holds

    async def read_products(
        self, ids: Sequence[str]
    ) -> AsyncGenerator[tuple[int, tuple[StoredProduct, ...]]]:
        """Read products into the grid, a few at a time, with how many are answered. Raises ApiError."""
        async with aclosing(self._answers(ids, [])) as reading:
            async for part in reading:
                yield part

    async def _answers(
        self, ids: Sequence[str], answers: list[bytes]
    ) -> AsyncGenerator[tuple[int, tuple[StoredProduct, ...]]]:
        """The same; the answers as they came are kept in `answers`."""
        from svcconsole.services.catalog.price_grid.reading import read_products

        missing = set(ids)
        client = await self._console.ready()
        async with aclosing(read_products(client, ids)) as reading:
            async for part in reading:
                answers += part.answers
                for product in part.products:
                    missing.discard(product.id or "")
                    self._pending.take_product(product.id or "", variant_rows(product))
                if part.products:
                    yield part.done, part.products
        for identity in missing:
            self._pending.take_product(identity, ())

    # Sending

    async def send(self) -> None:
        """Send what is ready as a run, unless the store or the grid has something else meanwhile."""
        planned, cells = await self.plan()
        if planned and self._console.runs is not None:
            await self.begin(planned, cells)
            self._console.runs.start(planned)

    async def begin(self, run_id: str, cells: Sequence[CellKey]) -> None:
        """These cells are on their way with this run."""
        self._pending.send(cells)
        self.run_id = run_id
        self._follow()
        await self.keep()
        self.changed.emit()

    async def forget_plan(self, run_id: str) -> None:
        """A rehearsal was left without sending: its plan goes."""
        if run_id != self.run_id:
            await self._console.db(lambda space: space.runs.forget(run_id))

    async def plan(self) -> tuple[str, list[CellKey]]:
        """The run of what is ready, on what the store holds right now, and its cells; blank and none where
        somebody has to look first."""
        wanted = {cell: self._pending.changes[cell] for cell in self._pending.ready()}
        if not wanted:
            return "", []
        answers: list[bytes] = []
        ids = list(dict.fromkeys(cell.row.product for cell in wanted))
        async with aclosing(self._answers(ids, answers)) as reading:
            async for _, products in reading:
                self.read.emit(products)
        self.changed.emit()
        if self._was_edited(wanted) or self._was_stopped(wanted):
            return "", []
        planned = {cell: change for cell, change in wanted.items() if cell in self._pending.changes}
        if not planned:
            return "", []
        run_id = await self._write_plan(answers, planned)
        if self._was_edited(planned):
            await self.forget_plan(run_id)
            return "", []
        return run_id, list(planned)

    async def _write_plan(self, answers: Sequence[bytes], changes: Mapping[CellKey, Change]) -> str:
        from svcconsole.services.workers.worker_process import WorkerProcess

        worker = WorkerProcess(
            "svcconsole.services.catalog.price_grid.plan:PricePlan", str(self._console.store_folder)
        )
        try:
            planned = await worker.call("plan", answers, changes)
        finally:
            await worker.close()
        return str(planned.run_id)

    def _was_edited(self, wanted: Mapping[CellKey, Change]) -> bool:
        """Whether the grid has something else in a cell than was to be sent, or somebody types into it; it is
        said then. What the store has meanwhile is gone from the grid without an edit."""
        rows, changes = self._pending.rows, self._pending.changes

        def is_stored(cell: CellKey, change: Change) -> bool:
            row = rows.get(cell.row)
            return row is not None and cell not in changes and row.value(cell.field) == change.after

        edited = self._open_cell() in wanted or any(
            changes.get(cell) != change and not is_stored(cell, change) for cell, change in wanted.items()
        )
        if edited:
            self._console.notices.add(
                Level.WARNING,
                tr("Cells were edited while they were prepared for sending."),
                advice=tr("Nothing was sent. Finish editing, then send or rehearse again."),
            )
        return edited

    def _was_stopped(self, wanted: Mapping[CellKey, Change]) -> bool:
        """Whether the store has something else in a cell now; it is said then."""
        stopped = sum(cell in self._pending.changes and not self._pending.is_ready(cell) for cell in wanted)
        if stopped:
            self._console.notices.add(
                Level.WARNING,
                tr_plural(
                    "{n} cell has changed in the store meanwhile.",
                    "{n} cells have changed in the store meanwhile.",
                    stopped,
                ),
                advice=tr("Nothing was sent. Choose whether yours or theirs counts, then send again."),
            )
        return stopped > 0

    # How it ended

    def _follow(self) -> None:
        runs = self._console.runs
        if runs is None or self._followed:
            return
        self._followed = True
        runs.finished.connect(self._finished)
        runs.changed.connect(self._changed)

    def _finished(self, run_id: str) -> None:
        if run_id == self.run_id:
            self._scope.start(self.settle(), "settle")

    def _changed(self) -> None:
        """Another console may drive the run, and end it."""
        runs = self._console.runs
        run = None if runs is None or not self.run_id else runs.run(self.run_id)
        if run is not None and run.state in ("finished", "stopped") and run.control is None:
            self._finished(self.run_id)

    async def settle(self) -> None:
        """Take in how the run ended; one that has not ended is waited for."""
        from svcconsole.services.catalog.price_grid.reading import ended

        run_id = self.run_id
        if not run_id:
            return
        known = await self._console.db(lambda space: space.runs.known([run_id]))
        if known and known[0].state not in ("finished", "stopped"):
            self._follow()
            return
        sent = list(dict.fromkeys(cell.row.product for cell in self._pending.on_the_way))
        found = await self._console.db(partial(ended, run_id=run_id))
        if run_id != self.run_id:
            return  # it was settled meanwhile
        self.run_id = ""
        self._pending.settle(found.accepted, found.refused)
        await self.keep()
        self.changed.emit()
        self._tell(run_id, len(found.accepted), found.refused)
        async with aclosing(self.read_products(sent)) as reading:
            async for _, products in reading:
                self.read.emit(products)
        self.changed.emit()
        self.settled.emit()

    def _tell(self, run_id: str, accepted: int, refused: dict[str, str]) -> None:
        notices = self._console.notices
        if accepted:
            notices.add(
                Level.SUCCESS,
                tr_plural(
                    "{n} product has its new prices and stock.",
                    "{n} products have their new prices and stock.",
                    accepted,
                ),
                links=(Link(tr("Take back"), lambda: self.take_back.emit(run_id)),),
            )
        if refused:
            notices.add(
                Level.WARNING,
                tr_plural("{n} product was refused.", "{n} products were refused.", len(refused)),
                advice=tr("Its cells are marked. Change them or give them back, then send again."),
                server_words=tuple(dict.fromkeys(refused.values()))[:1],
            )

    # Keeping

    async def keep(self) -> None:
        """Write what waits into the workspace; with nothing waiting the draft goes."""
        value: dict[str, Any] = {
            **self._pending.as_json(),
            "run": self.run_id,
            "name": tr("Prices and stock"),
        }
        if self._pending.changes:
            await self._console.db(lambda space: space.drafts.save(DRAFT, value))
        else:
            await self._console.db(lambda space: space.drafts.delete(DRAFT))

    async def restore(self) -> list[str]:
        """Take what was kept; the products it is about, which are to be read."""
        kept = await self._console.db(_kept)
        if kept is None or self._pending.changes:
            return []
        self.run_id = str(kept.get("run") or "")
        return self._pending.load(kept)


def _kept(workspace: Workspace) -> dict[str, Any] | None:
    draft = workspace.drafts.get(DRAFT)
    return None if draft is None else draft.value
