"""The API reference of products and catalogs (specification: endpoints 3 to 8)."""

from __future__ import annotations

from svcconsole.api import operations as api
from svcconsole.api.reference.entry import Entry, Example, Open
from svcconsole.words.message import message

SHOP = "https://shop.example"
CATALOG = {
    "id": "kitchen",
    "name": "Kitchen",
    "description": "Everyday cooking",
    "image": f"{SHOP}/kitchen.png",
    "url": f"{SHOP}/collections/kitchen",
}
_SINGLE = {
    "id": "oak-board",
    "name": "Oak board",
    "url": f"{SHOP}/products/oak-board",
    "photos": [{"photoUrl": f"{SHOP}/oak-board.png"}],
    "combinations": [
        {
            "id": "oak-board-1",
            "name": "Default",
            "productId": "oak-board",
            "price": 39,
            "discountedPrice": 34.5,
            "quantity": 12,
            "image": f"{SHOP}/oak-board.png",
            "productUrl": f"{SHOP}/products/oak-board",
        }
    ],
}
_VARIANTS = {
    "id": "mug",
    "name": "Stoneware mug",
    "url": f"{SHOP}/products/mug",
    "description": "300 ml, for the dishwasher.",
    "image": f"{SHOP}/mug-oat.png",
    "currency": "EUR",
    "photos": [{"photoUrl": f"{SHOP}/mug-oat.png"}, {"photoUrl": f"{SHOP}/mug-moss.png"}],
    "tags": "kitchen, gifts",
    "catalogIds": ["kitchen"],
    "combinations": [
        {
            "id": f"mug-{colour.lower()}",
            "name": colour,
            "productId": "mug",
            "price": 13.5,
            "discountedPrice": 12,
            "quantity": stock,
            "image": f"{SHOP}/mug-{colour.lower()}.png",
            "productUrl": f"{SHOP}/products/mug?colour={colour.lower()}",
            "currency": "EUR",
            "options": {"Colour": colour},
        }
        for colour, stock in (("Oat", 40), ("Moss", 0))
    ],
    "metafields": [{"id": "1", "namespace": "care", "key": "dishwasher", "value": "yes"}],
    "addToCartDisabled": False,
}
_PAGES = Open(
    message("How long a page is, and how the end of the list shows."),
    message(
        "Pages of 100 in the order of the ids, until an empty one; the id to go on after need not exist."
    ),
    ("afterProductId", "afterCatalogId"),
)
_UNKNOWN = Open(
    message("What happens to ids that do not exist."),
    message("They are left out; the others come in the order asked."),
    ("productIds", "catalogIds"),
)

ENTRIES = (
    Entry(
        api.UPSERT_CATALOGS,
        message("Creates catalogs, or replaces those whose id exists already."),
        (
            message("catalogs is required."),
            message("Create a catalog before products name it in catalogIds."),
        ),
        (Example(message("A catalog with everything"), {"catalogs": [CATALOG]}),),
        message("data.catalogs: the catalogs as they are now."),
        (
            Open(
                message("Whether an update replaces or merges."),
                message("The record is replaced whole."),
                ("products", "catalogs"),
            ),
        ),
    ),
    Entry(
        api.LIST_CATALOGS,
        message("Lists the catalogs, a page at a time."),
        (message("Go on by sending the last id of a page as afterCatalogId."),),
        (
            Example(message("The first page"), {}),
            Example(message("The next page"), {"afterCatalogId": "garden"}),
        ),
        message("data.catalogs: one page."),
        (_PAGES,),
    ),
    Entry(
        api.GET_CATALOGS,
        message("Fetches catalogs by their ids."),
        (message("catalogIds is required."),),
        (Example(message("One catalog"), {"catalogIds": ["kitchen"]}),),
        message("data.catalogs: those that were found."),
        (_UNKNOWN,),
    ),
    Entry(
        api.UPSERT_PRODUCTS,
        message("Creates products, or replaces those whose id exists already."),
        (
            message("products is required, and each needs at least one combination (variant)."),
            message(
                "Every id in catalogIds must exist already; otherwise nothing of the request is stored (400)."
            ),
            message(
                "A product sold as one has exactly one combination, named Default or as the product, "
                "and no options."
            ),
            message("Each combination's productId is the id of its product."),
            message("Prices and quantities are JSON numbers."),
        ),
        (
            Example(message("A product sold as one"), {"products": [_SINGLE]}),
            Example(message("A product in two colours"), {"products": [_VARIANTS]}),
        ),
        message("data.products: the products as they are now."),
        (
            Open(
                message("Whether an update replaces or merges."),
                message("The record is replaced whole."),
                ("products", "catalogs"),
            ),
            Open(
                message("How many products one request may hold."),
                message("At most 1,000, in at most 10 MiB."),
                ("products",),
            ),
        ),
    ),
    Entry(
        api.LIST_PRODUCTS,
        message("Lists the products, a page at a time."),
        (message("Go on by sending the last id of a page as afterProductId."),),
        (
            Example(message("The first page"), {}),
            Example(message("The next page"), {"afterProductId": "lamp"}),
        ),
        message("data.products: one page."),
        (_PAGES,),
    ),
    Entry(
        api.GET_PRODUCTS,
        message("Fetches products by their ids."),
        (message("productIds is required."),),
        (Example(message("Two products"), {"productIds": ["mug", "oak-board"]}),),
        message("data.products: those that were found."),
        (_UNKNOWN,),
    ),
)
