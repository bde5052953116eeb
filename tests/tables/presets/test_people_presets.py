"""Exports of people are recognised by their names in any order, as customers and as user properties alike."""

from __future__ import annotations

import random

import pytest

from svcconsole.tables.mapping.mapping import Column, Template
from svcconsole.tables.mapping.targets import CUSTOMERS, USER_PROPERTIES
from svcconsole.tables.presets import PRESETS, recognise
from tests.tables.people import made_customers

SHOPIFY = [
    "Customer ID", "First Name", "Last Name", "Email", "Accepts Email Marketing", "Default Address Company",
    "Default Address Address1", "Default Address Address2", "Default Address City",
    "Default Address Province Code", "Default Address Country Code", "Default Address Zip",
    "Default Address Phone", "Phone", "Accepts SMS Marketing", "Accepts WhatsApp Marketing", "Total Spent",
    "Total Orders", "Note", "Tax Exempt", "Tags", "Birthday (customer.metafields.facts.birth_date)",
]  # fmt: skip
SHOPIFY_OLD = [
    "First Name", "Last Name", "Email", "Company", "Address1", "Address2", "City", "Province",
    "Province Code", "Country", "Country Code", "Zip", "Phone", "Accepts Marketing", "Total Spent",
    "Total Orders", "Tags", "Note", "Tax Exempt",
]  # fmt: skip
MAILCHIMP = [
    "Email Address", "First Name", "Last Name", "Address", "Phone Number", "Birthday", "MEMBER_RATING",
    "OPTIN_TIME", "OPTIN_IP", "CONFIRM_TIME", "CONFIRM_IP", "LATITUDE", "LONGITUDE", "GMTOFF", "DSTOFF",
    "TIMEZONE", "CC", "REGION", "LAST_CHANGED", "LEID", "EUID", "NOTES", "TAGS",
]  # fmt: skip
UNSUBSCRIBED = [
    *MAILCHIMP[:20], "UNSUB_TIME", "UNSUB_CAMPAIGN", "UNSUB_CAMPAIGN_TITLE", "UNSUB_REASON",
    "UNSUB_REASON_OTHER", *MAILCHIMP[20:],
]  # fmt: skip
GOOGLE = [
    "First Name", "Middle Name", "Last Name", "Phonetic First Name", "Phonetic Middle Name",
    "Phonetic Last Name", "Name Prefix", "Name Suffix", "Nickname", "File As", "Organization Name",
    "Organization Title", "Organization Department", "Birthday", "Notes", "Photo", "Labels",
    "E-mail 1 - Label", "E-mail 1 - Value", "E-mail 2 - Label", "E-mail 2 - Value", "Phone 1 - Label",
    "Phone 1 - Value", "Phone 2 - Label", "Phone 2 - Value", "Address 1 - Label", "Address 1 - Formatted",
    "Address 1 - Street", "Address 1 - City", "Address 1 - PO Box", "Address 1 - Region",
    "Address 1 - Postal Code", "Address 1 - Country", "Address 1 - Extended Address",
]  # fmt: skip
GOOGLE_OLD = [
    "Name", "Given Name", "Additional Name", "Family Name", "Yomi Name", "Given Name Yomi", "Name Prefix",
    "Initials", "Nickname", "Short Name", "Birthday", "Gender", "Location", "Directory Server", "Mileage",
    "Notes", "Language", "Photo", "Group Membership", "E-mail 1 - Type", "E-mail 1 - Value",
    "Phone 1 - Type", "Phone 1 - Value", "Address 1 - Type", "Address 1 - Formatted", "Address 1 - Street",
    "Address 1 - City", "Address 1 - Region", "Address 1 - Postal Code", "Address 1 - Country",
    "Website 1 - Type", "Website 1 - Value",
]  # fmt: skip
HUBSPOT = [
    "Record ID", "First Name", "Last Name", "Email", "Phone Number", "Contact owner", "Lead Status",
    "Create Date", "Last Modified Date", "Contact Type", "Lifecycle Stage", "Lead Source", "City",
    "State/Region", "Postal Code", "Country/Region", "Associated Deal", "Associated Company",
    "Associated Deal IDs",
]  # fmt: skip
KLAVIYO = [
    "Email", "Klaviyo ID", "First Name", "Last Name", "Organization", "Title", "Phone Number", "Address",
    "Address 2", "City", "State / Region", "Country", "Zip Code", "Latitude", "Longitude", "Source",
    "Consent", "Email Marketing Consent", "SMS Marketing Consent", "SMS Consent Timestamp", "First Active",
    "Last Active", "Profile Created On", "Date Added", "Last Open", "Last Click", "Initial Source",
    "Initial Source Referrer", "Historic Customer Lifetime Value", "Predicted Customer Lifetime Value",
    "Total Customer Lifetime Value", "Historic Number Of Orders", "Churn Risk Prediction",
    "Average Order Value", "Expected Date Of Next Order",
]  # fmt: skip
EXPORTS = {
    "shopify-customers": SHOPIFY,
    "shopify-customers-old": SHOPIFY_OLD,
    "mailchimp": MAILCHIMP,
    "google-contacts": GOOGLE,
    "google-contacts-old": GOOGLE_OLD,
    "hubspot": HUBSPOT,
    "klaviyo": KLAVIYO,
}
KINDS = ("customers", "user_properties")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("preset", EXPORTS)
@pytest.mark.parametrize("seed", range(3))
def test_an_export_is_recognised_in_any_order_and_any_case(preset: str, kind: str, seed: int) -> None:
    chance = random.Random(seed)
    header = [chance.choice([name, name.upper(), f" {name} "]) for name in EXPORTS[preset]]
    chance.shuffle(header)
    found = recognise(header, kind)
    assert (found.preset, found.unknown, found.known) == (preset, (), len(header))
    assert found.mapping.used(header) | set(found.left_out) == set(header)
    assert found.mapping.ignored == set(found.left_out)
    assert all(found.left_out.values())
    assert found.mapping.target == kind


