"""The real files of customers: each one imports with the recorded counts, or says in a sentence why not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from svcconsole.tables.presets import recognise
from svcconsole.tables.problems import Problem
from svcconsole.tables.rules import Rules
from tests.tables.people import lines_of, made_customers, made_entries
from tests.tables.shared import SHARED, needs_shared

FOLDER = SHARED / "customers"
ANSWERED = Rules().decide("region", "value", "IN").decide("consent", "as_said").decide("name_blank", "empty")
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


FILES = [
    Expected("authored/excel_fr_cp1252.csv", None, 2, 2, 2, (2, 2)),
    Expected("authored/excel_sep_line.csv", None, 1, 1, 1, (0, 0)),
    Expected("authored/google_contacts_2024.csv", "google-contacts", 5, 4, 4, (0, 0),
             {"phone_unreadable": 2}, {"phone_unreadable": 2}),
    Expected("authored/hubspot_contacts.csv", "hubspot", 5, 4, 5, (0, 0), {"contact_missing": 1}),
    Expected("authored/kit.csv", None, 1, 1, 1, (2, 2)),
    Expected("authored/mailchimp_subscribed.csv", "mailchimp", 3, 3, 3, (0, 0)),
    Expected("authored/shopify_customers_template_legacy.csv", "shopify-customers-old", 3, 3, 3, (0, 0)),
    Expected("authored/user_properties_exact_headers.csv", "exact-fields", 8, 7, 8, (11, 0),
             {"contact_missing": 1}),
    Expected("chatwoot/contacts.csv", None, 6, 6, 6, (3, 3)),
    Expected("chinook/customers.csv", None, 59, 58, 58, (3, 4),
             {"phone_unreadable": 1}, {"phone_unreadable": 1}),
    Expected("prestashop/customers_import.csv", None, 9, 9, 9, (8, 8)),
    Expected("prestashop/manufacturers_import.csv", None, 4, 0, 4, (9, 9), {"contact_missing": 4}),
    Expected("prestashop/store_contacts.csv", None, 5, 0, 5, (9, 10), {"contact_missing": 5}),
    Expected("prestashop/suppliers_import.csv", None, 3, 0, 3, (9, 9), {"contact_missing": 3}),
    Expected("roundcube/email.csv", None, 4, 4, 4, (0, 0)),
    Expected("roundcube/gmail.csv", "google-contacts-old", 1, 0, 0, (0, 0),
             {"phone_unreadable": 7}, {"phone_unreadable": 7}),
    Expected("roundcube/outlook.csv", None, 1, 1, 1, (0, 2)),
]  # fmt: skip


def name_of(expected: Expected) -> str:
    return Path(expected.path).stem


def mistakes(found: list[Problem]) -> Counter[str]:
    errors = [problem for problem in found if problem.level == "error"]
    assert all(problem.sentence.endswith(".") for problem in errors), "each one is said in a sentence"
    return Counter(problem.code for problem in errors)


@needs_shared
def test_every_file_there_is_is_recorded_here() -> None:
    assert {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.csv")} == {file.path for file in FILES}


@needs_shared
@pytest.mark.parametrize("expected", FILES, ids=name_of)
def test_a_real_file_of_customers_imports_with_the_recorded_counts(expected: Expected) -> None:
    lines = lines_of(FOLDER / expected.path)
    known = recognise(lines[0], "customers")
    assert (known.preset, len(known.unknown)) == (expected.preset, expected.homeless[0])
    drafts = made_customers(*lines, rules=ANSWERED)
    assert sorted(number for draft in drafts for number in draft.rows) == list(range(1, expected.rows + 1))
    assert sum(draft.request is not None for draft in drafts) == expected.customers
    assert mistakes([problem for draft in drafts for problem in draft.problems]) == expected.mistakes


@needs_shared
@pytest.mark.parametrize("expected", FILES, ids=name_of)
def test_a_real_file_of_customers_imports_as_entries_too(expected: Expected) -> None:
    lines = lines_of(FOLDER / expected.path)
    known = recognise(lines[0], "user_properties")
    assert (known.preset, len(known.unknown)) == (expected.preset, expected.homeless[1])
    drafts = made_entries(*lines, rules=ANSWERED)
    assert sum(draft.request is not None for draft in drafts) == expected.entries
    assert mistakes([problem for draft in drafts for problem in draft.problems]) == expected.entry_mistakes


@needs_shared
def test_consent_is_what_the_file_says_and_nothing_else() -> None:
    lines = lines_of(FOLDER / "authored/user_properties_exact_headers.csv")
    said = {}
    for draft in made_entries(*lines, rules=ANSWERED):
        assert draft.request is not None
        said[draft.request.first_name] = (
            draft.request.email_marketing_consent,
            draft.request.sms_marketing_consent,
        )
    assert said == {
        "Test": (True, False), "": (None, None), "NoLast": (None, None), "Bool": (True, False),
        "Lead": (True, False), "Big": (None, None), "No": (None, None), "Dup": (None, None),
    }  # fmt: skip


@needs_shared
def test_one_person_written_in_two_cases_is_told() -> None:
    lines = lines_of(FOLDER / "authored/hubspot_contacts.csv")
    drafts = made_customers(*lines, rules=ANSWERED)
    shared = [problem for draft in drafts for problem in draft.problems if problem.code == "key_shared"]
    assert [(problem.row, problem.level) for problem in shared] == [(5, "warning")]
