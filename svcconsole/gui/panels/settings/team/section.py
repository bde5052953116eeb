"""The section Team of the settings."""

from __future__ import annotations

from PySide6.QtCore import Signal

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.panels.settings.rows import SettingSection
from svcconsole.gui.panels.settings.team.people import TeamPeople
from svcconsole.gui.panels.settings.team.sharing import SharingForm
from svcconsole.gui.runtime.console import Console


class TeamSection(SettingSection):
    """`share_wanted(address, password)`: as SharingForm says it. `log_wanted()`: show the whole log."""

    share_wanted = Signal(str, str)
    log_wanted = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__(tr("Team"), "customers")
        also = tr("shared workspace database PostgreSQL colleagues operators workers connection certificate")
        self._words = show(also).casefold()
        self.sharing: SharingForm | None = None
        self.people: TeamPeople | None = None
        if console.card.practice:
            self.add_part(
                PlainLabel(
                    tr("The practice store is this computer's own: there is nothing to share."),
                    "body",
                    "text2",
                    wrap=True,
                )
            )
            return
        self.add_part(
            PlainLabel(
                tr(
                    "Everybody sees the same campaigns, decisions and lists, and a worker can send while "
                    "laptops sleep. Store tokens never leave each computer."
                ),
                "caption",
                "text2",
                wrap=True,
            )
        )
        self.sharing = SharingForm(console)
        self.sharing.share_wanted.connect(self.share_wanted)
        self.add_part(self.sharing)
        self.people = TeamPeople(console)
        self.people.log_wanted.connect(self.log_wanted)
        self.people.setMaximumWidth(dp(640))
        self.add_part(self.people)

    def search(self, searched: str) -> bool:
        """It is found by its words as a whole."""
        wanted = searched.casefold().split()
        found = all(word in f"{self.title.casefold()} {self._words}" for word in wanted)
        self.setVisible(found)
        return found
