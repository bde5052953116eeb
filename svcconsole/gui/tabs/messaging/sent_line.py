"""SentLine: how far the message that was just sent has come, and the way to its delivery."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.boxes import Stretch, hbox, vbox
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.pills import TickLabel
from svcconsole.gui.panels.delivery.polling import DeliveryPolling
from svcconsole.gui.runtime.console import Console
from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.workspace.clock import now

ACCEPTED = "waiting"
"""The tick of a message of which the store said no more than that it took it."""


class SentLine(QWidget):
    """Hidden until something is sent. `follow_wanted(key)`: its delivery is to be shown."""

    follow_wanted = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._id = self._key = ""
        self._console = console
        self.tick = TickLabel(ACCEPTED)
        self.words = PlainLabel("", "caption", "text2", wrap=True)
        self.follow = link(tr("Follow delivery"))
        self.follow.clicked.connect(lambda: self.follow_wanted.emit(self._key))
        self.polling = DeliveryPolling(console, self, lambda: False)
        self.polling.known.connect(self._update)
        self.polling.heard.connect(self._update)
        head = hbox(self.tick, Stretch(), (self.follow, 0, Qt.AlignmentFlag.AlignVCenter), spacing=8)
        vbox(head, self.words, parent=self, spacing=4, margins=(16, 0, 16, 12))
        self.hide()

    def show_sent(self, about: str, answer_id: str) -> None:
        """Follow the message `answer_id` to `about`; one without an id cannot be followed."""
        self._id, self._key = answer_id, ""
        whom = visible(phone_text(about, self._console.card.region))
        said = tr("Sent to {about} at {time}.", about=whom, time=clock_of(now()))
        self.words.setText(said if answer_id else tr("{sent} It is not tracked.", sent=said))
        self.tick.set_word(ACCEPTED)
        self.tick.setVisible(bool(answer_id))
        self.follow.setVisible(bool(answer_id))
        self.follow.setEnabled(False)
        if self.isVisible():
            self.polling.look_again()
        else:
            self.show()

    def clear(self) -> None:
        """Nothing was just sent any more."""
        self._id = ""
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._id:
            self.polling.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.polling.stop()

    def _update(self, _changed: object = None) -> None:
        found = next((each for each in self.polling.deliveries.messages.values() if self._is_it(each)), None)
        if found is not None:
            self._key = found.key
            self.follow.setEnabled(True)
            self.tick.set_word(found.word or ACCEPTED)

    def _is_it(self, delivery: Delivery) -> bool:
        return bool(self._id) and delivery.id == self._id
