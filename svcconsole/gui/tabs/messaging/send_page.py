"""What the sending pages share: types before the form, preview and recent sends beside it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget
from shiboken6 import isValid

from svcconsole.api.errors import Outcome
from svcconsole.api.models.common import Request
from svcconsole.gui.design.metrics import QWIDGETSIZE_MAX, dp
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.pages.drafts import freeze, thaw
from svcconsole.gui.kit.forms.pages.presets import PresetsButton
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.tabs.messaging.recent_sends import RecentSends
from svcconsole.gui.tabs.messaging.section_switch import COMPOSE, SectionSwitch
from svcconsole.gui.tabs.messaging.send_to_me import own_number, send_to_me
from svcconsole.gui.tabs.messaging.sending_page import SendingPage
from svcconsole.gui.tabs.messaging.sent_line import SentLine
from svcconsole.gui.tabs.messaging.type_list import NARROW_WIDTH, WIDTH, TypeCombo, TypeList
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.presets import for_person, without_person
from svcconsole.services.sends.callback_data import new_nonce, with_nonce
from svcconsole.services.sends.sending import Sent
from svcconsole.workspace.drafts.presets import Preset
from svcconsole.workspace.known.registries import Key
from svcconsole.workspace.runs.records import SentRecord

SIDE_WIDTH, NARROW_SIDE = 388, 316
RARE_FROM, WIDE_FROM, ROOMY_FROM = 760, 940, 1300
"""Page widths from which what is wanted seldom has buttons, from which the side column stands beside the
form, and from which all columns are roomy."""


ANY_NUMBER = "+4930123456"
"""Stands in for a number of one's own while everything else is checked."""


