"""Magento 2 and Adobe Commerce: products whose variants are rows of their own, listed by the product."""

from __future__ import annotations

from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_STAYS = message("Stays in the shop system: a product has no such field here.")
_SEARCH = message("Text for search engines: a product has no such field here.")
_RULES = message("A rule of the shop's stock keeping.")

PRODUCTS = Preset(
    id="magento",
    title=message("Magento products"),
    kind="products",
    required=("sku", "product_type", "name"),
    one_of=("attribute_set_code", "_attribute_set"),
    strong=("store_view_code", "product_websites", "visibility", "price", "url_key", "qty", "tax_class_name"),
    sources={
        "id": ("sku",),
        "name": ("name",),
        "description": ("description",),
        "status": ("product_online",),
        "combinations.id": ("sku",),
        "combinations.price": ("price",),
        "combinations.discountedPrice": ("special_price",),
        "combinations.quantity": ("qty",),
        "combinations.image": ("base_image",),
        "saleStarts": ("special_price_from_date",),
        "saleEnds": ("special_price_to_date",),
        "availability": ("is_in_stock",),
        "rowType": ("product_type",),
        "variations": ("configurable_variations",),
        "storeView": ("store_view_code",),
    },
    fills={"description": ("short_description",)},
    together={"photos.photoUrl": ("base_image", "additional_images")},
    left_out={
        **dict.fromkeys(
            (
                "attribute_set_code", "_attribute_set", "categories", "product_websites", "weight",
                "tax_class_name", "visibility", "url_key", "save_rewrites_history", "created_at",
                "updated_at",
                "new_from_date", "new_to_date", "display_product_options_in", "map_price", "msrp_price",
                "map_enabled", "gift_message_available", "custom_*", "page_layout",
                "product_options_container",
                "msrp_display_actual_price_type", "country_of_manufacture", "additional_attributes",
                "website_id", "*_skus", "*_position", "hide_from_product_page", "bundle_*",
                "configurable_variation_labels", "*_image_label*", "*_image_labels", "small_image",
                "thumbnail_image", "swatch_image", "hide_from_product_page", "downloadable_*", "cost",
                "short_description", "gift_wrapping_*", "ts_dimensions_*", "shipment_type",
            ),
            _STAYS,
        ),
        **dict.fromkeys(("meta_title", "meta_keywords", "meta_description"), _SEARCH),
        **dict.fromkeys(
            (
                "out_of_stock_qty", "use_config_*", "is_qty_decimal", "allow_backorders", "min_cart_qty",
                "max_cart_qty", "notify_on_stock_below", "manage_stock", "qty_increments",
                "enable_qty_increments", "is_decimal_divided", "deferred_stock_update",
            ),
            _RULES,
        ),
    },
)  # fmt: skip
