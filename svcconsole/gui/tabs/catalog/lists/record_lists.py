"""The store's products and catalogs together: loaded from the snapshot, read, updated by edits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.catalog.record_cache import RecordCache, Stage
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.workspace.database import Workspace

MOST_FOUND = 20
MOST_BY_ID = 20
"""More records than these that others changed are read with the whole list."""


class RecordLists(QObject):
    """Both shelves, and by id when this console last changed a record. `changes_read`: those are new."""

    changes_read = Signal()

    def __init__(self, console: Console, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._console = console
        self._scope = scope
        self.products = RecordCache[ProductRow](console, "products", ProductRow, self)
        self.catalogs = RecordCache[CatalogRow](console, "catalogs", CatalogRow, self)
        self.changed: dict[str, str] = {}
        self.catalogs_changed: dict[str, str] = {}
        self.products.reading_changed.connect(self._show_failure)
        console.connection_changed.connect(self._read_once_back)
        console.products_changed.connect(lambda _: scope.start(self.read_changes(), "changes"))

    async def open(self) -> None:
        """Show what the snapshots kept, and what this console changed."""
        await asyncio.gather(self.products.open(), self.catalogs.open())
        await self.read_changes()

    def refresh(self) -> None:
        """Read both again."""
        self._scope.start(self._read(), "read")

    def stop(self) -> None:
        """Stop reading; what came stays."""
        self._scope.cancel("read")

    async def read_changes(self) -> None:
        """Ask the workspace what this console changed."""
        for kind, into in (("products", self.changed), ("catalogs", self.catalogs_changed)):
            into.update(await self._console.db(partial(_last_changed, kind=kind)))
        self.changes_read.emit()

    def find_products(self, words: str, *, by_id: bool) -> Sequence[tuple[str, str]]:
        """Ids and names of the first products of the list that hold every word, for the palette."""
        parts = words.casefold().split()
        matching = (
            (row.id, row.name)
            for row in self.products.rows.values()
            if all(part in (row.id.casefold() if by_id else row.found) for part in parts)
        )
        return list(islice(matching, MOST_FOUND))

    async def read_others(self, kind: str, ids: frozenset[str]) -> None:
        """Somebody else changed these records of `kind`: read them from the store, all of them where nobody
        said which or there are many. Where the store is away they stay as they are until it is back."""
        from svcconsole.api.errors import ApiError

        if "" in ids or len(ids) > MOST_BY_ID:
            self.refresh()
            return
        with suppress(ApiError):
            for identity in sorted(ids):
                await self.read_record(kind, identity)
        await self.read_changes()

    async def read_record(self, kind: str, identity: str) -> ProductRow | CatalogRow | None:
        """Show one record as the store has it now; None where it has it no more."""
        from svcconsole.services.catalog import records
        from svcconsole.services.catalog.stored_rows import stored_row
        from svcconsole.services.take_back.comparison import WHOLE

        seen = await records.read(await self._console.ready(), WHOLE[kind], identity)
        row = None if seen is None else stored_row(kind, seen.record)
        shelf: Any = self.products if kind == "products" else self.catalogs
        if row is None:
            shelf.drop([identity])
        else:
            shelf.upsert([row])
        return row

    def take_products(self, products: Sequence[StoredProduct]) -> None:
        """Products that were read elsewhere: the list shows them as the store has them now."""
        from svcconsole.services.catalog.stored_rows import product_row

        rows = (product_row(product) for product in products)
        self.products.upsert([row for row in rows if row is not None and row.id in self.products.rows])

    async def read_after_runs(self, run_ids: frozenset[str]) -> None:
        """Runs that others drive changed: when one of products or catalogs has ended, the lists are read
        again."""
        runs = await self._console.db(lambda space: space.runs.known(run_ids))
        ended = {run.kind for run in runs if run.state in ("finished", "stopped")}
        if "" in run_ids or ended & {"products", "catalogs"}:
            self.refresh()

    async def _read(self) -> None:
        from svcconsole.gui.tabs.catalog.editing.record_kinds import catalogs, products

        lists = catalogs(), products()
        await self.catalogs.read(lists[0].listing, lists[0].row_of)
        await self.products.read(lists[1].listing, lists[1].row_of)
        await self.read_changes()

    def _read_once_back(self) -> None:
        """What could not be read is read when the store is back: nothing goes on saying that it is away."""
        back = self._console.state.reach == "connected"
        if back and self._failed() and not self._scope.is_busy("read"):
            self.refresh()

    def _failed(self) -> bool:
        """Whether a list was not read for want of the store."""
        lists = (self.products.reading, self.catalogs.reading)
        return any(reading.stage is Stage.FAILED and not reading.server_words for reading in lists)

    def _show_failure(self) -> None:
        reading = self.products.reading
        if reading.stage is not Stage.FAILED:
            self._console.notices.settle("products")
        elif self.products.rows:
            from svcconsole.gui.runtime.notices import Link

            self._console.notices.add(
                "error",
                reading.sentence or tr("The products could not be read."),
                advice=reading.advice,
                server_words=reading.server_words,
                links=(Link(tr("Try again"), self.refresh),),
                about="products",
            )


def _last_changed(workspace: Workspace, *, kind: str) -> dict[str, str]:
    """Id → when this console last changed it; on the workspace's thread."""
    return workspace.changes.last_changed(kind)
