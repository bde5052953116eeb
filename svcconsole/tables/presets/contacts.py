"""Contacts of mail programs, newsletters, messengers, help desks, payments and salons."""

from __future__ import annotations

from svcconsole.tables.presets.people_formats import DERIVED, STAYS, of_people
from svcconsole.tables.presets.preset import Preset
from svcconsole.words.message import message

_UNSURE = message("It does not say what somebody agreed to here, and consent is never guessed.")
_WHATSAPP = message("Consent to messages by WhatsApp: there is no field for it here.")
_OTHER_ADDRESS = message("One address is taken whole, the others stay.")


def _address(where: str) -> dict[str, str]:
    """The columns of one of Outlook's addresses."""
    return {
        "addresses.address1": f"{where} Street",
        "addresses.address2": f"{where} Street 2",
        "addresses.city": f"{where} City",
        "addresses.state": f"{where} State",
        "addresses.zip": f"{where} Postal Code",
        "addresses.country": f"{where} Country",
    }


def _newer(where: str) -> dict[str, str]:
    return {**_address(where), "addresses.country": f"{where} Country/Region"}


OUTLOOK = of_people(
    Preset(
        id="outlook",
        title=message("Outlook contacts"),
        kind="customers",
        required=("First Name", "Last Name", "E-mail Address"),
        one_of=("E-mail 2 Address", "Business Phone", "Home Street", "Business Street", "Internet Free Busy"),
        strong=("Mobile Phone", "Business Phone", "Home Phone", "Company", "Job Title", "Categories"),
        negative=("E-mail 1 - Value", "Record ID"),
        sources={
            "firstName": ("First Name",),
            "lastName": ("Last Name",),
            "email": ("E-mail Address",),
            "secondaryEmail": ("E-mail 2 Address",),
            "alternateEmails": ("E-mail 3 Address",),
            "phoneNumber": ("Mobile Phone", "Primary Phone", "Home Phone", "Business Phone"),
            "tags": ("Categories",),
        },
        joined={
            "alternatePhoneNumbers": (
                "Mobile Phone", "Primary Phone", "Home Phone*", "Business Phone*", "Other Phone",
                "Car Phone",
            )
        },
        groups=tuple(
            columns(where) for where in ("Home", "Business", "Other") for columns in (_newer, _address)
        ),
        left_out={
            **dict.fromkeys(
                ("Home *", "Business *", "Other *"),
                _OTHER_ADDRESS,
            ),
            **dict.fromkeys(
                (
                    "Middle Name", "Title", "Suffix", "Initials", "Web Page", "Gender", "Birthday",
                    "Anniversary", "Location", "Language", "Internet Free Busy", "Notes", "* Fax", "Pager",
                    "Radio Phone", "TTY/TDD Phone", "Telex", "ISDN", "Callback", "Company*", "Job Title",
                    "Department", "Office Location", "Organizational ID Number", "Profession", "Account",
                    "Assistant's *", "Manager's Name", "Spouse", "Children", "Hobby", "User *", "Nickname",
                    "Sensitivity", "Priority", "Private", "Mileage", "Billing Information",
                    "Directory Server",
                    "Keywords", "Referred By", "Given Yomi", "Surname Yomi", "E-mail* Type",
                    "E-mail* Display Name", "Government ID Number", "PO Box", "Mileage", "Subject",
                    "Schools", "Spouse", "Phonetic*",
                ),
                STAYS,
            ),
        },
    )
)  # fmt: skip
BREVO = of_people(
    Preset(
        id="brevo",
        title=message("Brevo contacts"),
        kind="customers",
        required=("EMAIL", "EMAIL_BLACKLISTED"),
        one_of=("SMS_BLACKLISTED", "ADDED_TIME", "MODIFIED_TIME"),
        strong=("SMS", "ADDED_TIME", "MODIFIED_TIME"),
        sources={
            "partnerCustomerId": ("EXT_ID",),
            "firstName": ("FIRSTNAME", "PRENOM", "VORNAME"),
            "lastName": ("LASTNAME", "NOM", "NACHNAME"),
            "email": ("EMAIL",),
            "phoneNumber": ("SMS", "WHATSAPP"),
            "createdAt": ("ADDED_TIME",),
            "updatedAt": ("MODIFIED_TIME",),
        },
        left_out={
            **dict.fromkeys(("EMAIL_BLACKLISTED", "SMS_BLACKLISTED", "WHATSAPP_BLACKLISTED", "DOUBLE_OPT-IN",
                             "OPT_IN"), _UNSURE),
            **dict.fromkeys(
                ("CONTACT ID", "LANDLINE_NUMBER", "CONTACT_TIMEZONE", "JOB_TITLE", "LINKEDIN"), STAYS
            ),
        },
    )
)  # fmt: skip
WATI = of_people(
    Preset(
        id="wati",
        title=message("WATI contacts"),
        kind="customers",
        required=("Name", "CountryCode", "Phone"),
        one_of=("AllowBroadcast", "AllowSMS"),
        strong=("AllowBroadcast", "AllowSMS"),
        sources={
            "fullName": ("Name",),
            "phoneCountry": ("CountryCode",),
            "phoneNumber": ("Phone",),
            "email": ("Email",),
            "smsMarketingConsent": ("AllowSMS",),
        },
        left_out={"AllowBroadcast": _WHATSAPP, "Attribute *": STAYS},
    )
)
CHATWOOT = of_people(
    Preset(
        id="chatwoot",
        title=message("Chatwoot contacts"),
        kind="customers",
        required=("name", "email", "phone_number", "identifier"),
        one_of=("ip_address", "document_number", "company_name", "custom_attribute_*"),
        strong=("id", "identifier", "phone_number", "ip_address", "company_name"),
        sources={
            "partnerCustomerId": ("identifier",),
            "fullName": ("name",),
            "email": ("email",),
            "phoneNumber": ("phone_number",),
            "tags": ("labels",),
            "createdAt": ("created_at",),
        },
        left_out=dict.fromkeys(
            (
                "id", "document_number", "ip_address", "company_name", "custom_attribute_*", "city",
                "country",
                "last_activity_at", "avatar_url",
            ),
            STAYS,
        ),
    )
)  # fmt: skip


