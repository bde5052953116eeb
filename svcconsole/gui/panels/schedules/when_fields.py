"""The fields that say when something is due, with the next times they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.forms.day_field import DayField
from svcconsole.gui.kit.relative_time import stamp
from svcconsole.gui.kit.widgets.calm_combo import choose, combo_of
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.panels.profiles.code_box import CodeBox
from svcconsole.services.schedules.schedule_words import WEEKDAYS
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.clock_rule import LAST_DAY, ClockRule, Every, checked, next_times, zone_of

MONTH_END = "month end"
OFTEN = (
    (mark("Once"), Every.ONCE),
    (mark("Every hour"), Every.HOUR),
    (mark("Every day"), Every.DAY),
    (mark("On days of the week"), Every.WEEK),
    (mark("On days of the month"), Every.MONTH),
    (mark("On the last day of the month"), MONTH_END),
)
SHOWN = {
    Every.ONCE: ("date", "time"),
    Every.HOUR: ("minute",),
    Every.DAY: ("time",),
    Every.WEEK: ("days", "time"),
    Every.MONTH: ("month_days", "time"),
    MONTH_END: ("time",),
}
"""How often → the fields it needs beside the zone."""
WRONG = {
    "time": mark("Write the time of day as 07:00."),
    "minute": mark("Write minutes from 0 to 59."),
    "date": mark("Choose the day on which it starts."),
    "days": mark("Choose at least one day."),
    "month_days": mark("Write days from 1 to 31."),
}
NEXT = 3
MINUTES = 60


class WeekdayChips(QWidget):
    """Any days of the week, from Monday, 0."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        flow = FlowLayout(self, gap=6)
        self.chips = [ChoiceChip(tr(name), ticked=False) for name in WEEKDAYS]
        for chip in self.chips:
            flow.addWidget(chip)
            chip.toggled.connect(self.changed)

    def value(self) -> tuple[int, ...]:
        """The chosen days in order."""
        return tuple(at for at, chip in enumerate(self.chips) if chip.isChecked())

    def set_value(self, days: tuple[int, ...]) -> None:
        """Choose these days."""
        for at, chip in enumerate(self.chips):
            chip.setChecked(at in days)

    def focus_start(self) -> QWidget:
        """The first day."""
        return self.chips[0]


