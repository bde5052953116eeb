"""Shopify's customers: the export with its `Default Address` columns, and the older one without."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_WHATSAPP = message("Consent to messages by WhatsApp: there is no field for it here.")
_LEFT_OUT = {
    "Default Address Company": STAYS,
    "Company": STAYS,
    "Accepts WhatsApp Marketing": _WHATSAPP,
    "Accepts Marketing": message("It does not say which channel is meant, and consent is never guessed."),
    "Total Spent": STAYS,
    "Total Orders": STAYS,
    "Note": STAYS,
    "Tax Exempt": STAYS,
    "* (customer.metafields.*)": STAYS,
    "Metafield: *": STAYS,
}
_SOURCES = {
    "partnerCustomerId": ("Customer ID",),
    "firstName": ("First Name",),
    "lastName": ("Last Name",),
    "email": ("Email",),
    "phoneNumber": ("Phone",),
    "emailMarketingConsent": ("Accepts Email Marketing",),
    "smsMarketingConsent": ("Accepts SMS Marketing",),
    "tags": ("Tags",),
}
_NEW = tuple(
    f"Default Address {name}" for name in ("Address1", "City", "Province Code", "Country Code", "Zip")
)

SHOPIFY = of_people(
    Preset(
        id="shopify-customers",
        title=message("Shopify customers"),
        kind="customers",
        required=("First Name", "Last Name", "Email", "Default Address Address1"),
        strong=(*_NEW, "Phone", "Accepts Email Marketing", "Tags", "Tax Exempt"),
        sources={
            **_SOURCES,
            "addresses.address1": ("Default Address Address1",),
            "addresses.address2": ("Default Address Address2",),
            "addresses.city": ("Default Address City",),
            "addresses.stateCode": ("Default Address Province Code",),
            "addresses.countryCode": ("Default Address Country Code",),
            "addresses.zip": ("Default Address Zip",),
            "addresses.phoneNumber": ("Default Address Phone",),
        },
        left_out=_LEFT_OUT,
    )
)
SHOPIFY_OLD = of_people(
    Preset(
        id="shopify-customers-old",
        title=message("Shopify customers, older export"),
        kind="customers",
        required=("First Name", "Last Name", "Email", "Address1"),
        one_of=("Accepts Marketing", "Accepts Email Marketing", "Total Spent", "Tax Exempt"),
        strong=("City", "Province", "Province Code", "Country", "Country Code", "Zip", "Phone", "Tags"),
        negative=("Default Address *",),
        sources={
            **_SOURCES,
            "addresses.address1": ("Address1",),
            "addresses.address2": ("Address2",),
            "addresses.city": ("City",),
            "addresses.state": ("Province",),
            "addresses.stateCode": ("Province Code",),
            "addresses.country": ("Country",),
            "addresses.countryCode": ("Country Code",),
            "addresses.zip": ("Zip",),
        },
        left_out=_LEFT_OUT,
    )
)