def _of_stripe(prefix: str) -> dict[str, str]:
    return {
        "addresses.address1": f"{prefix}Line1",
        "addresses.address2": f"{prefix}Line2",
        "addresses.city": f"{prefix}City",
        "addresses.state": f"{prefix}State",
        "addresses.zip": f"{prefix}{'Zip' if prefix.startswith('Card') else 'Postal Code'}",
        "addresses.country": f"{prefix}Country",
    }


STRIPE = of_people(
    Preset(
        id="stripe",
        title=message("Stripe customers"),
        kind="customers",
        required=("id", "Email", "Name"),
        one_of=("Created (UTC)", "Delinquent", "Card ID", "Default Source"),
        strong=("Description", "Created (UTC)", "Total Spend", "Currency", "Phone"),
        negative=("Email Address", "Handle"),
        sources={
            "partnerCustomerId": ("id",),
            "fullName": ("Name",),
            "email": ("Email",),
            "phoneNumber": ("Phone",),
            "createdAt": ("Created (UTC)",),
        },
        groups=tuple(map(_of_stripe, ("Address ", "Billing Address ", "Card Address ", "Shipping Address "))),
        left_out={
            **dict.fromkeys(
                ("Address *", "Billing Address *", "Card Address *", "Shipping Address *"), _OTHER_ADDRESS
            ),
            **dict.fromkeys(
                (
                    "Description", "Currency", "Delinquent", "Card *", "Default *", "Plan", "Status",
                    "Quantity",
                    "Cancel At Period End", "Account Balance", "Business Vat ID", "Coupon*", "Tax *",
                    "Shipping *",
                    "Invoice *", "Payment Method*", "* (metadata)", "Preferred *", "Business *",
                ),
                STAYS,
            ),
            **dict.fromkeys(
                (
                    "Total Spend", "Payment Count", "Average Order", "Refunded Volume", "Dispute Losses",
                    "First Payment", "Most Recent Payment",
                ),
                DERIVED,
            ),
        },
    )
)  # fmt: skip
SALON = of_people(
    Preset(
        id="salon",
        title=message("Salon and booking clients"),
        kind="customers",
        required=("First name", "Last name", "Mobile phone"),
        one_of=("Email marketing consent", "SMS marketing consent", "WhatsApp marketing consent"),
        strong=("Email", "Gender", "Birthday", "Email marketing consent", "SMS marketing consent"),
        negative=("Record ID", "Klaviyo ID"),
        sources={
            "partnerCustomerId": ("Client ID", "Customer ID"),
            "firstName": ("First name",),
            "lastName": ("Last name",),
            "email": ("Email",),
            "phoneNumber": ("Mobile phone",),
            "secondaryPhoneNumber": ("Telephone", "Home phone"),
            "emailMarketingConsent": ("Email marketing consent",),
            "smsMarketingConsent": ("SMS marketing consent",),
            "tags": ("Tags",),
            "addresses.address1": ("Address", "Street"),
            "addresses.address2": ("Apartment", "Apt suite"),
            "addresses.city": ("City", "Town"),
            "addresses.state": ("State", "Region", "County"),
            "addresses.zip": ("Postcode", "Zip", "Post code"),
            "addresses.country": ("Country",),
        },
        left_out={
            "WhatsApp marketing consent": _WHATSAPP,
            **dict.fromkeys(
                (
                    "Gender", "Birthday", "Date of birth", "Notes", "Note", "Referral source", "Pronouns",
                    "Title", "Preferred language", "Occupation", "Additional *", "Blocked", "Block reason",
                ),
                STAYS,
            ),
        },
    )
)  # fmt: skip
