"""Mailchimp's audience export. Who is subscribed stands in the file's name alone: no consent is read."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import DERIVED, STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

MAILCHIMP = of_people(
    Preset(
        id="mailchimp",
        title=message("Mailchimp audience"),
        kind="customers",
        required=("Email Address", "MEMBER_RATING"),
        strong=("OPTIN_TIME", "CONFIRM_TIME", "LEID", "EUID", "LAST_CHANGED", "TAGS"),
        sources={
            "firstName": ("First Name",),
            "lastName": ("Last Name",),
            "email": ("Email Address",),
            "phoneNumber": ("Phone Number", "Phone", "SMS Phone Number"),
            "tags": ("TAGS",),
        },
        left_out={
            "MEMBER_RATING": DERIVED,
            "OPTIN_*": message(
                "When somebody signed up says nothing of today's consent, which is never guessed."
            ),
            "CONFIRM_*": message(
                "When somebody signed up says nothing of today's consent, which is never guessed."
            ),
            "UNSUB_*": message("Why somebody left the list: consent is never guessed."),
            "LATITUDE": DERIVED,
            "LONGITUDE": DERIVED,
            "GMTOFF": DERIVED,
            "DSTOFF": DERIVED,
            "TIMEZONE": DERIVED,
            "CC": DERIVED,
            "REGION": DERIVED,
            "LAST_CHANGED": STAYS,
            "LEID": STAYS,
            "EUID": STAYS,
            "NOTES": STAYS,
            "Birthday": STAYS,
            "Address": message("The whole address in one text: it cannot be told apart into its parts."),
        },
    )
)
