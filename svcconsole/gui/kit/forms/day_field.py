"""A date field typed in the user's format or chosen from a calendar."""

from __future__ import annotations

from datetime import date
from typing import Final

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QLineEdit, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.popover import Popover

SHOWN = "d MMM yyyy"
READ = ("yyyy-MM-dd", SHOWN, "d MMMM yyyy", "d.M.yyyy", "d/M/yyyy")
WIDTH = 168
OPENS: Final = "Alt+Down"
"""The key that opens the calendar, as that of a combo box."""


def read_day(text: str) -> date | None:
    """The day that `text` names: `2026-01-31`, `31 Jan 2026`, or as the locale writes it; None otherwise."""
    locale, written = QLocale(), text.strip()
    formats = [*READ[:3], locale.dateFormat(QLocale.FormatType.ShortFormat), *READ[3:]]
    for pattern in formats:
        found = locale.toDate(written, pattern, 2000)
        if found.isValid() and found.year() > 99:
            return date(found.year(), found.month(), found.day())
    return None


def day_words(day: date) -> str:
    """The day as it stands in the field: `31 Jan 2026`."""
    return QLocale().toString(QDate(day.year, day.month, day.day), SHOWN)


class DayField(QLineEdit):
    """`edited` when a person typed or chose. What is no day stays as typed."""

    edited = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(day_words(date(2026, 1, 31)))
        self.setMinimumWidth(dp(WIDTH))
        self._open = QAction(icon("calendar", "text2"), tr("Choose from a calendar"), self)
        self._open.setShortcut(QKeySequence(OPENS))
        self._open.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        set_tip(self._open, self._open.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
        self.addAction(self._open, QLineEdit.ActionPosition.TrailingPosition)
        self._open.triggered.connect(self.open_calendar)
        self.textEdited.connect(lambda _: self.edited.emit())
        self.editingFinished.connect(self._tidy)

    def day(self) -> date | None:
        """The day; None where there is none or the text is no day."""
        return read_day(self.text())

    def set_day(self, day: date | None, text: str = "") -> None:
        """Show a day, or a text that is none; `edited` does not follow."""
        words = text if day is None else day_words(day)
        if words != self.text():
            self.setText(words)

    def open_calendar(self) -> None:
        """Show the month of the day under the field."""
        panel = Popover(self)
        calendar = QCalendarWidget()
        calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        calendar.setGridVisible(False)
        plain = QTextCharFormat()
        plain.setForeground(colour("text"))  # red is for what is wrong, not for weekends
        for weekend in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            calendar.setWeekdayTextFormat(weekend, plain)
        day = self.day()
        if day is not None:
            calendar.setSelectedDate(QDate(day.year, day.month, day.day))
        calendar.activated.connect(lambda chosen: self._choose(chosen, panel))
        calendar.clicked.connect(lambda chosen: self._choose(chosen, panel))
        panel.set_content(calendar)
        panel.closed.connect(panel.deleteLater)
        panel.open_at(self)
        calendar.setFocus(Qt.FocusReason.PopupFocusReason)

    def _choose(self, chosen: QDate, panel: Popover) -> None:
        self.set_day(date(chosen.year(), chosen.month(), chosen.day()))
        panel.hide()
        self.edited.emit()

    def _tidy(self) -> None:
        """Once it is left, the day stands there as every other does."""
        self.set_day(self.day(), self.text())
