"""PrestaShop and thirty bees: products, the variants in a file of their own, and customers."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_STAYS = message("Stays in the shop system: a product has no such field here.")
_SEARCH = message("Text for search engines: a product has no such field here.")
_REDUCTION = message("A reduction by amount or percent: the price is sent as it stands.")
_OF_PRODUCT = message("It changes the product's own, which stands in another file.")
_CONSENT = message("Who gets a newsletter says nothing of today's consent, which is never guessed.")

PRODUCTS = Preset(
    id="prestashop",
    title=message("PrestaShop products"),
    kind="products",
    required=("Name *", "Reference #"),
    one_of=("Active (0/1)", "Price tax excluded or Price tax included", "Tax rules ID"),
    strong=(
        "Active (0/1)", "Categories (x;y;z...)", "Tax rules ID", "Wholesale price", "On sale (0/1)",
        "Quantity",
        "Image URLs (x;y;z...)", "URL rewritten",
    ),
    sources={
        "id": ("Product ID", "ID", "Product ID*"),
        "name": ("Name *",),
        "description": ("Description",),
        "tags": ("Tags (x;y;z...)", "Tags (x,y,z...)"),
        "status": ("Active (0/1)",),
        "photos.photoUrl": ("Image URLs (x;y;z...)", "Image URLs (x,y,z...)"),
        "combinations.id": ("Reference #",),
        "combinations.price": (
            "Price tax excluded or Price tax included", "Price tax excluded", "Price tax included",
        ),
        "combinations.quantity": ("Quantity",),
        "combinations.barcode": ("EAN13", "UPC"),
    },
    fills={"description": ("Short description",)},
    left_out={
        **dict.fromkeys(
            (
                "Categories *", "Tax rules ID", "Wholesale price", "On sale (0/1)", "Supplier*",
                "Manufacturer",
                "Brand", "EAN13", "UPC", "MPN", "Ecotax", "Width", "Height", "Depth", "Weight",
                "Minimal quantity", "Low stock level", "Visibility", "Additional shipping cost", "Unity",
                "Unit price", "Short description", "Text when *", "Label when *", "Available for order *",
                "Product available date", "Product creation date", "Show price *", "Image alt texts *",
                "Delete existing images *", "Feature*", "Available online only *", "Condition",
                "Customizable *", "Uploadable files *", "Text fields *", "Out of stock*",
                "ID / Name of shop",
                "Advanced stock manag*", "Depends on stock", "Warehouse", "Delivery time *",
                "Virtual product*",
                "File URL", "Number of allowed downloads", "Expiration date *", "Number of days",
                "Accessories *", "Send me an email *",
            ),
            _STAYS,
        ),
        **dict.fromkeys(("Meta *", "URL rewritten"), _SEARCH),
        "Discount *": _REDUCTION,
    },
)  # fmt: skip
COMBINATIONS = Preset(
    id="prestashop-combinations",
    title=message("PrestaShop combinations: variants without their products' names and prices"),
    kind="products",
    required=("Product ID*", "Attribute (Name:Type:Position)*", "Value (Value:Position)*"),
    strong=("Impact on price", "Impact on weight", "Wholesale price", "Quantity", "EAN13"),
    sources={
        "id": ("Product ID*",),
        "photos.photoUrl": ("Image URL", "Image URLs (x,y,z...)"),
        "combinations.id": ("Reference",),
        "combinations.quantity": ("Quantity",),
        "combinations.barcode": ("EAN13", "UPC"),
    },
    left_out={
        **dict.fromkeys(("Impact on price", "Impact on weight", "Product Reference"), _OF_PRODUCT),
        **dict.fromkeys(
            (
                "Attribute *", "Value *", "Supplier reference", "EAN13", "UPC", "MPN", "Wholesale price",
                "Ecotax", "Minimal quantity", "Low stock level", "Default *", "Combination available date",
                "Image position", "Image alt text*", "Delete existing images *", "ID / Name of shop",
                "Advanced stock manag*", "Depends on stock", "Warehouse", "Send me an email *",
            ),
            _STAYS,
        ),
    },
)  # fmt: skip
CUSTOMERS = of_people(
    Preset(
        id="prestashop-customers",
        title=message("PrestaShop customers"),
        kind="customers",
        required=("Email *", "Last Name *", "First Name *"),
        one_of=("Newsletter (0/1)", "Opt-in (0/1)", "Titles ID *", "Password *", "Passowrd *"),
        strong=("Active (0/1)", "Birthday (yyyy-mm-dd)", "Groups *", "Default group ID"),
        sources={
            "partnerCustomerId": ("Customer ID", "ID"),
            "firstName": ("First Name *",),
            "lastName": ("Last Name *",),
            "email": ("Email *",),
        },
        left_out={
            **dict.fromkeys(
                (
                    "Active (0/1)", "Titles ID *", "Birthday *", "Groups *", "Default group ID",
                    "ID / Name of shop", "Registration date *",
                ),
                STAYS,
            ),
            **dict.fromkeys(("Password *", "Passowrd *"), message("Passwords are never sent.")),
            **dict.fromkeys(("Newsletter (0/1)", "Opt-in (0/1)", "Newsletter *", "Opt-in *"), _CONSENT),
        },
    )
)  # fmt: skip
