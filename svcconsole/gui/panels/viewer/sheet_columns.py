"""Puts an arrangement of columns on the two halves of the viewer's table, and takes back what was dragged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics

from svcconsole.gui import fonts
from svcconsole.gui.metrics import dp, scale
from svcconsole.gui.panels.viewer.arrangement import Arrangement
from svcconsole.gui.panels.viewer.cells import Kind, shown
from svcconsole.gui.panels.viewer.sheet_header import PADDING, Glance
from svcconsole.gui.panels.viewer.sheet_model import NUMBER_COLUMN, SheetModel
from svcconsole.gui.panels.viewer.sheet_view import SheetView

LEAST, MOST = 72, 260
MEASURED, LETTERS = 64, 60
"""So many columns are measured, and so many letters of a text."""
MOST_STAYING: Final = 0.6
"""Of the table's width: wider columns that stay would leave no room for the others."""


class Columns(NamedTuple):
    """The columns of a file: their names, what they hold, and the longest texts in some of their rows."""

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    longest: tuple[list[str], ...]


class SheetColumns(QObject):
    """`changed()`: somebody moved, hid, froze or widened a column."""

    changed = Signal()

    def __init__(self, staying: SheetView, scrolling: SheetView, model: SheetModel) -> None:
        super().__init__(staying)
        self._staying, self._scrolling, self._model = staying, scrolling, model
        self._views = (staying, scrolling)
        self._natural: list[int] = []
        self._setting = False
        self._digits = 0
        self._given: dict[int, int] = {}
        self._columns = Columns((), (), ())
        self.arrangement = Arrangement(())
        for view in self._views:
            view.head.sectionResized.connect(self._resized)
            view.head.sectionMoved.connect(lambda *_told, view=view: self._moved(view))

    def set_table(self, columns: Columns, arrangement: Arrangement) -> None:
        """Other columns, as wide as their longest texts and their names want."""
        self._columns, self.arrangement = columns, arrangement
        self._measure()
        trailing = frozenset(
            [NUMBER_COLUMN, *(at + 1 for at, kind in enumerate(columns.kinds) if kind is Kind.NUMBER)]
        )
        for view in self._views:
            view.head.trailing = view.painter.trailing = trailing
            view.head.glances = {}
            view.head.sorted_by = ()
        self._digits = 0
        self.apply()

    def grow(self, rows: int) -> None:
        """The window's font is another one: measure anew."""
        self._measure()
        self._digits = 0
        self.fit_number(rows)
        self.apply()

    def _measure(self) -> None:
        columns = self._columns
        body, head = QFontMetrics(fonts.role_font("body")), QFontMetrics(fonts.role_font("label", weight=600))
        letter = body.averageCharWidth()
        self._natural = []
        for column, (kind, texts) in enumerate(zip(columns.kinds, columns.longest, strict=True)):
            name = self._model.name(column)
            said = [shown(text[:LETTERS], kind) for text in texts]
            if column < MEASURED:
                wanted = max([head.horizontalAdvance(name) + dp(16), *map(body.horizontalAdvance, said)])
            else:  # measuring thousands of columns would hold the window up
                wanted = max(len(text) for text in (name, *said)) * letter
            self._natural.append(max(dp(LEAST), min(dp(MOST), wanted + 2 * dp(PADDING) + dp(4))))

    def apply(self) -> None:
        """Put the arrangement on the table."""
        arrangement = self.arrangement
        self._setting = True
        wanted = [NUMBER_COLUMN, *(column + 1 for column in arrangement.order)]
        staying = self._staying_now()
        spare = self._given = self._spare()
        for view in self._views:
            head = view.head
            for visual, logical in enumerate(wanted):
                if head.logicalIndex(visual) != logical:
                    head.moveSection(head.visualIndex(logical), visual)
            for column, natural in enumerate(self._natural):
                here = (column in staying) == (view is self._staying)
                view.setColumnHidden(column + 1, not here or column in arrangement.hidden)
                chosen = arrangement.widths.get(column)
                width = natural + spare.get(column, 0) if chosen is None else round(chosen * scale())
                view.setColumnWidth(column + 1, width)
        self._scrolling.setColumnHidden(NUMBER_COLUMN, True)
        self._setting = False
        self._fit_staying()
        for view in self._views:
            view.forget_widths()

    def _staying_now(self) -> set[int]:
        return self.arrangement.frozen - self.arrangement.hidden

    def stays(self, column: int) -> bool:
        """Whether a column stays while the others scroll."""
        return column in self.arrangement.frozen

    def fit_room(self) -> None:
        """The table is wider or narrower: what is to spare is dealt out anew."""
        if self._natural and self._spare() != self._given:
            self.apply()

    def _spare(self) -> dict[int, int]:
        """What each column gets of the room that is left; none has more than half its own width again."""
        shown_columns = [at for at in self.arrangement.shown() if at not in self.arrangement.widths]
        taken = sum(self.width_of(at) for at in self.arrangement.shown())
        number = self._staying.columnWidth(NUMBER_COLUMN)
        parent = self._scrolling.parentWidget()
        room = (parent.width() if parent is not None else 0) - number - dp(12) - taken
        if room <= 0 or not shown_columns:
            return {}
        share = room // len(shown_columns)
        return {at: min(share, self._natural[at] // 2) for at in shown_columns}

    def width_of(self, column: int) -> int:
        """How wide a column is without what is to spare."""
        chosen = self.arrangement.widths.get(column)
        return self._natural[column] if chosen is None else round(chosen * scale())

    def fit_number(self, rows: int) -> None:
        """Room for the number of the file's last row; a view of few rows may hold it, so it never shrinks."""
        digits = max(5, len(str(rows)))
        if digits > self._digits:
            self._digits = digits
            text = QLocale().toString(int("8" * digits))
            width = QFontMetrics(fonts.role_font("body")).horizontalAdvance(text)
            self._setting = True
            self._staying.setColumnWidth(NUMBER_COLUMN, width + 2 * dp(PADDING) + dp(4))
            self._setting = False
            self._staying.forget_widths()
            self._fit_staying()

    def _fit_staying(self) -> None:
        breadth = sum(
            self._staying.columnWidth(logical)
            for logical in range(self._model.columnCount())
            if not self._staying.isColumnHidden(logical)
        )
        parent = self._scrolling.parentWidget()
        most = max(dp(160), round((parent.width() if parent is not None else 0) * MOST_STAYING))
        self._staying.setFixedWidth(max(1, min(breadth, most)))

    def reveal(self, column: int) -> None:
        """Scroll sideways until a column is on screen."""
        if self.stays(column):
            return
        view, bar = self._scrolling, self._scrolling.horizontalScrollBar()
        left, width = view.columnViewportPosition(column + 1), view.columnWidth(column + 1)
        before, after = -left, left + width - view.viewport().width()
        if view.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            before, after = after, before
        if before > 0:
            bar.setValue(bar.value() - before)
        elif after > 0:
            bar.setValue(bar.value() + after)

    # -- what somebody did

    def show(self, column: int, shown: bool) -> None:
        """Show or hide a column; the last one stays."""
        hidden = self.arrangement.hidden
        if shown:
            hidden.discard(column)
        elif len(self.arrangement.shown()) > 1:
            hidden.add(column)
        self._tell()

    def freeze(self, column: int, frozen: bool) -> None:
        """Let a column stay, or scroll again."""
        (self.arrangement.frozen.add if frozen else self.arrangement.frozen.discard)(column)
        self._tell()

    def set_order(self, order: Sequence[int]) -> None:
        """Another order of all columns."""
        self.arrangement.order = list(order)
        self._tell()

    def reset(self) -> None:
        """All columns as the file has them."""
        self.arrangement = Arrangement(self._model.names)
        self._tell()

    def set_glances(self, glances: dict[int, Glance], *, tall: bool) -> None:
        """The columns in small, and whether there is room for them."""
        for view in self._views:
            view.head.glances = glances
            view.head.set_tall(tall)
            view.head.viewport().update()

    def set_sorts(self, sorts: Sequence[tuple[int, bool]]) -> None:
        """Which columns the view is sorted by."""
        for view in self._views:
            view.head.sorted_by = tuple(sorts)
            view.head.viewport().update()

    def _tell(self) -> None:
        self.apply()
        self.changed.emit()

    def _resized(self, logical: int, _before: int, width: int) -> None:
        if self._setting or logical == NUMBER_COLUMN or width == 0:
            return
        self.arrangement.widths[logical - 1] = round(width / scale())
        self._setting = True
        for view in self._views:
            if not view.isColumnHidden(logical):
                view.setColumnWidth(logical, width)
            view.forget_widths()
        self._setting = False
        self._fit_staying()
        self.changed.emit()

    def _moved(self, view: SheetView) -> None:
        if self._setting:
            return
        logical = [view.head.logicalIndex(visual) for visual in range(view.head.count())]
        self.arrangement.order = [each - 1 for each in logical if each != NUMBER_COLUMN]
        self._tell()
