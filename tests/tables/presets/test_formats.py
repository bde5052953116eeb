"""Every export format: its sample is recognised in any order, all columns are accounted for, values stay."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Column, Reading
from svcconsole.tables.presets import PRESETS, recognise
from svcconsole.tables.records.products import build
from tests.tables.people import made_customers, made_entries
from tests.tables.shared import SAMPLES
from tests.tables.tables import DECIDED, opened, rows_from

FORMATS = {
    "products/woocommerce.csv": "woocommerce",
    "formats/products/woocommerce_groups.csv": "woocommerce",
    "formats/products/magento.csv": "magento",
    "formats/products/google_merchant.tsv": "google-merchant",
    "formats/products/meta_catalog.csv": "meta-catalog",
    "formats/products/meta_base.csv": "meta-catalog-base",
    "formats/products/prestashop.csv": "prestashop",
    "formats/products/prestashop_combinations.csv": "prestashop-combinations",
    "formats/products/bigcommerce.csv": "bigcommerce",
    "products/shopify_classic.csv": "shopify-classic",
    "products/shopify_template.csv": "shopify-template",
    "formats/customers/outlook.csv": "outlook",
    "formats/customers/brevo.csv": "brevo",
    "formats/customers/wati.csv": "wati",
    "formats/customers/chatwoot.csv": "chatwoot",
    "formats/customers/stripe.csv": "stripe",
    "formats/customers/facebook_leads.csv": "facebook-leads",
    "formats/customers/square.csv": "square",
    "formats/customers/etsy.csv": "etsy",
    "formats/customers/woocommerce.csv": "woocommerce-customers",
    "formats/customers/woocommerce_analytics.csv": "woocommerce-analytics",
    "formats/customers/prestashop.csv": "prestashop-customers",
    "formats/customers/salon.csv": "salon",
    "formats/customers/shopify_export.csv": "shopify-customers",
    "customers/shopify_old.csv": "shopify-customers-old",
    "customers/hubspot.csv": "hubspot",
    "customers/klaviyo.csv": "klaviyo",
    "customers/mailchimp.csv": "mailchimp",
    "customers/google_contacts.csv": "google-contacts",
    "customers/google_contacts_old.csv": "google-contacts-old",
}
KINDS = {"products": ("products",), "customers": ("customers", "user_properties")}
BASE = "https://shop.example/media"
ANSWERED = (
    DECIDED.decide("picture_base", "value", BASE)
    .decide("sale_dates", "send")
    .decide("price_currency", "send")
)
PEOPLE = Rules().decide("consent", "as_said").decide("name_blank", "empty").decide("region", "value", "IN")


def table(path: str) -> tuple[list[str], list[tuple[str, ...]]]:
    file, rows = opened(SAMPLES / path)
    return list(file.header), [row.cells for row in rows]


CASES = [(path, kind) for path in FORMATS for kind in KINDS[Path(path).parent.name]]


@pytest.mark.parametrize(("path", "kind"), CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_format_is_known_in_any_order_and_every_column_has_a_home_or_a_reason(
    path: str, kind: str, seed: int
) -> None:
    header, rows = table(path)
    order = random.Random(seed).sample(range(len(header)), len(header))
    header, rows = [header[at] for at in order], [tuple(row[at] for at in order) for row in rows]
    found = recognise(header, kind, rows)
    assert (found.preset, found.unknown, found.known) == (FORMATS[path], (), len(header))
    used = found.mapping.used(header)
    assert used | set(found.left_out) == set(header) and not used & set(found.left_out)
    assert all(found.left_out.values())
    assert recognise(header, kind).preset == FORMATS[path], "the header alone is enough"


@pytest.mark.parametrize(("path", "kind"), CASES)
def test_no_value_is_altered_on_its_way_to_its_field(path: str, kind: str) -> None:
    header, rows = table(path)
    reading = Reading(recognise(header, kind, rows).mapping, header)
    for field, position in reading.positions.items():
        assert [reading.written(field, row) for row in rows] == [row[position] for row in rows]


@pytest.mark.parametrize("path", FORMATS)
def test_no_format_is_taken_for_another(path: str) -> None:
    header, rows = table(path)
    folder = Path(path).parent.name
    for kind in PRESETS:
        expected = FORMATS[path] if kind in KINDS[folder] else None
        assert recognise(header, kind, rows).preset == expected
    for name in header:
        fewer = [column for column in header if column != name]
        assert recognise(fewer, KINDS[folder][0]).preset in (FORMATS[path], None, *NEIGHBOURS.get(path, ()))


NEIGHBOURS = {
    "formats/products/meta_catalog.csv": ("google-merchant", "meta-catalog-base"),
    "formats/products/meta_base.csv": ("google-merchant",),
    "formats/products/google_merchant.tsv": ("meta-catalog-base",),
    "formats/customers/woocommerce.csv": ("woocommerce-analytics",),
    "customers/shopify_old.csv": ("shopify-customers",),
}  # fmt: skip
"""Formats that differ in one column."""


@pytest.mark.parametrize(
    "header",
    [
        ("Name", "Email", "Phone"),
        ("id", "name", "email", "phone_number", "company", "city", "last_seen"),
        ("id", "first_name", "last_name", "email", "gender", "ip_address", "identifier"),
        ("First Name", "Last Name", "E-mail Address"),
        ("id", "Email", "Name", "Phone"),
        ("id", "created_time", "email"),
        ("Name", "Phone", "CountryCode"),
        ("Buyer", "Quantity", "Price"),
        ("Username", "Email", "Role"),
        ("EMAIL", "SMS", "LASTNAME"),
        ("sku", "name", "price", "qty"),
        ("id", "title", "price", "link"),
        ("Product ID", "Name *", "Price"),
        ("Item Type", "Price", "Product ID"),
        ("SKU", "Name", "Type", "Price"),
        ("Reference ID", "First Name", "Email Address"),
        ("First name", "Last name", "Mobile phone", "Email"),
    ],
)
def test_a_list_like_one_of_them_is_none_of_them(header: tuple[str, ...]) -> None:
    for kind in PRESETS:
        assert recognise(header, kind).preset is None


def products(path: str) -> dict[str, tuple[str | None, list[tuple[object, ...]]]]:
    file, rows = opened(SAMPLES / path)
    mapping = recognise(file.header, "products", [row.cells for row in rows]).mapping
    requests = [draft.request for draft in build(file.header, rows, mapping, ANSWERED) if draft.request]
    return {
        request.id: (
            request.currency,
            [
                (each.id, str(each.price), str(each.discounted_price), int(each.quantity), each.options)
                for each in request.combinations
            ],
        )
        for request in requests
    }


def test_products_come_in_with_their_variants() -> None:
    assert products("formats/products/woocommerce_groups.csv") == {
        "LL-SCARF": ("EUR", [
            ("LL-SCARF-1", "39.50", "39.50", 3, {"Colour": "Moss", "Length": "Long"}),
            ("LL-SCARF-C", "35", "29", 0, {"Colour": "Clay", "Length": "Short"}),
        ]),
        "413": ("EUR", [("413-1", "4", "4", 999, None)]),
    }  # fmt: skip
    assert products("formats/products/magento.csv") == {
        "LL-RUG": ("EUR", [
            ("LL-RUG-S", "120.00", "120.00", 4, {"size": "Small"}),
            ("LL-RUG-L", "210.00", "190.00", 1, {"size": "Large"}),
        ]),
        "LL-LAMP": ("EUR", [("LL-LAMP", "75.50", "75.50", 9, None)]),
    }  # fmt: skip
    assert products("formats/products/google_merchant.tsv") == {
        "TEE": ("GBP", [
            ("T-1", "15.00", "15.00", 0, {"Color": "Sand", "Size": "M"}),
            ("T-2", "15.00", "12.50", 0, {"Color": "Ink", "Size": "M"}),
        ]),
        "M-1": ("AED", [("M-1", "352", "352", 0, None)]),
    }  # fmt: skip
    assert products("formats/products/meta_catalog.csv") == {
        "CANDLE": ("USD", [
            ("C-1", "9.99", "9.99", 40, {"Color": "Amber"}), ("C-2", "9.99", "7.99", 12, {"Color": "White"}),
        ]),
    }  # fmt: skip
    assert products("formats/products/prestashop.csv") == {
        "51": ("EUR", [("LL-BASKET", "32.50", "32.50", 1000, None)]),
        "52": ("EUR", [("LL-TRAY", "18.00", "18.00", 7, None)]),
    }
    assert products("formats/products/bigcommerce.csv") == {
        "LL-VASE": ("EUR", [
            ("LL-VASE-T", "44.00", "40.00", 5, {"Size": "Tall"}),
            ("LL-VASE-L", "39.00", "39.00", 2, {"Size": "Low"}),
        ]),
        "LL-BOWL": ("EUR", [("LL-BOWL", "21.00", "21.00", 8, None)]),
    }  # fmt: skip
    assert products("formats/products/prestashop_combinations.csv") == {}, (
        "its names and prices are in another file"
    )


@pytest.mark.parametrize("zero", ["0", "0.00", "0.0000"])
def test_a_sale_price_of_zero_is_none_where_a_shop_writes_it_for_none(zero: str) -> None:
    header = (
        "Item Type",
        "Product ID",
        "Product Name",
        "Product Code/SKU",
        "Price",
        "Sale Price",
        "Category",
    )
    lines = rows_from(
        ("Product", "1", "Mug", "MUG", "12.50", zero, ""),
        ("Product", "2", "Pot", "POT", "20.00", "15.00", ""),
    )
    found = recognise(header)
    assert found.preset == "bigcommerce"
    mug, pot = build(header, lines, found.mapping, DECIDED)
    assert mug.request is not None and pot.request is not None
    assert [str(each.request.combinations[0].discounted_price) for each in (mug, pot) if each.request] == [
        "12.50", "15.00",
    ]  # fmt: skip
    assert [(each.column, str(each.sentence)) for each in mug.problems if each.code == "blank_word"] == [
        ("Sale Price", f"“{zero}” is read as a blank cell.")
    ]
    by_hand = found.mapping.with_source("combinations.discountedPrice", Column("Price"))
    by_hand = by_hand.with_source("combinations.discountedPrice", Column("Sale Price"))
    (mug, _) = build(header, lines, by_hand, DECIDED)
    assert mug.request is None, "somebody who chose the column is asked"


def test_pictures_named_by_their_path_wait_for_the_address_before_them() -> None:
    file, rows = opened(SAMPLES / "formats/products/magento.csv")
    mapping = recognise(file.header).mapping
    (rug, _) = build(file.header, rows, mapping, DECIDED)
    assert rug.request is None and rug.asked["picture_base"] > 0
    (rug, _) = build(file.header, rows, mapping, ANSWERED)
    assert rug.request is not None
    assert [photo.photo_url for photo in rug.request.photos] == [
        f"{BASE}/r/u/rug.png", f"{BASE}/r/u/rug-2.png", f"{BASE}/r/u/rug-3.png", f"{BASE}/r/u/rug-s.png",
    ]  # fmt: skip
    assert (rug.request.name, rug.left_out) == ("Rug", (3,)), "the translation stays out"


def test_what_woocommerce_and_shopify_hold_beside_comes_as_metafields() -> None:
    file, rows = opened(SAMPLES / "formats/products/woocommerce_groups.csv")
    scarf = build(file.header, rows, recognise(file.header).mapping, ANSWERED)[0].request
    assert scarf is not None
    assert [(each.namespace, each.key, each.value) for each in scarf.metafields or ()] == [
        ("custom", "washing", "by hand")
    ]


People = dict[str, object]
SENT: list[tuple[str, People]] = [
    ("outlook.csv", {
        "firstName": "Ada", "lastName": "Berg", "email": "ada@lantern.example",
        "secondaryEmail": "a.berg@loom.example", "phoneNumber": "+46701234567",
        "alternatePhoneNumbers": ["+46812345678", "+46311234567"], "tags": ["Wholesale", "VIP"],
    }),
    ("brevo.csv", {
        "firstName": "Claire", "lastName": "Roux", "email": "claire@lantern.example",
        "phoneNumber": "+33612345602",
    }),
    ("wati.csv", {"firstName": "Ida Lind", "phoneNumber": "+491711234567"}),
    ("chatwoot.csv", {
        "partnerCustomerId": "k-1", "firstName": "Kit O'Hara", "email": "kit@lantern.example",
        "phoneNumber": "+15550100201", "tags": ["vip", "press"],
    }),
    ("facebook_leads.csv", {
        "firstName": "Greta Holm", "email": "greta@lantern.example", "phoneNumber": "+46701234568",
    }),
    ("square.csv", {
        "partnerCustomerId": "SQ1", "firstName": "Hana", "lastName": "Ito", "email": "hana@lantern.example",
        "phoneNumber": "+15035550143",
    }),
    ("woocommerce.csv", {
        "partnerCustomerId": "71", "firstName": "Kaya", "lastName": "Demir", "email": "kaya@lantern.example",
        "phoneNumber": "+905321234567",
    }),
    ("prestashop.csv", {
        "partnerCustomerId": "61", "firstName": "Mona", "lastName": "Haas", "email": "mona@lantern.example",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), SENT)
def test_people_come_in_with_what_their_file_says(name: str, expected: People) -> None:
    header, rows = table(f"formats/customers/{name}")
    first = made_customers(header, *rows, rules=PEOPLE)[0].request
    assert first is not None
    body = first.model_dump(by_alias=True, exclude_unset=True)
    body.pop("addresses", None)
    assert body == expected


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("shopify_export.csv", [("Wien", "Austria"), ("Torino", "Italy"), ("Ontario", "Canada")]),
        ("stripe.csv", [("OR", "United States")]),
    ],
)
def test_addresses_of_codes_come_in_whole(name: str, places: list[tuple[str, str]]) -> None:
    header, rows = table(f"formats/customers/{name}")
    requests = [draft.request for draft in made_customers(header, *rows, rules=PEOPLE)]
    found = [(each.state, each.country) for one in requests if one for each in one.addresses or ()]
    assert found == places


def test_consent_is_read_where_a_format_says_it_of_the_channel() -> None:
    wanted = {
        "salon.csv": (True, False), "square.csv": (True, None), "brevo.csv": (None, None),
        "wati.csv": (None, False), "prestashop.csv": (None, None),
    }  # fmt: skip
    for name, said in wanted.items():
        header, rows = table(f"formats/customers/{name}")
        first = made_entries(header, *rows, rules=PEOPLE)[0].request
        assert first is not None
        assert (first.email_marketing_consent, first.sms_marketing_consent) == said, name
