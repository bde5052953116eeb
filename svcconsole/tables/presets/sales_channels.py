"""Sales channels known by a few columns alone: BigCommerce's products, leads of Facebook, Square, Etsy."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import DERIVED, STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_STAYS = message("Stays in the shop system: a product has no such field here.")
_SEARCH = message("Text for search engines: a product has no such field here.")
_FORM = message("Says which advertisement and form the lead came from: there is no such field here.")
_OF_ORDER = message("Belongs to the order, not to the person.")

BIGCOMMERCE = Preset(
    id="bigcommerce",
    title=message("BigCommerce products"),
    kind="products",
    required=("Item Type", "Product Name"),
    one_of=("Product Code/SKU", "Product ID", "Product Image File - 1", "Product Type"),
    strong=("Item Type", "Product Name", "Product Code/SKU", "Price", "Category"),
    sources={
        "id": ("Product Code/SKU",),
        "name": ("Product Name",),
        "description": ("Product Description", "Description"),
        "status": ("Product Visible?", "Product Visible"),
        "combinations.id": ("Product Code/SKU",),
        "combinations.price": ("Price",),
        "combinations.discountedPrice": ("Sale Price",),
        "combinations.quantity": ("Current Stock Level", "Current Stock"),
        "combinations.barcode": ("Product UPC/EAN", "GTIN"),
        "rowType": ("Item Type",),
        "shopId": ("Product ID",),
        "tags": ("Search Keywords", "Product Tags"),
    },
    fills={"id": ("Product ID",)},
    # a product that is not on sale has the sale price 0.00 there
    zero_blank=frozenset({"combinations.discountedPrice"}),
    together={
        "photos.photoUrl": tuple(
            f"Product Image {kind} - {place}" for place in range(1, 21) for kind in ("URL", "File")
        )
    },
    left_out={
        **dict.fromkeys(
            (
                "Product Type", "Bin Picking Number", "Brand Name", "Brand", "Option Set*", "Cost Price",
                "Retail Price", "Fixed Shipping Cost", "Free Shipping", "Product Warranty",
                "Product Weight",
                "Product Width", "Product Height", "Product Depth", "Allow Purchases?",
                "Product Availability", "Track Inventory", "Low Stock Level", "Category*",
                "Product Image *",
                "Product Condition", "Show Product Condition?", "Sort Order", "Product Tax Class",
                "Stop Processing Rules", "Product URL", "Redirect Old URL?", "GPS *", "Event Date*",
                "Product Custom Fields", "Global Trade Item Number", "Manufacturer Part Number",
                "Minimum Purchase Quantity", "Maximum Purchase Quantity", "Tax Provider Tax Code",
                "Product Inventoried", "Options", "Variant *",
            ),
            _STAYS,
        ),
        **dict.fromkeys(("Page Title", "Meta Keywords", "Meta Description", "Search Keywords"), _SEARCH),
    },
)  # fmt: skip
FACEBOOK_LEADS = of_people(
    Preset(
        id="facebook-leads",
        title=message("Facebook lead ads"),
        kind="customers",
        required=("id", "created_time"),
        one_of=("form_name", "ad_name", "form_id", "campaign_name"),
        strong=("email", "phone_number", "full_name", "ad_name", "form_name"),
        sources={
            "firstName": ("first_name",),
            "lastName": ("last_name",),
            "fullName": ("full_name",),
            "email": ("email", "work_email"),
            "phoneNumber": ("phone_number", "work_phone_number", "whatsapp_number"),
            "addresses.address1": ("street_address",),
            "addresses.city": ("city",),
            "addresses.state": ("state", "province"),
            "addresses.zip": ("zip_code", "post_code", "zip"),
            "addresses.country": ("country",),
            "createdAt": ("created_time",),
        },
        left_out={
            **dict.fromkeys(
                (
                    "id", "ad_id", "ad_name", "adset_id", "adset_name", "campaign_id", "campaign_name",
                    "form_id", "form_name", "is_organic", "platform", "lead_status", "inbox_url",
                    "partner_name",
                    "retailer_item_id", "vehicle",
                ),
                _FORM,
            ),
            **dict.fromkeys(
                (
                    "company_name", "job_title", "date_of_birth", "gender", "marital_status",
                    "relationship_status",
                ),
                STAYS,
            ),
        },
    )
)  # fmt: skip
SQUARE = of_people(
    Preset(
        id="square",
        title=message("Square customers"),
        kind="customers",
        required=("Square Customer ID",),
        strong=("First Name", "Last Name", "Email Address", "Phone Number", "Reference ID"),
        sources={
            "partnerCustomerId": ("Reference ID",),
            "firstName": ("First Name", "Given Name"),
            "lastName": ("Last Name", "Surname"),
            "email": ("Email Address",),
            "phoneNumber": ("Phone Number",),
            "addresses.address1": ("Street Address 1", "Address Line 1"),
            "addresses.address2": ("Street Address 2", "Address Line 2"),
            "addresses.city": ("City",),
            "addresses.state": ("State",),
            "addresses.zip": ("Postal Code",),
            "addresses.country": ("Country",),
            "emailMarketingConsent": ("Email Subscription Status",),
            "tags": ("Groups",),
        },
        fills={"partnerCustomerId": ("Square Customer ID",)},
        left_out={
            **dict.fromkeys(
                ("Nickname", "Company Name", "Birthday", "Memo", "Creation Source", "Instant Profile"), STAYS
            ),
            **dict.fromkeys(("First Visit", "Last Visit", "Transaction Count", "Lifetime Spend"), DERIVED),
        },
    )
)
ETSY = of_people(
    Preset(
        id="etsy",
        title=message("Etsy buyers"),
        kind="customers",
        required=(),
        one_of=("Buyer Name", "Buyer User ID", "Buyer"),
        strong=("Sale Date", "Order ID", "Ship City", "Ship Country"),
        sources={
            "partnerCustomerId": ("Buyer User ID", "Buyer"),
            "firstName": ("First Name",),
            "lastName": ("Last Name",),
            "fullName": ("Buyer Name", "Full Name", "Ship Name"),
            "email": ("Email", "Buyer Email"),
            "addresses.address1": ("Street 1", "Ship Address1"),
            "addresses.address2": ("Street 2", "Ship Address2"),
            "addresses.city": ("Ship City",),
            "addresses.state": ("Ship State",),
            "addresses.zip": ("Ship Zipcode",),
            "addresses.country": ("Ship Country",),
        },
        left_out=dict.fromkeys(
            (
                "Sale Date", "Order *", "Item *", "Number of Items", "Payment *", "Date *", "Currency",
                "Coupon *", "Discount *", "Shipping*", "Sales Tax", "Status", "Card Processing Fees",
                "Adjusted *",
                "Buyer*", "In Person *", "SKU", "Price", "Quantity", "Listing ID", "Transaction ID",
                "Variations",
                "VAT *", "Inperson *", "Full Name", "Ship Name", "Order Net",
            ),
            _OF_ORDER,
        ),
    )
)  # fmt: skip
