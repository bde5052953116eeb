"""What a ticket carries besides its fields: the draft's token, and the reference that finds it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from svcconsole.gui.metrics import dp
from svcconsole.gui.text import PlainLabel, set_tip
from svcconsole.gui.widgets.buttons import tool_button
from svcconsole.services.sending import new_draft_token, new_reference
from svcconsole.services.tickets import mark


@dataclass(frozen=True, slots=True)
class Slip:
    """One draft's token and reference; `wanted` is whether the reference goes under the notes."""

    token: str = field(default_factory=new_draft_token)
    reference: str = field(default_factory=new_reference)
    wanted: bool = True

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Slip:
        """The slip a draft was kept with; a fresh one where it has none."""
        slip = kept.get("slip")
        return cls(**slip) if isinstance(slip, dict) else cls()

    def kept(self) -> dict[str, Any]:
        """As plain JSON, for the draft."""
        return {"slip": asdict(self)}


class ReferenceLine(QWidget):
    """Shows the reference under the notes and whether it is sent. `changed` when that was switched."""

    changed = Signal()
    copy_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.slip = Slip()
        self.box = QCheckBox()
        self.copy = tool_button("copy", self.tr("Copy the reference"))
        self.box.clicked.connect(self._clicked)
        self.copy.clicked.connect(lambda: self.copy_wanted.emit(mark(self.slip.reference)))
        why = self.tr("With it the ticket is found again: in the store's helpdesk, here, and in a decision.")
        row = QHBoxLayout()
        row.setSpacing(dp(8))
        row.addWidget(self.box)
        row.addWidget(self.copy)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(dp(2))
        column.addLayout(row)
        column.addWidget(PlainLabel(why, "caption", "text2", wrap=True))
        set_tip(self.box, why)
        self.show_slip(self.slip)

    def current(self) -> str:
        """The reference that will be sent; blank for none."""
        return self.slip.reference if self.slip.wanted else ""

    def show_slip(self, slip: Slip) -> None:
        """Another draft's."""
        self.slip = slip
        self.box.setChecked(slip.wanted)
        self.box.setText(self.tr("Put “{0}” under the notes").format(mark(slip.reference)))

    def _clicked(self, wanted: bool) -> None:
        self.slip = Slip(self.slip.token, self.slip.reference, wanted)
        self.changed.emit()
