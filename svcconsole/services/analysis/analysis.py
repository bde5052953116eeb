"""Questions about one opened table, for a window: coroutines, answered in threads, stopped by cancelling."""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from svcconsole.services.analysis import column_profile, time_series
from svcconsole.services.analysis.cell_masks import masks_of_columns
from svcconsole.services.analysis.column_moments import Zones
from svcconsole.services.analysis.column_types import Reading, Source, as_text, begins_with_values, decide
from svcconsole.services.analysis.compare import Comparison, Pair, compare
from svcconsole.services.analysis.database import Database, QueryCancelled, Question, Share
from svcconsole.services.analysis.export import ExportKind, ExportRequest, Steps, export
from svcconsole.services.analysis.loading import load
from svcconsole.services.analysis.results import (
    AnalysisError,
    ColumnReading,
    ColumnType,
    ExportProgress,
    Group,
    Kind,
    Loading,
    Profile,
    TimeSeries,
    TopValue,
    Unit,
    ViewCounts,
)
from svcconsole.services.analysis.sql import select
from svcconsole.services.analysis.view import View
from svcconsole.services.analysis.view_sql import Readings, Rows, condition, order
from svcconsole.tables.viewing.opened_table import OpenedTable, Row
from svcconsole.tables.viewing.scratch_folder import Scratch
from svcconsole.words.message import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
P = TypeVar("P")

VIEWS_KEPT = 6
LOADING_SECONDS = 0.2
TABLE = "rows"
WHOLE = View()
STALE = View(search="\0")
"""What a view was whose columns are read in another way now; nobody asks for it."""


