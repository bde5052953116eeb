"""The fields that say when a campaign may be sent: start, hours, weekdays, holidays, a column of zones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from svcconsole.gui.design.accessible import describe
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.forms.day_field import DayField, day_words
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.calm_combo import choose, combo_of
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.runtime.display_zone import display_zone, place_of
from svcconsole.services.campaigns.terms import MINUTES_A_DAY, SendWindow, minutes_of
from svcconsole.words.message import listed

EVERY_DAY = tuple(range(7))
TIME, DAY = 64, 178
NAMED_DAYS = 3
"""So many holidays are named beside the weekdays, more are counted."""
START_TIME = "10:00"


class TimeFields(QWidget):
    """`changed()`: somebody chose or typed something. `holidays_wanted()`: choose a file of them."""

    changed = Signal()
    holidays_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.day, self.time = DayField(tr("Start, day")), _time_field(tr("Start, time"))
        self.opens, self.closes = _time_field(tr("Between")), _time_field(tr("and"))
        names = (QLocale().dayName(at + 1, QLocale.FormatType.ShortFormat) for at in EVERY_DAY)
        self.days = [ChoiceChip(name, ticked=False) for name in names]
        for at, chip in enumerate(self.days):
            chip.setAccessibleName(QLocale().dayName(at + 1, QLocale.FormatType.LongFormat))
        self.holidays, self.no_holidays = (
            link(tr("Leave out holidays…"), "label"),
            link(tr("Forget them"), "label"),
        )
        self.zones = combo_of(((tr("the number"), ""),))
        self.zones.setAccessibleName(tr("Time zone from"))
        self._notes = {name: PlainLabel("", "caption", "text2") for name in ("start", "hours", "days")}
        self._error = PlainLabel("", "caption", "danger", wrap=True)
        self._kept: tuple[str, ...] = ()
        self._build_layout()
        self._connect()

    def show_window(self, window: SendWindow | None, columns: Sequence[str]) -> None:
        """What holds now; `columns` may name a zone."""
        window = window or SendWindow()
        zone = display_zone().zone()
        starts = datetime.fromisoformat(window.starts_at).astimezone(zone) if window.starts_at else None
        self.day.set_day(starts.date() if starts is not None else None)
        _show(self.time, starts.hour * 60 + starts.minute if starts is not None else None)
        _show(self.opens, window.opens)
        _show(self.closes, window.closes)
        for at, chip in enumerate(self.days):
            chip.blockSignals(True)
            chip.setChecked(at in window.weekdays)
            chip.blockSignals(False)
        self._kept = window.holidays
        self._show_columns(window.zone_column, columns)
        self._show_problem()
        self._show_notes()

    def set_holidays(self, days: Sequence[date]) -> None:
        """Other days on which nobody is written to."""
        self._kept = tuple(day.isoformat() for day in days)
        self._edited()

    def send_window(self) -> SendWindow | None:
        """What the fields say; None where they limit nothing. Raises ValueError for what cannot be read."""
        found = SendWindow(
            starts_at=self._starts_at(),
            opens=_minutes(self.opens),
            closes=_minutes(self.closes) or MINUTES_A_DAY,
            weekdays=tuple(at for at, chip in enumerate(self.days) if chip.isChecked()),
            holidays=self._kept,
            zone_column=self.zones.currentData() or "",
        )
        return None if found == SendWindow() else found

    def problem(self) -> str:
        """What of it cannot be read; blank where everything can."""
        if not self._is_read(self.day):
            return tr("Choose the day on which it starts.")
        wrong = [field for field in (self.time, self.opens, self.closes) if not self._is_read(field)]
        if any(minutes_of(field.text()) is None for field in wrong):
            return tr("Write the time of day as 07:00.")
        if wrong:
            return tr("Only the end of the hours can be 24:00. Write 00:00 for a start at midnight.")
        if not any(chip.isChecked() for chip in self.days):
            return tr("Choose at least one day.")
        return ""

    def focus_start(self) -> None:
        """The day it starts."""
        self.day.setFocus()

    def _is_read(self, field: QLineEdit) -> bool:
        """Whether what stands in a field is what it asks for; the start may be blank, a day ends at 24:00."""
        text = field.text().strip()
        if not text:
            return field in (self.day, self.time)
        if field is self.day:
            return self.day.day() is not None
        at, last = minutes_of(text), MINUTES_A_DAY if field is self.closes else MINUTES_A_DAY - 1
        return at is not None and at <= last

    def _starts_at(self) -> str:
        day = self.day.day()
        if day is None:
            return ""
        minutes = _minutes(self.time) if self.time.text().strip() else 0
        at = datetime.combine(day, time(minutes // 60, minutes % 60), display_zone().zone())
        return at.astimezone(UTC).isoformat()

    def _edited(self) -> None:
        if self.day.day() is not None and not self.time.text().strip():
            self.time.setText(START_TIME)
        self._show_problem()
        self._show_notes()
        self.changed.emit()

    def _show_problem(self) -> None:
        problem = self.problem()
        self._error.setText(problem)
        self._error.setVisible(bool(problem))
        for field in (self.day, self.time, self.opens, self.closes):
            wrong = not self._is_read(field)
            set_property(field, "state", "error" if wrong else "")
            describe(field, problem if wrong else "")

    def _show_notes(self) -> None:
        place = place_of(display_zone().name())
        at_once = self.day.day() is None
        self._notes["start"].setText(tr("at once") if at_once else tr("{place} time", place=place))
        self._notes["hours"].setText(tr("on each person's own clock"))
        self._notes["days"].setText(_holiday_words(self._kept))
        set_tip(self._notes["days"], ", ".join(day_words(date.fromisoformat(day)) for day in self._kept))
        self._notes["days"].setVisible(bool(self._kept))
        self.no_holidays.setVisible(bool(self._kept))

    def _show_columns(self, chosen: str, columns: Sequence[str]) -> None:
        self.zones.blockSignals(True)
        self.zones.clear()
        self.zones.addItem(tr("the number"), "")
        for name in columns:
            self.zones.addItem(tr("the column {name}", name=name), name)
        choose(self.zones, chosen if chosen in columns else "")
        self.zones.blockSignals(False)

    def _connect(self) -> None:
        self._error.hide()
        self.day.edited.connect(self._edited)
        for field in (self.time, self.opens, self.closes):
            field.textEdited.connect(lambda _: self._edited())
        for chip in self.days:
            chip.toggled.connect(lambda _: self._edited())
        self.zones.currentIndexChanged.connect(lambda _: self._edited())
        self.holidays.clicked.connect(self.holidays_wanted)
        self.no_holidays.clicked.connect(lambda: self.set_holidays(()))

    def _build_layout(self) -> None:
        self.day.setFixedWidth(dp(DAY))
        groups = QWidget()
        row = FlowLayout(groups, dp(24))
        between = PlainLabel(tr("and"), "body", "text2")
        for title, note, parts in (
            (tr("Start", "time"), (self._notes["start"],), (self.day, self.time)),
            (tr("Between"), (self._notes["hours"],), (self.opens, between, self.closes)),
            (tr("Days"), (self._notes["days"], self.holidays, self.no_holidays), self.days),
        ):
            group = QWidget()
            head = QWidget()
            head.setFixedHeight(self.holidays.sizeHint().height())
            hbox(PlainLabel(title, "label"), *note, STRETCH, parent=head, spacing=8)
            vbox(head, hbox(*parts, STRETCH, spacing=8), parent=group, spacing=4)
            group.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            row.addWidget(group)
            row.setAlignment(group, Qt.AlignmentFlag.AlignTop)  # their titles are one line
        vbox(groups, self._error, parent=self, spacing=6)


def _time_field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setFixedWidth(dp(TIME))
    field.setMaxLength(5)
    field.setAccessibleName(name)
    field.setPlaceholderText("07:00")
    return field


def _show(field: QLineEdit, minutes: int | None) -> None:
    words = "" if minutes is None else f"{minutes // 60:02}:{minutes % 60:02}"
    if field.text() != words:
        field.setText(words)


def _minutes(field: QLineEdit) -> int:
    """Raises ValueError where no time stands there."""
    at = minutes_of(field.text())
    if at is None:
        raise ValueError(field.text())
    return at


def _holiday_words(days: Sequence[str]) -> str:
    if not days:
        return ""
    if len(days) > NAMED_DAYS:
        return tr_plural("not on {n} holiday", "not on {n} holidays", len(days))
    named = [day_words(date.fromisoformat(day)) for day in days]
    return tr("not on {days}", days=listed(named))
