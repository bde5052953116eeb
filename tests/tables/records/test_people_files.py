"""Files of customers, ours and real ones: each imports with the recorded counts, or says why not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from svcconsole.tables.checking.problems import Problem
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.presets import recognise
from tests.tables.people import lines_of, made_customers, made_entries
from tests.tables.shared import SAMPLES, SHARED, files_of, needs_shared, recorded

ANSWERED = (
    Rules()
    .decide("region", "value", "IN")
    .decide("consent", "as_said")
    .decide("name_blank", "empty")
    .decide("shared", "each")
)
"""What is recorded here holds for a store in India that sends what the file says."""


@dataclass(frozen=True)
class Expected:
    """A file with its rows; how many customers and entries of it are ready; the mistakes of each; how many
    columns no customer and no entry has a place for."""

    path: str
    preset: str | None
    rows: int
    customers: int
    entries: int
    homeless: tuple[int, int]
    mistakes: dict[str, int] = field(default_factory=dict)
    entry_mistakes: dict[str, int] = field(default_factory=dict)


OWN = [
    Expected("exact_fields.csv", "exact-fields", 4, 3, 4, (6, 0), {"contact_missing": 1}),
    Expected("french_cp1252.csv", None, 2, 2, 2, (2, 2)),
    Expected("google_contacts.csv", "google-contacts", 4, 2, 3, (0, 0),
             {"contact_missing": 1, "phone_unreadable": 1}, {"phone_unreadable": 1}),
    Expected("google_contacts_old.csv", "google-contacts-old", 2, 1, 1, (0, 0),
             {"phone_unreadable": 1}, {"phone_unreadable": 1}),
    Expected("helpdesk_contacts.csv", None, 2, 2, 2, (2, 2)),
    Expected("hubspot.csv", "hubspot", 5, 4, 5, (0, 0), {"contact_missing": 1}),
    Expected("klaviyo.csv", "klaviyo", 2, 2, 2, (0, 0)),
    Expected("mailchimp.csv", "mailchimp", 3, 3, 3, (0, 0)),
    Expected("separator_line.csv", None, 1, 1, 1, (0, 0)),
    Expected("shopify.csv", "shopify-customers", 3, 3, 3, (0, 0)),
    Expected("shopify_old.csv", "shopify-customers-old", 3, 3, 3, (0, 0)),
]  # fmt: skip
REAL = [
    Expected("authored/excel_fr_cp1252.csv", None, 2, 2, 2, (2, 2)),
    Expected("authored/excel_sep_line.csv", None, 1, 1, 1, (0, 0)),
    Expected("authored/google_contacts_2024.csv", "google-contacts", 5, 4, 4, (0, 0),
             {"phone_unreadable": 2}, {"phone_unreadable": 2}),
    Expected("authored/hubspot_contacts.csv", "hubspot", 5, 4, 5, (0, 0), {"contact_missing": 1}),
    Expected("authored/kit.csv", None, 1, 1, 1, (2, 2)),
    Expected("authored/mailchimp_subscribed.csv", "mailchimp", 3, 3, 3, (0, 0)),
    Expected("authored/shopify_customers_template_legacy.csv", "shopify-customers-old", 3, 3, 3, (0, 0)),
    Expected("authored/user_properties_exact_headers.csv", "exact-fields", 8, 7, 8, (6, 0),
             {"contact_missing": 1}),
    Expected("chatwoot/contacts.csv", None, 6, 6, 6, (3, 3)),
    Expected("chinook/customers.csv", None, 59, 58, 58, (3, 4),
             {"phone_unreadable": 1}, {"phone_unreadable": 1}),
    Expected("prestashop/customers_import.csv", "prestashop-customers", 9, 9, 9, (0, 0)),
    Expected("prestashop/manufacturers_import.csv", None, 4, 0, 4, (8, 8), {"contact_missing": 4}),
    Expected("prestashop/store_contacts.csv", None, 5, 0, 5, (6, 9), {"contact_missing": 5}),
    Expected("prestashop/suppliers_import.csv", None, 3, 0, 3, (8, 8), {"contact_missing": 3}),
    Expected("roundcube/email.csv", None, 4, 4, 4, (0, 0)),
    Expected("roundcube/gmail.csv", "google-contacts-old", 1, 0, 0, (0, 0),
             {"phone_unreadable": 7}, {"phone_unreadable": 7}),
    Expected("roundcube/outlook.csv", None, 1, 1, 1, (0, 2)),
]  # fmt: skip


FILES = recorded(OWN, REAL)


def name_of(part: Path | Expected) -> str:
    return Path(part.path).stem if isinstance(part, Expected) else part.name


def mistakes(found: list[Problem]) -> Counter[str]:
    errors = [problem for problem in found if problem.level == "error"]
    assert all(problem.sentence.endswith(".") for problem in errors), "each one is said in a sentence"
    return Counter(problem.code for problem in errors)


def test_every_sample_is_recorded_here() -> None:
    assert files_of(SAMPLES / "customers", ".csv") == {file.path for file in OWN}


@needs_shared
def test_every_real_file_is_recorded_here() -> None:
    assert files_of(SHARED / "customers", ".csv") == {file.path for file in REAL}


@pytest.mark.parametrize(("folder", "expected"), FILES, ids=name_of)
def test_a_file_of_customers_imports_with_the_recorded_counts(folder: Path, expected: Expected) -> None:
    lines = lines_of(folder / "customers" / expected.path)
    known = recognise(lines[0], "customers")
    assert (known.preset, len(known.unknown)) == (expected.preset, expected.homeless[0])
    drafts = made_customers(*lines, rules=ANSWERED)
    assert sorted(number for draft in drafts for number in draft.rows) == list(range(1, expected.rows + 1))
    assert sum(draft.request is not None for draft in drafts) == expected.customers
    assert mistakes([problem for draft in drafts for problem in draft.problems]) == expected.mistakes


@pytest.mark.parametrize(("folder", "expected"), FILES, ids=name_of)
def test_a_file_of_customers_imports_as_entries_too(folder: Path, expected: Expected) -> None:
    lines = lines_of(folder / "customers" / expected.path)
    known = recognise(lines[0], "user_properties")
    assert (known.preset, len(known.unknown)) == (expected.preset, expected.homeless[1])
    drafts = made_entries(*lines, rules=ANSWERED)
    assert sum(draft.request is not None for draft in drafts) == expected.entries
    assert mistakes([problem for draft in drafts for problem in draft.problems]) == expected.entry_mistakes


Consents = dict[str | None, tuple[bool | None, bool | None]]
SAID: list[tuple[str, Consents]] = [
    ("exact_fields.csv", {
        "Asha": (True, False), "Words": (True, False), "Silent": (None, None), "No": (None, None),
    }),
    ("shopify.csv", {"Ines": (True, False), "مريم": (False, True), "Tuan": (None, None)}),
    ("klaviyo.csv", {"Uma": (True, None), "Jo": (False, None)}),
]  # fmt: skip
REALLY_SAID: list[tuple[str, Consents]] = [
    ("authored/user_properties_exact_headers.csv", {
        "Test": (True, False), "": (None, None), "NoLast": (None, None), "Bool": (True, False),
        "Lead": (True, False), "Big": (None, None), "No": (None, None), "Dup": (None, None),
    }),
]  # fmt: skip


@pytest.mark.parametrize(("folder", "file"), recorded(SAID, REALLY_SAID))
def test_consent_is_what_the_file_says_and_nothing_else(folder: Path, file: tuple[str, Consents]) -> None:
    path, wanted = file
    said: Consents = {}
    for draft in made_entries(*lines_of(folder / "customers" / path), rules=ANSWERED):
        assert draft.request is not None
        said[draft.request.first_name] = (
            draft.request.email_marketing_consent,
            draft.request.sms_marketing_consent,
        )
    assert said == wanted


@pytest.mark.parametrize(
    ("folder", "path"), recorded(["hubspot.csv"], ["authored/hubspot_contacts.csv"]), ids=str
)
def test_one_person_written_in_two_cases_is_told(folder: Path, path: str) -> None:
    drafts = made_customers(*lines_of(folder / "customers" / path), rules=ANSWERED)
    shared = [problem for draft in drafts for problem in draft.problems if problem.code == "key_shared"]
    assert [(problem.row, problem.level) for problem in shared] == [(5, "warning")]
