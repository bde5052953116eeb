"""Files whose columns are named by the fields of the request: `id`, `combinations.price` and so on."""

from __future__ import annotations

from svcconsole.tables.mapping.targets import CUSTOMERS, PRODUCTS, USER_PROPERTIES
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_PLACES = frozenset({"address1", "address2", "city", "state", "stateCode", "zip", "country", "countryCode"})
"""Fields of an address that user properties have by these names: their files are read as customers, too."""

PRODUCT_FIELDS = Preset(
    id="exact-fields",
    title=message("Products, exact field names"),
    kind="products",
    required=("id", "name", "combinations.price"),
    strong=("combinations.id", "combinations.quantity", "combinations.image", "url", "photos.photoUrl"),
    sources={spec.path: (spec.path,) for spec in PRODUCTS.fields},
    left_out={"combinations.productId": message("It is always the product's id.")},
)
CUSTOMER_FIELDS = Preset(
    id="exact-fields",
    title=message("Customers, exact field names"),
    kind="customers",
    required=("firstName", "lastName"),
    one_of=("email", "phoneNumber"),
    strong=("partnerCustomerId", "email", "phoneNumber", "tags", "addresses.address1"),
    sources={
        spec.path: (spec.path, spec.short) if spec.short in _PLACES else (spec.path,)
        for spec in CUSTOMERS.fields
    },
    left_out={
        "secondaryEmails": message("Deprecated: alternateEmails has taken its place."),
        "secondaryPhoneNumbers": message("Deprecated: alternatePhoneNumbers has taken its place."),
    },
)
USER_PROPERTY_FIELDS = Preset(
    id="exact-fields",
    title=message("User properties, exact field names"),
    kind="user_properties",
    required=("firstName", "lastName"),
    one_of=("email", "phoneNumber", "partnerCustomerId"),
    strong=("partnerCustomerId", "email", "phoneNumber", "tags", "emailMarketingConsent"),
    sources={spec.path: (spec.path,) for spec in USER_PROPERTIES.fields},
    left_out={},
)
