"""Puts an arrangement of columns on the viewer's table, and takes back what was dragged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp, scale
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.cell_text import one_line
from svcconsole.gui.kit.grid.header import CELL_PADDING, ColumnSummary, GridHeader
from svcconsole.gui.kit.grid.paged_model import NUMBER_COLUMN
from svcconsole.gui.kit.grid.paged_table import PagedTable
from svcconsole.gui.panels.viewer.arrangement import Arrangement
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.sheet_model import SheetModel, SheetRow

LEAST, MOST = 72, 260
MEASURED, LETTERS = 64, 60
"""So many columns are measured, and so many letters of a text."""


class Columns(NamedTuple):
    """The columns of a file: their names, what they hold, and the longest texts in some of their rows."""

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    longest: tuple[list[str], ...]


class SheetColumns(QObject):
    """`changed()`: somebody moved, hid, froze or widened a column."""

    changed = Signal()

    def __init__(self, table: PagedTable[SheetRow], header: GridHeader, model: SheetModel) -> None:
        super().__init__(table)
        self._table, self._header, self._model = table, header, model
        self._natural: list[int] = []
        self._setting = False
        self._digits = 0
        self._given: dict[int, int] = {}
        self._columns = Columns((), (), ())
        self.arrangement = Arrangement(())
        header.sectionResized.connect(self._resized)
        header.sectionMoved.connect(lambda *_told: self._moved(header))
        table.set_frozen([NUMBER_COLUMN])
        if table.frozen is not None:
            table.frozen.reordered.connect(lambda: self._moved(table.frozen))

    def set_table(self, columns: Columns, arrangement: Arrangement) -> None:
        """Other columns, as wide as their longest texts and their names want."""
        self._columns, self.arrangement = columns, arrangement
        self._measure()
        self.align()
        self._header.glances = {}
        self._header.raw_names = self._raw_names()
        self._header.sorted_by = ()
        self._digits = 0
        self.apply()

    def _raw_names(self) -> dict[int, str]:
        model = self._model
        found = ((column, model.raw_name(column)) for column in range(len(model.names)))
        return {column + 1: tr("In the file: {name}", name=raw) for column, raw in found if raw}

    def align(self) -> None:
        """The names of numbers stand over their end."""
        numbers = (at + 1 for at, kind in enumerate(self._model.kinds) if kind is Kind.NUMBER)
        self._header.trailing_columns = frozenset([NUMBER_COLUMN, *numbers])
        self._repaint_headers()

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
            said = [_widest(one_line(text[:LETTERS]), kind) for text in texts]
            if column < MEASURED:
                wanted = max([head.horizontalAdvance(name) + dp(16), *map(body.horizontalAdvance, said)])
            else:  # measuring thousands of columns would hold the window up
                wanted = max(len(text) for text in (name, *said)) * letter
            self._natural.append(max(dp(LEAST), min(dp(MOST), wanted + 2 * dp(CELL_PADDING) + dp(4))))

    def apply(self) -> None:
        """Put the arrangement on the table; the columns that stay come first."""
        arrangement, table, head = self.arrangement, self._table, self._header
        self._setting = True
        spare = self._given = self._spare_widths()
        staying = [column + 1 for column in arrangement.order if column in arrangement.frozen]
        others = (column + 1 for column in arrangement.order if column not in arrangement.frozen)
        for visual, logical in enumerate([NUMBER_COLUMN, *staying, *others]):
            if head.logicalIndex(visual) != logical:
                head.moveSection(head.visualIndex(logical), visual)
        for column, natural in enumerate(self._natural):
            table.setColumnHidden(column + 1, column in arrangement.hidden)
            chosen = arrangement.widths.get(column)
            width = natural + spare.get(column, 0) if chosen is None else round(chosen * scale())
            table.setColumnWidth(column + 1, width)
        self._setting = False
        table.set_frozen([NUMBER_COLUMN, *(each for each in staying if not table.isColumnHidden(each))])

    def stays(self, column: int) -> bool:
        """Whether a column stays while the others scroll."""
        return column in self.arrangement.frozen

    def fit_room(self) -> None:
        """The table is wider or narrower: what is to spare is dealt out anew."""
        if self._natural and self._spare_widths() != self._given:
            self.apply()

    def _spare_widths(self) -> dict[int, int]:
        """What each column gets of the room that is left; none has more than half its own width again."""
        shown_columns = [at for at in self.arrangement.shown() if at not in self.arrangement.widths]
        taken = sum(self.width_of(at) for at in self.arrangement.shown())
        number = self._table.columnWidth(NUMBER_COLUMN)
        room = self._table.width() - number - dp(12) - taken
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
            self._table.setColumnWidth(NUMBER_COLUMN, width + 2 * dp(CELL_PADDING) + dp(4))
            self._setting = False

    def reveal(self, column: int) -> None:
        """Scroll sideways until a column is on screen."""
        self._table.reveal_column(column + 1)

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

    def set_glances(self, glances: Mapping[int, ColumnSummary], *, tall: bool) -> None:
        """The columns in small, and whether there is room for them."""
        self._header.glances = {column + 1: glance for column, glance in glances.items()}
        self._header.set_tall(tall)
        self._repaint_headers()

    def set_sorts(self, sorts: Sequence[tuple[int, bool]]) -> None:
        """Which columns the view is sorted by."""
        self._header.sorted_by = tuple((column + 1, descending) for column, descending in sorts)
        self._repaint_headers()

    def _repaint_headers(self) -> None:
        self._header.viewport().update()
        if self._table.frozen is not None:
            self._table.frozen.viewport().update()

    def _tell(self) -> None:
        self.apply()
        self.changed.emit()

    def _resized(self, logical: int, _before: int, width: int) -> None:
        if self._setting or logical == NUMBER_COLUMN or width == 0:
            return
        self.arrangement.widths[logical - 1] = round(width / scale())
        self.changed.emit()

    def _moved(self, head: QHeaderView | None) -> None:
        """Columns were dragged to other places in a header; those it does not show keep theirs."""
        if self._setting or head is None:
            return
        order = self.arrangement.order
        shown = [head.logicalIndex(visual) - 1 for visual in range(head.count())]
        stays = head is self._table.frozen
        here = {at for at in self.arrangement.shown() if self.stays(at) == stays}
        moved = [at for at in shown if at in here]
        places = [place for place, column in enumerate(order) if column in here]
        for place, column in zip(places, moved, strict=True):
            order[place] = column
        self._tell()


def _widest(text: str, kind: Kind) -> str:
    """A cell as wide as it may become: its thousands are parted once the whole column is known."""
    whole = sum(letter.isdecimal() for letter in text.partition(".")[0])
    return f"{text}{',' * ((whole - 1) // 3)}" if kind is Kind.NUMBER and whole > 3 else text