class SendPage(SendingPage):
    """`type_chosen(word)`: another type or form is wanted; `registries_wanted`: flows and numbers;
    `follow_wanted(key)`: how far a message came. What was sent stays on the phone until somebody types."""

    of_person: tuple[str, ...] = ("contact_identifier",)
    """Fields of the one it is for: no preset keeps them."""
    of_person_inside: tuple[tuple[str, ...], ...] = ()
    """Places inside other fields that tell whom it is for."""
    type_chosen = Signal(str)
    registries_wanted = Signal()
    follow_wanted = Signal(str)

    def __init__(self, console: Console, form: Form[Any], shown: QWidget) -> None:
        """`shown` stands beside the form: how the customer will see it."""
        self.sent_here = RecentSends(console)
        self._phone = shown if isinstance(shown, PhonePreview) else None
        self._sent_bubble: Bubble | None = None
        self.sent = SentLine(console)
        self.beside = QStackedWidget()
        seen = QWidget()
        vbox((shown, 1), self.sent, parent=seen, spacing=0)
        self.beside.addWidget(seen)
        self.beside.addWidget(self.sent_here)
        self.types, self.combo = TypeList(), TypeCombo()
        super().__init__(console, form, self.beside)
        self.places = SectionSwitch(COMPOSE)
        self.header.add_leading(self.places)
        self.page.body.insertWidget(0, self.combo)
        self.recent = button(tr("Recent"), "history")
        self.recent.setCheckable(True)
        self.seen = button(tr("Preview"), "phone")
        self.seen.setCheckable(True)
        self.registries = tool_button("table", tr("Flows, nodes and business numbers"))
        self.registries.clicked.connect(self.registries_wanted)
        note = tr("The type, every text, button and setting is saved; the recipient is not.")
        self.presets = PresetsButton(console, self.scope, self.kind, note)
        for part in (self.registries, self.seen, self.presets, self.recent):
            self.header.add_action(part)
        self.as_json.hide()
        self.discard.setText(tr("Start over"))
        self.preview.set_kind("quiet")
        self.test = button(tr("Send to me first"))
        for part in (self.test, self.save):  # the filled one stays last
            self.footer.add(part)
        card = console.card
        self.save.setText(tr("Send in practice") if card.practice else tr("Send from {card}", card=card.name))
        self.save.set_icon("send")
        self._stand_before(self.types)
        self._connect_parts()

    @abstractmethod
    def own_type(self) -> str:
        """Which row of the list of types this is."""

    @abstractmethod
    def reopened(self, record: SentRecord, request: Request) -> dict[str, Any] | None:
        """What would be typed for something that was sent; None where this form does not hold it."""

    def addressed_to(self, number: str) -> dict[str, Any]:
        """The fields that say whom it is for, when it goes to this number."""
        return {**dict.fromkeys(self.of_person), self.of_person[0]: number}

    @abstractmethod
    def summary(self) -> str:
        """What the filled button will do, in the footer."""

    def show_preview(self) -> None:
        """Bring what stands beside the form up to date."""

    def held(self) -> Sequence[QWidget]:
        return (*super().held(), self.test, self.types, self.combo, self.presets)

    async def open(self) -> None:
        """The draft, with what became of it, and what was sent from here."""
        await super().open()
        self.sent_here.read()
        self.presets.read()

    def title(self) -> str:
        return tr("Messaging")

    def whole_words(self, changes: int) -> str:
        return ""

    def message(self, changes: int, problems: Sequence[Problem]) -> list[FooterPart]:
        """What stands in the way, then what the filled button will do."""
        if self.doubt is not None:
            return [FooterPart(tr("Waits for your decision"), "warning", "decide")]
        parts = super().message(0, self.form.problems() or problems)
        if any(part.tone == "danger" for part in parts):
            return parts
        return [*parts, FooterPart(self.summary(), "text2", None if parts else "info")]

    def actions_here(self) -> dict[str, Callable[[], None]]:
        return {
            "primary": self.save.click,
            "save": self.save.click,
            "new": self.discard.click,
            "find": self.look_for,
            "refresh": self.sent_here.read,
        }

    def look_for(self) -> None:
        """Look among what was sent."""
        self.recent.setChecked(True)
        self.sent_here.search.setFocus()

    def show_own_type(self) -> None:
        """Mark what this is in the list, whatever was clicked there."""
        for shown in (self.types, self.combo):
            shown.show_type(self.own_type())

    def refresh(self) -> None:
        super().refresh()
        if self._phone is not None and self._sent_bubble is not None and not self.has_changes():
            self._phone.show_bubble(self._sent_bubble)
            return
        if not self.sent.isHidden() and self.has_changes():
            self._sent_bubble = None
            self.sent.clear()
        self.show_preview()

    async def _ended(self, sent: Sent[Any], used: Sequence[Key]) -> None:
        if sent.outcome is Outcome.OK:
            self._sent_bubble = None if self._phone is None else self._phone.bubble
            record = await self.console.db(lambda workspace: workspace.sends.get(sent.run_id))
            self.sent.show_sent(record.about if record is not None else "", sent.answer_id or "")
        await super()._ended(sent, used)

    def done_links(self, sent: Sent[Any]) -> tuple[Link, ...]:
        return (Link(tr("Follow delivery"), self.sent.follow.click),) if sent.answer_id else ()

    def reopen(self, record: SentRecord, request: Request) -> bool:
        """Something sent before as a new draft, once the form is free; whether this form can hold it."""
        values = self.reopened(record, request)
        if values is not None:
            self.fill_when_free(lambda: self._open_earlier(values))
        return values is not None

    def _open_earlier(self, values: dict[str, Any]) -> None:
        """Undo brings back what was in the form."""
        self.fill(values, tr("Open an earlier one"))
        self.recent.setChecked(False)
        self.console.notices.add("info", tr("Opened as a new draft. Undo brings back what was here."))

    def keep_preset(self) -> None:
        """The form without whom it is for, under a name that is asked for."""
        typed = without_person(self.form.values(), self._places_of_person())
        empty: tuple[object, ...] = (None, "", [], {})
        self.presets.save({name: value for name, value in freeze(typed).items() if value not in empty})

    def use_preset(self, preset: Preset) -> None:
        """Put one into the form; whom it is for stays, and Undo brings back what was there."""
        if not self.is_free():
            return
        values = for_person(thaw(preset.values), self.form.values(), self._places_of_person())
        self.fill(values, visible(preset.name))
        self.console.notices.add(
            "info",
            tr("{preset} is in the form. Undo brings back what was here.", preset=visible(preset.name)),
        )

    def _places_of_person(self) -> tuple[tuple[str, ...], ...]:
        return (*((name,) for name in self.of_person), *self.of_person_inside)

    def arrange(self, wide: bool) -> None:
        width = self.width()
        wide, roomy = width >= dp(WIDE_FROM), width >= dp(ROOMY_FROM)
        self.types.setVisible(wide)
        self.types.setFixedWidth(dp(WIDTH if roomy else NARROW_WIDTH))
        self.combo.setVisible(not wide)
        for rare in (self.undo, self.redo, self.preview):  # the keys of the first two stay
            rare.setVisible(width >= dp(RARE_FROM))
        self.seen.setVisible(not wide)
        self.draft_words.setVisible(wide)
        set_tip(self.draft_mark, self.draft_words.text())
        alone = not wide and (self.seen.isChecked() or self.recent.isChecked())
        self.beside.setMinimumWidth(0 if not wide else dp(SIDE_WIDTH if roomy else NARROW_SIDE))
        self.beside.setMaximumWidth(dp(SIDE_WIDTH if roomy else NARROW_SIDE) if wide else QWIDGETSIZE_MAX)
        self.beside.setCurrentIndex(1 if self.recent.isChecked() else 0)
        self.beside.setVisible(wide or alone)
        self.form_column.setVisible(not alone)
        self.footer.setVisible(not alone)

    def _stand_before(self, part: QWidget) -> None:
        """Put `part` at the leading side of the row in which the page stands."""
        for row in self.findChildren(QHBoxLayout):
            if row.indexOf(self.form_column) >= 0:
                row.insertWidget(0, part)

    def _connect_parts(self) -> None:
        for source in (self.types, self.combo):
            source.chosen.connect(self.type_chosen)
        self.recent.toggled.connect(lambda on: self._toggled(self.seen, on))
        self.seen.toggled.connect(lambda on: self._toggled(self.recent, on))
        self.test.clicked.connect(lambda: self.scope.start(self._send_to_me(), "test"))
        self.presets.chosen.connect(self.use_preset)
        self.presets.keep_wanted.connect(self.keep_preset)
        self.sent.follow_wanted.connect(self.follow_wanted)
        self.sent_here.decide.connect(self.console.decisions_wanted)
        self.console.sends_changed.connect(self.sent_here.read)

    async def _send_to_me(self) -> None:
        """The same to a number of one's own, whether or not the form says whom it is for.

        It is no draft's, and may be sent as often as one likes.
        """
        if not self.is_free() or self.form.submit_as(self.addressed_to(ANY_NUMBER)) is None:
            return
        number = await own_number(self.console, self)
        model = self.form.submit_as(self.addressed_to(number)) if number else None
        if model is None:
            return
        self.pressed = self.test
        self.set_busy(True)
        try:
            sent = await send_to_me(self.console, _trial_of(self.parcel(model)), number)
            if sent.error is not None:
                self.refused(sent.error)
        finally:
            if isValid(self):
                self.set_busy(False)
                self.pressed = self.save
                self.fill_next()

    def _toggled(self, other: QWidget, on: bool) -> None:
        """Only one of the two stands in the form's place."""
        if on and other is self.seen:
            self.seen.setChecked(False)
        elif on:
            self.recent.setChecked(False)
        self.arrange(True)


def _trial_of(parcel: SendRequest) -> SendRequest:
    """The same under a reference of its own, where it has one: the draft's goes with the customer's alone."""
    if not parcel.reference:
        return parcel
    nonce = new_nonce()
    sent = getattr(parcel.request, "callback_data", "")
    request = parcel.request.model_copy(update={"callback_data": with_nonce(sent, nonce)})
    return replace(parcel, request=request, reference=nonce)
