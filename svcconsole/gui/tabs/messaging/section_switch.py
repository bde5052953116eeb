"""The parts of the Messaging tab as segments in each page's header."""

from __future__ import annotations

from PySide6.QtCore import Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.segments import Segments

COMPOSE, TEMPLATES, CAMPAIGNS, DELIVERY = range(4)


class SectionSwitch(Segments):
    """`wanted(place)` when a person chooses another; a page always shows its own."""

    wanted = Signal(int)

    def __init__(self, own: int) -> None:
        super().__init__()
        self._own = own
        for words in (tr("Compose"), tr("Templates"), tr("Campaigns"), tr("Delivery")):
            self.add(words)
        self.set_current(own)
        self.currentChanged.connect(self._chosen)

    def _chosen(self, place: int) -> None:
        if place != self._own:
            self.set_current(self._own)
            self.wanted.emit(place)

    def step(self, by: int) -> None:
        """The arrows go on in the switch of the page that they led to."""
        super().step(by)
        for switch in self.window().findChildren(SectionSwitch):
            if switch.isVisible():
                switch.focus_current()
