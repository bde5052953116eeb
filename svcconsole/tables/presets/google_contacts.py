"""Google Contacts: the export of today, and the older one; several values share a cell, groups repeat."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_SOURCES = {
    "email": ("E-mail 1 - Value",),
    "phoneNumber": ("Phone 1 - Value",),
    "addresses.address1": ("Address 1 - Street",),
    "addresses.address2": ("Address 1 - Extended Address",),
    "addresses.city": ("Address 1 - City",),
    "addresses.state": ("Address 1 - Region",),
    "addresses.zip": ("Address 1 - Postal Code",),
    "addresses.country": ("Address 1 - Country",),
}
_JOINED = {"alternateEmails": ("E-mail * - Value",), "alternatePhoneNumbers": ("Phone * - Value",)}
_LEFT_OUT = {
    "* - Label": STAYS,
    "* - Type": STAYS,
    "Address * - Formatted": message("The address again, in one text."),
    "Address * - PO Box": STAYS,
    "Address *": message("The first address is taken, the others stay."),
    "Middle Name": STAYS,
    "Additional Name": STAYS,
    "Phonetic *": STAYS,
    "* Yomi": STAYS,
    "Yomi Name": STAYS,
    "Name": message("The parts of the name have columns of their own."),
    **dict.fromkeys(
        (
            "Name Prefix", "Name Suffix", "Initials", "Nickname", "Short Name", "Maiden Name", "File As",
            "Birthday", "Gender", "Location", "Billing Information", "Directory Server", "Mileage",
            "Occupation", "Hobby", "Sensitivity", "Priority", "Subject", "Notes", "Language", "Photo",
            "Organization *", "Website *", "Relation *", "Event *", "Custom Field *", "IM *",
        ),
        STAYS,
    ),
}  # fmt: skip

GOOGLE = of_people(
    Preset(
        id="google-contacts",
        title=message("Google Contacts"),
        kind="customers",
        required=("First Name", "Last Name", "File As"),
        one_of=("E-mail 1 - Value", "Phone 1 - Value"),
        strong=("Phonetic First Name", "Nickname", "Organization Name", "Labels", "Notes", "Photo"),
        sources={"firstName": ("First Name",), "lastName": ("Last Name",), "tags": ("Labels",), **_SOURCES},
        joined=_JOINED,
        left_out=_LEFT_OUT,
    )
)
GOOGLE_OLD = of_people(
    Preset(
        id="google-contacts-old",
        title=message("Google Contacts, older export"),
        kind="customers",
        required=("Given Name", "Family Name", "Group Membership"),
        one_of=("E-mail 1 - Value", "Phone 1 - Value"),
        strong=("Additional Name", "Yomi Name", "Initials", "Short Name", "Directory Server", "Mileage"),
        sources={
            "firstName": ("Given Name",),
            "lastName": ("Family Name",),
            "tags": ("Group Membership",),
            **_SOURCES,
        },
        joined=_JOINED,
        left_out=_LEFT_OUT,
    )
)
