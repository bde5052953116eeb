"""Loads a file into the table: opens and indexes it, runs the query, summarises its columns."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.row_pages import Fetch
from svcconsole.gui.panels.viewer import viewer_text
from svcconsole.gui.panels.viewer.arrangement import keys_of
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.column_summaries import ColumnSummaries
from svcconsole.gui.panels.viewer.headings import headings_of
from svcconsole.gui.panels.viewer.opened_file import OpenedFile, open_file
from svcconsole.gui.panels.viewer.saved_columns import SavedColumns
from svcconsole.gui.panels.viewer.sheet import Sheet
from svcconsole.gui.panels.viewer.sheet_model import SheetRow
from svcconsole.gui.panels.viewer.view_query import ViewQuery
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import computer_zone, display_zone
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.services.analysis.results import AS_TEXT

if TYPE_CHECKING:
    from svcconsole.services.analysis.analysis import Analysis
    from svcconsole.services.analysis.column_moments import Zones
    from svcconsole.services.analysis.results import ColumnReading, ColumnType, Loading, ViewCounts
    from svcconsole.services.analysis.view import Filter, View
    from svcconsole.tables.reading.dialect import Dialect
    from svcconsole.tables.viewing.opened_table import IndexProgress

FIRST_PAINT_SECONDS: Final = 0.05
"""The first rows are painted before the others are looked for: both want the interpreter."""
OF_ONE_FILE: Final = (
    *("index", "ask", "rows", "looks", "zone", "profile", "offers"),
    *("chart", "compare", "copy"),
)
"""What is under way for the file on screen and has no use once there is another."""
SMALL: Final = 16_000_000
"""Bytes of a file up to which its columns are profiled unasked: larger ones cost memory nobody wanted yet."""
READ_UNASKED: Final = 3 * SMALL
"""Bytes up to which all columns are read, so that moments and numbers are shown as what they are."""
SHOWN_OTHERWISE: Final = (Kind.DATE, Kind.NUMBER)
"""What is shown in another way than the file has it, once its column has been read whole."""


MOST_PROFILED: Final = 100
"""Columns of a view that are profiled: with thousands of them nobody would wait for the last."""


class TableLoader(QObject):
    """`opened()`: another file is on screen. `told()`: counts, progress or notes are new. `seen_anew()`.

    `kept()`: what was asked came to nothing, so the view before it stays. `read_anew()`: columns are read in
    another way, so that what was counted of them is to be counted anew.
    """

    opened = Signal()
    told = Signal()
    read_anew = Signal()
    seen_anew = Signal()
    kept = Signal()

    def __init__(self, console: Console, sheet: Sheet, scope: TaskScope, parent: QObject) -> None:
        super().__init__(parent)
        self._console = console
        self._scope = scope
        self.sheet = sheet
        self.asked = ViewQuery(self)
        self.glances = ColumnSummaries(scope, self)
        self.file: OpenedFile | None = None
        self.report = ""
        """The report the file came from, by name; empty for any other file."""
        self.chosen_dialect = False
        """Whether somebody said how the file is to be read."""
        self._leaving: list[OpenedFile] = []
        self.remembered: SavedColumns | None = None
        self.seen: ViewCounts | None = None
        self.view = self.asked.view
        """The view on screen; `asked.view` is the wanted one while it is being computed."""
        self.share = 0.0
        self.busy = False
        self.profiles = False
        self.types: dict[int, ColumnType] = {}
        """What somebody chose that columns hold."""
        self._known: list[bool] = []
        """Which columns have been read whole."""
        self.asked.changed.connect(self._ask)
        display_zone().changed.connect(self._times_changed)
        privacy().changed.connect(self._say_anew)
        self.glances.changed.connect(self._show_glances)
        sheet.columns.changed.connect(self._keep_columns)

    # -- opening

    async def open(
        self, path: Path, report: str = "", *, dialect: Dialect | None = None, table: int = 1
    ) -> None:
        """Show `path`; TableError says in one sentence why not, and what was open stays."""
        fresh = await open_file(path, dialect, table)
        before = self.file
        for key in OF_ONE_FILE:
            self._scope.cancel(key)
        self.glances.stop()
        self.file, self.seen, self.busy, self.share = fresh, None, False, 0.0
        self.report, self.chosen_dialect = report, dialect is not None
        self.asked.reset()
        self.view = self.asked.view
        self.remembered = SavedColumns(self._console.settings, report, fresh.columns.names)
        headings = headings_of(report, fresh.columns.names)
        self.sheet.set_table(fresh.columns, self.remembered.columns(), headings)
        self._known = [False] * len(fresh.columns.names)
        self._await_readings(fresh)
        self._restore_types(fresh.columns.names)
        wanted = self.remembered.profiles()
        self.profiles = fresh.table.size <= SMALL if wanted is None else wanted
        self.sheet.columns.set_glances({}, tall=self.profiles)
        self.sheet.show_rows(fresh.table.rows_known, fresh.rows, fresh.first)
        self.opened.emit()
        self._scope.start(self._index(fresh), "index")
        if before is not None:
            self._leaving.append(before)
            self._scope.start(self._leave(before))

    async def _leave(self, file: OpenedFile) -> None:
        await file.aclose()
        self._leaving.remove(file)

    async def _index(self, file: OpenedFile) -> None:
        await asyncio.sleep(FIRST_PAINT_SECONDS)
        self.sheet.loading.start()
        try:
            await file.index(partial(self._indexed, file))
        finally:
            if file is self.file and not self.busy:
                self.sheet.loading.stop()
        if file is not self.file:
            return
        if len(file.table.columns) > len(self.sheet.file_model.names):
            file.inspect()
            self.sheet.widen(file.columns)
            self._known = [False] * len(file.columns.names)
            self._await_readings(file)
        self.sheet.file_model.set_odd(len(file.table.header), file.table.ragged.first)
        if self.seen is None:
            self.sheet.grow(file.table.rows_known)
        self.told.emit()
        self._profile()
        self._read_columns(file)

    def _indexed(self, file: OpenedFile, progress: IndexProgress) -> None:
        if file is not self.file:
            return
        self.share = progress.read / max(1, progress.size)
        if not self.busy:
            self.sheet.loading.set_fraction(self.share)
        if self.seen is None and not progress.copying:
            self.sheet.grow(file.table.rows_known)
        self.told.emit()

    def rows_known(self) -> int:
        """How many rows the file has, so far."""
        return 0 if self.file is None else self.file.table.rows_known

    def complete(self) -> bool:
        """Whether all rows are found."""
        return self.file is not None and self.file.table.complete

    # -- asking

    def fetch(self) -> Fetch[SheetRow] | None:
        """What reads rows of the view on screen."""
        return self._fetch_of(self.file, self.seen)

    def _fetch_of(self, file: OpenedFile | None, seen: ViewCounts | None) -> Fetch[SheetRow] | None:
        if file is None:
            return None
        return file.rows if seen is None else partial(file.rows_seen, seen.handle)

    async def analysis(self) -> Analysis:
        """What answers questions about the file on screen."""
        if self.file is None:
            raise RuntimeError("no file is open")
        found = await self.file.analysis(partial(self._loading, self.file), _zones)
        found.set_types(self.types)
        return found

    async def suggest(self, column: int) -> Sequence[str]:
        """The commonest values of a column, in the rows of the view."""
        analysis = await self.analysis()
        return [each.value for each in await analysis.top(column, self.view)]

    async def refusal(self, wanted: Filter) -> str:
        """Why a filter cannot be set, where its values are none of its column's kind; blank when it can."""
        from svcconsole.services.analysis.results import AnalysisError
        from svcconsole.services.analysis.view import View

        analysis = await self.analysis()
        try:
            await analysis.check(View(filters=(wanted,)))
        except AnalysisError as error:
            return error.sentence
        return ""

    def _ask(self, view: View) -> None:
        self.told.emit()
        if self.file is None:
            return
        if view.whole:
            self._scope.cancel("ask")
            self._show_file(self.file, view, None)
        else:
            self._scope.start(self._read(self.file, view), "ask")

    async def _read(self, file: OpenedFile, view: View) -> None:
        self.busy, self.share = True, 0.0
        self.sheet.loading.start()
        self.told.emit()
        try:
            analysis = await self.analysis()
            seen = await analysis.view(view)
        except Exception:
            if file is self.file and view == self.asked.view:
                self._keep()
            raise
        if file is self.file and view == self.asked.view:
            self._show_file(file, view, seen)

    def stop(self) -> None:
        """Stop what is being computed; the view on screen stays."""
        self._scope.cancel("ask")
        self._keep()

    def _keep(self) -> None:
        self.asked.view = self.view
        self._rest()
        self.told.emit()
        self.kept.emit()

    def _rest(self) -> None:
        self.busy = False
        if self.complete():
            self.sheet.loading.stop()

    def _show_file(self, file: OpenedFile, view: View, seen: ViewCounts | None) -> None:
        self._rest()
        changed = (view.filters, view.search) != (self.view.filters, self.view.search)
        self.view, self.seen = view, seen
        fetch = self._fetch_of(file, seen)
        if fetch is not None:
            rows: Sequence[SheetRow] = file.first if seen is None else ()
            self.sheet.show_rows(file.table.rows_known if seen is None else seen.rows, fetch, rows)
        self.sheet.columns.set_sorts([(each.column, each.descending) for each in view.sorts])
        self.told.emit()
        self.seen_anew.emit()
        if self.remembered is not None and self.remembered.profiles() is None and file.is_asked():
            self.profiles = True
        if changed or not self.glances.known:
            self._profile()
        if not all(self._known):
            self._read_columns(file)

    def _loading(self, file: OpenedFile, loading: Loading) -> None:
        if file is self.file:
            self.share = loading.share
            self.sheet.loading.set_fraction(loading.share)
            self.told.emit()

    # -- what the columns hold

    def _read_columns(self, file: OpenedFile) -> None:
        """Read every column whole, where somebody asked of the file already or it is not too large."""
        if file.is_asked() or file.table.size <= READ_UNASKED:
            self._scope.start(self._read_looks(file), "looks")

    def _await_readings(self, file: OpenedFile) -> None:
        """What will be shown otherwise is not shown as the file has it meanwhile, and then changed."""
        if file.table.size <= READ_UNASKED:
            kinds = enumerate(file.columns.kinds[:MOST_PROFILED])
            self.sheet.file_model.set_awaited(at for at, kind in kinds if kind in SHOWN_OTHERWISE)

    async def _read_looks(self, file: OpenedFile) -> None:
        """The columns first whose cells wait for it."""
        try:
            analysis = await self.analysis()
            wanted = [at for at, known in enumerate(self._known) if not known][:MOST_PROFILED]
            awaited = self.sheet.file_model.awaited
            for part in ([at for at in wanted if at in awaited], [at for at in wanted if at not in awaited]):
                readings = await analysis.readings(part) if part else {}
                if file is self.file:
                    self._take_readings(readings)
        except Exception:
            if file is self.file:  # nothing will be known of them: they are shown as they are in the file
                self.sheet.set_readings(dict.fromkeys(self.sheet.file_model.awaited, AS_TEXT))
            raise

    def _take_readings(self, readings: Mapping[int, ColumnReading]) -> None:
        for column in readings:
            self._known[column] = True
        if readings:
            self.sheet.set_readings(readings)
            self.told.emit()

    def _restore_types(self, names: Sequence[str]) -> None:
        chosen = {} if self.remembered is None else self.remembered.types()
        self.types = {column: chosen[key] for column, key in enumerate(keys_of(names)) if key in chosen}

    def set_types(self, columns: Sequence[int], chosen: ColumnType | None) -> None:
        """Read columns as somebody says, None: by their cells. It is remembered for this report or header."""
        types = {**self.types, **dict.fromkeys(columns, chosen)}
        self.types = {at: each for at, each in types.items() if each is not None}
        if self.remembered is not None:
            keys = keys_of(self.sheet.file_model.names)
            self.remembered.save(types={keys[at]: each for at, each in self.types.items()})
        if self.file is not None:
            self._scope.start(self._read_otherwise(self.file, columns), f"type {columns}")

    def has_times(self) -> bool:
        """Whether a column holds moments, which are shown in one zone or another."""
        return any(look.timed for look in self.sheet.file_model.looks)

    def _times_changed(self) -> None:
        if self.file is not None and self.file.is_asked():
            self._scope.start(self._read_in_zone(self.file), "zone")

    async def _read_in_zone(self, file: OpenedFile) -> None:
        """Moments are shown, counted and filtered in another zone."""
        (await self.analysis()).set_zones(_zones())
        looks = self.sheet.file_model.looks
        await self._read_otherwise(file, [at for at, look in enumerate(looks) if look.kind == "date"])

    async def _read_otherwise(self, file: OpenedFile, columns: Sequence[int]) -> None:
        """Columns are read in another way: what is shown, counted and asked of them is anew."""
        await self.analysis()
        if file is not self.file:
            return
        for column in columns:
            self._known[column] = False
        self.glances.known = {}
        self._read_columns(file)
        self._ask(self.asked.view)
        self.read_anew.emit()

    # -- columns at a glance

    def set_profiles(self, wanted: bool) -> None:
        """Show each column's profile in the header, or do not; it is remembered."""
        self.profiles = wanted
        if self.remembered is not None:
            self.remembered.save(profiles=wanted)
        self._profile()

    def _say_anew(self) -> None:
        """Who people are is hidden from now on, or shown, in the cells and in what is said of a column."""
        model = self.sheet.file_model
        model.set_awaited(model.awaited)
        self.glances.known = {}
        self._profile()

    def _profile(self) -> None:
        self.sheet.columns.set_glances(self.glances.known, tall=self.profiles)
        if self.profiles and self.complete() and (self.seen is None or self.seen.rows):
            self._scope.start(self._read_profiles(), "profile")

    async def _read_profiles(self) -> None:
        analysis = await self.analysis()
        self.glances.read(analysis, self.sheet.columns.arrangement.shown()[:MOST_PROFILED], self.view)

    def _show_glances(self) -> None:
        self.sheet.columns.set_glances(self.glances.known, tall=self.profiles)

    def _keep_columns(self) -> None:
        if self.remembered is not None:
            self.remembered.save(columns=self.sheet.columns.arrangement.save())

    # -- words

    def count_words(self) -> str:
        """The count over the table."""
        if self.file is None:
            return ""
        if self.busy:
            if not self.share:
                return tr("Reading")
            return tr("Reading · {percent} %", percent=round(self.share * 100))
        seen = self.seen
        total = self.rows_known()
        if seen is None and self.sheet.file_model.awaited:
            return tr("Reading the columns")
        if seen is None:
            return viewer_text.seen_words(total, total, None, complete=self.complete())
        return viewer_text.seen_words(seen.rows, total, seen.seconds, complete=True)

    async def aclose(self) -> None:
        """Give the file back."""
        files = [*self._leaving, *([self.file] if self.file is not None else [])]
        self.file = None
        self._leaving.clear()
        for file in files:
            await file.aclose()


def _zones() -> Zones:
    """The zones of the window as an analysis takes them."""
    from svcconsole.services.analysis.column_moments import Zones

    return Zones(display_zone().name(), display_zone().store_name(), computer_zone())
