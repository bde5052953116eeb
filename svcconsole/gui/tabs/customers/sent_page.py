"""The Sent segment: customers created and changed from here, each opened again as a new draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.forms.fields import label_of
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.known.changes import CREATED, EDITOR

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace

MOST = 200
NAMING = ("first_name", "last_name")
ALWAYS_SENT = frozenset({"partner_customer_id"})


@dataclass(frozen=True, slots=True)
class SentRow:
    """One save: `sent` is the request by the model's names, `record_id` the key of the person."""

    key: int
    record_id: str
    name: str
    created: bool
    fields: str
    at: str
    sent: Mapping[str, Any]


class SentPage(QWidget):
    """`reopen(SentRow)`: as a new draft. `customer_wanted(key)`: show the card."""

    reopen = Signal(object)
    customer_wanted = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.model: RecordModel[SentRow] = RecordModel(self._columns(), key=lambda row: row.key)
        self.table = RecordTable(self.model, tr("Sent from here"))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.table.opened.connect(self.reopen)
        self.empty = EmptyState(
            "history",
            tr("No customer was created or changed from here yet"),
            tr("What you save is listed here, and can be opened again as a new draft."),
        )
        self.places = QStackedWidget()
        self.places.addWidget(self.empty)
        self.places.addWidget(self.table)
        vbox(self.places, parent=self)
        set_property(self, "bg", "surface")

    def refresh(self) -> None:
        """Read the list again."""
        self.scope.start(self._read(), "read")

    async def _read(self) -> None:
        rows = await self.console.db(_rows)
        self.model.set_records(rows)
        self.places.setCurrentWidget(self.table if rows else self.empty)

    def _row_actions(self, row: SentRow) -> list[QAction]:
        again = QAction(tr("Open as a new draft"), self.table)
        again.triggered.connect(lambda: self.reopen.emit(row))
        shows = QAction(tr("Show the customer"), self.table)
        shows.triggered.connect(lambda: self.customer_wanted.emit(row.record_id))
        return [again, shows]

    def _columns(self) -> list[ColumnSpec[SentRow]]:
        made = PillValue(tr("Created"), "plus", "success")
        changed = PillValue(tr("Changed"), "edit", "neutral")
        return [
            ColumnSpec(
                key="name",
                title=tr("Customer"),
                value=lambda row: visible(row.name),
                kind="strong",
                width=260,
                stretch=True,
            ),
            ColumnSpec(
                key="what",
                title=tr("What"),
                value=lambda row: made if row.created else changed,
                kind="pill",
                width=120,
            ),
            ColumnSpec(
                key="fields", title=tr("Fields sent"), value=lambda row: row.fields, width=420, drop=1
            ),
            ColumnSpec(
                key="at",
                title=tr("When"),
                value=lambda row: relative_time(row.at),
                width=130,
                sort=lambda row: row.at,
            ),
        ]


def _rows(workspace: Workspace) -> list[SentRow]:
    """What was saved by hand, newest first; on the workspace's thread."""
    rows: list[SentRow] = []
    for number, record_id, change in workspace.changes.recent("customers", EDITOR, MOST):
        sent = change.after or {}
        person = workspace.people.get(record_id)
        named = " ".join(str(sent[part]) for part in NAMING if sent.get(part))
        known = (person.name if person else "", named, sent.get("partner_customer_id"), record_id)
        fields = ", ".join(
            show(label_of(name)).lower()
            for name in UpsertCustomer.model_fields
            if sent.get(name) is not None and name not in ALWAYS_SENT
        )
        rows.append(
            SentRow(
                number,
                record_id,
                next(str(name) for name in known if name),
                change.action == CREATED,
                fields,
                change.at,
                sent,
            )
        )
    return rows
