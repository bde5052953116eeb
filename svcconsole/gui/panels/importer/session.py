"""The worker process of one import, its latest answers, and the prices it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from svcconsole.gui.panels.importer.store_prices import StorePrices

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.imports.views import Overview
    from svcconsole.services.workers.worker_process import WorkerProcess


class Session:
    """One import as the page asks about it; the worker answers in the order it was asked."""

    def __init__(
        self, console: Console, kind: str, worker: str = "svcconsole.services.imports.session:ImportSession"
    ) -> None:
        """`worker` is what answers, as "module:Class"."""
        self._console = console
        self.kind = kind
        self._made = worker
        self._worker: WorkerProcess | None = None
        self._opening = asyncio.Lock()
        self.overview: Overview | None = None
        self.prices = StorePrices(console, self)

    async def open(self, path: Path | None, import_id: str | None, kind: str = "") -> Overview:
        """Read `path`, or go on with an import that was kept; raises `TableError` where it cannot be read. It
        is of another `kind` from then on, once it has been read."""
        kind = kind or self.kind
        await asyncio.to_thread(import_module, "svcconsole.services.imports.views")
        await asyncio.to_thread(import_module, "svcconsole.services.workers.worker_process")
        from svcconsole.services.imports.views import Defaults
        from svcconsole.services.workers.worker_process import WorkerProcess

        async with self._opening:
            self.overview = None
            await self.close()
            card = self._console.card
            self._worker = worker = WorkerProcess(
                self._made,
                str(self._console.store_folder),
                kind=kind,
                path=None if path is None else str(path),
                import_id=import_id,
                defaults=Defaults(
                    card.currency, card.storefront_url, card.region, card.price_limit, self._console.app_id
                ),
            )
            overview: Overview = await worker.call("overview")
            self.kind, self.overview = kind, overview
            return overview

    async def read_otherwise(self, changes: dict[str, Any]) -> Overview:
        """Read the file again with another encoding, delimiter, quoting or header."""
        overview: Overview = await self.call("set_dialect", **changes)
        self.overview = overview
        return overview

    async def read_again(self) -> Overview:
        """The file as it is read now, after an answer about the reading."""
        overview: Overview = await self.call("overview")
        self.overview = overview
        return overview

    async def call(
        self, method: str, *arguments: Any, progress: Callable[[Any], None] | None = None, **named: Any
    ) -> Any:
        """Ask the worker, as soon as it has read the file; `LookupError` where no file is open."""
        async with self._opening:
            worker = self._worker
        if worker is None:
            raise LookupError("no file is open")
        return await worker.call(method, *arguments, progress=progress, **named)

    def stop(self) -> None:
        """Stop what the worker is doing where it can be stopped: that call raises `WorkCancelled`."""
        if self._worker is not None:
            self._worker.cancel()

    async def close(self) -> None:
        """End the worker process; what was decided is in the workspace already."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.close()
