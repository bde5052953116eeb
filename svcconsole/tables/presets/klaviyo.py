"""Klaviyo's profiles. Its consent columns are read word by word; a word that is not known sets nothing."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import DERIVED, STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

KLAVIYO = of_people(
    Preset(
        id="klaviyo",
        title=message("Klaviyo profiles"),
        kind="customers",
        required=("Email", "Klaviyo ID"),
        strong=(
            "First Name",
            "Last Name",
            "Phone Number",
            "State / Region",
            "Zip Code",
            "Source",
            "Date Added",
        ),
        sources={
            "firstName": ("First Name",),
            "lastName": ("Last Name",),
            "email": ("Email",),
            "phoneNumber": ("Phone Number",),
            "source": ("Source",),
            "addresses.address1": ("Address",),
            "addresses.address2": ("Address 2",),
            "addresses.city": ("City",),
            "addresses.state": ("State / Region",),
            "addresses.country": ("Country",),
            "addresses.zip": ("Zip Code",),
            "createdAt": ("Profile Created On",),
            "emailMarketingConsent": ("Email Marketing Consent",),
            "smsMarketingConsent": ("SMS Marketing Consent",),
        },
        left_out={
            "Klaviyo ID": STAYS,
            "Title": message("The title of a job: a person has no such field here."),
            "Organization": STAYS,
            "Consent": message("It does not say which channel is meant, and consent is never guessed."),
            "SMS Consent Timestamp": message("When somebody agreed says nothing of today's consent."),
            "Date Added": STAYS,
            "Latitude": DERIVED,
            "Longitude": DERIVED,
            "First Active": DERIVED,
            "Last *": DERIVED,
            "Initial Source*": DERIVED,
            "Historic *": DERIVED,
            "Predicted *": DERIVED,
            "Total Customer Lifetime Value": DERIVED,
            "Churn Risk Prediction": DERIVED,
            "Average *": DERIVED,
            "Expected Date Of Next Order": DERIVED,
        },
    )
)
