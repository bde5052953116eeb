"""The list of what the reader repaired, each with its row and column, collapsed at first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel, ScrollPage
from svcconsole.gui.kit.widgets.buttons import link

if TYPE_CHECKING:
    from svcconsole.tables.reading.repairs import Repair

SHOWN = 100


class RepairList(Ground):
    """One line that counts the repairs; opened, it lists the first hundred."""

    def __init__(self) -> None:
        super().__init__("canvas", "top")
        self.icon = IconLabel("info", "info", 14)
        self.heading = ElidedLabel("", role="strong")
        self.toggle = link(tr("Show them"))
        self.toggle.clicked.connect(self._toggle)
        head = hbox(self.icon, (self.heading, 1), self.toggle, spacing=8)
        self.unfolded = ScrollPage("canvas", inset=22)
        self._lines = self.unfolded.body
        self._lines.setSpacing(dp(2))
        self.unfolded.setFixedHeight(dp(120))
        self.unfolded.setAccessibleName(tr("Repairs"))
        self.unfolded.hide()
        vbox(head, self.unfolded, parent=self, margins=(20, 8, 20, 8))
        self.count = 0
        self.hide()

    def set_repairs(self, repairs: Sequence[Repair], count: int) -> None:
        """Show the kept `repairs` of `count` in all."""
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for repair in repairs[:SHOWN]:
            self._lines.addWidget(ElidedLabel(show(repair.sentence), role="caption", tone="text2"))
        self._lines.addStretch(1)
        self.heading.setText(
            tr_plural("{n} repair was made while reading", "{n} repairs were made while reading", count)
        )
        self.count = count

    def _toggle(self) -> None:
        opened = self.unfolded.isHidden()
        self.unfolded.setVisible(opened)
        self.toggle.setText(tr("Hide them") if opened else tr("Show them"))
