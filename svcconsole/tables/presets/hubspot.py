"""HubSpot's contacts. A view decides which columns are there; what marks the file is its record id."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

HUBSPOT = of_people(Preset(
    id="hubspot",
    title=message("HubSpot contacts"),
    kind="customers",
    required=("Record ID",),
    one_of=("Contact owner", "Lifecycle Stage", "Lead Status"),
    strong=("First Name", "Last Name", "Email", "Phone Number"),
    sources={
        "partnerCustomerId": ("Record ID",),
        "firstName": ("First Name",),
        "lastName": ("Last Name",),
        "email": ("Email",),
        "phoneNumber": ("Phone Number", "Mobile Phone Number"),
        "addresses.address1": ("Street Address",),
        "addresses.city": ("City",),
        "addresses.state": ("State/Region",),
        "addresses.zip": ("Postal Code",),
        "addresses.country": ("Country/Region",),
        "createdAt": ("Create Date",),
        "updatedAt": ("Last Modified Date",),
    },
    left_out=dict.fromkeys(
        (
            "Contact owner", "Lead Status", "Lifecycle Stage", "Lead Source", "Contact Type",
            "Associated *", "Company Name", "Job Title", "Last Activity Date", "Marketing contact status",
        ),
        STAYS,
    ),
))  # fmt: skip