class WhenFields(QWidget):
    """`changed()`: somebody chose or typed."""

    changed = Signal()

    def __init__(self, zone: str) -> None:
        super().__init__()
        self.often = combo_of(OFTEN)
        self.date, self.time = DayField(tr("Day")), QLineEdit("07:00")
        self.minute, self.days, self.month_days = QLineEdit("0"), WeekdayChips(), QLineEdit("1")
        self.zone = CodeBox((name, name) for name in _zones())
        self.zone.set_code(zone)
        self.time.setPlaceholderText(tr("as 07:00"))
        self.fields = {
            "often": Field(tr("How often"), self.often),
            "date": Field(tr("Day"), self.date),
            "days": Field(tr("Days"), self.days),
            "month_days": Field(
                tr("Days of the month"), self.month_days, help=tr("Numbers from 1 to 31, as 1, 15.")
            ),
            "time": Field(tr("At"), self.time, help=tr("Hours and minutes, as 07:00.")),
            "minute": Field(tr("Minutes past the hour"), self.minute, help=tr("From 0 to 59.")),
            "zone": Field(
                tr("By the clocks of"), self.zone, help=tr("A time zone, for example Europe/Berlin.")
            ),
        }
        self.grid = FieldGrid()
        for name, field in self.fields.items():
            self.grid.add(field, span=name == "days")
        self.next = PlainLabel("", "caption", "text2", wrap=True)
        vbox(self.grid, self.next, parent=self, spacing=4)
        for signal in (
            self.often.currentIndexChanged, self.date.edited, self.days.changed, self.zone.currentTextChanged,
            self.time.textEdited, self.minute.textEdited, self.month_days.textEdited,
        ):  # fmt: skip
            signal.connect(self._edited)
        choose(self.often, Every.DAY)
        self._show()

    def set_once(self, once: bool) -> None:
        """Whether what it is for comes only once: a run starts but one time."""
        if once:
            choose(self.often, Every.ONCE)
        elif self.often.currentData() == Every.ONCE:
            choose(self.often, Every.DAY)
        self.fields["often"].set_locked(tr("a run starts once") if once else None)
        self.often.setEnabled(not once)

    def set_rule(self, rule: ClockRule) -> None:
        """Show a rule."""
        last = rule.every is Every.MONTH and rule.days == (LAST_DAY,)
        choose(self.often, MONTH_END if last else rule.every)
        self.zone.set_code(rule.zone)
        self.time.setText(rule.time[:5])
        self.minute.setText(str(int(rule.time[3:5])))
        if rule.every is Every.WEEK:
            self.days.set_value(rule.days)
        if rule.every is Every.MONTH and not last:
            self.month_days.setText(", ".join(str(day) for day in rule.days))
        if rule.date:
            self.date.set_day(datetime.fromisoformat(rule.date).date())
        self._show()

    def read(self) -> ClockRule | None:
        """The rule; None with what is wrong shown at its field."""
        for field in self.fields.values():
            field.set_error(None)
        for name, sentence in self._wrong():
            self.fields[name].set_error(sentence)
        return None if any(field.error() for field in self.fields.values()) else self._rule()

    def first_wrong(self) -> Field | None:
        """The first field with an error."""
        return next((field for field in self.fields.values() if field.error()), None)

    def _rule(self) -> ClockRule:
        often, zone, at = self.often.currentData(), self.zone.code(), self.time.text().strip()
        if often == MONTH_END:
            return ClockRule(zone, Every.MONTH, at, (LAST_DAY,))
        match every := Every(often):
            case Every.HOUR:
                return ClockRule(zone, every, f"00:{int(self.minute.text()):02}")
            case Every.ONCE:
                day = self.date.day()
                return ClockRule(zone, every, at, date=day.isoformat() if day is not None else "")
            case Every.WEEK:
                return ClockRule(zone, every, at, self.days.value())
            case Every.MONTH:
                return ClockRule(zone, every, at, self._days_of_month())
        return ClockRule(zone, every, at)

    def _wrong(self) -> list[tuple[str, str]]:
        """The fields that cannot be read, with why."""
        shown = SHOWN[self.often.currentData()]
        return [(name, words) for name in ("zone", *shown) if (words := self._wrong_of(name))]

    def _wrong_of(self, name: str) -> str:
        """Why a field cannot be read; blank where it can."""
        if name == "zone":
            try:
                zone_of(self.zone.code())
            except WorkspaceError as error:
                return sentences(error.sentence, error.advice)
            return ""
        return "" if self._can_be_read(name) else tr(WRONG[name])

    def _can_be_read(self, name: str) -> bool:
        minute = self.minute.text().strip()
        readable: Mapping[str, Callable[[], bool]] = {
            "time": lambda: _is_time(self.time.text()),
            "minute": lambda: minute.isdecimal() and int(minute) < MINUTES,
            "date": lambda: self.date.day() is not None,
            "days": lambda: bool(self.days.value()),
            "month_days": lambda: bool(self._days_of_month()),
        }
        return readable[name]()

    def _days_of_month(self) -> tuple[int, ...]:
        """The days; none where one of them is no day of a month."""
        parts = self.month_days.text().replace(",", " ").split()
        days = {int(part) for part in parts if part.isdecimal()}
        sound = bool(parts) and all(part.isdecimal() for part in parts) and max(days) <= 31 and min(days) >= 1
        return tuple(sorted(days)) if sound else ()

    def _edited(self, *_: object) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """Only what the chosen kind of rule needs, and the next times it means."""
        shown = SHOWN[self.often.currentData()]
        for name, field in self.fields.items():
            field.setVisible(name in ("often", "zone", *shown))
        self.grid.arrange()
        self.next.setText(self._next_words())

    def _next_words(self) -> str:
        if self._wrong():
            return ""
        try:
            times = next_times(checked(self._rule()), datetime.now(UTC), NEXT)
        except WorkspaceError as error:
            return sentences(error.sentence, error.advice)
        if not times:
            return tr("That time is over, or never comes.")
        return tr("Next: {times}", times=" · ".join(stamp(each.at.isoformat()) for each in times))


def _is_time(text: str) -> bool:
    try:
        return time.fromisoformat(text.strip()).tzinfo is None and ":" in text
    except ValueError:
        return False


def _zones() -> list[str]:
    from zoneinfo import available_timezones

    return sorted(available_timezones())
