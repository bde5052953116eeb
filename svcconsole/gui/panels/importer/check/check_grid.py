"""The rows of step Check: read a page at a time, edited in place, the problem's columns first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.focus import has_focus_inside
from svcconsole.gui.kit.grid.content_width import MEASURED, content_width
from svcconsole.gui.kit.grid.table import ColumnSpec, Mark, RecordModel, RecordTable
from svcconsole.gui.panels.importer.check.check_side import LEVELS
from svcconsole.gui.panels.runs.paged_columns import column
from svcconsole.words.masking import masks_of

if TYPE_CHECKING:
    from svcconsole.services.imports.views import CheckedRow, RowsPage

SHOWN = 7
"""File columns on screen at first; the others are one click away in the columns menu."""
NEAR_END = 20
WIDEST, TYPED, LEAST_PROBLEM, WIDEST_PROBLEM, ICON = 200, 150, 220, 460, 22
"""The most that a column of the file takes, the least where something is to be typed, and what the sentences
have at least and at most."""
PROBLEM = "problem"


class CheckGrid(QWidget):
    """`edited(row, column, text)`: a cell was typed over. `more_wanted(offset)`: the next page, please.

    `row_changed()`: another row is current, or it stands otherwise."""

    edited = Signal(int, str, str)
    row_changed = Signal()
    more_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._layout = vbox(parent=self)
        self.table: RecordTable[CheckedRow] | None = None
        self._model: RecordModel[CheckedRow] | None = None
        self.header: tuple[str, ...] = ()
        self._front: tuple[str, ...] = ()
        self.total = 0

    def set_columns(self, header: tuple[str, ...], front: Sequence[str], rows: Sequence[CheckedRow]) -> None:
        """Show the columns named in `front` (the problem's first), keep the rest for the columns menu.

        They are as wide as the first of the `rows` need; one that is blank in all of them gives way before
        what is said of a problem is cut.
        """
        front = tuple(front)[:SHOWN]
        if self.table is not None and (header, front) == (self.header, self._front):
            return
        self.header, self._front = header, front
        columns: list[ColumnSpec[CheckedRow]] = [
            column("row", tr("Row"), lambda row: row.number, kind="row", width=56)
        ]
        masks = masks_of(header)
        order = [*front, *(name for name in header if name not in front)]
        measured = rows[:MEASURED]
        for place, name in enumerate(order):
            at = header.index(name)
            texts = [_value(at)(row) for row in measured]
            marked = any(name in row.problems or name in row.looks for row in measured)
            is_blank = not any(texts) and not marked
            columns.append(
                column(
                    f"cell:{name}",
                    name,
                    _value(at),
                    kind="strong" if place == 0 else "text",
                    width=max(content_width(name, texts, widest=WIDEST), TYPED if marked else 0),
                    drop=place + len(order) * is_blank if place > 2 or is_blank else 0,
                    set_value=_keep(at),
                    edited=_is_edited(name),
                    problem=_problem(name),
                    look=_look(name),
                    hidden=name not in front,
                    mask=masks[at],
                )
            )
        sentences = [show(mark.text) for row in measured if (mark := _mark(row)) is not None]
        room = max(LEAST_PROBLEM, content_width("", sentences, widest=WIDEST_PROBLEM, more=ICON))
        columns.append(column(PROBLEM, tr("Problem"), _mark, kind="mark", width=room, stretch=True))
        self._model = RecordModel(columns, key=lambda row: row.number)
        table = RecordTable(self._model, tr("Rows"))
        table.value_edited.connect(self._edited)
        table.current_changed.connect(lambda _: self.row_changed.emit())
        table.verticalScrollBar().valueChanged.connect(self._scrolled)
        if self.table is None:
            self._layout.addWidget(table)
        else:
            self._replace(self.table, table, rows)
        self.table = table

    def _replace(
        self, before: RecordTable[CheckedRow], table: RecordTable[CheckedRow], rows: Sequence[CheckedRow]
    ) -> None:
        """Put `table` in the place of `before`, in the same cell where its row is among these `rows`."""
        focused, current = has_focus_inside(before), before.current_record()
        if current is not None and any(row.number == current.number for row in rows):
            table.stand_where(before)
        self._layout.replaceWidget(before, table)
        table.show()
        if focused:
            table.setFocus(Qt.FocusReason.OtherFocusReason)
        before.hide()
        before.deleteLater()

    def loaded(self) -> int:
        """How many rows are here."""
        return self._model.total() if self._model is not None else 0

    def numbers(self) -> tuple[int, ...]:
        """The rows that are here, in the order of the file."""
        return tuple(row.number for row in self._model.records()) if self._model is not None else ()

    def show_page(self, page: RowsPage, offset: int) -> None:
        """The first page replaces what was shown, later ones are added at the end."""
        if self._model is None:
            return
        self.total = page.total
        if offset == 0:
            self._model.set_records(list(page.rows))
        else:
            self._model.append(list(page.rows))

    def update_rows(self, rows: Sequence[CheckedRow]) -> None:
        """Repaint these rows where they stand."""
        if self._model is not None:
            self._model.update(list(rows))
            self.row_changed.emit()

    def selected(self) -> tuple[int, ...]:
        return tuple(row.number for row in self.table.selected_records()) if self.table is not None else ()

    def selected_out(self) -> bool:
        """Whether every chosen row is left out already."""
        chosen = self.table.selected_records() if self.table is not None else []
        return bool(chosen) and all(row.left_out for row in chosen)

    def _edited(self, record: object, key: str, text: str) -> None:
        number = getattr(record, "number", None)
        if isinstance(number, int):
            self.edited.emit(number, key.removeprefix("cell:"), text)

    def _scrolled(self, value: int) -> None:
        if self.table is None or self.loaded() >= self.total:
            return
        bar = self.table.verticalScrollBar()
        if value >= bar.maximum() - NEAR_END * dp(34):
            self.more_wanted.emit(self.loaded())


def _value(at: int) -> Callable[[CheckedRow], str]:
    return lambda row: row.cells[at] if at < len(row.cells) else ""


def _keep(at: int) -> Callable[[CheckedRow, str], str | None]:
    return lambda row, text: None


def _is_edited(name: str) -> Callable[[CheckedRow], bool]:
    return lambda row: name in row.edited


def _problem(name: str) -> Callable[[CheckedRow], str | None]:
    return lambda row: row.problems.get(name)


def _look(name: str) -> Callable[[CheckedRow], str | None]:
    return lambda row: row.looks.get(name)


def _mark(row: CheckedRow) -> Mark | None:
    if row.left_out:
        return Mark("minus", "text2", row.sentence or tr("Left out"))
    if row.edited and row.level in (None, "info"):
        return Mark("check", "success", tr("Fixed by you"))
    if row.level is not None and row.sentence:
        return Mark(*LEVELS[row.level], row.sentence)
    return None