class Analysis:
    """Sorts, filters, counts and exports one opened table; nothing is loaded before the first question.

    Several questions may be asked at once. Cancelling the awaiting task stops the work. Raises AnalysisError
    and TableError with a sentence for the person. `on_loading` is called on the loop's thread while the
    table is read for the first question.
    """

    def __init__(
        self,
        opened: OpenedTable,
        *,
        on_loading: Callable[[Loading], None] | None = None,
        zones: Zones | None = None,
    ) -> None:
        """`zones` of the table's moments; UTC where it is None."""
        self.opened = opened
        self.zones = zones or Zones()
        self._on_loading = on_loading
        self._database = Database()
        self._loader = Question()
        self._loading: asyncio.Future[None] | None = None
        self._step = ""
        self._making = threading.Lock()
        self._scratch: Scratch | None = None
        self._readings: dict[int, tuple[Source, Reading]] = {}
        self._types: dict[int, ColumnType] = {}
        self._views: OrderedDict[int, tuple[View, NDArray[np.uint32] | None]] = OrderedDict()
        self._handles = 0
        self._width = 0

    async def view(self, view: View) -> ViewCounts:
        """Compute the rows of a view and their order; page with `rows(handle, …)`. The last six are kept."""
        begun = time.perf_counter()
        for handle, (known, found) in self._views.items():
            if known == view != STALE:
                self._views.move_to_end(handle)
                return ViewCounts(self._count(found), time.perf_counter() - begun, handle)
        if view.whole:
            found = None
            await self._database.ask(self._index)
        else:
            found = await self._ask(lambda question: self._order(question, view))
        self._handles += 1
        self._views[self._handles] = (view, found)
        if len(self._views) > VIEWS_KEPT:
            self._views.popitem(last=False)
        return ViewCounts(self._count(found), time.perf_counter() - begun, self._handles)

    async def check(self, view: View) -> None:
        """Whether a view can be asked for; AnalysisError when a value fits no column of its kind."""
        await self._ask(lambda question: self._rows(question, view))

    def set_zones(self, zones: Zones) -> None:
        """Show and count moments in other zones. Computed views can be paged still."""
        if zones != self.zones:
            self.zones = zones
            self._age_views()

    def set_types(self, types: Mapping[int, ColumnType]) -> None:
        """What somebody chose that columns hold; the others are read by their cells."""
        if dict(types) != self._types:
            self._types = dict(types)
            self._age_views()

    def _age_views(self) -> None:
        for handle, (view, found) in self._views.items():
            if not view.whole:
                self._views[handle] = (STALE, found)

    def places(self, handle: int, first: int, count: int) -> list[int]:
        """Places in the file (from 0) of a view's rows; none for a handle no longer kept."""
        if handle not in self._views:
            return []
        found = self._views[handle][1]
        if found is None:
            return list(range(first, min(first + count, self.opened.rows_known)))
        numbers: list[int] = found[first : first + count].tolist()
        return numbers

    def rows(self, handle: int, first: int, count: int) -> list[Row]:
        """Rows of a view from `first` (from 0) on, in its order; at once, so call it while painting."""
        return self.opened.rows_at(self.places(handle, first, count))

    async def kinds(self) -> tuple[Kind, ...]:
        """What each column holds."""
        return await self._ask(
            lambda question: tuple(self._reading(question, column).kind for column in range(self._width))
        )

    async def readings(self, columns: Sequence[int]) -> dict[int, ColumnReading]:
        """How the cells of these columns are shown, decided from the whole file."""
        return await self._ask(
            lambda question: {column: self._reading(question, column).look for column in columns}
        )

    async def profile(self, column: int, view: View = WHOLE) -> Profile:
        """A column in figures, over the rows of `view`."""
        return await self._ask(
            lambda question: column_profile.profile(
                self._rows(question, view), self._reading(question, column), self.opened.columns[column]
            )
        )

    async def top(self, column: int, view: View = WHOLE, limit: int = 20) -> tuple[TopValue, ...]:
        """The most frequent values of a column."""
        return await self._ask(lambda question: column_profile.top(self._rows(question, view), column, limit))

    async def group(
        self, by: int, of: int | None = None, view: View = WHOLE, limit: int = 20
    ) -> tuple[Group, ...]:
        """The most frequent values of `by` with rows, and sum and mean of the numbers of `of`."""

        def work(question: Question) -> tuple[Group, ...]:
            reading = None if of is None else self._reading(question, of)
            return column_profile.group(self._rows(question, view), by, reading, limit)

        return await self._ask(work)

    async def over_time(
        self,
        column: int,
        unit: Unit,
        split: int | None = None,
        view: View = WHOLE,
        most: int = 6,
        *,
        of: int | None = None,
    ) -> TimeSeries:
        """Rows per period, or the sum of `of`; `split` by the `most` largest values, the others the rest."""

        def work(question: Question) -> TimeSeries:
            reading = self._reading(question, column)
            added = None if of is None else self._reading(question, of)
            return time_series.over_time(self._rows(question, view), reading, unit, split, most, of=added)

        return await self._ask(work)

    async def export(
        self,
        view: View,
        columns: tuple[int, ...],
        path: Path,
        kind: ExportKind,
        on_progress: Callable[[ExportProgress], None] | None = None,
        *,
        masked: bool = False,
    ) -> ExportProgress:
        """Write a view with these columns in this order to `path`, whole or not at all.

        CSV as the house writes it (every cell quoted, formulas made harmless, UTF-8 with a mark), Parquet
        with numbers and dates where every cell is one, or XLSX. AnalysisError when XLSX cannot hold it.
        `masked`: without who people are.
        """
        steps = Steps(self._listener_on_loop(on_progress))
        names = self.opened.columns

        def work(question: Question) -> ExportProgress:
            wanted = ExportRequest(
                order=order(view.sorts, lambda column: self._reading(question, column)),
                columns=tuple(
                    as_text(column) if kind == "csv" else self._reading(question, column)
                    for column in columns
                ),
                names=tuple(self.opened.columns[column] for column in columns),
                path=path,
                kind=kind,
                masks=masks_of_columns([names[column] for column in columns], names) if masked else None,
            )
            return export(self._rows(question, view), wanted, self._folder(), steps)

        return await self._ask(work, share=steps.asked)

    async def compare(self, other: OpenedTable, key: tuple[str, ...]) -> Comparison:
        """What was added, removed and changed from this table to `other`, rows matched by `key`."""
        database = Database()
        heard = self._listener_on_loop(self._on_loading)
        pair = Pair(self.opened, other, key, self.zones)

        def work(question: Question) -> Comparison:
            with closing(Scratch()) as scratch:
                database.connect(scratch.folder)
                database.lend(question)
                return compare(question, pair, scratch.folder, heard)

        try:
            return await database.ask(work)
        finally:
            await database.close()

    async def close(self) -> None:
        """Stop everything, give the memory back and remove what was written for the analysis."""
        self._views.clear()
        self._loader.stop()
        await self._database.close()
        if self._scratch is not None:
            await asyncio.to_thread(self._scratch.close)

    async def _ask(self, work: Callable[[Question], T], *, share: Share | None = None) -> T:
        return await (await self._ready()).ask(work, told=share)

    async def _ready(self) -> Database:
        """The database with the table in it; the first question loads it, also when it is cancelled."""
        while self._loading is None or not self._loading.done():
            if self._loading is None:
                self._loading = self._database.start(
                    self._loader, functools.partial(self._load, self._listener_on_loop(self._on_loading))
                )
            await asyncio.wait({self._loading}, timeout=LOADING_SECONDS)
            if self._step == "loading" and self._on_loading is not None:
                self._on_loading(Loading("loading", self._loader.share()))
        loading = self._loading
        if loading.exception() is not None:
            self._loading = None  # The next question tries again.
            self._loader = Question()
        try:
            loading.result()
        except QueryCancelled:
            raise asyncio.CancelledError from None
        return self._database

    def _load(self, told: Callable[[Loading], None], question: Question) -> None:
        folder = self._folder()
        self._database.connect(folder)
        self._database.lend(question)
        self._width = load(question, self.opened, TABLE, folder, told)
        self._database.lock(folder)

    def _index(self, question: Question) -> None:
        if not self.opened.ensure_indexed(lambda: question.stopped):
            raise QueryCancelled

    def _order(self, question: Question, view: View) -> NDArray[np.uint32]:
        among = self._rows(question, view)
        sorted_by = order(view.sorts, lambda column: self._reading(question, column))
        query = select("rowid::UINTEGER AS place", TABLE, where=among.where.sql, order=sorted_by)
        (found,) = question.numbers(query, among.where.values)
        return found

    def _rows(self, question: Question, view: View) -> Rows:
        readings = Readings(
            lambda column: self._reading(question, column),
            lambda column: begins_with_values(question, TABLE, column),
        )
        where = condition(view, readings, self._width)
        return Rows(question, TABLE, where)

    def _reading(self, question: Question, column: int) -> Reading:
        """How a column reads, decided once over the whole file, whatever the view, for a type and zones."""
        if not 0 <= column < self._width:
            raise AnalysisError(message("This table has no such column."), message("Choose another one."))
        source = Source(
            TABLE,
            self.opened.columns[column],
            self.opened.dialect.delimiter,
            self.zones,
            self._types.get(column),
        )
        known = self._readings.get(column)
        if known is None or known[0] != source:
            known = self._readings[column] = (source, decide(question, source, column))
        return known[1]

    def _count(self, found: NDArray[np.uint32] | None) -> int:
        return self.opened.rows_known if found is None else len(found)

    def _folder(self) -> Path:
        with self._making:
            if self._scratch is None:
                self._scratch = Scratch()
            return self._scratch.folder

    def _listener_on_loop(self, listener: Callable[[P], None] | None) -> Callable[[P], None]:
        """A function for other threads that tells `listener` on the loop's thread."""
        loop = asyncio.get_running_loop()

        def tell(progress: P) -> None:
            if isinstance(progress, Loading):
                self._step = progress.step
            if listener is not None and not loop.is_closed():
                loop.call_soon_threadsafe(listener, progress)

        return tell
