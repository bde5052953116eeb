"""Feeds for Google Merchant and for Meta's catalogs, which WhatsApp shows: one row a variant."""

from __future__ import annotations

from dataclasses import replace

from svcconsole.tables.mapping.free_paths import FREE_OPTIONS
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_STAYS = message("Meant for the feed's reader: a product has no such field here.")
_SHIPPING = message("Terms of delivery: a product has no such field here.")
_ANCHORS = ("id", "title", "link", "image_link")
_GOOGLE_ONLY = (
    "shipping", "return_policy", "gtin", "mpn", "identifier_exists", "tax", "ads_redirect",
    "product_highlight",
    "shipping_weight", "shipping_label", "adult", "multipack", "is_bundle", "sale_price_effective_date",
    "excluded_destination", "included_destination",
)  # fmt: skip
_META_ONLY = (
    "quantity_to_sell_on_facebook", "fb_product_category", "commerce_tax_category", "rich_text_description",
    "wa_compliance_category", "origin_country", "video*.url", "internal_label",
)  # fmt: skip

GOOGLE = Preset(
    id="google-merchant",
    title=message("Google Merchant feed"),
    kind="products",
    required=_ANCHORS,
    one_of=("price", "availability"),
    strong=("description", "availability", "price"),
    negative=_META_ONLY,
    sources={
        "id": ("item_group_id",),
        "name": ("title",),
        "url": ("link",),
        "description": ("description",),
        "combinations.id": ("id",),
        "combinations.productUrl": ("link",),
        "combinations.image": ("image_link",),
        "combinations.price": ("price",),
        "combinations.discountedPrice": ("sale_price",),
        "combinations.quantity": ("quantity_to_sell_on_facebook", "quantity", "inventory"),
        "combinations.barcode": ("gtin", "ean", "upc"),
        "saleStarts": ("sale_price_effective_date",),
        "availability": ("availability",),
        "status": ("status", "visibility"),
        f"{FREE_OPTIONS}Color": ("color", "colour"),
        f"{FREE_OPTIONS}Size": ("size",),
        f"{FREE_OPTIONS}Material": ("material",),
        f"{FREE_OPTIONS}Pattern": ("pattern",),
    },
    fills={"id": ("id",)},
    together={"photos.photoUrl": ("image_link", "additional_image_link")},
    left_out={
        **dict.fromkeys(
            (
                "condition", "brand", "mpn", "google_product_category", "product_type", "gender",
                "age_group",
                "custom_label_*", "identifier_exists", "adult", "multipack", "is_bundle",
                "energy_efficiency_*",
                "min_energy_*", "max_energy_*", "size_type", "size_system", "ads_redirect",
                "product_highlight",
                "product_detail", "unit_pricing_*", "installment", "subscription_cost", "loyalty_*",
                "excluded_destination", "included_destination", "promotion_id", "availability_date",
                "expiration_date", "cost_of_goods_sold", "mobile_link", "canonical_link",
                "lifestyle_image_link",
                "return_policy*", "fb_product_category", "commerce_tax_category", "rich_text_description",
                "wa_compliance_category", "origin_country", "video*", "internal_label", "style*",
                "importer_*", "manufacturer_*", "offer_*", "applink*", "tax", "certification",
            ),
            _STAYS,
        ),
        **dict.fromkeys(("shipping*", "ships_from_country", "max_handling_time", "min_handling_time",
                         "transit_time_label"), _SHIPPING),
    },
)  # fmt: skip
META = replace(GOOGLE, id="meta-catalog", title=message("Meta catalog feed"), one_of=_META_ONLY, negative=())
META_BASE = replace(
    META,
    id="meta-catalog-base",
    title=message("Meta catalog feed, its required columns"),
    required=(*_ANCHORS, "description", "availability", "condition", "price", "brand"),
    one_of=(),
    negative=(*_GOOGLE_ONLY, *_META_ONLY),
)
"""Without a column that only one of the two has, the nine that Meta asks for are Meta's."""
