"""What the fields of a product are called, in its form, its detail and the list."""

from __future__ import annotations

from svcconsole.gui.design.words import tr


def product_labels() -> dict[str, str]:
    """By Python name; the others are called as their model says."""
    return {
        "id": tr("Product id"),
        "url": tr("Product page"),
        "catalog_ids": tr("Catalogs"),
        "image": tr("Main picture"),
        "combinations": tr("Variants"),
        "add_to_cart_disabled": tr("Add to Cart"),
    }


def variant_labels() -> dict[str, str]:
    """The same for a variant."""
    return {"id": tr("Variant id"), "image": tr("Variant picture"), "product_url": tr("Variant page")}
