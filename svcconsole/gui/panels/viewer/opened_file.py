"""The file of a viewer: opened and indexed in threads, queried through DuckDB on demand."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from svcconsole.gui.panels.viewer.cells import kinds_of, longest_of
from svcconsole.gui.panels.viewer.sheet_columns import Columns
from svcconsole.gui.panels.viewer.sheet_model import SheetRow
from svcconsole.gui.runtime.opened_in_thread import opened_in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from svcconsole.services.analysis.analysis import Analysis
    from svcconsole.services.analysis.column_moments import Zones
    from svcconsole.services.analysis.results import Loading
    from svcconsole.tables.reading.dialect import Dialect
    from svcconsole.tables.viewing.opened_table import IndexProgress, OpenedTable

FIRST_ROWS = 120
MEASURED = 3


class OpenedFile:
    """One opened table with its first rows. Made by `open_file`; `aclose` gives everything back."""

    def __init__(self, table: OpenedTable, first: Sequence[SheetRow]) -> None:
        self.table = table
        self.first = first
        self._stop = threading.Event()
        self._indexing: asyncio.Future[None] | None = None
        self._analysis: Analysis | None = None
        self.inspect()

    def inspect(self) -> None:
        """See what the columns known so far hold and how wide they are, by the first rows."""
        names, cells = self.table.columns, [row.cells for row in self.first]
        self.columns = Columns(names, kinds_of(names, cells), longest_of(names, cells, MEASURED))

    async def index(self, told: Callable[[IndexProgress], None]) -> None:
        """Find every row; `told` hears on this thread how far it is."""
        loop = asyncio.get_running_loop()

        def run() -> None:
            for progress in self.table.index(self._stop.is_set):
                loop.call_soon_threadsafe(told, progress)

        self._indexing = loop.run_in_executor(None, run)
        await asyncio.shield(self._indexing)

    async def rows(self, first: int, count: int) -> Sequence[SheetRow]:
        """Rows of the whole file from `first`, counted from 0."""
        return await asyncio.to_thread(self.table.rows, first, count)

    async def rows_seen(self, handle: int, first: int, count: int) -> Sequence[SheetRow]:
        """Rows of a view that was computed."""
        if self._analysis is None:
            raise RuntimeError("nothing was asked yet")
        return await asyncio.to_thread(self._analysis.rows, handle, first, count)

    async def analysis(self, told: Callable[[Loading], None], zones: Callable[[], Zones]) -> Analysis:
        """What answers questions about the rows; `told` hears how far the table is read for the first one,
        `zones` says in which zones its moments are then."""
        if self._analysis is None:
            kind = await asyncio.to_thread(_analysis_class)
            if self._analysis is None:
                self._analysis = kind(self.table, on_loading=told, zones=zones())
        return self._analysis

    def is_asked(self) -> bool:
        """Whether anything was asked of the rows yet."""
        return self._analysis is not None

    async def aclose(self) -> None:
        """End what is under way, then close the file. A second call ends what a cancelled one began."""
        self._stop.set()
        if self._analysis is not None:
            await self._analysis.close()
        if self._indexing is not None:
            await asyncio.wait([self._indexing])
        await asyncio.to_thread(self.table.close)


def _analysis_class() -> type[Analysis]:
    from svcconsole.services.analysis.analysis import Analysis

    return Analysis


async def open_file(path: Path, dialect: Dialect | None = None, table: int = 1) -> OpenedFile:
    """Open `path` in a thread; TableError says in one sentence why not."""

    def run() -> OpenedFile:
        from svcconsole.tables.viewing.opened_table import open_table

        opened = open_table(path, dialect=dialect, table=table)
        return OpenedFile(opened, opened.first_rows(FIRST_ROWS))

    return await opened_in_thread(run, lambda opened: opened.table.close())
