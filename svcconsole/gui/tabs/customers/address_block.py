"""One address of a customer's card: a block of lines that can be copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy

from svcconsole.api.models.customers import Address
from svcconsole.gui.design.hiding import hidden_address, hidden_name, is_hiding
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, isolate, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import Card
from svcconsole.gui.kit.containers.facts import Facts
from svcconsole.gui.kit.forms.record_facts import record_facts
from svcconsole.gui.kit.widgets.buttons import tool_button
from svcconsole.gui.kit.widgets.pills import Pill

if TYPE_CHECKING:
    from svcconsole.api.models.customers import StoredAddress

IN_THE_LETTER = frozenset(
    {
        "first_name", "last_name", "address1", "address2", "zip", "city", "state", "country", "country_code",
        "phone_number", "email", "is_default",
    }
)  # fmt: skip
"""Fields that the lines of the letter show, and the word beside its first."""


class AddressBlock(Card):
    """Who or what it is first, then the lines as on a letter; the button copies these. Below them stands
    whatever else the store says of the address."""

    def __init__(self, entry: StoredAddress, region: str | None) -> None:
        super().__init__()
        self.body.setContentsMargins(dp(14), dp(8), dp(8), dp(12))
        self.body.setSpacing(dp(2))
        people = " ".join(part for part in (entry.first_name, entry.last_name) if part)
        street = [part for part in (entry.address1, entry.address2) if part]
        named = people or entry.partner_address_id or ""
        letter = [line for line in (people, *street, *_rest(entry, region)) if line]
        if is_hiding():
            letter = [hidden_address(line) for line in letter]
        head = hbox(spacing=8)
        first = hidden_name(visible(named)) or hidden_address(visible(street[0]) if street else "–")
        title = ElidedLabel(first, "strong")
        title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head.addWidget(title)
        if entry.is_default is True:
            default = Pill(tr("Default"), "check", "accent")
            default.setMinimumWidth(default.sizeHint().width())  # the street is cut before the word
            head.addWidget(default)
        head.addStretch(1)
        copy = tool_button("copy", tr("Copy this address"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText("\n".join(letter)))
        head.addWidget(copy)
        self.body.addLayout(head)
        for line in street if named else street[1:]:
            self.body.addWidget(ElidedLabel(hidden_address(visible(line))))
        for line in _rest(entry, region, lambda part: isolate(hidden_address(visible(part)))):
            if line:
                self.body.addWidget(ElidedLabel(line, "body", "text2"))
        self.more = Facts()
        self.more.set_facts(record_facts(Address, entry, leave_out=IN_THE_LETTER))
        if self.more.facts():
            self.body.addSpacing(dp(4))
            self.body.addWidget(self.more)
        self.body.addStretch(1)


def _rest(entry: StoredAddress, region: str | None, shown: Callable[[str], str] = str) -> tuple[str, ...]:
    """The lines under the street: town, country, how to reach; each part as `shown` writes it."""

    def joined(sign: str, *parts: str | None) -> str:
        return sign.join(shown(part) for part in parts if part)

    code = f" ({entry.country_code})" if entry.country_code else ""
    country = f"{entry.country or ''}{code}".strip()
    return (
        joined(" ", entry.zip, entry.city),
        joined(", ", entry.state, country),
        joined(" ", phone_text(entry.phone_number or "", region)),
        joined(" ", entry.email),
    )
