"""The runs of everybody who shares the workspace: how far each is, who sends it, when that was heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.grid.table import ColumnSpec, Mark, RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count, duration, rows
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.runs.run_text import state_pill
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.run_overview import RunOverview

REFRESH_MS = 5_000
SILENT_SECONDS = 60.0
"""A console that was not heard for longer is told apart: it renews every 30 s."""
ICONS = {
    "products": "import",
    "catalogs": "import",
    "customers": "import",
    "user_properties": "import",
    "templates": "send",
    "messages": "send",
    "flows": "send",
    "tickets": "helpdesk",
}
KINDS = {
    "products": mark("products"),
    "catalogs": mark("catalogs"),
    "customers": mark("customers"),
    "user_properties": mark("user properties"),
    "templates": mark("template messages"),
    "messages": mark("messages"),
    "flows": mark("flows"),
    "tickets": mark("tickets"),
}


class RunsView(QWidget):
    """`opened(run_id)`: show one. `counted(n)`: so many are listed. Read again every few seconds while it can
    be seen: what others do is in it."""

    opened = Signal(str)
    counted = Signal(int)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.model: RecordModel[RunOverview] = RecordModel(self._columns(), key=lambda row: row.info.id)
        self.table = RecordTable(self.model, tr("Runs"))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.table.opened.connect(lambda row: self.opened.emit(row.info.id))
        self.empty = EmptyState(
            "activity",
            tr("Nothing has run yet"),
            tr("Imports and campaigns stand here, whoever of the team started them."),
        )
        self.places = QStackedWidget()
        self.places.addWidget(self.table)
        self.places.addWidget(self.empty)
        vbox(self.places, parent=self)
        set_property(self, "bg", "surface")
        self._again = QTimer(self)
        self._again.setInterval(REFRESH_MS)
        self._again.timeout.connect(self._look_again)
        console.sends_changed.connect(self._look_again)

    def refresh(self) -> None:
        """Read all of it again."""
        self._again.start()
        self.scope.start(self._read(), key="read")

    def _look_again(self) -> None:
        if self.isVisible():
            self.refresh()
        else:
            self._again.stop()

    async def _read(self) -> None:
        rows = await self._console.db(_overviews)
        self.model.set_records(rows)
        self.places.setCurrentWidget(self.table if rows else self.empty)
        self.counted.emit(len(rows))

    def _row_actions(self, row: RunOverview) -> list[QAction]:
        opens = QAction(tr("Open the run"), self.table)
        opens.triggered.connect(lambda: self.opened.emit(row.info.id))
        return [opens]

    def _columns(self) -> list[ColumnSpec[RunOverview]]:
        return [
            ColumnSpec(key="run", title=tr("Run"), value=_named, kind="strong_mark", width=220, stretch=True),
            ColumnSpec(key="kind", title=tr("What"), value=_kind, width=130, drop=4),
            ColumnSpec(
                key="far",
                title=tr("How far"),
                value=_how_far,
                width=140,
                sort=lambda row: row.done,
                tip=_rows_far,
            ),
            ColumnSpec(
                key="bar",
                title=tr("Ends"),
                value=_parts,
                kind="bar",
                width=130,
                sortable=False,
                drop=5,
                text=_ends,
            ),
            ColumnSpec(key="state", title=tr("Status"), value=_state, kind="pill", width=112),
            ColumnSpec(key="who", title=tr("Who"), value=_who, width=150, drop=2, tip=_on),
            ColumnSpec(
                key="heard",
                title=tr("Last heard"),
                value=_heard,
                kind="mark",
                width=150,
                drop=1,
                sort=lambda row: row.driver.silent if row.driver else None,
            ),
            ColumnSpec(
                key="at",
                title=tr("When"),
                value=lambda row: relative_time(_at(row)),
                width=110,
                sort=_at,
                tip=lambda row: exact(_at(row)),
                drop=3,
            ),
        ]


def _overviews(workspace: Workspace) -> list[RunOverview]:
    from svcconsole.workspace.runs.run_overview import run_overviews

    return run_overviews(workspace, workspace.runs, shared=workspace.shared)


def _named(row: RunOverview) -> Mark:
    info = row.info
    return Mark(ICONS.get(info.kind, "activity"), "text2", info.file_name or tr(info.title))


def _kind(row: RunOverview) -> str:
    return tr(KINDS.get(row.info.kind, row.info.kind))


def _how_far(row: RunOverview) -> str:
    return tr("{done} of {total}", done=count(row.done), total=count(row.info.products))


def _rows_far(row: RunOverview) -> str | None:
    """The same in rows of the file, where a record has several."""
    if row.info.rows == row.info.products:
        return None
    return tr("{done} of {rows}", done=count(row.rows_done), rows=rows(row.info.rows))


def _parts(row: RunOverview) -> list[tuple[float, str]]:
    rest = max(0, row.info.products - row.done - row.on_the_way)
    parts = (
        (row.sent, "success"),
        (row.refused, "danger"),
        (row.needs_decision, "warning"),
        (row.on_the_way, "accent"),
        (rest, "sunken"),
    )
    return [(float(number), token) for number, token in parts if number]


def _ends(row: RunOverview) -> str:
    counts = (
        (row.sent, mark("{n} accepted")),
        (row.refused, mark("{n} refused")),
        (row.needs_decision, mark("{n} to decide")),
    )
    return " · ".join(tr(words, n=count(number)) for number, words in counts if number)


def _state(row: RunOverview) -> PillValue:
    if row.driver is not None and row.driver.silent > SILENT_SECONDS:
        return PillValue(tr("No word"), "warning", "warning")
    return state_pill(str(row.info.state))


def _who(row: RunOverview) -> str:
    """Who sends it now, else who planned it."""
    return called(row.driver.operator if row.driver else row.info.operator)


def _on(row: RunOverview) -> str | None:
    if row.driver is None:
        return None
    planner = called(row.info.operator)
    return tr("on {host}; planned by {planner}", host=visible(row.driver.host), planner=planner)


def _heard(row: RunOverview) -> Mark | None:
    if row.driver is None:
        return None
    ago = tr("{time} ago", time=duration(round(row.driver.silent)))
    if row.driver.silent > SILENT_SECONDS:
        return Mark("warning", "warning", tr("{ago}, its computer may sleep", ago=ago))
    return Mark("check", "success", ago)


def _at(row: RunOverview) -> str:
    return row.info.finished_at or row.info.started_at or row.info.created_at
