"""The person at a glance: names, what may prevent reaching them, contact data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from svcconsole.gui.design.hiding import hidden_address, hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, isolate, ltr, visible
from svcconsole.gui.design.words import dotted, tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words, phone_problem, phone_text, phone_words
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, IconLabel, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.widgets.avatar import Avatar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.services.customers.customer_timeline import TimelineEntry
from svcconsole.tables.values.emails import email_problem
from svcconsole.workspace.known.people import Person


class PersonCard(ScrollPage):
    """`card_wanted`: the customer's own card is to be shown. `message_wanted`: write to this person."""

    card_wanted = Signal()
    message_wanted = Signal()

    def __init__(self, region: Callable[[], str | None]) -> None:
        """`region()` says where numbers without a country code belong now."""
        super().__init__("canvas", 20)
        self._region = region
        self.avatar = Avatar()
        self.name = PlainLabel("", "title", wrap=True)
        self.ids = ElidedLabel("", "mono", "text2")
        self.in_the_way = Ground("well")
        self._sentences = QVBoxLayout(self.in_the_way)
        self.reach = Facts()
        self.known = Facts()
        self.open_card = button(tr("Open the customer card"), "person")
        self.open_card.clicked.connect(self.card_wanted)
        self.message = button(tr("Write a message"), "send")
        self.message.clicked.connect(self.message_wanted)
        self._build_layout()

    def show_person(self, person: Person, story: Sequence[TimelineEntry]) -> None:
        """Another person, or the same one after something happened."""
        name = name_of(person)
        self.avatar.set_person(name, person.key or name)
        self.name.setText(hidden_name(visible(name)))
        ids = [isolate(visible(person.external_id)), ltr(f"svc {visible(person.service_id)}")]
        given = (person.external_id, person.service_id)
        self.ids.setText(" · ".join(text for text, known in zip(ids, given, strict=True) if known))
        self.ids.setVisible(any(given))
        clear_layout(self._sentences)
        ways = list(delivery_obstacles(person, story, self._region()))
        for icon, tone, sentence in ways or [("check", "success", tr("Nothing known."))]:
            self._sentences.addLayout(_said(icon, tone, sentence))
        self.reach.set_facts(list(self._contacts(person)))
        self.known.set_facts(list(_known(person)))
        self.open_card.setVisible(bool(person.key or person.external_id or person.service_id))
        self.message.setVisible(bool(person.phones))
        self.open_card.setText(
            tr("Open the customer card") if person.key else tr("Look the customer up in the store")
        )

    def _build_layout(self) -> None:
        head = hbox(spacing=12)
        words = vbox(STRETCH, self.name, self.ids, STRETCH, spacing=2)
        self.name.setMinimumWidth(dp(24))
        head.addWidget(self.avatar, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        self._sentences.setContentsMargins(dp(14), dp(12), dp(14), dp(12))
        self._sentences.setSpacing(dp(10))
        self.body.addLayout(head)
        self.body.addWidget(SectionHeading(tr("What could prevent delivery")))
        self.body.addWidget(self.in_the_way)
        self.body.addWidget(SectionHeading(tr("How to reach")))
        self.body.addWidget(self.reach)
        self.body.addWidget(Hairline())
        self.body.addWidget(self.known)
        ways = FlowLayout(gap=8)
        ways.addWidget(self.open_card)
        ways.addWidget(self.message)
        self.body.addLayout(ways)
        self.body.addStretch(1)

    def _contacts(self, person: Person) -> Iterator[Fact]:
        for phone in person.phones:
            number = phone_text(phone, self._region())
            where = phone_words(phone, self._region())
            yield Fact(tr("Phone"), dotted(number, where))
        for email in person.emails:
            yield Fact(tr("E-mail"), email)
        if not person.phones and not person.emails:
            yield Fact(tr("Contacts"), tr("none known here"), tone="text2")


def name_of(person: Person) -> str:
    """What the person is called: the name, else an id, else a contact."""
    known = (person.name, person.external_id, person.service_id, *person.phones, *person.emails)
    return next((text for text in known if text), "–")


def delivery_obstacles(
    person: Person, story: Sequence[TimelineEntry], region: str | None
) -> Iterator[tuple[str, str, str]]:
    """Icon, tone and sentence of each thing that may be why something did not arrive."""
    open_ = sum(each.undecided for each in story)
    failed = sum(each.failed for each in story) - open_
    if open_:
        doubtful = tr_plural(
            "1 thing may or may not have arrived; it needs your decision.",
            "{n} things may or may not have arrived; they need your decision.",
            open_,
        )
        yield "decide", "warning", doubtful
    if failed:
        refused = tr_plural("1 thing was refused or not sent.", "{n} were refused or not sent.", failed)
        yield "error", "danger", refused
    if not person.phones:
        yield "phone", "warning", tr("No phone number is known here: without one no message can arrive.")
    for phone in person.phones:
        if (problem := phone_problem(phone, region)) is not None:
            yield "phone", "warning", visible(problem.sentence)
    for email in person.emails:
        if sentence := email_problem(email):
            yield "mail", "warning", visible(sentence)


def _known(person: Person) -> Iterator[Fact]:
    code = str(person.body.get("countryCode") or "")
    if code:
        yield Fact(tr("Country"), country_words(code))
    if person.place:
        yield Fact(tr("Place"), hidden_address(person.place))
    if person.tags:
        yield Fact(tr("Tags"), ", ".join(person.tags))
    if person.seen_at:
        yield Fact(tr("Read"), tr("{when}, as the store had it then", when=relative_time(person.seen_at)))
    else:
        yield Fact(tr("Read"), tr("never looked up from here"), tone="text2")


def _said(icon: str, tone: str, sentence: str) -> QHBoxLayout:
    line = hbox(spacing=10)
    line.addWidget(IconLabel(icon, tone, 16), 0, Qt.AlignmentFlag.AlignTop)
    label = PlainLabel(sentence, "body", wrap=True)
    label.setMinimumWidth(dp(24))
    line.addWidget(label, 1)
    return line
