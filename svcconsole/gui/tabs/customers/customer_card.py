"""The customer's card: names, contact data, addresses, what the store holds, and its JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QSizePolicy, QWidget

from svcconsole.api.models.unusual import text_of, unusual_of
from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.hiding import hidden_fields, hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ClampedLabel, ElidedLabel, PlainLabel, isolate, ltr, set_tip, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.contact_words import country_words, line_words, phone_problem, phone_text
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.forms.record_facts import record_facts
from svcconsole.gui.kit.relative_time import ago, stamp
from svcconsole.gui.kit.widgets.avatar import Avatar
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.tabs.customers.address_block import AddressBlock
from svcconsole.services.customers.customers import EMAIL, PHONE, Include
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.people import key_of

if TYPE_CHECKING:
    from svcconsole.api.models.customers import Asset, StoredAddress, StoredCustomer
    from svcconsole.services.customers.customers import SeenCustomer


ON_THE_CARD = frozenset(
    {
        "id", "partner_customer_id", "first_name", "last_name", "phone_number", "email", "country_code",
        "created_at", "updated_at", "assets", "tags",
    }
)  # fmt: skip
"""Fields of a customer with a place of their own; any other follows them."""
IN_THE_ROW = frozenset({"asset_name", "asset_value"})
"""Fields of a further contact that its row shows."""
TWO_ADDRESSES_FROM = 620
LABELS = 140


class CustomerCard(ScrollPage):
    """`include_changed(Include)`: something else is to be read too."""

    edit_wanted = Signal()
    message_wanted = Signal(str)
    refresh_wanted = Signal()
    include_changed = Signal(object)

    def __init__(self, store: ProfileSummary, include: Include) -> None:
        super().__init__()
        self.store = store
        self.seen: SeenCustomer | None = None
        self.avatar = Avatar()
        self.name = ClampedLabel(2, "title")
        self.ids = ElidedLabel("", "mono", "text2", mode=Qt.TextElideMode.ElideMiddle)
        self.copy = tool_button("copy", tr("Copy the ids"))
        self.edit = button(tr("Edit"), "edit")
        self.message = button(tr("Write a message"), "send")
        self.addresses_chip = ChoiceChip(tr("Addresses"))
        self.contacts_chip = ChoiceChip(tr("More phones and e-mails"))
        self.tags_chip = ChoiceChip(tr("Tags"))
        self.reach = CardRows()
        self.addresses_heading = SectionHeading(tr("Addresses"))
        self.addresses_line = Hairline()
        self.addresses = QGridLayout()
        self.known = CardRows()
        self.json_link = link(tr("Everything the store sent, as JSON"))
        self.json = QPlainTextEdit()
        self.read_words = PlainLabel("", "caption", "text2")
        self.refresh = tool_button("refresh", tr("Refresh"))
        self._columns = 2
        for chip, on in zip(self.chips(), (include.addresses, include.contacts, include.tags), strict=True):
            chip.setChecked(on)
            chip.clicked.connect(lambda _=False: self.include_changed.emit(self.include()))
        self._build()
        display_zone().changed.connect(self.show_times)
        privacy().changed.connect(self._show_anew)

    def show_times(self) -> None:
        """Times are shown in another zone, or it is another day."""
        if self.seen is not None:
            self._show_reach(self.seen.customer)
            self._show_known(self.seen.customer)

    def _show_anew(self) -> None:
        """Who people are is hidden from now on, or shown."""
        if self.seen is not None:
            self.show_customer(self.seen)

    def show_store(self, store: ProfileSummary) -> None:
        """The store's profile was edited: numbers may be of another country."""
        self.store = store
        self._show_anew()

    def chips(self) -> Sequence[ChoiceChip]:
        """The three switches, in the order they stand in."""
        return self.addresses_chip, self.contacts_chip, self.tags_chip

    def include(self) -> Include:
        """What else is read of a customer."""
        return Include(*(chip.isChecked() for chip in self.chips()))

    def show_customer(self, seen: SeenCustomer) -> None:
        """Another customer, or the same one read again."""
        self.seen = seen
        customer = seen.customer
        name = person_name(customer, self.store.region)
        self.avatar.set_person(name, key_of(seen.raw))
        self.name.setText(hidden_name(visible(name)))
        self.message.setVisible(bool(customer.phone_number))
        self.ids.setText(" · ".join(_ids(customer)))
        assets = customer.assets
        self.addresses_chip.set_count(None if customer.addresses is None else len(customer.addresses))
        self.contacts_chip.set_count(None if assets is None else len(assets))
        self.tags_chip.set_count(len(customer.tag_names) if isinstance(customer.tags, list) else None)
        self._show_reach(customer)
        self._show_addresses(customer.addresses)
        self._show_known(customer)
        self.json.setPlainText(json.dumps(hidden_fields(seen.raw), indent=2, ensure_ascii=False))
        self.read_words.setText(tr("read {ago}", ago=ago(time.time() - seen.read_at)))
        self.verticalScrollBar().setValue(0)

    def _write(self) -> None:
        if self.seen is not None and self.seen.customer.phone_number:
            self.message_wanted.emit(self.seen.customer.phone_number)

    def _build(self) -> None:
        self._build_head()
        self._build_parts()

    def _build_head(self) -> None:
        self.edit.clicked.connect(self.edit_wanted)
        self.message.clicked.connect(self._write)
        self.refresh.clicked.connect(self.refresh_wanted)
        self.copy.clicked.connect(self._copy_ids)
        self.json_link.clicked.connect(lambda: self._fold(not self.json.isHidden()))
        head = hbox(spacing=12)
        words = vbox(spacing=2)
        ids = hbox(spacing=6)
        self.ids.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        ids.addWidget(self.ids)
        ids.addWidget(self.copy)
        ids.addStretch(1)
        words.addWidget(self.name)
        words.addLayout(ids)
        head.addWidget(self.avatar, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        head.addWidget(self.message, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.edit, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        chips = QWidget()
        flow = FlowLayout(chips, gap=8)
        also = PlainLabel(tr("Also read"), "caption", "text2")
        also.setMinimumHeight(self.tags_chip.sizeHint().height())
        for part in (also, *self.chips()):
            flow.addWidget(part)
        self.body.addWidget(chips)
        self.body.addWidget(Hairline())

    def _build_parts(self) -> None:
        self.body.addWidget(SectionHeading(tr("How to reach")))
        self.body.addLayout(self.reach)
        self.body.addWidget(self.addresses_line)
        self.body.addWidget(self.addresses_heading)
        self.addresses.setSpacing(dp(12))
        self.body.addLayout(self.addresses)
        self.body.addWidget(Hairline())
        self.body.addWidget(SectionHeading(tr("Known to the store")))
        self.body.addLayout(self.known)
        self.body.addWidget(Hairline())
        foot = hbox(self.json_link, STRETCH, self.read_words, self.refresh)
        self.body.addLayout(foot)
        self.json.setReadOnly(True)
        self.json.setAccessibleName(self.json_link.text())
        self.json.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.json.setMinimumHeight(dp(240))
        set_role(self.json, "mono")
        self.body.addWidget(self.json)
        self._fold(True)
        self.body.addStretch(1)

    def _fold(self, folded: bool) -> None:
        self.json.setHidden(folded)
        self.json_link.set_icon("right" if folded else "down")

    def _copy_ids(self) -> None:
        if self.seen is not None:
            ids = (self.seen.customer.partner_customer_id, self.seen.customer.id)
            QGuiApplication.clipboard().setText("\t".join(each for each in ids if each))

    def _show_reach(self, customer: StoredCustomer) -> None:
        assets = customer.assets or ()
        more = {kind: [each for each in assets if each.asset_name == kind] for kind in (PHONE, EMAIL)}
        others = [each for each in assets if each.asset_name not in more]
        rows: list[tuple[str, list[QWidget]]] = [
            (tr("WhatsApp and phone"), [self._phone(customer.phone_number or "", strong=True)]),
            (tr("More phones"), [self._asset(each) for each in more[PHONE]]),
            (tr("E-mail"), [_value(customer.email or "", "strong")]),
            (tr("More e-mails"), [self._asset(each) for each in more[EMAIL]]),
            (tr("Other contacts"), [self._asset(each) for each in others]),
        ]
        self.reach.fill(rows)

    def _asset(self, asset: Asset) -> QWidget:
        """A further contact, and below it whatever else the store says of it."""
        value = asset.asset_value or ""
        top = self._phone(value) if asset.asset_name == PHONE else _value(value)
        facts = record_facts(
            type(asset),
            asset,
            leave_out=IN_THE_ROW,
            labels={"id": tr("Id"), "created_at": tr("Created"), "country_code": tr("Country")},
            words={"created_at": lambda iso: stamp(iso or "")},
        )
        said = " · ".join(f"{show(fact.label)}: {visible(fact.value)}" for fact in facts)
        box = QWidget()
        vbox(top, ElidedLabel(said, "caption", "text2"), parent=box, spacing=0)
        return box

    def _phone(self, text: str, *, strong: bool = False) -> QWidget:
        found = read_phone(text, self.store.region) if text else None
        number = phone_text(text, self.store.region)
        box = QWidget()
        line = hbox(parent=box, spacing=8)
        label = ElidedLabel(ltr(visible(number)) if number else "–", "strong" if strong else "body")
        label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        line.addWidget(label)
        if isinstance(found, Phone):
            words = ", ".join(part for part in (country_words(found.country), line_words(found.line)) if part)
            if words:
                line.addWidget(
                    Pill(words, "check" if strong else "phone", "success" if strong else "neutral")
                )
        elif text:
            problem = phone_problem(text, self.store.region)
            pill = Pill(tr("Cannot be dialled"), "warning", "warning")
            set_tip(pill, problem.sentence if problem is not None else "")
            line.addWidget(pill)
        line.addStretch(1)
        return box

    def _show_addresses(self, stored: Sequence[StoredAddress] | None) -> None:
        clear_layout(self.addresses)
        entries = sorted(stored or (), key=lambda each: each.is_default is not True)
        self.addresses_heading.set_note(
            "" if entries else tr("none") if stored is not None else tr("not read")
        )
        for at, entry in enumerate(entries):
            self.addresses.addWidget(
                AddressBlock(entry, self.store.region), at // self._columns, at % self._columns
            )
        for column in range(2):
            self.addresses.setColumnStretch(column, 1 if column < self._columns else 0)

    def _show_known(self, customer: StoredCustomer) -> None:
        code = customer.country_code or ""
        country = country_words(code)
        rows: list[tuple[str, list[QWidget]]] = []
        for label, words, raw in (
            (tr("Country"), f"{country} ({code})" if country != code else code, code),
            (tr("Created"), stamp(customer.created_at or ""), customer.created_at),
            (tr("Updated"), stamp(customer.updated_at or ""), customer.updated_at),
        ):
            value = _value(words)
            set_tip(value, raw or "")
            rows.append((label, [value]))
        if customer.tags is not None:
            rows.append((tr("Tags"), [_tags(customer)]))
        for fact in record_facts(type(customer), customer, leave_out=ON_THE_CARD):
            rows.append((fact.label, [_value(fact.target or fact.value)]))
        rows += unusual_rows(customer)
        self.known.fill(rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = 2 if self.width() >= dp(TWO_ADDRESSES_FROM) else 1
        if columns != self._columns:
            self._columns = columns
            if self.seen is not None:
                self._show_addresses(self.seen.customer.addresses)


def _tags(customer: StoredCustomer) -> QWidget:
    box = QWidget()
    flow = FlowLayout(box, gap=6)
    for tag in customer.tag_names:
        flow.addWidget(Pill(visible(tag)))
    if not customer.tag_names:
        flow.addWidget(PlainLabel(tr("none"), "body", "text2"))
    tags = customer.tags or []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        flow.addWidget(Pill(tr("Shape not documented by the service"), "unknown", "neutral"))
    return box


def unusual_rows(customer: StoredCustomer) -> list[tuple[str, list[QWidget]]]:
    """What came in another type than promised, raw and by where it stood."""
    values = [_value(f"{place}: {text_of(value)}", "mono") for place, value in unusual_of(customer).items()]
    return [(tr("Unusual answer"), [*values])] if values else []


def person_name(customer: StoredCustomer, region: str | None = None) -> str:
    """What the customer is called: the name, else a contact, else an id."""
    name = " ".join(part for part in (customer.first_name, customer.last_name) if part)
    known = (
        name,
        customer.email,
        phone_text(customer.phone_number or "", region),
        customer.partner_customer_id,
        customer.id,
    )
    return next((text for text in known if text), "–")


def _ids(customer: StoredCustomer) -> Iterable[str]:
    if customer.partner_customer_id:
        yield isolate(visible(customer.partner_customer_id))
    if customer.id:
        yield ltr(f"svc {visible(customer.id)}")


def _value(text: str, role: str = "body") -> PlainLabel:
    return ElidedLabel(visible(text) or "–", role)


class CardRows(QGridLayout):
    """The rows of a card: a label, and beside it one value or several; filled anew for each record."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(dp(16))
        self.setVerticalSpacing(dp(6))
        self.setColumnMinimumWidth(0, dp(LABELS))
        self.setColumnStretch(1, 1)

    def fill(self, rows: Sequence[tuple[str, Sequence[QWidget]]]) -> None:
        """Other rows: a label beside the first of its values, the others below; none without a value."""
        clear_layout(self)
        row = 0
        for label, parts in rows:
            for at, part in enumerate(parts):
                if at == 0:
                    self.addWidget(
                        PlainLabel(label, "caption", "text2"), row, 0, Qt.AlignmentFlag.AlignVCenter
                    )
                self.addWidget(part, row, 1, Qt.AlignmentFlag.AlignVCenter)
                row += 1
