"""PhonePreview: the column beside the form in which the message stands as its reader will see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.phone_preview.parts import Shown
from svcconsole.gui.kit.phone_preview.screen import Screen, hidden_bubble
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.services.messaging.appearance.advice import advice
from svcconsole.services.messaging.appearance.bubble import Bubble

if TYPE_CHECKING:
    from svcconsole.gui.kit.remote_pictures import Pictures

PICTURE_EDGE: Final = 720
"""The `edge` of `pictures`: a phone's whole width, sharp at a pixel ratio of 2."""
QUIET: Final = 600
"""Milliseconds without a change before pictures are asked for and advice is given: half a link is no
picture's address, and half a mark not yet wrong."""
MOST_ADVICE: Final = 2


class _Line(QWidget):
    """A few words under the phone with an icon; not there without words."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self._words = PlainLabel("", "caption", "text2", wrap=True)
        hbox(
            (IconLabel(mark, mark, 16), 0, Qt.AlignmentFlag.AlignTop),
            (self._words, 1),
            parent=self,
            spacing=8,
        )
        self.hide()

    def set_caption(self, words: str) -> None:
        """Other words, or none."""
        self._words.setText(visible(words))
        self.setVisible(bool(words))


class PhonePreview(QWidget):
    """`show_bubble` shows a message; its light and dark are its own. `pictures` fetches what links name."""

    def __init__(
        self,
        name: str,
        shade: str,
        pictures: Pictures | None = None,
        parent: QWidget | None = None,
        *,
        titled: bool = True,
    ) -> None:
        """`name` and `shade` are the store's name and colour, as its card has them. `titled`: with its
        heading and the switch of its colours."""
        super().__init__(parent)
        keep_uncovered(self)
        self._pictures = pictures
        self._may_ask = False
        self.phone = Screen(name, shade, self._picture)
        self.phone.set_dark(theme().name == "dark")
        self.phone.wanted.connect(self._wanted)
        title = ElidedLabel(tr("As the customer will see it"), "section")
        self.switch = tool_button("moon", tr("Dark phone"))
        self.switch.setCheckable(True)
        self.switch.setChecked(self.phone.content.is_dark)
        self.switch.toggled.connect(self._switched)
        head = QWidget()
        hbox((title, 1), self.switch, parent=head)
        if not titled:
            head.hide()
        self._note, self._advice = _Line("warning"), _Line("info")
        vbox(
            head, (self.phone, 1), self._note, self._advice, parent=self, spacing=10, margins=(16, 12, 16, 12)
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._quiet = QTimer(self, interval=QUIET, singleShot=True)
        self._quiet.timeout.connect(self._rested)
        self._show_switch()
        if pictures is not None:
            pictures.arrived.connect(lambda _: self.phone.look_again())

    @property
    def bubble(self) -> Bubble:
        """What is shown, with nobody hidden."""
        return self.phone.bubble

    def show_bubble(self, bubble: Bubble) -> None:
        """Show this message from now on; what the reader unfolded or opened stays as it is."""
        if bubble == self.bubble and hidden_bubble(bubble) == self.phone.content.bubble:
            return
        self._may_ask = False
        self.phone.show_bubble(bubble)
        self._quiet.start()

    def set_note(self, sentence: str) -> None:
        """A warning under the phone; blank takes it away."""
        self._note.set_caption(sentence)

    def _switched(self, dark: bool) -> None:
        self.phone.set_dark(dark)
        self._show_switch()

    def _show_switch(self) -> None:
        dark = self.phone.content.is_dark
        name = tr("Show the phone in its light colours") if dark else tr("Show the phone in its dark colours")
        self.switch.setIcon(icon("sun" if dark else "moon", "text2"))
        self.switch.setAccessibleName(name)
        set_tip(self.switch, name)

    def _rested(self) -> None:
        """Typing rests: fetch pictures, and tell what will not look as it was meant."""
        self._may_ask = True
        self.phone.look_again()
        self._advice.set_caption("\n".join(advice(self.bubble)[:MOST_ADVICE]))

    def _picture(self, link: str) -> Shown:
        if self._pictures is None or not self._may_ask:
            return None
        return self._pictures.get(link)

    def _wanted(self, link: str) -> None:
        if self._pictures is None:
            return
        self._may_ask = True
        if self._pictures.why(link):
            self._pictures.again(link)
        else:
            self._pictures.get(link, asked=True)
        self.phone.look_again()
