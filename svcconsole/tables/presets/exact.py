"""Files whose columns are named by the fields of the request: `id`, `combinations.price` and so on."""

from __future__ import annotations

from svcconsole.tables.presets.preset import Preset
from svcconsole.tables.targets import PRODUCTS

PRODUCT_FIELDS = Preset(
    id="exact-fields",
    title="Products, exact field names",
    kind="products",
    required=("id", "name", "combinations.price"),
    strong=("combinations.id", "combinations.quantity", "combinations.image", "url", "photos.photoUrl"),
    sources={spec.path: (spec.path,) for spec in PRODUCTS.fields},
    left_out={"combinations.productId": "It is always the product's id."},
)
