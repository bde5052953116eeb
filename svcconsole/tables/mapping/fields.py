"""The fields of product imports as one table, with the names other systems give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from svcconsole.words.message import message

Kind = Literal[
    "id", "text", "html", "url", "image", "money", "number", "currency", "flag", "list", "barcode",
    "email", "phone", "consent", "json",
]  # fmt: skip
Level = Literal["product", "variant", "photo", "person", "address"]


@dataclass(frozen=True, slots=True)
class TargetField:
    """What a column, a fixed value or a template can fill; `path` is its place in the request.

    `on_wire` is false for what only steers the import (compare-at price, option names, image position,
    status), `settable` for what is only looked at (barcode): a text set for it would reach nothing. `ruled`
    names the rule that answers when nothing fills the field (`rules.RULES`); `choices` are texts to choose a
    fixed one from. `inside` is the sentence of a message in which the field's text will stand.
    """

    path: str
    label: str
    kind: Kind
    level: Level = "product"
    required: bool = False
    on_wire: bool = True
    settable: bool = True
    ruled: str | None = None
    example: str = ""
    help: str = ""
    synonyms: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    inside: str = ""

    @property
    def short(self) -> str:
        """The last part of the path, as `--set` accepts it where it is unambiguous."""
        return self.path.rpartition(".")[2]


def _options() -> tuple[TargetField, ...]:
    slots = []
    for place, example in ((1, ("Size", "M")), (2, ("Colour", "Sand")), (3, ("Fabric", "Linen"))):
        slots.append(
            TargetField(
                f"option{place}.name",
                message("Option {number} name", number=place),
                "text",
                "variant",
                on_wire=False,
                example=example[0],
                synonyms=(f"option {place} name", f"option{place} name"),
            )
        )
        slots.append(
            TargetField(
                f"option{place}.value",
                message("Option {number} value", number=place),
                "text",
                "variant",
                on_wire=False,
                example=example[1],
                synonyms=(f"option {place} value", f"option{place} value", f"option{place}"),
            )
        )
    return tuple(slots)


PRODUCT_FIELDS = (
    TargetField(
        "id",
        message("Product id"),
        "id",
        required=True,
        example="linen-shirt",
        help=message("Rows with the same id are one product."),
        synonyms=(
            "handle",
            "url handle",
            "product id",
            "item group id",
            "product code",
            "article number",
        ),
    ),
    TargetField(
        "name",
        message("Name"),
        "text",
        required=True,
        example="Linen shirt",
        synonyms=("title", "product name", "product title", "item name"),
    ),
    TargetField(
        "url",
        message("Product page"),
        "url",
        required=True,
        ruled="url",
        example="https://shop.example/products/linen-shirt",
        synonyms=("link", "product url", "product link", "permalink", "page url"),
    ),
    TargetField(
        "description",
        message("Description"),
        "html",
        example=message("Washed linen, mother-of-pearl buttons."),
        synonyms=("body (html)", "body html", "body", "product description", "long description"),
    ),
    TargetField(
        "image",
        message("Main picture"),
        "image",
        example="https://shop.example/shirt.jpg",
        synonyms=("main image", "featured image", "cover image"),
    ),
    TargetField(
        "photos.photoUrl",
        message("Photos"),
        "image",
        "photo",
        example="https://shop.example/shirt-2.jpg",
        synonyms=(
            "image src",
            "product image url",
            "image link",
            "image url",
            "photo",
            "photo url",
            "picture",
            "images",
            "image",
        ),
    ),
    TargetField(
        "photos.position",
        message("Photo position"),
        "number",
        "photo",
        on_wire=False,
        example="1",
        synonyms=("image position",),
    ),
    TargetField(
        "tags", message("Tags"), "text", example="summer, linen", synonyms=("tag", "labels", "keywords")
    ),
    TargetField(
        "currency",
        message("Currency"),
        "currency",
        ruled="currency",
        example="EUR",
        synonyms=("currency code", "price currency"),
    ),
    TargetField(
        "catalogIds",
        message("Catalogs"),
        "list",
        example="summer; sale",
        help=message("Ids of catalogs, separated by commas or semicolons."),
        synonyms=("catalog ids", "catalog id", "catalogs", "catalog"),
    ),
    TargetField(
        "addToCartDisabled",
        message("Add to cart hidden"),
        "flag",
        example="false",
        synonyms=("add to cart disabled",),
    ),
    TargetField(
        "combinations.id",
        message("Variant id"),
        "id",
        "variant",
        required=True,
        ruled="sku_missing",
        example="LS-M",
        synonyms=("variant sku", "sku", "variant id", "item sku", "stock keeping unit"),
    ),
    TargetField(
        "combinations.name",
        message("Variant name"),
        "text",
        "variant",
        example="Sand / M",
        help=message("Made of the option values when no column gives it."),
        synonyms=("variant name", "variant title"),
    ),
    TargetField(
        "combinations.price",
        message("Price"),
        "money",
        "variant",
        required=True,
        example="49.00",
        synonyms=("variant price", "price", "unit price", "regular price", "retail price", "list price"),
    ),
    TargetField(
        "combinations.compareAtPrice",
        message("Compare-at price"),
        "money",
        "variant",
        on_wire=False,
        example="59.00",
        help=message("The price before a reduction. Above the price it becomes the price sent."),
        synonyms=("variant compare at price", "compare at price", "price before", "original price"),
    ),
    TargetField(
        "combinations.discountedPrice",
        message("Discounted price"),
        "money",
        "variant",
        example="39.00",
        help=message("The price itself when nothing else fills it."),
        synonyms=("discounted price", "sale price", "special price", "offer price"),
    ),
    TargetField(
        "combinations.quantity",
        message("Stock"),
        "number",
        "variant",
        required=True,
        ruled="quantity",
        example="12",
        synonyms=(
            "variant inventory qty",
            "inventory quantity",
            "quantity",
            "qty",
            "stock",
            "stock quantity",
            "units in stock",
            "stock level",
            "available quantity",
            "inventory",
            "quantity to sell on facebook",
        ),
    ),
    TargetField(
        "combinations.image",
        message("Variant picture"),
        "image",
        "variant",
        ruled="image",
        example="https://shop.example/shirt-sand.jpg",
        help=message("The product's first picture when nothing else fills it."),
        synonyms=("variant image", "variant image url"),
    ),
    TargetField(
        "combinations.productUrl",
        message("Variant page"),
        "url",
        "variant",
        example="https://shop.example/products/linen-shirt",
        help=message("The product's page when nothing else fills it."),
        synonyms=("variant url",),
    ),
    TargetField(
        "combinations.currency",
        message("Variant currency"),
        "currency",
        "variant",
        example="EUR",
        help=message("The product's currency when nothing else fills it."),
    ),
    *_options(),
    TargetField(
        "availability",
        message("Availability"),
        "text",
        "variant",
        on_wire=False,
        settable=False,
        example="out of stock",
        help=message("Where no stock number stands, “out of stock” is 0; anything else asks."),
        synonyms=("stock status", "in stock?", "in stock"),
    ),
    TargetField(
        "parent",
        message("Product of the variant"),
        "id",
        "variant",
        on_wire=False,
        settable=False,
        example="LS",
        help=message("A variant's row names its product by id or SKU; the product may stand anywhere."),
        synonyms=("parent sku", "parent id", "parent"),
    ),
    TargetField(
        "shopId",
        message("Number in the shop"),
        "id",
        on_wire=False,
        settable=False,
        example="44",
        help=message("Rows of variants may name their product by it."),
    ),
    TargetField(
        "rowType",
        message("Kind of row"),
        "text",
        on_wire=False,
        settable=False,
        example="variable",
        help=message("Tells products from variants and from groups of other products."),
    ),
    TargetField(
        "variations",
        message("Variants listed by SKU"),
        "text",
        on_wire=False,
        settable=False,
        example="sku=LS-M,size=M|sku=LS-L,size=L",
        help=message("The rows with these SKUs become variants of this product."),
    ),
    TargetField(
        "storeView",
        message("Translation for"),
        "text",
        on_wire=False,
        settable=False,
        example="german",
        help=message("Rows that have it say a product again in another language; they are left out."),
    ),
    TargetField(
        "saleStarts",
        message("Reduction from"),
        "text",
        "variant",
        on_wire=False,
        settable=False,
        example="2026-03-01",
        synonyms=("sale price effective date", "sale starts"),
    ),
    TargetField(
        "saleEnds",
        message("Reduction until"),
        "text",
        "variant",
        on_wire=False,
        settable=False,
        example="2026-03-31",
        synonyms=("sale ends",),
    ),
    TargetField(
        "status",
        message("Status in the shop"),
        "text",
        on_wire=False,
        example="active",
        help=message(
            "Drafts and archived products are told apart by it; a product itself has no such field."
        ),
        synonyms=("product status", "published", "published on online store"),
    ),
    TargetField(
        "combinations.barcode",
        message("Barcode"),
        "barcode",
        "variant",
        on_wire=False,
        settable=False,
        example="4006381333931",
        help=message("Checked for damage by a spreadsheet; products have no field for it."),
        synonyms=("variant barcode", "barcode", "gtin", "ean", "upc", "isbn"),
    ),
)
