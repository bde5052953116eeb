"""Shopify's three product files: the classic export, the recent one, and the template of 2024."""

from __future__ import annotations

from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_STAYS = message("Stays in the shop system: a product has no such field here.")
_SEARCH = message("Text for search engines: a product has no such field here.")
_GOOGLE = message("Meant for Google Shopping.")
_MARKETS = message("Price of one market: a product has one price here.")
_OWN = message("A field of one variant: products have such fields, their variants do not.")

_LEFT_OUT = {
    "Vendor": _STAYS,
    "Type": _STAYS,
    "Product Category": _STAYS,
    "Standard Product Type": _STAYS,
    "Custom Product Type": _STAYS,
    "Collection": _STAYS,
    "Published": _STAYS,
    "Published Scope": _STAYS,
    "Option1 Linked To": _STAYS,
    "Option2 Linked To": _STAYS,
    "Option3 Linked To": _STAYS,
    "Variant Grams": _STAYS,
    "Variant Inventory Tracker": _STAYS,
    "Variant Inventory Policy": _STAYS,
    "Variant Fulfillment Service": _STAYS,
    "Variant Requires Shipping": _STAYS,
    "Variant Taxable": _STAYS,
    "Variant Tax Code": _STAYS,
    "Variant Weight Unit": _STAYS,
    "Unit Price *": _STAYS,
    "Image Alt Text": _STAYS,
    "Image Width": _STAYS,
    "Image Height": _STAYS,
    "Gift Card": _STAYS,
    "Cost per item": message("What the product costs you is nobody else's business."),
    "SEO Title": _SEARCH,
    "SEO Description": _SEARCH,
    "Google Shopping / *": _GOOGLE,
    "Included / *": _MARKETS,
    "Price / *": _MARKETS,
    "Compare At Price / *": _MARKETS,
    "* (variant.metafields.*)": _OWN,
    "Variant Metafield: *": _OWN,
    # the template's names
    "Published on online store": _STAYS,
    "Charge tax": _STAYS,
    "Tax code": _STAYS,
    "Inventory tracker": _STAYS,
    "Continue selling when out of stock": _STAYS,
    "Weight value (grams)": _STAYS,
    "Weight unit for display": _STAYS,
    "Requires shipping": _STAYS,
    "Fulfillment service": _STAYS,
}

_SOURCES = {
    "id": ("Handle", "URL handle"),
    "name": ("Title",),
    "url": ("Product URL", "Online Store URL"),
    "description": ("Body (HTML)", "Body HTML", "Description"),
    "tags": ("Tags",),
    "status": ("Status", "Published", "Published on online store"),
    "photos.photoUrl": ("Image Src", "Product image URL"),
    "photos.position": ("Image Position",),
    "option1.name": ("Option1 Name",),
    "option1.value": ("Option1 Value",),
    "option2.name": ("Option2 Name",),
    "option2.value": ("Option2 Value",),
    "option3.name": ("Option3 Name",),
    "option3.value": ("Option3 Value",),
    "combinations.id": ("Variant SKU", "SKU"),
    "combinations.price": ("Variant Price", "Price"),
    "combinations.compareAtPrice": ("Variant Compare At Price", "Compare-at price"),
    "combinations.quantity": ("Variant Inventory Qty", "Inventory quantity"),
    "combinations.barcode": ("Variant Barcode", "Barcode"),
    "combinations.image": ("Variant Image", "Variant image URL"),
}

_RECENT = ("Product Category", "Option1 Linked To", "Status", "Included / *", "Unit Price Total Measure")

CLASSIC = Preset(
    id="shopify-classic",
    title=message("Shopify products, classic export"),
    kind="products",
    required=("Handle", "Title", "Variant Price"),
    strong=("Option1 Name", "Option1 Value", "Variant SKU", "Image Src", "Body (HTML)", "Vendor", "Tags"),
    negative=_RECENT,
    sources=_SOURCES,
    left_out=_LEFT_OUT,
)
CURRENT = Preset(
    id="shopify-current",
    title=message("Shopify products, current export"),
    kind="products",
    required=("Handle", "Title", "Variant Price"),
    one_of=_RECENT,
    strong=CLASSIC.strong,
    sources=_SOURCES,
    left_out=_LEFT_OUT,
)
TEMPLATE = Preset(
    id="shopify-template",
    title=message("Shopify products, template of 2024"),
    kind="products",
    required=("URL handle", "Title", "Price"),
    strong=("SKU", "Option1 name", "Option1 value", "Product image URL", "Description", "Vendor", "Tags"),
    negative=("Handle", "Variant Price"),
    sources=_SOURCES,
    left_out=_LEFT_OUT,
)
