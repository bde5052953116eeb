"""Paints the rows on screen: ground and line once a row, each cell's text once it was cut to its column."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QLocale, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from svcconsole.gui import fonts
from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp
from svcconsole.gui.painting import ring
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.choice import Choice
from svcconsole.gui.panels.viewer.sheet_header import PADDING
from svcconsole.gui.panels.viewer.sheet_model import NUMBER_COLUMN, SheetModel
from svcconsole.gui.words import tr

NOTHING: Final = "–"
"""A number that is not there."""
MOST_WIDTHS: Final = 4_096


class Laid(NamedTuple):
    """A cell's text as it is painted: cut to its column, with its colour and its width in pixels."""

    text: str
    tone: str
    width: int


class Span(NamedTuple):
    """A column on screen: its number in the model, its left edge and its width."""

    logical: int
    left: int
    width: int


class RowPainter:
    """`trailing` columns are aligned at their end; `leads`: the edge of chosen rows is painted here, too."""

    def __init__(self, model: SheetModel, choice: Choice) -> None:
        self._model = model
        self._choice = choice
        self._laid: dict[tuple[int, int], Laid] = {}
        self._widths: dict[str, int] = {}
        self.hovered_slot = -1
        self.show_ring = False
        self.leads = False
        self.trailing: frozenset[int] = frozenset()
        self._locale = QLocale()
        self.refresh_fonts()

    def refresh_fonts(self) -> None:
        """Read the font again after the application's changed."""
        self._font = fonts.role_font("body")
        self._measured = QFontMetrics(self._font)
        self._widths.clear()
        self.forget()

    def forget(self) -> None:
        """Other rows, or other widths: what was cut has to be cut anew."""
        self._laid.clear()

    def laid(self, slot: int, logical: int) -> str | None:
        """A cell's text as it was painted last; None when it was not."""
        found = self._laid.get((slot, logical))
        return None if found is None else found.text

    def begin(self, painter: QPainter) -> None:
        """Before the first row."""
        painter.setFont(self._font)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)

    def row(
        self, painter: QPainter, slot: int, rect: QRect, columns: list[Span], direction: Qt.LayoutDirection
    ) -> None:
        """One row; each text runs as its own first strong letter does."""
        place = self._model.first + slot
        chosen = self._choice.is_chosen(place)
        if chosen or slot == self.hovered_slot:
            painter.fillRect(rect, colour("selection" if chosen else "hover"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colour("border"))
        leading = direction == Qt.LayoutDirection.LeftToRight
        if chosen and self.leads:
            edge = rect.left() if leading else rect.right() - 2
            painter.fillRect(edge, rect.top(), 3, rect.height(), colour("accent"))
        base = rect.top() + (rect.height() + self._measured.ascent() - self._measured.descent()) // 2
        pad, tone = dp(PADDING), ""
        for logical, left, width in columns:
            laid = self._laid.get((slot, logical)) or self._lay(slot, logical, width - 2 * pad)
            if laid.text:
                if laid.tone != tone:
                    tone = laid.tone
                    painter.setPen(colour(tone))
                at_right = (logical in self.trailing) == leading
                painter.drawText(left + (width - pad - laid.width if at_right else pad), base, laid.text)
        if place == self._choice.row and self.show_ring:
            for logical, left, width in columns:
                if logical - 1 == self._choice.column:
                    ring(painter, QRect(left, rect.top(), width, rect.height() - 1), dp(4))

    def lines(
        self, painter: QPainter, room: QRect, bottom: int, columns: list[Span], direction: Qt.LayoutDirection
    ) -> None:
        """The line after the row numbers down to `bottom`, and the one after the columns that stay."""
        leading = direction == Qt.LayoutDirection.LeftToRight
        for logical, left, width in columns:
            if logical == NUMBER_COLUMN and bottom > 0:
                painter.fillRect(left + width - 1 if leading else left, 0, 1, bottom, colour("border"))
        if self.leads and len(columns) > 1:
            painter.fillRect(room.right() if leading else 0, 0, 1, room.height(), colour("border_input"))

    def _lay(self, slot: int, logical: int, room: int) -> Laid:
        text, tone = self._said(slot, logical)
        fits = max(16, room // 2)
        text = text if len(text) <= fits else f"{text[:fits]}…"
        width = self._width(text)
        if width > room:
            text = self._measured.elidedText(text, Qt.TextElideMode.ElideRight, max(0, room))
            width = self._width(text)
        laid = self._laid[slot, logical] = Laid(text, tone, width)
        return laid

    def _width(self, text: str) -> int:
        """Measuring costs half as much as painting, and the same values come again and again."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[text] = self._measured.horizontalAdvance(text)
        return width

    def _said(self, slot: int, logical: int) -> tuple[str, str]:
        """A cell's words and the colour they have."""
        row, column = self._model.rows[slot], logical - 1
        if column < 0:
            return self._locale.toString(row.number), "warning" if self._model.is_odd(slot) else "text2"
        if column >= len(row.cells):
            return "", "text"
        kind = self._model.kinds[column]
        if not row.cells[column]:
            return NOTHING if kind is Kind.NUMBER else tr("(blank)"), "text2"
        return self._model.said(slot, column), "text2" if kind is Kind.ID else "text"
