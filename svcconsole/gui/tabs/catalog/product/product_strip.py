"""The chosen product as one strip under the table, where there is no room for a column."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.money import before_words, paid_words
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.kit.widgets.price_label import PriceLabel
from svcconsole.gui.kit.widgets.thumbnails import Thumbnail
from svcconsole.gui.tabs.catalog.lists.columns import level_pill
from svcconsole.services.catalog.list_rows import ProductRow


class ProductStrip(QWidget):
    """Picture, name, id, what needs a look, Edit and Open."""

    edit_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, pictures: Pictures, currency: str) -> None:
        super().__init__()
        self.currency = currency
        self.pictures = pictures
        self.row: ProductRow | None = None
        self.picture = Thumbnail(56, tr("Picture"))
        self.picture.clicked.connect(self._ask)
        self.name = ElidedLabel("", "strong")
        self.identity = ElidedLabel("", "mono", "text2", mode=Qt.TextElideMode.ElideMiddle)
        self.variants = PlainLabel("", "caption", "text2")
        self.price = PriceLabel("caption")
        self.pill = Pill("")
        self.edit = button(tr("Edit"), "edit")
        self.edit.clicked.connect(self.edit_wanted)
        self.open = button(tr("Open", "action"), "up")
        self.open.clicked.connect(self.open_wanted)
        self.setFixedHeight(dp(84))
        set_property(self, "bg", "surface")
        set_property(self, "line", "top")
        line = hbox(parent=self, spacing=12, margins=(20, 8, 20, 8))
        line.addWidget(self.picture)
        words = vbox(spacing=4)
        words.addStretch(1)
        words.addWidget(self.name)
        facts = hbox(self.identity, self.price, self.variants, self.pill, STRETCH, spacing=10)
        words.addLayout(facts)
        words.addStretch(1)
        line.addLayout(words, 1)
        line.addWidget(self.edit)
        line.addWidget(self.open)
        pictures.arrived.connect(self._arrived)
        self.choose(None)

    def choose(self, row: ProductRow | None) -> None:
        """Show a product; without one the strip says what to do."""
        self.row = row
        for part in (self.picture, self.identity, self.variants, self.edit, self.open):
            part.setVisible(row is not None)
        pill = None if row is None else level_pill(row)
        self.pill.setVisible(pill is not None)
        if pill is not None:
            self.pill.set(pill.word, pill.icon, pill.tone)
        prices = () if row is None else row.prices
        self.price.set_price(paid_words(prices, self.currency), before_words(prices, self.currency))
        if row is None:
            self.name.setText(tr("Choose a product to see it here."))
            return
        self.name.setText(row.name or row.id)
        self.identity.setText(row.id)
        self.variants.setText(tr_plural("1 variant", "{n} variants", row.variants))
        self._paint()

    def _paint(self) -> None:
        self.pictures.paint(self.picture, self.row.image if self.row is not None else "")

    def _ask(self) -> None:
        if self.row is not None:
            self.pictures.get(self.row.image, asked=True)

    def _arrived(self, urls: Sequence[str]) -> None:
        if self.row is not None and self.row.image in urls:
            self._paint()
