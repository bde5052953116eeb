"""The side of the step When: how many get it, the limit of 24 hours, not too often, who is left out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.forms.number_field import NumberField
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import stamp
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.tabs.messaging.campaign.summary_side import SummaryLines
from svcconsole.gui.tabs.messaging.campaign.when.brakes import Brakes
from svcconsole.gui.tabs.messaging.campaign.when.two_texts import TwoTexts
from svcconsole.services.campaigns.forecast import HoursView
from svcconsole.services.campaigns.frequency_cap import cap_refusals
from svcconsole.services.campaigns.limits_now import LimitUse
from svcconsole.services.campaigns.terms import CampaignTerms, Limits

MOST = 999


class HowManySide(ScrollPage):
    """`changed()`: other limits were typed. `left_out_wanted()`: look at who is left out. `limit_wanted()`:
    change the limit of the number."""

    changed = Signal()
    left_out_wanted = Signal()
    limit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas", inset=16)
        self.number = PlainLabel("", "figure")
        self.of = PlainLabel("", "caption", "text2")
        self.limit_words = PlainLabel("", "caption", "text2", wrap=True)
        self.bar = ProportionBar(12, tr("24-hour limit"))
        self.limit_lines = SummaryLines()
        self.once = PlainLabel("", "caption", "text2", wrap=True)
        self.warm_up = SectionHeading(tr("Warm-up"), tr("people in 24 hours"))
        self.ramp = SummaryLines()
        self.change = link(tr("Change"))
        self.messages = NumberField(tr("Offers to one person"), 1, MOST, may_be_blank=True)
        self.days = NumberField(tr("Days"), 1, MOST)
        self.often = PlainLabel("", "caption", "text2", wrap=True)
        self.held_heading = SectionHeading(tr("Left out"))
        self.held = SummaryLines()
        self.show_held = link(tr("Show people"))
        self.texts = TwoTexts()
        self.brakes = Brakes()
        self._build_layout()
        for field in (self.messages, self.days):
            field.textEdited.connect(lambda _: self._edited())
        self.show_held.clicked.connect(self.left_out_wanted)
        self.change.clicked.connect(self.limit_wanted)
        for part in (self.texts, self.brakes):
            part.changed.connect(self.changed)

    def show_hours(self, view: HoursView) -> None:
        """What would go out now."""
        people = view.people
        self.number.setText(count(people.ready))
        self.brakes.set_people(people.ready)
        self.of.setText(tr("of {rows} in the file", rows=count(people.rows)))
        self._show_limit(view.limit, sum(view.sums))
        left_out = sum(each.rows for each in people.held)
        self.held_heading.setVisible(bool(left_out))
        self.held_heading.set_note(count(left_out))
        self.show_held.setVisible(bool(left_out))
        self.held.show_lines([(each.title, each.rows) for each in people.held])

    def show_terms(self, terms: CampaignTerms) -> None:
        """What one person may get at most, and what stops the campaign."""
        limits = terms.limits
        self.texts.show_terms(terms)
        self.brakes.show_terms(terms.first_wave, terms.stop, limits)
        self.messages.show_number(limits.cap_messages)
        self.days.show_number(limits.cap_days)
        self._show_often(limits)

    def terms(self, before: CampaignTerms) -> CampaignTerms:
        """The same with what is typed."""
        limits = self.brakes.limits(self._limits(before.limits))
        wave, stop = self.brakes.first_wave(), self.brakes.stop_rules(before.stop)
        made = before.model_copy(update={"limits": limits, "first_wave": wave, "stop": stop})
        return self.texts.terms(made)

    def problem(self) -> str:
        """What of it cannot be read; blank where everything can."""
        parts = (self.messages, self.days, self.texts, self.brakes)
        return next((problem for part in parts if (problem := part.problem())), "")

    def _limits(self, before: Limits) -> Limits:
        days = self.days.number() or before.cap_days
        return before.model_copy(update={"cap_messages": self.messages.number(), "cap_days": days})

    def _edited(self) -> None:
        self._show_often(self._limits(Limits()))
        self.changed.emit()

    def _show_often(self, limits: Limits) -> None:
        """What is to be known: without a number nobody is left out, and over more days nothing is counted."""
        unset = tr("Without a number nobody is left out for it.") if not self.messages.text() else ""
        self.often.setText(unset or sentences(*cap_refusals(limits)))
        self.often.setVisible(bool(self.often.text()))

    def _show_limit(self, limit: LimitUse | None, people: int) -> None:
        self.once.setVisible(limit is not None and bool(limit.counted))
        self.bar.setVisible(limit is not None)
        self.limit_lines.setVisible(limit is not None)
        ramp = limit.ramp if limit is not None else ()
        self.warm_up.setVisible(bool(ramp))
        self.ramp.show_lines([(tr("from {at}", at=stamp(at.isoformat())), people) for at, people in ramp])
        if limit is None:
            self.limit_words.setText(tr("Limit: not set. The service does not tell how many it allows."))
            return
        new = max(0, people - limit.counted)
        free = max(0, limit.of - limit.written - new)
        self.limit_words.setText(
            tr_plural(
                "{name} may write to {n} different person in any 24 hours.",
                "{name} may write to {n} different people in any 24 hours.",
                limit.of,
                name=limit.name,
            )
        )
        lines = (
            (tr("Written to in the last 24 hours"), limit.written),
            (tr("New with this campaign"), new),
            (tr("Still free at its end"), free),
        )
        self.limit_lines.show_lines(lines)
        tokens = ("chart5", "accent", "neutral_subtle")
        parts = [Part(number, token, words) for (words, number), token in zip(lines, tokens, strict=True)]
        self.bar.set_parts(parts)
        self.once.setText(
            tr_plural(
                "{n} of them was written to today and counts once.",
                "{n} of them were written to today and count once.",
                limit.counted,
            )
        )

    def _build_layout(self) -> None:
        column = self.body
        column.setContentsMargins(dp(16), dp(16), dp(14), dp(16))
        column.setSpacing(dp(8))
        figure = QWidget()
        beside = vbox(PlainLabel(tr("people get it"), "strong"), self.of, spacing=0)
        hbox(self.number, beside, STRETCH, parent=figure, spacing=10)
        first, second = QWidget(), QWidget()
        for row, field, before, after in (
            (first, self.messages, tr("At most"), tr("offers to one person")),
            (second, self.days, tr("in any"), tr("days, over all campaigns")),
        ):
            line = hbox(PlainLabel(before), field, (PlainLabel(after, wrap=True), 1), spacing=8)
            vbox(line, field.error, parent=row, spacing=4)
        head = QWidget()
        hbox((self.held_heading, 1), self.show_held, parent=head)
        for part in (
            SectionHeading(tr("How many")), figure, Hairline(),
            SectionHeading(tr("24-hour limit"), trailing=self.change), self.limit_words, self.bar,
            self.limit_lines, self.once, self.warm_up, self.ramp, Hairline(),
            SectionHeading(tr("Not too often")), first, second, self.often, Hairline(), self.texts,
            Hairline(), self.brakes, Hairline(), head, self.held,
        ):  # fmt: skip
            column.addWidget(part)
        column.addStretch(1)
