"""The list of imports being prepared and of runs, with their outcome; Enter opens one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.words import mark, message, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.runs.run_text import no_way_back
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.known.event_kinds import EventKind


@dataclass(frozen=True, slots=True)
class ImportRow:
    """An import being prepared (`run_id` None) or a run; `mapping` is what its file was recognised as,
    `kept_until` how long it can be taken back (ISO), None where it cannot: `no_way_back` says why then."""

    key: str
    file_name: str
    at: str
    state: PillValue
    totals: str
    rows: int | None
    import_id: str | None
    run_id: str | None
    plan: str = ""
    operator: str = ""
    mapping: str = ""
    kept_until: str | None = None
    no_way_back: str = ""


class ImportsPage(QWidget):
    """`open_import(import_id)`, `open_run(run_id)`, `import_wanted(path | None)`, `take_back(run_id)`."""

    open_import = Signal(str)
    open_run = Signal(str)
    import_wanted = Signal(object)
    take_back = Signal(str)

    def __init__(self, console: Console, kinds: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self._kinds = kinds
        self.scope = make_scope(self, console.notices)
        self.model: RecordModel[ImportRow] = RecordModel(self._columns(), key=lambda row: row.key)
        self.table = RecordTable(self.model, tr("Imports"))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.table.opened.connect(self._open)
        self.empty = EmptyState(
            "import",
            tr("No imports yet"),
            tr("Drop a file here. It is checked first; nothing is sent before you say so."),
        )
        self.empty.accept_files(console.notices)
        self.empty.file_dropped.connect(self.import_wanted)
        self.choose = button(tr("Import a file"), "import")
        self.choose.clicked.connect(lambda: self.import_wanted.emit(None))
        self.empty.add_button(self.choose)
        self.places = QStackedWidget()
        self.places.addWidget(self.table)
        self.places.addWidget(self.empty)
        vbox(self.places, parent=self)
        set_property(self, "bg", "surface")
        self.places.setCurrentWidget(self.empty)
        kinds_told = (EventKind.IMPORT, EventKind.RUN, EventKind.PROGRESS)
        self.live = LiveRefresh(self, console.events, self.scope, kinds_told, self._others_changed)

    def refresh(self) -> None:
        """Read the list again."""
        self.scope.start(self._read(), "read")

    async def _others_changed(self, _ids: frozenset[str]) -> None:
        await self._read()

    async def _read(self) -> None:
        rows = await self.console.db(lambda workspace: _import_rows(workspace, self._kinds))
        self.model.set_records(rows)
        self.places.setCurrentWidget(self.table if rows else self.empty)

    def _open(self, row: ImportRow) -> None:
        if row.run_id is not None:
            self.open_run.emit(row.run_id)
        elif row.import_id is not None:
            self.open_import.emit(row.import_id)

    def _row_actions(self, row: ImportRow) -> list[QAction]:
        if row.run_id is None and row.import_id is None:
            elsewhere = QAction(tr("It goes on at the other computer"), self.table)
            elsewhere.setEnabled(False)
            return [elsewhere]
        opens = QAction(tr("Open", "action") if row.run_id else tr("Go on preparing"), self.table)
        opens.triggered.connect(lambda: self._open(row))
        actions = [opens]
        if row.run_id is not None and row.kept_until is not None:
            back = QAction(tr("Take back this run"), self.table)
            back.triggered.connect(lambda: self.take_back.emit(row.run_id or ""))
            actions.append(back)
        elif row.run_id is not None and row.no_way_back:
            never = QAction(row.no_way_back, self.table)
            never.setEnabled(False)
            actions.append(never)
        if row.run_id is None and row.import_id is not None:
            drop = QAction(tr("Remove from the list"), self.table)
            drop.triggered.connect(lambda: self.scope.start(self._drop(row.import_id or "")))
            actions.append(drop)
        return actions

    async def _drop(self, import_id: str) -> None:
        await self.console.db(lambda workspace: workspace.imports.drop(import_id))
        await self._read()

    def _columns(self) -> list[ColumnSpec[ImportRow]]:
        return [
            ColumnSpec(
                key="file",
                title=tr("File"),
                value=lambda row: row.file_name,
                kind="strong",
                width=200,
                stretch=True,
            ),
            ColumnSpec(key="state", title=tr("Status"), value=lambda row: row.state, kind="pill", width=116),
            ColumnSpec(
                key="rows",
                title=tr("Rows"),
                value=lambda row: _number(row.rows),
                kind="number",
                width=70,
            ),
            ColumnSpec(
                key="totals",
                title=tr("Result"),
                value=lambda row: row.totals,
                width=250,
                drop=1,
            ),
            ColumnSpec(
                key="plan", title=tr("Plan"), value=lambda row: row.plan, kind="mono", width=100, drop=4
            ),
            ColumnSpec(
                key="operator",
                title=tr("By"),
                value=lambda row: called(row.operator),
                width=90,
                drop=3,
                tip=lambda row: row.operator or None,
            ),
            ColumnSpec(
                key="mapping",
                title=tr("Read as"),
                value=lambda row: row.mapping,
                width=170,
                drop=5,
            ),
            ColumnSpec(
                key="at",
                title=tr("When"),
                value=lambda row: relative_time(row.at),
                width=110,
                sort=lambda row: row.at,
            ),
        ]


def _number(value: int | None) -> str:
    return "" if value is None else QLocale().toString(value)


def _import_rows(workspace: Any, kinds: Collection[str]) -> list[ImportRow]:
    """Imports still open and every run of these kinds, newest first; on the workspace's thread."""
    from svcconsole.services.imports.kept_mapping import read_mapping

    rows = [
        ImportRow(
            key=f"import:{entry.id}",
            file_name=entry.file_name,
            at=entry.updated_at,
            state=_ELSEWHERE if entry.is_handed_over else PillValue(tr("Being prepared"), "edit", "neutral"),
            totals=tr("Nothing sent from here") if entry.is_handed_over else tr("Nothing sent yet"),
            rows=entry.rows,
            import_id=None if entry.is_handed_over else entry.id,
            run_id=None,
        )
        for entry in workspace.imports.list(open_only=False)
        if entry.kind in kinds and (entry.is_open or entry.is_handed_over)
    ]
    kept = workspace.before.kept_until()
    for run in workspace.runs.list():
        if run.kind not in kinds:
            continue
        totals = workspace.runs.totals(run.id)
        reached = totals.sent + totals.needs_decision > 0
        until = kept.get(run.id) if reached else None
        rows.append(
            ImportRow(
                key=f"run:{run.id}",
                file_name=run.file_name if run.takes_back is None else tr(run.title),
                at=run.finished_at or run.started_at or run.created_at,
                state=_STATES.get(str(run.state), PillValue(str(run.state), "unknown", "neutral")),
                totals=_totals(totals.products),
                rows=run.rows,
                import_id=run.import_id,
                run_id=run.id,
                plan=run.code,
                operator=run.operator,
                mapping=tr(read_as) if (read_as := read_mapping(run.mapping)[0]) else "",
                kept_until=until,
                no_way_back=no_way_back(run) if reached and until is None else "",
            )
        )
    return sorted(rows, key=lambda row: row.at, reverse=True)


_ELSEWHERE = PillValue(message("Handed over"), "export", "neutral")
_STATES = {
    "planned": PillValue(message("Ready to run"), "clock", "neutral"),
    "running": PillValue(message("Running"), "play", "info"),
    "paused": PillValue(message("Paused"), "pause", "warning"),
    "stopped": PillValue(message("Stopped"), "stop", "neutral"),
    "finished": PillValue(message("Finished"), "check", "success"),
}


def _totals(records: Any) -> str:
    """What became of what the button counted; the rows of the file stand beside it."""
    counts = (
        (records.sent, mark("{n} accepted")),
        (records.refused, mark("{n} refused")),
        (records.not_sent, mark("{n} not sent")),
        (records.needs_decision, mark("{n} to decide")),
    )
    return " · ".join(tr(words, n=count) for count, words in counts if count)
