"""One line of a question: what is asked, and the words, country, consent or days it is asked with."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.forms.number_field import NumberField
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.kit.widgets.calm_combo import combo_of
from svcconsole.services.campaigns.segments import OF_CONSENT, OF_TIME, Asks, Condition

ASKS = {
    Asks.WORDS: mark("Name, number, e-mail, tag or town holds"),
    Asks.TAG: mark("Has the tag"),
    Asks.COUNTRY: mark("Number is of"),
    Asks.IMPORTED: mark("Came in with a file named"),
    Asks.AGREED: mark("Agreed to marketing by"),
    Asks.NOT_AGREED: mark("Said no to marketing by"),
    Asks.GOT: mark("Got a message within"),
    Asks.NOT_GOT: mark("Got no message within"),
    Asks.READ: mark("Read a message within"),
    Asks.NOT_READ: mark("Read no message within"),
    Asks.CLICKED: mark("Opened a link within"),
    Asks.NOT_FAILED: mark("No message failed within"),
}
BY = {"email": mark("E-mail"), "sms": mark("SMS")}
DAYS, MOST_DAYS = 30, 3_650
FIELD = 132


class ConditionRow(QWidget):
    """`changed()`: it asks something else. `removed()`: it is not wanted any more."""

    changed = Signal()
    removed = Signal()

    def __init__(self, condition: Condition) -> None:
        super().__init__()
        self.asks = combo_of((tr(words), asks) for asks, words in ASKS.items())
        self.asks.setAccessibleName(tr("What is asked"))
        self.text = QLineEdit()
        self.days = NumberField(tr("Days"), 1, MOST_DAYS, may_be_blank=True)
        self.unit = PlainLabel(tr("days"))
        self.country = combo_of((country_words(code), code) for code in countries())
        self.country.setAccessibleName(tr("Country"))
        self.consent = combo_of((tr(words), consent) for consent, words in BY.items())
        self.consent.setAccessibleName(tr("Marketing by"))
        self.remove = tool_button("close", tr("Remove this line"))
        for field in (self.text, self.country, self.consent):
            field.setFixedWidth(dp(FIELD))
        fields = (self.text, self.country, self.consent, self.days, self.unit)
        line = hbox((self.asks, 1), *fields, self.remove, spacing=8)
        vbox(line, self.days.error, parent=self, spacing=4)
        self.set_condition(condition)
        self.asks.activated.connect(lambda _: self._asked())
        for field in (self.text, self.days):
            field.textEdited.connect(lambda _: self.changed.emit())
        for choice in (self.country, self.consent):
            choice.activated.connect(lambda _: self.changed.emit())
        self.remove.clicked.connect(self.removed)

    def condition(self) -> Condition:
        """What it asks now."""
        asks = Asks(self.asks.currentData())
        if asks in OF_TIME:
            days = self.days.number()
            return Condition(asks, self.days.text() if days is None else str(days))
        if asks is Asks.COUNTRY:
            return Condition(asks, str(self.country.currentData() or ""))
        if asks in OF_CONSENT:
            return Condition(asks, str(self.consent.currentData()))
        return Condition(asks, self.text.text())

    def problem(self) -> str:
        """What of it cannot be read; blank where everything can."""
        return self.days.problem()

    def set_condition(self, condition: Condition) -> None:
        """Ask this."""
        with QSignalBlocker(self.asks):
            self.asks.setCurrentIndex(self.asks.findData(condition.asks))
        if condition.asks in OF_TIME:
            self.days.setText(condition.value)
        elif condition.asks is Asks.COUNTRY:
            self.country.setCurrentIndex(max(0, self.country.findData(condition.value)))
        elif condition.asks in OF_CONSENT:
            self.consent.setCurrentIndex(max(0, self.consent.findData(condition.value)))
        else:
            self.text.setText(condition.value)
        self._show_fields(condition.asks)

    def _asked(self) -> None:
        asks = Asks(self.asks.currentData())
        if asks in OF_TIME and not self.days.text():
            self.days.show_number(DAYS)
        self._show_fields(asks)
        self.changed.emit()

    def _show_fields(self, asks: Asks) -> None:
        of_time, of_country, of_consent = asks in OF_TIME, asks is Asks.COUNTRY, asks in OF_CONSENT
        self.days.setVisible(of_time)
        self.days.setEnabled(of_time)
        self.unit.setVisible(of_time)
        self.country.setVisible(of_country)
        self.consent.setVisible(of_consent)
        self.text.setVisible(not (of_time or of_country or of_consent))
        self.text.setAccessibleName(tr(ASKS[asks]))


@cache
def countries() -> tuple[str, ...]:
    """The codes of all countries that have phone numbers, by their names."""
    import phonenumbers

    return tuple(sorted(phonenumbers.SUPPORTED_REGIONS, key=country_words))
