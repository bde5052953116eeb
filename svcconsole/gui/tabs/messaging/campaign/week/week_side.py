"""The chosen campaign of the week: when, how many, from which number; what does not fit, and the ways out."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import DecisionBox, IconLabel, ScrollPage
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.tabs.messaging.campaign.week import week_words as said
from svcconsole.services.campaigns.week.records import WeekCampaign


class WeekSide(ScrollPage):
    """`move_wanted(datetime)`: it shall begin then. `open_wanted()`: its page."""

    move_wanted = Signal(object)
    open_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas", inset=16)
        self.title = PlainLabel("", "heading", wrap=True)
        self.state = Pill()
        self.facts = Facts()
        self.conflict = DecisionBox("warning", "warning", "", "")
        self.way = button("", "calendar")
        self.conflict.add_button(self.way)
        self.hints = QWidget()
        self.open = button(tr("Open the campaign"))
        self._way: datetime | None = None
        self.way.clicked.connect(self._move)
        self.open.clicked.connect(self.open_wanted)
        drag = tr(
            "Drag it to another day or hour, or press Alt with the arrow keys; with Shift it goes by hours."
        )
        undo = tr("Ctrl+Z takes a move back. A moved campaign may need a new approval.")
        lines = [_hint("drag", drag), _hint("undo", undo)]
        vbox(*lines, parent=self.hints, spacing=8)
        for part in (self.title, hbox(self.state, STRETCH), self.facts, self.conflict, self.hints,
                     hbox(self.open, STRETCH)):  # fmt: skip
            if isinstance(part, QWidget):
                self.body.addWidget(part)
            else:
                self.body.addLayout(part)
        self.body.addStretch(1)
        self.show_campaign(None, 0, None)

    def show_campaign(self, campaign: WeekCampaign | None, too_many: int, way: datetime | None) -> None:
        """Another campaign; `way` is the next time at which it fits, where it does not now."""
        for part in (self.state, self.facts, self.open):
            part.setVisible(campaign is not None)
        self.conflict.setVisible(bool(campaign is not None and too_many))
        self.hints.setVisible(campaign is not None and campaign.is_movable)
        if campaign is None:
            self.title.setText(tr("Nothing is planned this week"))
            return
        self.title.setText(visible(campaign.name))
        self.state.set_value(said.pill(campaign, too_many))
        self.facts.set_facts(_facts(campaign))
        self._way = way
        self.way.setVisible(way is not None)
        if way is not None:
            self.way.setText(tr("Move it to {time}", time=said.day_short(way)))
        if too_many:
            self.conflict.set_texts(
                tr_plural("{n} person too many", "{n} people too many", too_many),
                tr(
                    "Within 24 hours more people would be written to from {number} than it may write to. "
                    "When it is sent, the rest waits until there is room.",
                    number=visible(campaign.number),
                ),
            )

    def _move(self) -> None:
        if self._way is not None:
            self.move_wanted.emit(self._way)


def _hint(icon: str, text: str) -> QHBoxLayout:
    words = PlainLabel(text, "caption", "text2", wrap=True)
    return hbox(IconLabel(icon, "text2", 16, line="caption"), (words, 1), spacing=8)


def _facts(campaign: WeekCampaign) -> list[Fact]:
    lines = [
        Fact(tr("When"), said.day_short(campaign.begins)),
        Fact(tr("Until"), said.day_short(campaign.ends)),
        Fact(tr("People"), count(campaign.people)),
        Fact(tr("Template"), visible(campaign.template)),
        Fact(tr("From"), visible(campaign.number)),
        Fact(tr("Plan"), campaign.code, mono=True),
        Fact(tr("Planned by"), called(campaign.operator)),
        Fact(tr("Approved by"), called(campaign.approved_by)),
    ]
    if campaign.left:
        lines.append(Fact(tr("Do not fit"), count(campaign.left), tone="warning"))
    return [line for line in lines if line.value]
