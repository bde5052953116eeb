"""The summary beside the preview: messages per country, left out, and the pace."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.quantity_words import count, duration
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.panels.runs.pace_limit import PaceLimit
from svcconsole.gui.tabs.messaging.campaign.pace import messages_a_minute
from svcconsole.gui.tabs.messaging.campaign.variable_values import VariableValues
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.campaigns.views import Audience

MOST_COUNTRIES = 8


class SummarySide(ScrollPage):
    """`suppression_wanted()`: look at the suppression list. `limit` are the messages a minute set here, None
    for no limit beside that of the terms."""

    suppression_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas", inset=16)
        self.limit: int | None = None
        self._terms = CampaignTerms()
        self.ready = 0
        self.number = PlainLabel("", "figure")
        self.of = ElidedLabel("", "caption", "text2")
        self.countries, self.held = SummaryLines(), SummaryLines()
        self.held_heading = SectionHeading(tr("Not sent"))
        self.total = SummaryLines()
        self.pace = PaceLimit()
        self.time = PlainLabel("", "caption", "text2", wrap=True)
        self.suppression = link(tr("Suppression list"))
        self.fillings = QWidget()
        self.folded = vbox(parent=self.fillings, margins=(0, 8, 0, 0))
        self.pace.wanted.connect(self._limited)
        self.suppression.clicked.connect(self.suppression_wanted)
        self._build_layout()
        self._limited(None)

    def show_outlook(self, outlook: Audience) -> None:
        """What would go out now, and what its pace is held to."""
        self.ready, self._terms = outlook.ready, outlook.terms
        self.number.setText(tr_plural("{n} message", "{n} messages", outlook.ready))
        self.of.setText(tr("of {rows} rows in the file", rows=count(outlook.rows)))
        shown = outlook.countries[:MOST_COUNTRIES]
        lines = [(country_words(each.code) or tr("No country"), each.messages) for each in shown]
        rest = outlook.countries[MOST_COUNTRIES:]
        if rest:
            others = tr_plural("{n} more country", "{n} more countries", len(rest))
            lines.append((others, sum(each.messages for each in rest)))
        self.countries.show_lines(lines)
        self.held.show_lines([(each.title, each.rows) for each in outlook.held])
        self.held_heading.setVisible(bool(outlook.held))
        sums = outlook.ready + sum(each.rows for each in outlook.held)
        self.total.show_lines([(tr("Adds up to"), sums)], "strong")
        self._show_time()

    @property
    def pace_limit(self) -> int | None:
        """The messages a minute it goes at most; None for as fast as the store takes them."""
        return messages_a_minute(self._terms, self.limit)

    def show_values(self, fillings: VariableValues) -> None:
        """Narrow: the variables stand under the sums."""
        self.folded.addWidget(fillings)

    def _limited(self, limit: object) -> None:
        self.limit = limit if isinstance(limit, int) else None
        self.pace.show_pace(None, self.limit)
        self._show_time()

    def _show_time(self) -> None:
        limit = self.pace_limit
        if limit is None:
            self.time.setText(tr("As fast as the store takes them, four at a time."))
            return
        self.time.setText(tr("They take at least {duration}.", duration=duration(60 * self.ready / limit)))

    def _build_layout(self) -> None:
        column = self.body
        column.setContentsMargins(dp(16), dp(14), dp(14), dp(16))
        column.setSpacing(dp(6))
        column.addWidget(self.number)
        column.addWidget(self.of)
        column.addSpacing(dp(4))
        column.addWidget(self.countries)
        column.addSpacing(dp(8))
        column.addWidget(self.held_heading)
        column.addWidget(self.held)
        column.addWidget(Hairline())
        column.addWidget(self.total)
        column.addWidget(self.suppression, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(dp(8))
        column.addWidget(SectionHeading(tr("Pace")))
        column.addWidget(self.time)
        column.addWidget(self.pace, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.fillings)
        column.addStretch(1)


class SummaryLines(QWidget):
    """Words and numbers, one pair a line."""

    def __init__(self) -> None:
        super().__init__()
        self._column = vbox(parent=self, spacing=4)
        self.lines: tuple[tuple[str, int], ...] = ()

    def show_lines(self, lines: Sequence[tuple[str, int]], role: str = "body") -> None:
        """Other lines."""
        self.lines = tuple(lines)
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for words, number in lines:
            line = QWidget()
            hbox((ElidedLabel(words, role), 1), PlainLabel(count(number), "strong"), parent=line, spacing=8)
            self._column.addWidget(line)
        self.setVisible(bool(lines))
