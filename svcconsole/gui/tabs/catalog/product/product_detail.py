"""The chosen product at a glance: picture, facts, photos, variants, history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from svcconsole.gui.design.icons import pixmap
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ClampedLabel, ElidedLabel, PlainLabel, set_tip
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.footer import FooterFrame
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.money import before_words, paid_words, quantity
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.kit.widgets.price_label import PriceLabel
from svcconsole.gui.kit.widgets.thumbnails import Thumbnail
from svcconsole.gui.tabs.catalog.product.variants_table import VariantRow, VariantsTable
from svcconsole.services.catalog.list_rows import ProductRow
from svcconsole.services.catalog.prices import product_currency

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredCombination, StoredProduct
    from svcconsole.workspace.known.changes import Change

MOST_PHOTOS = 4


@dataclass(frozen=True, slots=True)
class Past:
    """Something this console did to the product: an icon, a sentence, when (ISO), and the change that can be
    taken back."""

    icon: str
    sentence: str
    at: str
    undo: Change | None = None


class ProductDetail(QWidget):
    """The chosen product; `back_wanted` where it is a page of its own in a narrow window."""

    edit_wanted = Signal()
    back_wanted = Signal()
    link_wanted = Signal(str)
    json_wanted = Signal()
    copy_wanted = Signal()
    duplicate_wanted = Signal()
    undo_wanted = Signal(object)
    message_wanted = Signal()

    def __init__(self, pictures: Pictures, names: Mapping[str, str], currency: str) -> None:
        super().__init__()
        self.pictures = pictures
        self.names = names
        self.currency = currency
        self.row: ProductRow | None = None
        self.product: StoredProduct | None = None
        self.picture = Thumbnail(72, tr("Picture"))
        self.picture.setFixedSize(dp(72), dp(72))
        self.picture.clicked.connect(lambda: self._clicked(self.row.image if self.row else ""))
        self.name = ClampedLabel(3, "section")
        self.identity = ElidedLabel("", "mono", "text2", mode=Qt.TextElideMode.ElideMiddle)
        self.price = PriceLabel("section")
        self.pills = QHBoxLayout()
        self.facts = self._made_facts()
        self.photo_count = PlainLabel("", "caption", "text2")
        self.photos_heading = SectionHeading(tr("Photos"), "", self.photo_count, role="label")
        self.photos = QHBoxLayout()
        self.photo_records = QVBoxLayout()
        self.variant_count = PlainLabel("", "caption", "text2")
        self.variants_heading = SectionHeading(tr("Variants"), "", self.variant_count, role="label")
        self.variants = VariantsTable(pictures)
        self.variants.current_changed.connect(self._variant_chosen)
        self.variant = self._made_facts()
        """What the store says of the chosen variant beside its row, of the first one where none is chosen."""
        self.records = QVBoxLayout()
        """The other lists of records, metafields for one."""
        self.past_heading = SectionHeading(tr("In this console"), role="label")
        self.past = QVBoxLayout()
        self._tiles: dict[str, list[Thumbnail]] = {}
        self._build()
        pictures.arrived.connect(self._arrived)

    def show_row(self, row: ProductRow) -> None:
        """What the list knows, at once; the rest follows with `show_product`."""
        self.row, self.product = row, None
        self._head(row)
        self._facts()
        self._photos([row.image] if row.image else [])
        self.variants.show_variants((), "", "")
        self._show_variant(None)
        self._records()
        self._sections(photos=row.photos, variants=row.variants)
        self.set_past([])

    def show_product(self, product: StoredProduct) -> None:
        """The whole product, freshly read."""
        self.product = product
        self._facts()
        photos = self._photo_urls()
        self._photos(photos)
        if self.row is not None:
            self._show_pills(self.row)
        variants = product.combinations or ()
        self.variants.show_variants(variants, product_currency(product), self.currency)
        self._show_variant(next(iter(variants), None))
        self._records()
        self._sections(photos=len(photos), variants=len(variants))

    def set_past(self, past: Sequence[Past]) -> None:
        """What this console did to the product, newest first."""
        clear_layout(self.past)
        self.past_heading.setVisible(bool(past))
        for entry in past:
            line = hbox(spacing=8)
            mark = PlainLabel()
            mark.setPixmap(pixmap(entry.icon, "text2", dp(14)))
            text = ElidedLabel(f"{entry.sentence}, {relative_time(entry.at)}", "caption", "text2")
            set_tip(text, f"{entry.sentence}\n{exact(entry.at)}")
            line.addWidget(mark)
            line.addWidget(text, 1)
            if entry.undo is not None:
                undo = link(tr("Undo"), "caption")
                undo.setAccessibleDescription(entry.sentence)
                undo.clicked.connect(lambda _=False, change=entry.undo: self.undo_wanted.emit(change))
                line.addWidget(undo)
            self.past.addLayout(line)

    def _build(self) -> None:
        page = ScrollPage()
        body = page.body
        body.setContentsMargins(dp(16), dp(16), dp(16), dp(16))
        body.setSpacing(dp(12))
        head = hbox(spacing=12)
        head.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        words = vbox(self.name, self.identity, self.price, STRETCH, spacing=4)
        head.addLayout(words, 1)
        body.addLayout(head)
        self.pills.setSpacing(dp(8))
        body.addLayout(self.pills)
        body.addWidget(Hairline())
        body.addWidget(self.facts)
        body.addWidget(Hairline())
        body.addWidget(self.photos_heading)
        self.photos.setSpacing(dp(8))
        for records in (self.photo_records, self.records):
            records.setSpacing(dp(8))
        body.addLayout(self.photos)
        body.addLayout(self.photo_records)
        body.addWidget(self.variants_heading)
        body.addWidget(self.variants)
        body.addWidget(self.variant)
        body.addLayout(self.records)
        body.addWidget(self.past_heading)
        self.past.setSpacing(dp(4))
        body.addLayout(self.past)
        body.addStretch(1)
        foot = FooterFrame("surface", "top")
        buttons = hbox(parent=foot, margins=(16, 10, 16, 10))
        edit = button(tr("Edit product"), "edit")
        edit.clicked.connect(self.edit_wanted)
        self.back = button(tr("Back to the list"), "left", "quiet")
        self.back.clicked.connect(self.back_wanted)
        self.back.hide()
        more = tool_button("more", tr("More for this product"))
        more.clicked.connect(lambda: self._more().popup(more.mapToGlobal(more.rect().topLeft())))
        message = button(tr("Message"), "send")
        set_tip(message, tr("Write a message about this product"))
        message.clicked.connect(self.message_wanted)
        buttons.addWidget(edit)
        buttons.addWidget(message)
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(more)
        vbox((page, 1), foot, parent=self, spacing=0)
        set_property(self, "bg", "surface")

    def _more(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Duplicate"), self.duplicate_wanted.emit)
        menu.addAction(tr("Copy the id"), self.copy_wanted.emit)
        if self._url():
            menu.addAction(tr("Open the product page"), lambda: self.link_wanted.emit(self._url()))
        menu.addAction(tr("View as JSON"), self.json_wanted.emit)
        return menu

    def _head(self, row: ProductRow) -> None:
        self.name.setText(row.name or row.id)
        self.identity.setText(row.id)
        self.price.set_price(paid_words(row.prices, self.currency), before_words(row.prices, self.currency))
        self._show_pills(row)
        self.pictures.paint(self.picture, row.image)

    def _show_pills(self, row: ProductRow) -> None:
        clear_layout(self.pills)
        words = {
            "in": (mark("{stock} in stock"), "check", "success"),
            "low": (mark("{stock} in stock, low"), "down", "warning"),
            "out": (mark("Out of stock"), "close", "danger"),
        }
        if row.level:
            text, icon, tone = words[row.level]
            self.pills.addWidget(Pill(tr(text, stock=quantity(row.stock)), icon, tone))
        if row.unusual:
            self.pills.addWidget(Pill(tr("Unusual answer"), "unknown", "warning"))
        if not row.catalogs:
            self.pills.addWidget(Pill(tr("In no catalog"), "warning", "warning"))
        broken = [place for place, url in enumerate(self._photo_urls(), start=1) if self.pictures.defect(url)]
        if len(broken) == 1:
            text = tr("Photo {broken} does not load", broken=broken[0])
            self.pills.addWidget(Pill(text, "warning", "warning"))
        elif broken:
            text = tr("{broken} photos do not load", broken=len(broken))
            self.pills.addWidget(Pill(text, "warning", "warning"))
        self.pills.addStretch(1)

    def _photo_urls(self) -> list[str]:
        photos = (self.product.photos or ()) if self.product is not None else ()
        return [photo.photo_url for photo in photos if photo.photo_url]

    def _facts(self) -> None:
        if self.product is not None:
            from svcconsole.gui.tabs.catalog.product.product_fields import product_facts, unusual_facts

            facts = [*product_facts(self.product, self.names), *unusual_facts(self.product)]
            self.facts.set_facts(facts)
        elif self.row is not None:
            names = ", ".join(self.names.get(key, key) for key in self.row.catalogs)
            self.facts.set_facts([Fact(tr("Catalogs"), names or "–")])

    def _records(self) -> None:
        """The lists of records that have no part of their own here."""
        clear_layout(self.records)
        clear_layout(self.photo_records)
        if self.product is None:
            return
        from svcconsole.gui.tabs.catalog.product.product_fields import other_records, photo_facts

        self._fill_records(self.photo_records, photo_facts(self.product))
        for label, records in other_records(self.product):
            count = PlainLabel(quantity(len(records)), "caption", "text2")
            self.records.addWidget(SectionHeading(label, "", count, role="label"))
            self._fill_records(self.records, records)

    def _fill_records(self, column: QVBoxLayout, records: Sequence[Sequence[Fact]]) -> None:
        for at, facts in enumerate(records):
            if at:
                column.addWidget(Hairline())
            shown = self._made_facts()
            shown.set_facts(facts)
            column.addWidget(shown)

    def _made_facts(self) -> Facts:
        facts = Facts()
        facts.link_clicked.connect(self.link_wanted)
        return facts

    def _variant_chosen(self, row: VariantRow | None) -> None:
        variants = (self.product.combinations or ()) if self.product is not None else ()
        if row is not None and row.key < len(variants):
            self._show_variant(variants[row.key])

    def _show_variant(self, variant: StoredCombination | None) -> None:
        self.variant.setVisible(variant is not None)
        if variant is not None:
            from svcconsole.gui.tabs.catalog.product.product_fields import variant_facts

            self.variant.set_facts(variant_facts(variant))

    def _photos(self, urls: Sequence[str]) -> None:
        clear_layout(self.photos)
        self._tiles = {}
        for number, url in enumerate(urls[:MOST_PHOTOS], start=1):
            tile = Thumbnail(56, tr("Photo {number}", number=number))
            self._tile(tile, url)
            self.photos.addWidget(tile)
        if len(urls) > MOST_PHOTOS:
            self.photos.addWidget(PlainLabel(f"+{len(urls) - MOST_PHOTOS}", "caption", "text2"))
        self.photos.addStretch(1)

    def _sections(self, *, photos: int, variants: int) -> None:
        self.photo_count.setText(quantity(photos))
        self.variant_count.setText(quantity(variants))

    def _tile(self, tile: Thumbnail, url: str) -> None:
        self._tiles.setdefault(url, []).append(tile)
        tile.clicked.connect(lambda: self._clicked(url))
        self.pictures.paint(tile, url)

    def _clicked(self, url: str) -> None:
        if self.pictures.why(url):
            self.pictures.again(url)
        else:
            self.pictures.get(url, asked=True)

    def _arrived(self, urls: Sequence[str]) -> None:
        for url in urls:
            for tile in self._tiles.get(url, ()):
                self.pictures.paint(tile, url)
        if self.row is not None and self.row.image in urls:
            self.pictures.paint(self.picture, self.row.image)
        if self.row is not None and any(self.pictures.defect(url) for url in urls):
            self._show_pills(self.row)
        self.variants.pictures_arrived()

    def _url(self) -> str:
        return (self.product.url or "") if self.product is not None else ""
