"""A row of two lines as a widget, for lists whose entries have buttons of their own."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.pills import Pill


class TwoLineRow(QWidget):
    """Icon, title and pill; what it is about, and when (ISO). Whoever makes it adds what stands below, and at
    the end the `finish`."""

    def __init__(self, icon: str, title: str, about: str, at: str, pill: Pill) -> None:
        super().__init__()
        self.pill = pill
        self.title = ElidedLabel(visible(title), "strong")
        self.title.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.facts = ElidedLabel(about, "caption", "text2")
        moment = PlainLabel(relative_time(at), "caption", "text2")
        set_tip(moment, exact(at))
        self.column = vbox(
            beside(IconLabel(icon, "text2", 14), self.title, self.pill),
            beside(self.facts, moment),
            parent=self,
            spacing=2,
        )

    def add_quote(self, text: str) -> None:
        """What the store said, in its own words."""
        said = visible(text).replace("\n", " ")
        self.column.addWidget(ElidedLabel(f"“{said}”", "caption", "danger"))

    def finish(self, foot: QHBoxLayout) -> None:
        """The last line, with the buttons, and the line under the row."""
        self.column.addLayout(foot)
        self.column.addWidget(Hairline())


def beside(*parts: QWidget, spacing: int = 8) -> QHBoxLayout:
    """Parts side by side; texts that can be cut share the room."""
    row = hbox(spacing=spacing)
    for part in parts:
        row.addWidget(part, 1 if isinstance(part, ElidedLabel) else 0)
    return row
