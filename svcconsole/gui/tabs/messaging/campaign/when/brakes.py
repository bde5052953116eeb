"""What stops a campaign: the first people who get it before the others, and the rules that pause it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.number_field import NumberField
from svcconsole.services.campaigns.sequential_test import FirstWave, SequentialTest
from svcconsole.services.campaigns.terms import FirstWaveTerms, Limits, StopRules

MOST = 9_999
FAILED_IN_100, TO_DECIDE, TIMES_AS_LONG = 10, 20, 3
"""What stands in the fields until somebody types something else."""


class _Rule(QWidget):
    """A rule that is on or off, with its number: "Pause when [10] in 100 fail". `changed()`: somebody
    changed it."""

    changed = Signal()

    def __init__(
        self, before: str, number: int, after: str, name: str, *, least: int = 1, most: int = MOST
    ) -> None:
        super().__init__()
        self.on = QCheckBox(before)
        self.on.setAccessibleName(name)
        self.field = NumberField(name, least, most)
        self.field.show_number(number)
        self.after = PlainLabel(after, wrap=True)
        middle = Qt.AlignmentFlag.AlignVCenter
        line = hbox((self.on, 0, middle), (self.field, 0, middle), (self.after, 1), spacing=8)
        vbox(line, self.field.error, parent=self, spacing=4)
        self.field.setEnabled(False)
        self.on.toggled.connect(self.field.setEnabled)
        self.on.clicked.connect(lambda _: self.changed.emit())
        self.field.textEdited.connect(lambda _: self.changed.emit())

    def number(self) -> int | None:
        """The number while the rule is on; None where it is off."""
        return self.field.number() if self.on.isChecked() else None

    def set_number(self, number: int | None) -> None:
        """Show the rule as it is kept; None is off, and leaves what stands in its field."""
        self.on.setChecked(number is not None)
        if number is not None:
            self.field.show_number(number)


class Brakes(QWidget):
    """`changed()`: other rules were chosen."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._wave: FirstWave | None = None
        test = SequentialTest()
        self.first = _Rule(tr("First to"), 50, tr("people, then wait for results"), tr("First people"))
        self.first_note = PlainLabel("", "caption", "text2", wrap=True)
        self.failed = _Rule(
            tr("Pause when"), FAILED_IN_100, tr("in 100 fail for one reason"), tr("Pause by failures"),
            most=100,
        )  # fmt: skip
        self.doubts = _Rule(tr("Pause when"), TO_DECIDE, tr("need your decision"), tr("Pause by decisions"))
        self.slow = _Rule(
            tr("Pause at"), TIMES_AS_LONG, tr("times the usual time to arrive"), tr("Pause when it is slow"),
            least=2,
        )  # fmt: skip
        self.pace = _Rule(tr("At most"), 10, tr("messages a second"), tr("Messages a second"))
        self._smallest = test.smallest
        self._rules = (self.first, self.failed, self.doubts, self.slow, self.pace)
        vbox(
            SectionHeading(tr("First people and brakes")), self.first, self.first_note, self.failed,
            self.doubts, self.slow, self.pace, STRETCH, parent=self, spacing=8,
        )  # fmt: skip
        for rule in self._rules:
            rule.changed.connect(self.changed)

    def set_people(self, people: int) -> None:
        """How many people would get it: with too few nothing can be decided after the first."""
        self._wave = FirstWave.of(people, SequentialTest())
        self.first.setEnabled(self._wave is not None)
        if self._wave is None:
            words = tr_plural(
                "With {n} person nothing can be decided after the first: it takes more than {smallest}.",
                "With {n} people nothing can be decided after the first: it takes more than {smallest}.",
                people,
                smallest=self._smallest,
            )
        else:
            if not self.first.on.isChecked():
                self.first.field.show_number(self._wave.people)
            words = tr(
                "It goes on by itself where about 2 in 100 fail, and stops where 20 in 100 do. The smallest "
                "number it can decide on is {smallest}.",
                smallest=self._smallest,
            )
        self.first_note.setText(words)

    def show_terms(self, wave: FirstWaveTerms | None, stop: StopRules, limits: Limits) -> None:
        """The rules as they are kept."""
        self.first.set_number(None if wave is None else wave.people)
        self.failed.set_number(None if stop.failed_share is None else round(100 * stop.failed_share))
        self.doubts.set_number(stop.in_doubt)
        self.slow.set_number(None if stop.slower_by is None else round(stop.slower_by))
        pace = limits.messages_per_second
        self.pace.set_number(None if pace is None else max(1, round(pace)))

    def problem(self) -> str:
        """What of it cannot be read; blank where everything can."""
        return next((problem for rule in self._rules if (problem := rule.field.problem())), "")

    def first_wave(self) -> FirstWaveTerms | None:
        """Who goes first; None where nobody does, or nothing could be decided by it."""
        people, wave = self.first.number(), self._wave
        if people is None or wave is None:
            return None
        return FirstWaveTerms(people=people, step=wave.step, most=max(people, wave.most))

    def stop_rules(self, before: StopRules) -> StopRules:
        """The same with what is chosen."""
        failed, slow = self.failed.number(), self.slow.number()
        return before.model_copy(
            update={
                "failed_share": None if failed is None else failed / 100,
                "in_doubt": self.doubts.number(),
                "slower_by": None if slow is None else float(slow),
            }
        )

    def limits(self, before: Limits) -> Limits:
        """The same with the pace that is chosen."""
        pace = self.pace.number()
        return before.model_copy(update={"messages_per_second": None if pace is None else float(pace)})
