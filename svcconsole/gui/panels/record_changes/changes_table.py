"""A table of records that change, each with its fields below it: what stands there, what will, what it
means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.grid.columns import ColumnSpec, Mark
from svcconsole.gui.kit.grid.model import RecordModel
from svcconsole.gui.kit.grid.table import RecordTable

NEAR_END = 20
"""So many rows before the end the next page is asked for."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One field of a record: its name, its value now and afterwards, what that means and how grave it is."""

    icon: str
    word: str
    now: str
    after: str
    note: str = ""
    tone: str = "text2"
    stays: bool = False


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """One record with its fields; `note` is a Mark where it has something to say as a whole."""

    key: int
    name: str
    identity: str
    note: Mark | None
    lines: tuple[ChangeLine, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    group: ChangeGroup
    at: int
    line: ChangeLine | None
    folded: bool = False


class _Table(RecordTable[_Row]):
    """`fold(record, bool)`: ← folds the record that is current, → opens it."""

    fold = Signal(object, bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Left: True, Qt.Key.Key_Right: False}
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            keys = {key: not folds for key, folds in keys.items()}
        record = self.current_record()
        if event.key() in keys and not event.modifiers() and record is not None:
            self.fold.emit(record, keys[Qt.Key(event.key())])
            return
        super().keyPressEvent(event)


class ChangesTable(QWidget):
    """`more_wanted(offset)`: the records from there on, please."""

    more_wanted = Signal(int)

    def __init__(self, name: str, after: str) -> None:
        """`name` heads the first column, `after` the one with what will stand there."""
        super().__init__()
        self._groups: list[ChangeGroup] = []
        self._folded: set[int] = set()
        self.total = 0
        self._model: RecordModel[_Row] = RecordModel(
            _columns(name, after), key=lambda row: (row.group.key, row.at)
        )
        self.table = _Table(self._model, name)
        self.table.set_inset(20)
        self.table.opened.connect(self._toggle)
        self.table.fold.connect(lambda row, folded: self._fold(row.group, folded))
        self.table.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.empty = EmptyState("check", tr("Nothing of this kind"), tr("None of the records is shown here."))
        self._places = QStackedWidget()
        self._places.addWidget(self.table)
        self._places.addWidget(self.empty)
        vbox((self._places, 1), parent=self)

    def groups(self) -> Sequence[ChangeGroup]:
        """The records that are here."""
        return tuple(self._groups)

    def show_groups(self, groups: Sequence[ChangeGroup], total: int, offset: int = 0) -> None:
        """The first page replaces what was shown, later ones are added at the end."""
        self.total = total
        self._places.setCurrentWidget(self.table if total else self.empty)
        if offset == 0:
            self._groups = list(groups)
            self._folded.clear()
            self._model.set_records(self._rows(self._groups))
        else:
            self._groups += groups
            self._model.append(self._rows(groups))

    def rows_of(self, key: int) -> list[ChangeLine]:
        """The fields of a record that are on screen."""
        return [row.line for row in self._model.records() if row.group.key == key and row.line is not None]

    def _rows(self, groups: Sequence[ChangeGroup]) -> list[_Row]:
        made: list[_Row] = []
        for group in groups:
            folded = group.key in self._folded
            made.append(_Row(group, 0, None, folded))
            if not folded:
                made += [_Row(group, at, line) for at, line in enumerate(group.lines, 1)]
        return made

    def _toggle(self, row: object) -> None:
        if isinstance(row, _Row):
            self._fold(row.group, row.group.key not in self._folded)

    def _fold(self, group: ChangeGroup, folded: bool) -> None:
        if (group.key in self._folded) == folded or not group.lines:
            return
        (self._folded.add if folded else self._folded.discard)(group.key)
        self._model.set_records(self._rows(self._groups))
        self.table.set_current((group.key, 0))

    def _scrolled(self, value: int) -> None:
        if len(self._groups) >= self.total:
            return
        if value >= self.table.verticalScrollBar().maximum() - NEAR_END * dp(34):
            self.more_wanted.emit(len(self._groups))


def _columns(name: str, after: str) -> list[ColumnSpec[_Row]]:
    def column(key: str, title: str, value: Callable[[_Row], Mark | None], **more: Any) -> ColumnSpec[_Row]:
        return ColumnSpec(key=key, title=title, value=value, kind="mark", sortable=False, **more)

    return [
        column("name", name, _name, width=230, stretch=True, strong=_is_group, heads=_is_group),
        column("now", tr("In the store now"), _now, width=180),
        column(
            "after", after, _after, width=180, strong=lambda row: row.line is not None and not row.line.stays
        ),
        column(
            "note",
            tr("What that means"),
            _note,
            width=280,
            tone=lambda row: row.line.tone if row.line is not None else None,
        ),
    ]


def _is_group(row: _Row) -> bool:
    return row.line is None


def _name(row: _Row) -> Mark:
    if row.line is None:
        icon = "" if not row.group.lines else "right" if row.folded else "down"
        return Mark(icon, "text2", row.group.name)
    return Mark(row.line.icon, "text2", row.line.word)


def _now(row: _Row) -> Mark | None:
    if row.line is None:
        return Mark("", "text2", row.group.identity)
    return Mark("minus", "danger", row.line.now) if row.line.now else None


def _after(row: _Row) -> Mark | None:
    if row.line is None or not row.line.after:
        return None
    return Mark("ban", "text2", row.line.after) if row.line.stays else Mark("plus", "success", row.line.after)


def _note(row: _Row) -> Mark | None:
    if row.line is None:
        return row.group.note
    return Mark("", "text2", row.line.note) if row.line.note else None
