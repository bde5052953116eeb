"""The fields of customer and user property imports, with the names other systems give them."""

from __future__ import annotations

from svcconsole.tables.mapping import person_names as names
from svcconsole.tables.mapping.fields import TargetField
from svcconsole.words.message import message

_ID = TargetField(
    "partnerCustomerId",
    message("Customer id"),
    "id",
    "person",
    example="7210448301122",
    help=message("The id the shop system knows the customer by."),
    synonyms=("customer id", "partner customer id", "record id", "external id", "identifier", "id"),
)
_FIRST = TargetField(
    "firstName",
    message("First name"),
    "text",
    "person",
    example="Giulia",
    synonyms=names.FIRST_NAMES,
)
_LAST = TargetField(
    "lastName",
    message("Last name"),
    "text",
    "person",
    example="Esposito",
    synonyms=names.LAST_NAMES,
)
_WHOLE_NAME = TargetField(
    "fullName",
    message("Whole name"),
    "text",
    "person",
    on_wire=False,
    example="Giulia Esposito",
    help=message("Where a file has no columns for first and last name; a question tells how it is parted."),
    synonyms=names.WHOLE_NAMES,
)  # fmt: skip
_EMAIL = TargetField(
    "email",
    message("E-mail"),
    "email",
    "person",
    example="giulia@example.com",
    synonyms=names.EMAILS,
)
PHONE_COUNTRY = TargetField(
    "phoneCountry",
    message("Country of the phone"),
    "text",
    "person",
    on_wire=False,
    example="+39",
    help=message(
        "A country's calling code, letters or name: numbers without a country code are read as its own."
    ),
    synonyms=names.PHONE_COUNTRIES,
)  # fmt: skip
_PHONE = TargetField(
    "phoneNumber",
    message("Phone"),
    "phone",
    "person",
    example="+39 333 123 4567",
    synonyms=names.PHONES,
)
_TAGS = TargetField(
    "tags",
    message("Tags"),
    "list",
    "person",
    example="vip; wholesale",
    help=message("Separated by commas, semicolons or bars."),
    synonyms=("labels", "tag"),
)


def _of_address(name: str, label: str, example: str = "", synonyms: tuple[str, ...] = ()) -> TargetField:
    return TargetField(
        f"addresses.{name}", label, "text", "address", example=example, help=_WHOLE, synonyms=synonyms
    )


_WHOLE = message("An address is sent when it has street, city, state, zip and country.")

CUSTOMER_FIELDS = (
    _ID,
    _FIRST,
    _LAST,
    _WHOLE_NAME,
    _EMAIL,
    _PHONE,
    PHONE_COUNTRY,
    TargetField(
        "secondaryEmail",
        message("Second e-mail"),
        "email",
        "person",
        example="g.esposito@example.org",
        synonyms=("e mail 2 address", "email 2", "work email", "other email"),
    ),
    TargetField(
        "secondaryPhoneNumber",
        message("Second phone"),
        "phone",
        "person",
        example="+39 06 1234 5678",
        synonyms=("phone 2", "secondary phone", "other phone", "home phone", "work phone"),
    ),
    TargetField(
        "alternateEmails",
        message("More e-mails"),
        "email",
        "person",
        help=message("Several are separated by semicolons."),
        synonyms=("e mail 3 address", "alternate emails"),
    ),
    TargetField(
        "alternatePhoneNumbers",
        message("More phones"),
        "phone",
        "person",
        help=message("Several are separated by semicolons."),
        synonyms=("alternate phone numbers", "home phone 2"),
    ),
    TargetField(
        "overWriteAssets",
        message("Second contacts replaced"),
        "flag",
        "person",
        example="false",
        help=message("True takes away the second e-mails and phones that are not in the row."),
    ),
    _TAGS,
    _of_address("partnerAddressId", message("Address id")),
    _of_address("address1", message("Street"), "Via Roma 4", names.STREETS),
    _of_address("address2", message("Street, second line"), "", ("address 2", "address line 2", "apartment")),
    _of_address("city", message("City"), "Roma", names.CITIES),
    _of_address("zip", message("Zip"), "00184", names.ZIPS),
    _of_address("state", message("State"), "Lazio", names.STATES),
    _of_address("stateCode", message("State code"), "RM", ("province code",)),
    _of_address("country", message("Country"), "Italy", names.COUNTRIES),
    _of_address("countryCode", message("Country code"), "IT", ("country iso",)),
    _of_address("firstName", message("First name at the address")),
    _of_address("lastName", message("Last name at the address")),
    TargetField("addresses.phoneNumber", message("Phone at the address"), "phone", "address"),
    TargetField("addresses.email", message("E-mail at the address"), "email", "address"),
    _of_address("timezone", message("Time zone of the address")),
    TargetField(
        "addresses.latitude", message("Latitude"), "number", "address", example="41.8933", synonyms=("lat",)
    ),
    TargetField(
        "addresses.longitude",
        message("Longitude"),
        "number",
        "address",
        example="12.4829",
        synonyms=("lng", "lon", "long"),
    ),
    TargetField("addresses.isDefault", message("Default address"), "flag", "address", example="true"),
)

PROPERTY_FIELDS = (
    TargetField(
        _FIRST.path,
        _FIRST.label,
        "text",
        "person",
        required=True,
        ruled="name_blank",
        example=_FIRST.example,
        synonyms=_FIRST.synonyms,
    ),
    TargetField(
        _LAST.path,
        _LAST.label,
        "text",
        "person",
        required=True,
        ruled="name_blank",
        example=_LAST.example,
        synonyms=_LAST.synonyms,
    ),
    _WHOLE_NAME,
    TargetField("source", message("Source"), "text", "person", example="spring fair"),
    _PHONE,
    PHONE_COUNTRY,
    TargetField(
        "alternatePhoneNumber",
        message("Second phone"),
        "phone",
        "person",
        example="+39 06 1234 5678",
        synonyms=("phone 2", "secondary phone", "other phone", "home phone", "work phone"),
    ),
    _EMAIL,
    TargetField(
        "address1", message("Street"), "text", "person", example="Via Roma 4", synonyms=names.STREETS
    ),
    TargetField("address2", message("Street, second line"), "text", "person", synonyms=("address 2",)),
    TargetField("city", message("City"), "text", "person", example="Roma", synonyms=names.CITIES),
    TargetField("state", message("State"), "text", "person", example="Lazio", synonyms=names.STATES),
    TargetField("country", message("Country"), "text", "person", example="Italy", synonyms=names.COUNTRIES),
    TargetField(
        "createdAt",
        message("Created"),
        "text",
        "person",
        example="2026-03-01T09:30:00Z",
        synonyms=("create date",),
    ),
    TargetField("updatedAt", message("Updated at"), "text", "person", synonyms=("last modified date",)),
    TargetField(
        "emailMarketingConsent",
        message("Consent to marketing by e-mail"),
        "consent",
        "person",
        example="yes",
        help=message("Only yes and no are understood; any other word sets nothing."),
        synonyms=("accepts email marketing",),
    ),
    TargetField(
        "smsMarketingConsent",
        message("Consent to marketing by SMS"),
        "consent",
        "person",
        example="no",
        help=message("Only yes and no are understood; any other word sets nothing."),
        synonyms=("accepts sms marketing",),
    ),
    _TAGS,
    _ID,
)
"""The 17 fields of the specification, in its order, with those that only steer the import among them."""
