"""The shipped sample of customers: a real export's shape, with exactly three rows to put right.

Row 12: the phone number is 9.19847E+11. Row 15: the e-mail address has no @. Row 23: nobody could be reached.
Row 2 is a second address of row 1, and row 32 says another name for the customer of row 3.
"""

from __future__ import annotations

from pathlib import Path

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.presets import recognise
from tests.tables.people import IN_INDIA, lines_of, made_customers, made_entries

SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "customers.csv"


def test_it_has_the_shapes_of_a_real_export() -> None:
    lines = lines_of(SAMPLE)
    found = recognise(lines[0], "customers")
    assert (found.preset, found.known, found.total) == ("shopify-customers-old", 21, 21)
    drafts = made_customers(*lines)
    assert (len(lines) - 1, len(drafts)) == (32, 31)
    first = drafts[0].request
    assert first is not None
    assert [address.city for address in first.addresses or ()] == ["Pune", "Mumbai"]
    text = " ".join(cell for line in lines for cell in line)
    assert all(sign in text for sign in ("دانة", "Małopolskie", "'72104483"))


def test_exactly_three_rows_are_to_be_put_right() -> None:
    drafts = made_customers(*lines_of(SAMPLE))
    errors = [p for draft in drafts for p in draft.problems if p.level == "error"]
    assert [(p.code, p.row, p.column) for p in errors] == [
        ("phone_damaged", 12, "Phone"), ("email_unreadable", 15, "Email"), ("contact_missing", 23, "Email"),
    ]  # fmt: skip
    assert sum(draft.request is not None for draft in drafts) == 28
    [shared] = [p for draft in drafts for p in draft.problems if p.code == "key_shared"]
    assert shared.row == 32


def test_it_asks_for_the_country_and_for_consent() -> None:
    lines = lines_of(SAMPLE)
    customers = made_customers(*lines, rules=Rules())
    assert sum(draft.asked.get("region", 0) for draft in customers) == 4
    entries = made_entries(*lines, rules=IN_INDIA)
    assert sum(draft.asked.get("consent", 0) for draft in entries) == 44
    assert not any(draft.asked.get("consent") for draft in customers)
