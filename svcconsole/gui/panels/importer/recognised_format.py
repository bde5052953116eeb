"""The head of step File: what the file is by its header, and the way to another one."""

from __future__ import annotations

from PySide6.QtCore import Qt

from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import button


class RecognisedFormat(Ground):
    """What the file is, by its header, with the evidence."""

    def __init__(self) -> None:
        super().__init__("well")
        self.title = ElidedLabel("", role="section")
        self.evidence = ElidedLabel("", role="caption", tone="text2")
        self.another = button(tr("Choose another file"))
        row = hbox(parent=self, spacing=14, margins=(14, 10, 12, 10))
        self.icon = IconLabel("table", "accent_text", 20, line="section")
        row.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(vbox(self.title, self.evidence, spacing=2), 1)
        row.addWidget(self.another)

    def set_texts(self, title: str, evidence: str, *, doubt: bool = False) -> None:
        """`doubt`: this may be another kind of file."""
        self.icon.set("warning" if doubt else "table", "warning" if doubt else "accent_text")
        self.title.setText(title)
        self.evidence.setText(evidence)
