"""The reference line under a ticket's notes, by which it is found again, and its switch."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.forms.pages.draft_token import DraftToken
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.services.helpdesk.tickets import reference_line
from svcconsole.services.sends.references import new_reference


class ReferenceLine(QWidget):
    """Shows the reference under the notes and whether it is sent. `changed` when that was switched."""

    changed = Signal()
    copy_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.slip = DraftToken.fresh(new_reference())
        self.box = CheckBox()
        self.copy = tool_button("copy", tr("Copy the reference"))
        self.box.clicked.connect(self._clicked)
        self.copy.clicked.connect(lambda: self.copy_wanted.emit(reference_line(self.slip.reference)))
        why = tr("Find the ticket by it later, here and in the store's helpdesk.")
        row = hbox(self.box, self.copy, STRETCH, spacing=8)
        vbox(row, PlainLabel(why, "caption", "text2", wrap=True), parent=self, spacing=2)
        set_tip(self.box, why)
        self.show_slip(self.slip)

    def current(self) -> str:
        """The reference that will be sent; blank for none."""
        return self.slip.reference if self.slip.wanted else ""

    def show_slip(self, slip: DraftToken) -> None:
        """Another draft's."""
        self.slip = slip
        self.box.setChecked(slip.wanted)
        self.box.setText(tr("Add “{mark}” to the notes", mark=reference_line(slip.reference)))

    def _clicked(self, wanted: bool) -> None:
        self.slip = replace(self.slip, wanted=wanted)
        self.changed.emit()
