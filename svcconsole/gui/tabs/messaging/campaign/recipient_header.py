"""The head of the preview: recipient, number, country, and whether it is sent."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, isolate, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import country_words, phone_text
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.services.campaigns.views import Recipient

LOOKS = {"error": ("error", "danger"), "warning": ("warning", "warning"), "info": ("info", "info")}
MOST = 3


class RecipientHeader(QWidget):
    """Name, number, country, state; under them what is wrong or worth a look in this row."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ElidedLabel("", "title")
        self.number = ElidedLabel("", "body", "text2")
        self.state = Pill()
        line = hbox((self.name, 1), (self.state, 0, Qt.AlignmentFlag.AlignVCenter), spacing=10)
        self._lines = vbox(spacing=4)
        vbox(line, self.number, self._lines, parent=self, spacing=2)
        self.sentences: tuple[str, ...] = ()

    def show_recipient(self, recipient: Recipient) -> None:
        """Another row."""
        shown = phone_text(recipient.number, None) or recipient.said
        self.name.setText(hidden_name(visible(recipient.name)) or isolate(visible(shown)) or tr("No name"))
        parts = [isolate(visible(shown))] if shown else [tr("No phone number")]
        if recipient.country:
            parts.append(country_words(recipient.country))
        elif recipient.number:
            parts.append(tr("of no country"))
        if recipient.number and _digits(recipient.said) != _digits(recipient.number):
            parts.append(tr("in the file: {said}", said=isolate(visible(recipient.said))))
        self.number.setText("  ·  ".join(parts))
        if recipient.ready:
            self.state.set(tr("Ready"), "check", "success")
        else:
            self.state.set(tr("Not sent"), "minus", "neutral")
        self._update_text(recipient)

    def _update_text(self, recipient: Recipient) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.sentences = tuple(sentence for _, sentence in recipient.sentences[:MOST])
        for level, sentence in recipient.sentences[:MOST]:
            self._lines.addWidget(_line(*LOOKS[level], sentence))


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def _line(mark: str, tone: str, sentence: str) -> QWidget:
    made = QWidget()
    hbox(
        (IconLabel(mark, tone, 14), 0, Qt.AlignmentFlag.AlignTop),
        (PlainLabel(visible(sentence), "caption", "text", wrap=True), 1),
        parent=made,
        spacing=6,
    )
    return made