def test_the_files_of_those_who_left_are_recognised_and_bring_no_consent() -> None:
    found = recognise(UNSUBSCRIBED, "user_properties")
    assert (found.preset, found.unknown) == ("mailchimp", ())
    assert "UNSUB_REASON" in found.left_out
    assert not [path for path in found.mapping.sources if "Consent" in path]


@pytest.mark.parametrize(
    ("header", "email", "sms"),
    [
        (SHOPIFY, "Accepts Email Marketing", "Accepts SMS Marketing"),
        (KLAVIYO, "Email Marketing Consent", "SMS Marketing Consent"),
    ],
    ids=["shopify", "klaviyo"],
)
def test_consent_is_mapped_only_where_the_column_names_its_channel(
    header: list[str], email: str, sms: str
) -> None:
    sources = recognise(header, "user_properties").mapping.sources
    assert (sources["emailMarketingConsent"], sources["smsMarketingConsent"]) == (Column(email), Column(sms))
    as_customers = recognise(header, "customers")
    assert "import the file as user properties" in as_customers.left_out[email]


def test_one_group_of_columns_more_fills_the_same_field() -> None:
    header = [*GOOGLE, "Phone 3 - Label", "Phone 3 - Value", "E-mail 3 - Label", "E-mail 3 - Value"]
    sources = recognise(header, "customers").mapping.sources
    assert sources["phoneNumber"] == Column("Phone 1 - Value")
    assert sources["alternatePhoneNumbers"] == Template("{Phone 2 - Value} ::: {Phone 3 - Value}")
    assert recognise(header, "user_properties").mapping.sources["alternatePhoneNumber"] == Template(
        "{Phone 2 - Value} ::: {Phone 3 - Value}"
    )


def test_a_shopify_row_with_codes_alone_is_sent_with_its_whole_address() -> None:
    row = dict.fromkeys(SHOPIFY, "") | {
        "Customer ID": "'7210448301122", "First Name": "Giulia", "Email": "giulia@post.example",
        "Default Address Address1": "Via Roma 4", "Default Address City": "Roma",
        "Default Address Province Code": "RM", "Default Address Country Code": "IT",
        "Default Address Zip": "'00184", "Phone": "'+393331234567",
    }  # fmt: skip
    (draft,) = made_customers(SHOPIFY, tuple(row[name] for name in SHOPIFY))
    assert draft.request is not None
    assert draft.request.partner_customer_id == "7210448301122"
    assert draft.request.phone_number == "+393331234567"
    (address,) = list(draft.request.addresses or ())
    assert (address.city, address.zip) == ("Roma", "00184")
    assert (address.state, address.state_code) == ("Roma", "RM")
    assert (address.country, address.country_code) == ("Italy", "IT")


@pytest.mark.parametrize("kind", KINDS)
def test_the_fields_own_names_are_recognised(kind: str) -> None:
    target = {"customers": CUSTOMERS, "user_properties": USER_PROPERTIES}[kind]
    header = list(target.paths())
    found = recognise(header, kind)
    assert (found.preset, found.unknown) == ("exact-fields", ())
    assert found.mapping.sources == {path: Column(path) for path in header}
    assert {"exact-fields", *EXPORTS} < set(PRESETS[kind])


def test_the_deprecated_plurals_are_left_out_with_the_reason() -> None:
    found = recognise(
        ["firstName", "lastName", "email", "phoneNumber", "tags", "secondaryEmails"], "customers"
    )
    assert found.left_out == {"secondaryEmails": "Deprecated: alternateEmails has taken its place."}
