"""The keys of the viewer's table: arrows, pages, ends, copying, choosing, Enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

if TYPE_CHECKING:
    from svcconsole.gui.panels.viewer.sheet import Sheet

SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
CONTROL: Final = Qt.KeyboardModifier.ControlModifier
PAD: Final = Qt.KeyboardModifier.KeypadModifier
COPY_ROWS: Final = QKeyCombination(CONTROL | SHIFT, Qt.Key.Key_C)
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SheetKeys(QObject):
    """Does what a key means in `sheet` and accepts its event; others are left to the page."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self._sheet = sheet
        self._rows: dict[int, Callable[[int, int], int]] = {
            Qt.Key.Key_Up: lambda row, _page: row - 1,
            Qt.Key.Key_Down: lambda row, _page: row + 1,
            Qt.Key.Key_PageUp: lambda row, page: row - page,
            Qt.Key.Key_PageDown: lambda row, page: row + page,
            Qt.Key.Key_Home: lambda _row, _page: 0,
            Qt.Key.Key_End: lambda _row, _page: sheet.count() - 1,
        }

    def press(self, event: QKeyEvent) -> None:
        """One key."""
        sheet = self._sheet
        modifiers = event.modifiers() & ~PAD
        key = event.key()
        if key in self._rows and modifiers in (Qt.KeyboardModifier.NoModifier, SHIFT, CONTROL):
            self._to_row(self._rows[key], extend=modifiers == SHIFT)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and modifiers in (
            Qt.KeyboardModifier.NoModifier,
            CONTROL,
        ):
            self._to_column(key == Qt.Key.Key_Right, to_end=modifiers == CONTROL)
        elif event.keyCombination() == COPY_ROWS:
            sheet.copy_wanted.emit(True)
        elif event.matches(QKeySequence.StandardKey.Copy):
            sheet.copy_wanted.emit(sheet.choice.count() > 1)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            sheet.choose_all()
        elif key in ENTER and not modifiers and sheet.current_row() is not None:
            sheet.opened.emit(sheet.current_row())
        elif key == Qt.Key.Key_Space and not modifiers:
            sheet.toggle()
        else:
            return
        event.accept()

    def _to_row(self, where: Callable[[int, int], int], *, extend: bool) -> None:
        sheet = self._sheet
        if sheet.count():
            row = where(max(sheet.choice.row, 0), sheet.whole_rows())
            sheet.choose(max(0, min(row, sheet.count() - 1)), extend=extend)

    def _to_column(self, right: bool, *, to_end: bool) -> None:
        sheet = self._sheet
        shown = sheet.columns.arrangement.shown()
        if not shown:
            return
        forward = right == (sheet.layoutDirection() == Qt.LayoutDirection.LeftToRight)
        at = shown.index(sheet.choice.column) if sheet.choice.column in shown else 0
        at = (len(shown) - 1 if forward else 0) if to_end else at + (1 if forward else -1)
        sheet.choose_column(shown[max(0, min(at, len(shown) - 1))])
