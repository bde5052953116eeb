"""Writes one sending number down: whose messages it is about, its limit, its reserve, its warm-up."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime, time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.containers.footer import Footer
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.forms.day_field import DayField
from svcconsole.gui.kit.forms.editors.numbers import whole_number
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.chips import ChipsEdit
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.services.campaigns.sending_numbers import DEFAULT, TIERS, SendingNumber
from svcconsole.workspace.clock import written

WIDTH, HEIGHT = 520, 620
NO_LIMIT, TYPED = "none", "typed"
LONGEST_NAME = 80
STEPS = re.compile(r"[,;\s]+")


class NumberDialog(KeyboardWindow, QDialog):
    """`number` is what is written down now, None for a new one; `taken` are the names of the others. Once it
    was saved, `made` is what it says."""

    def __init__(self, parent: QWidget, number: SendingNumber | None, taken: Collection[str]) -> None:
        super().__init__(parent)
        self.made: SendingNumber | None = None
        self._taken = {name.casefold() for name in taken}
        title = tr("Add a sending number") if number is None else tr("Change the sending number")
        self.setWindowTitle(title)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.is_default = QCheckBox(tr("Messages that name no number, so the store's default one"))
        self.numbers = ChipsEdit(tr("Type a number, then Enter"))
        self.limit, self.typed = QComboBox(), QLineEdit()
        self.reserve, self.ramp = QLineEdit(), QLineEdit()
        self.ramp.setPlaceholderText("50, 100, 200")
        self.ramp_from = DayField(tr("First day"))
        for tier in TIERS:
            self.limit.addItem(show(tr("{people} people", people=count(tier))), tier)
        self.limit.addItem(tr("No limit"), NO_LIMIT)
        self.limit.addItem(tr("Another limit"), TYPED)
        self.typed.setAccessibleName(tr("People in 24 hours"))
        self.fields = {
            "name": Field(tr("Name"), self.name, required=True, help=tr("What you call it here.")),
            "numbers": Field(
                tr("Numbers"),
                self.numbers,
                help=tr("As your messages name them. All of these share one limit."),
            ),
            "people": Field(
                tr("People in 24 hours"),
                self._limit_row(),
                help=tr("The network's tiers; the service does not tell which of them is yours."),
            ),
            "reserve": Field(
                tr("Kept for other tools"),
                self.reserve,
                help=tr("So many of these people are left to whatever else sends from it."),
            ),
            "ramp": Field(
                tr("Warm-up"),
                self.ramp,
                help=tr("People in the first 24 hours, in the second, and so on. Blank for none."),
            ),
            "ramp_from": Field(tr("First day"), self.ramp_from),
        }
        self.save_button, self.cancel_button = button(tr("Save"), None, "primary"), button(tr("Cancel"))
        self._build(title, parent.window())
        self._load(number or SendingNumber("", people=TIERS[0]))
        self.limit.currentIndexChanged.connect(lambda _: self._show_typed())
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(self.reject)
        self.save_button.setDefault(True)
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _limit_row(self) -> QWidget:
        row = QWidget()
        hbox((self.limit, 1), (self.typed, 1), parent=row, spacing=8)
        row.setFocusProxy(self.limit)
        return row

    def _build(self, title: str, room: QWidget) -> None:
        page = ScrollPage(inset=24)
        page.body.setSpacing(dp(8))
        page.body.addWidget(PlainLabel(title, "title"))
        for name in ("name", "numbers", "people", "reserve"):
            page.body.addWidget(self.fields[name])
            if name == "numbers":
                page.body.addWidget(self.is_default)
        top = Qt.AlignmentFlag.AlignTop
        warm = hbox((self.fields["ramp"], 3, top), (self.fields["ramp_from"], 2, top), spacing=12)
        page.body.addLayout(warm)
        page.body.addStretch(1)
        footer = Footer()
        for part in (self.cancel_button, self.save_button):
            footer.add(part)
        vbox((page, 1), footer, parent=self, spacing=0)
        self.resize(dp(WIDTH), min(dp(HEIGHT), room.height() - dp(48)))

    def _load(self, number: SendingNumber) -> None:
        self.name.setText(number.name)
        self.is_default.setChecked(DEFAULT in number.numbers)
        self.numbers.set_values([each for each in number.numbers if each != DEFAULT])
        chosen = NO_LIMIT if number.people is None else number.people if number.people in TIERS else TYPED
        self.limit.setCurrentIndex(self.limit.findData(chosen))
        self.typed.setText(count(number.people) if chosen == TYPED and number.people is not None else "")
        self.reserve.setText(count(number.reserve))
        self.ramp.setText(", ".join(map(str, number.ramp)))
        if number.ramp_from:
            starts = datetime.fromisoformat(number.ramp_from)
            starts = starts if starts.tzinfo is not None else starts.replace(tzinfo=UTC)
            self.ramp_from.set_day(starts.astimezone(display_zone().zone()).date())
        self._show_typed()

    def _show_typed(self) -> None:
        self.typed.setVisible(self.limit.currentData() == TYPED)

    def _save(self) -> None:
        wrong: dict[str, str] = {}
        name = self.name.text().strip()
        if not name:
            wrong["name"] = tr("A name is needed.")
        elif name.casefold() in self._taken:
            wrong["name"] = tr("Another one has this name.")
        default = (DEFAULT,) if self.is_default.isChecked() else ()
        numbers = (*default, *dict.fromkeys(self.numbers.values()))
        if not numbers:
            wrong["numbers"] = tr("Name a number, or tick the store's default one.")
        people = self._people(wrong)
        reserve = whole_number(self.reserve.text() or "0", least=0)
        if reserve is None:
            wrong["reserve"] = tr("A whole number is needed.")
        elif people is not None and reserve >= people:
            wrong["reserve"] = tr("With so many nobody is left to write to from here.")
        ramp, ramp_from = self._ramp(wrong)
        for field, editor in self.fields.items():
            editor.set_error(wrong.get(field))
        if wrong:
            focus_on(self.fields[next(each for each in self.fields if each in wrong)].editor)
            return
        self.made = SendingNumber(name, numbers, people, reserve or 0, ramp, ramp_from)
        self.accept()

    def _people(self, wrong: dict[str, str]) -> int | None:
        chosen = self.limit.currentData()
        if chosen == NO_LIMIT:
            return None
        if chosen != TYPED:
            return int(chosen)
        people = whole_number(self.typed.text(), least=1)
        if people is None:
            wrong["people"] = tr("A whole number above zero is needed.")
        return people

    def _ramp(self, wrong: dict[str, str]) -> tuple[tuple[int, ...], str]:
        steps = [whole_number(each, least=1) for each in STEPS.split(self.ramp.text().strip()) if each]
        ramp = tuple(each for each in steps if each is not None)
        if not steps:
            return (), ""
        if len(ramp) < len(steps):
            wrong["ramp"] = tr("Whole numbers with commas between them are needed.")
        day = self.ramp_from.day()
        if day is None:
            wrong["ramp_from"] = tr("A day is needed.")
            return ramp, ""
        return ramp, written(datetime.combine(day, time(), tzinfo=display_zone().zone()).astimezone(UTC))
