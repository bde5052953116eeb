"""The table's columns: row number, status, then the 17 cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.table import ColumnSpec, Mark
from svcconsole.gui.kit.widgets.pills import STATES, PillValue
from svcconsole.gui.tabs.user_properties import entry_rows
from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, Cell, label, shown
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow

NUMBER, STANDING = "number", "standing"
"""A cell of the entry is called state, too."""
FROZEN: Final = (NUMBER, STANDING, "first_name", "last_name")
"""What stays while the rest scrolls."""


def state_pill(state: str) -> PillValue | None:
    """Icon and word of how an entry stands."""
    return {
        entry_rows.WRONG: PillValue(tr("To fix"), "error", "danger"),
        entry_rows.LOOK: PillValue(tr("Worth a look"), "warning", "warning"),
        entry_rows.READY: PillValue(tr("Ready"), "check", "success", outlined=True),
        entry_rows.WAITING: STATES["waiting"],
        entry_rows.ACCEPTED: STATES["accepted"],
        entry_rows.REFUSED: STATES["refused"],
        entry_rows.CHECK: STATES["decide"],
        entry_rows.NOT_SENT: STATES["not_sent"],
    }.get(state)


def columns(number: Callable[[EntryRow], int]) -> list[ColumnSpec[EntryRow]]:
    """All columns; the cells are edited in place and never sorted: the order is the person's. `number` says
    which row of the table a line is."""
    return [
        ColumnSpec(key=NUMBER, title="", value=number, kind="row", width=52, sortable=False),
        ColumnSpec(
            key=STANDING,
            title=tr("Status"),
            value=lambda line: state_pill(line.state),
            kind="status",
            width=116,
            sortable=False,
            tip=lambda line: line.end.reason if line.end is not None else None,
        ),
        *(_column(cell) for cell in CELLS),
    ]


def _column(cell: Cell) -> ColumnSpec[EntryRow]:
    name, at = cell.name, PLACES[cell.name]
    kinds = {"consent": "mark", "tags": "pills"}
    return ColumnSpec(
        key=name,
        title=label(cell),
        value=_value(cell, at),
        kind="strong" if cell.required else kinds.get(cell.kind, "text"),
        width=cell.width,
        sortable=False,
        text=_text(at),
        tone=lambda line: "text2" if line.row.values[at] == "" else None,
        set_value=_may_type,
        edit_text=lambda line: shown(line.row.values[at]),
        edited=lambda line: name in line.edited,
        problem=lambda line: line.problems.get(name),
        look=lambda line: line.looks.get(name),
    )


def _value(cell: Cell, at: int) -> Callable[[EntryRow], object]:
    if cell.kind == "tags":
        return lambda line: line.row.values[at] or ()
    if cell.kind == "consent":
        return lambda line: _consent(line.row.values[at])
    return lambda line: line.row.values[at]


def _consent(value: object) -> Mark | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return Mark("check", "success", tr("yes")) if value else Mark("ban", "neutral", tr("no"))
    return Mark("error", "danger", str(value))


def _text(at: int) -> Callable[[EntryRow], str]:
    def text(line: EntryRow) -> str:
        value = line.row.values[at]
        return tr("(empty)") if value == "" else visible(shown(value))

    return text


def _may_type(line: EntryRow, _typed: str) -> str | None:
    return tr("This entry is being sent. It can be changed once it has ended.") if line.locked else None
