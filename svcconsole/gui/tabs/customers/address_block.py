"""One address of a customer's card: a block of lines that can be copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from svcconsole.gui.metrics import dp
from svcconsole.gui.text import ElidedLabel, visible
from svcconsole.gui.widgets.buttons import tool_button
from svcconsole.gui.widgets.cards import Card
from svcconsole.gui.widgets.pills import Pill

if TYPE_CHECKING:
    from svcconsole.api.models.customers import StoredAddress


class AddressBlock(Card):
    """One address as a block of lines that can be copied."""

    def __init__(self, entry: StoredAddress) -> None:
        super().__init__()
        self.body.setSpacing(dp(2))
        people = " ".join(part for part in (entry.first_name, entry.last_name) if part)
        street = [part for part in (entry.address1, entry.address2) if part]
        town = " ".join(part for part in (entry.zip, entry.city) if part)
        country = f"{entry.country} ({entry.country_code})" if entry.country_code else entry.country
        land = ", ".join(part for part in (entry.state, country) if part)
        reach = [part for part in (entry.phone_number, entry.email) if part]
        lines = [line for line in (*street, town, land, *reach) if line]
        head = QHBoxLayout()
        title = ElidedLabel(
            visible(people or entry.partner_address_id or (street[0] if street else "–")), "strong"
        )
        title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head.addWidget(title)
        if entry.is_default is True:
            head.addWidget(Pill(self.tr("Default"), "check", "accent"))
        head.addStretch(1)
        copy = tool_button("copy", self.tr("Copy this address"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText("\n".join(lines)))
        head.addWidget(copy)
        self.body.addLayout(head)
        for at, line in enumerate(lines):
            self.body.addWidget(ElidedLabel(visible(line), "body", "text" if at < len(street) else "text2"))
        self.body.addStretch(1)
