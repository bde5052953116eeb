"""WooCommerce: its products with variations and groups, its customers, and the customers of its analytics."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import DERIVED, STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.tables.values.escapes import COMMAS, NEW_LINES
from svcconsole.words.message import message

_STAYS = message("Stays in the shop system: a product has no such field here.")
_OPTIONS = message("A product has three options here; the first three attributes are taken.")
_INTERNAL = message("For the shop system's own use.")

PRODUCTS = Preset(
    id="woocommerce",
    title=message("WooCommerce products"),
    kind="products",
    required=("SKU", "Name", "Type"),
    one_of=("Visibility in catalog", "Regular price", "Is featured?", "Attribute 1 name"),
    strong=(
        "Published", "Visibility in catalog", "In stock?", "Stock", "Regular price", "Sale price",
        "Categories",
        "Images", "Parent", "Tax status",
    ),
    negative=("Handle", "product_type"),
    sources={
        "id": ("SKU",),
        "name": ("Name",),
        "description": ("Description",),
        "tags": ("Tags",),
        "status": ("Published",),
        "photos.photoUrl": ("Images",),
        "combinations.id": ("SKU",),
        "combinations.image": ("Images",),
        "combinations.price": ("Regular price",),
        "combinations.discountedPrice": ("Sale price",),
        "combinations.quantity": ("Stock",),
        "combinations.barcode": ("GTIN, UPC, EAN, or ISBN",),
        "saleStarts": ("Date sale price starts",),
        "saleEnds": ("Date sale price ends",),
        "availability": ("In stock?",),
        "parent": ("Parent",),
        "shopId": ("ID",),
        "rowType": ("Type",),
        **{
            f"option{slot}.{part}": (f"Attribute {slot} {name}",)
            for slot in (1, 2, 3)
            for part, name in (("name", "name"), ("value", "value(s)"))
        },
    },
    fills={"id": ("ID",), "description": ("Short description",)},
    escapes={"description": NEW_LINES, **{f"option{slot}.value": COMMAS for slot in (1, 2, 3)}},
    left_out={
        **dict.fromkeys(
            (
                "Is featured?", "Visibility in catalog", "Short description", "Tax status", "Tax class",
                "Backorders allowed?", "Low stock amount", "Sold individually?", "Weight (*)", "Length (*)",
                "Width (*)", "Height (*)", "Allow customer reviews?", "Purchase note", "Categories",
                "Shipping class", "Download *", "Grouped products", "Upsells", "Cross-sells",
                "External URL",
                "Button text", "Position", "Brands", "Swatches Attributes", "Cost of goods",
            ),
            _STAYS,
        ),
        **dict.fromkeys(("Attribute * visible", "Attribute * global", "Attribute * default"), _INTERNAL),
        "Attribute * name": _OPTIONS,
        "Attribute * value(s)": _OPTIONS,
        "Meta: _*": _INTERNAL,
    },
)  # fmt: skip

_PERSON = {
    "partnerCustomerId": ("Customer ID", "User ID"),
    "firstName": ("First name", "Billing First Name"),
    "lastName": ("Last name", "Billing Last Name"),
    "fullName": ("Name",),
    "email": ("Email", "User Email", "Billing Email"),
    "phoneNumber": ("Billing Phone", "Phone"),
    "createdAt": ("Sign Up", "Date registered", "User Registered"),
}
_PERSON_LEFT_OUT = {
    **dict.fromkeys(("Username", "User Login", "Role", "Roles", "Billing Company"), STAYS),
    **dict.fromkeys(
        ("Total spend", "Order count", "Orders", "AOV", "Last Active", "Last order", "Shipping *"), DERIVED
    ),
}
_BILLING = (
    {
        "addresses.address1": "Billing Address 1",
        "addresses.address2": "Billing Address 2",
        "addresses.city": "Billing City",
        "addresses.state": "Billing State",
        "addresses.zip": "Billing Postcode",
        "addresses.country": "Billing Country",
    },
    {
        "addresses.city": "City",
        "addresses.state": "Region",
        "addresses.zip": "Postal Code",
        "addresses.country": "Country / Region",
    },
)
CUSTOMERS = of_people(
    Preset(
        id="woocommerce-customers",
        title=message("WooCommerce customers"),
        kind="customers",
        required=("Email", "Username"),
        one_of=("Total spend", "Order count"),
        strong=("First name", "Last name", "Billing Phone", "Total spend", "Order count"),
        negative=("AOV", "Total spent"),
        sources=_PERSON,
        groups=_BILLING,
        left_out=_PERSON_LEFT_OUT,
    )
)
ANALYTICS = of_people(
    Preset(
        id="woocommerce-analytics",
        title=message("WooCommerce customers, from Analytics"),
        kind="customers",
        required=("Name", "Username", "Email"),
        one_of=("AOV", "Total spend"),
        strong=("Last Active", "Sign Up", "Orders", "Total Spend", "AOV", "Country / Region"),
        sources=_PERSON,
        groups=_BILLING,
        left_out=_PERSON_LEFT_OUT,
    )
)
