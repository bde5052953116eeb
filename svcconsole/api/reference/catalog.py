"""The API reference of products and catalogs (specification: endpoints 3 to 8)."""

from __future__ import annotations

from svcconsole.api import operations as api
from svcconsole.api.reference.entry import Entry, Example, Open

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
    "How long a page is, and how the end of the list shows.",
    "Pages of 100 in the order of the ids, until an empty one; the id to go on after need not exist.",
    ("afterProductId", "afterCatalogId"),
)
_UNKNOWN = Open(
    "What happens to ids that do not exist.",
    "They are left out; the others come in the order asked.",
    ("productIds", "catalogIds"),
)

ENTRIES = (
    Entry(
        api.UPSERT_CATALOGS,
        "Creates catalogs, or replaces those whose id exists already.",
        ("catalogs is required.", "Create a catalog before products name it in catalogIds."),
        (Example("A catalog with everything", {"catalogs": [CATALOG]}),),
        "data.catalogs: the catalogs as they are now.",
        (
            Open(
                "Whether an update replaces or merges.",
                "The record is replaced whole.",
                ("products", "catalogs"),
            ),
        ),
    ),
    Entry(
        api.LIST_CATALOGS,
        "Lists the catalogs, a page at a time.",
        ("Go on by sending the last id of a page as afterCatalogId.",),
        (Example("The first page", {}), Example("The next page", {"afterCatalogId": "garden"})),
        "data.catalogs: one page.",
        (_PAGES,),
    ),
    Entry(
        api.GET_CATALOGS,
        "Fetches catalogs by their ids.",
        ("catalogIds is required.",),
        (Example("One catalog", {"catalogIds": ["kitchen"]}),),
        "data.catalogs: those that were found.",
        (_UNKNOWN,),
    ),
    Entry(
        api.UPSERT_PRODUCTS,
        "Creates products, or replaces those whose id exists already.",
        (
            "products is required, and each needs at least one combination (variant).",
            "Every id in catalogIds must exist already; otherwise nothing of the request is stored (400).",
            "A product sold as one has exactly one combination, named Default or as the product, "
            "and no options.",
            "Each combination's productId is the id of its product.",
            "Prices and quantities are JSON numbers.",
        ),
        (
            Example("A product sold as one", {"products": [_SINGLE]}),
            Example("A product in two colours", {"products": [_VARIANTS]}),
        ),
        "data.products: the products as they are now.",
        (
            Open(
                "Whether an update replaces or merges.",
                "The record is replaced whole.",
                ("products", "catalogs"),
            ),
            Open(
                "How many products one request may hold.", "At most 1,000, in at most 10 MiB.", ("products",)
            ),
        ),
    ),
    Entry(
        api.LIST_PRODUCTS,
        "Lists the products, a page at a time.",
        ("Go on by sending the last id of a page as afterProductId.",),
        (Example("The first page", {}), Example("The next page", {"afterProductId": "lamp"})),
        "data.products: one page.",
        (_PAGES,),
    ),
    Entry(
        api.GET_PRODUCTS,
        "Fetches products by their ids.",
        ("productIds is required.",),
        (Example("Two products", {"productIds": ["mug", "oak-board"]}),),
        "data.products: those that were found.",
        (_UNKNOWN,),
    ),
)
