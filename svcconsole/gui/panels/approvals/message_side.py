"""The first message of a plan on the phone; of each text, where several are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.services.messaging.appearance.of_message import bubble_of_message
from svcconsole.services.messaging.appearance.of_template import bubble_of_template

if TYPE_CHECKING:
    from svcconsole.gui.runtime.profile_summary import ProfileSummary
    from svcconsole.services.approvals.plan_texts import PlanText


class MessageSide(QWidget):
    """`choices` are the texts by name, with how many people get each."""

    def __init__(self, card: ProfileSummary) -> None:
        super().__init__()
        self.choices = Segments()
        self.template = PlainLabel("", "caption", "text2", wrap=True)
        self.phone = PhonePreview(card.name, card.colour)
        self._texts: tuple[PlanText, ...] = ()
        self._place = vbox(self.choices, spacing=0)
        head = vbox(self._place, self.template, spacing=8, margins=(16, 8, 16, 0))
        vbox(head, (self.phone, 1), parent=self, spacing=8)

    def show_texts(self, texts: tuple[PlanText, ...]) -> None:
        """Show other texts; the one that was looked at stays on screen where it is still there."""
        chosen = max(0, self.choices.current())
        self._texts = texts
        clear_layout(self._place)
        self.choices = Segments()
        for text in texts:
            self.choices.add(tr("Text {name}", name=visible(text.name)), text.people)
        self._place.addWidget(self.choices)
        self.choices.setVisible(len(texts) > 1)
        if texts:
            self.choices.set_current(chosen if chosen < len(texts) else 0)
            self._show_text(self.choices.current())
        self.choices.currentChanged.connect(self._show_text)

    def _show_text(self, place: int) -> None:
        text = self._texts[place]
        self.template.setText(tr("Template: {name}", name=visible(text.template_id)))
        self.template.setVisible(bool(text.template_id))
        self.phone.show_bubble(
            bubble_of_template(text.template, text.body.get("payload", {}).get("components"))
            if text.template_id
            else bubble_of_message(text.body)
        )
