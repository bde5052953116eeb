"""The editor of a report's days: named periods, first and last day in the store's zone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.forms.day_field import DayField, day_words, read_day
from svcconsole.gui.kit.forms.editors.editor import NOT_SET, Editor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.report_words import periods
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.services.reports.question import PERIODS

FIRST, LAST, PERIOD = "start_date", "end_date", "period"
Says = Callable[[date, date], str]
"""The hint of the line under two days: which instants they are, exactly."""


class PeriodEditor(Editor):
    """The value is `{"start_date": "2026-01-01", "end_date": "2026-06-30", "period": "last_6_months"}`: days,
    not instants; `period` is blank where a person typed them. What is no day stays as typed.
    """

    spans = True
    whole_steps = True
    looked_at = Signal()

    def __init__(self, spec: FieldSpec, today: Callable[[], date], says: Says) -> None:
        holder = QWidget()
        super().__init__(spec, holder)
        self.today, self._says = today, says
        self._period = ""
        self.first = DayField(tr("From", "day"))
        self.last = DayField(tr("To", "day"))
        self.chips = {
            key: ChoiceChip(name, ticked=False) for key, name in periods().items() if key in PERIODS
        }
        self.exact = PlainLabel("", "caption", "text2", wrap=True)
        self._lines = {FIRST: self.first, LAST: self.last}
        self.parts = {
            FIRST: Field(tr("From", "day"), self.first, required=True),
            LAST: Field(tr("To", "day"), self.last, required=True),
        }
        self._build(holder)
        for key, chip in self.chips.items():
            chip.clicked.connect(lambda _=False, key=key: self._choose(key))
        for line in (self.first, self.last):
            line.edited.connect(self._typed)
            self._watched(line)

    def value(self) -> Any:
        found = {FIRST: _kept(self.first), LAST: _kept(self.last), PERIOD: self._period}
        return found if found[FIRST] or found[LAST] else None

    def set_value(self, value: Any) -> None:
        """Days as they are kept; a named period counts from today, however long ago it was chosen."""
        given = value if isinstance(value, dict) else {}
        period = str(given.get(PERIOD) or "")
        if period in self.chips:
            self._put(period)
        else:
            self._period = ""
            for name, line in self._lines.items():
                text = str(given.get(name) or "")
                line.set_day(read_day(text), text)
        self.update_text()

    def days(self) -> tuple[date, date] | None:
        """First and last day; None while they are not both days in their order."""
        first, last = self.first.day(), self.last.day()
        return (first, last) if first is not None and last is not None and first <= last else None

    def unreadable(self) -> list[Problem]:
        found = [
            Problem(
                (name,),
                tr(
                    "“{text}” is not a day. Write it as {example}.",
                    text=line.text(),
                    example=line.placeholderText(),
                ),
            )
            for name, line in self._lines.items()
            if line.text().strip() and line.day() is None
        ]
        first, last = self.first.day(), self.last.day()
        if first is not None and last is not None and last < first:
            told = tr("The last day is before the first one, {day}.", day=day_words(first))
            found.append(Problem((LAST,), told))
        if first is not None and first > self.today():
            told = tr("{day} has not begun. A report holds what has happened.", day=day_words(first))
            found.append(Problem((FIRST,), told))
        return found

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        readable = not self.unreadable()
        for name, field in self.parts.items():
            at_field = [problem.sentence for problem in problems if problem.loc[:1] == (name,)]
            missing = (
                readable and not self._lines[name].text().strip() and any(not each.loc for each in problems)
            )
            needed = [tr("{label}: a day is required.", label=field.label())] if missing else []
            field.set_error(next(iter([*at_field, *needed]), None))

    def focus(self, loc: Loc = ()) -> None:
        line = self.last if loc[:1] == (LAST,) else self.first
        line.setFocus(Qt.FocusReason.OtherFocusReason)

    def words(self, value: Any) -> str:
        given = value if isinstance(value, dict) else {}
        return " – ".join(str(given[name]) for name in (FIRST, LAST) if given.get(name)) or tr(NOT_SET)

    def _build(self, holder: QWidget) -> None:
        chips = QWidget()
        flow = FlowLayout(chips, dp(6))
        for chip in self.chips.values():
            flow.addWidget(chip)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        chips.setSizePolicy(policy)
        grid = FieldGrid()
        for field in self.parts.values():
            grid.add(field)
        vbox(chips, grid, self.exact, parent=holder, spacing=8)

    def _choose(self, key: str) -> None:
        self._put(key)
        self.update_text()
        self.changed.emit()
        self.left.emit()

    def _put(self, key: str) -> None:
        self._period = key
        first, last = PERIODS[key](self.today())
        self.first.set_day(first)
        self.last.set_day(last)

    def follow_day(self) -> None:
        """It is another day: a named period is counted from this one."""
        if self._period and self.days() != PERIODS[self._period](self.today()):
            self._put(self._period)
            self.update_text()
            self.changed.emit()

    def _typed(self) -> None:
        self._period = ""
        self.update_text()
        self.changed.emit()

    def update_text(self) -> None:
        """Say how many days they are, and exactly which."""
        for key, chip in self.chips.items():
            chip.setChecked(key == self._period)
        days = self.days()
        self.exact.setText(_count_words(*days) if days is not None else "")
        set_tip(self.exact, self._says(*days) if days is not None else "")
        self.looked_at.emit()


def _count_words(first: date, last: date) -> str:
    """How many days are asked for."""
    return tr_plural(
        "{n} day, from midnight to midnight.",
        "{n} days, the first and the last included.",
        (last - first).days + 1,
    )


def _kept(line: DayField) -> str:
    """The day as it is kept, else what was typed."""
    day = line.day()
    return day.isoformat() if day is not None else line.text().strip()
