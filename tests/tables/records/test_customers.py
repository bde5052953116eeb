"""Rows become customers: contacts read in the store's country, whole addresses only, one customer once."""

from __future__ import annotations

from decimal import Decimal

import pytest

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import parse_set
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.presets import recognise
from svcconsole.tables.records.customer_grouping import keys_of
from tests.tables.people import IN_INDIA, body, found, made_customers, surveyed, wrong

HEAD = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber", "tags")
PLACE = tuple(f"addresses.{name}" for name in ("address1", "city", "zip", "state", "country", "countryCode"))
HOME = ("Flat 4", "Pune", "411001", "Maharashtra", "India", "")


def test_a_row_becomes_a_customer_with_its_number_in_full() -> None:
    (draft,) = made_customers(
        HEAD, ("C-1", "मीरा", "शर्मा", "Meera@Post.example", "98450 22817", "vip; linen")
    )
    assert body(draft) == {
        "partnerCustomerId": "C-1", "firstName": "मीरा", "lastName": "शर्मा", "email": "Meera@Post.example",
        "phoneNumber": "+919845022817", "tags": ["vip", "linen"],
    }  # fmt: skip
    assert draft.origin[("phone_number",)] == (1, "phoneNumber")
    said = found(draft, "phone_written")
    assert (said.level, said.sentence) == ("info", "“98450 22817” is sent as +919845022817.")


def test_an_empty_cell_sends_nothing_so_that_the_store_keeps_what_it_has() -> None:
    (draft,) = made_customers(HEAD, ("C-1", "", "Sharma", "m@post.example", "", ""))
    assert body(draft) == {"partnerCustomerId": "C-1", "lastName": "Sharma", "email": "m@post.example"}


def test_a_number_without_a_country_asks_once_for_the_file() -> None:
    lines = (HEAD, ("C-1", "", "", "m@post.example", "98450 22817", ""))
    (open_,) = made_customers(*lines, rules=Rules())
    asked = found(open_, "phone_country")
    assert (asked.rule, open_.request, open_.asked) == ("region", None, {"region": 1})
    assert asked.sentence == "“98450 22817” has no country code."
    (without,) = made_customers(*lines, rules=Rules().decide("region", "leave_out"))
    assert body(without) == {"partnerCustomerId": "C-1", "email": "m@post.example"}
    assert found(without, "phone_left_out").level == "warning"
    (german,) = made_customers(*lines, rules=Rules().decide("region", "value", "de"))
    assert wrong([german]) == ["phone_damaged"], "98450 22817 is an Indian number without its zero elsewhere"


@pytest.mark.parametrize("text", ["9.19877E+11", "9,19877e+11", "919877000000.0"])
def test_a_number_that_a_spreadsheet_shortened_is_refused_with_the_reason(text: str) -> None:
    (draft,) = made_customers(HEAD, ("C-1", "Meera", "", "m@post.example", text, ""))
    problem = found(draft, "phone_damaged")
    assert draft.request is None
    assert (problem.column, problem.suggestion, draft.asked) == ("phoneNumber", None, {"phone_wrong": 1})
    assert text in problem.sentence
    assert "lost" in problem.sentence


def test_an_id_that_a_spreadsheet_shortened_is_refused_and_its_apostrophe_taken_off() -> None:
    damaged, whole = made_customers(
        HEAD,
        ("7.21045E+12", "", "", "a@post.example", "", ""),
        ("'7210448301122", "", "", "b@post.example", "", ""),
    )
    assert wrong([damaged]) == ["id_damaged"]
    assert body(whole)["partnerCustomerId"] == "7210448301122"


def test_several_contacts_in_a_cell_are_spread_over_the_fields_once_each() -> None:
    (draft,) = made_customers(
        ("email", "phoneNumber", "secondaryPhoneNumber", "alternatePhoneNumbers", "alternateEmails"),
        ("a@post.example ::: b@post.example", "98450 22817", "+91 98450 22817", "98450 22818; 98450 22818",
         "b@post.example; c@post.example"),
    )  # fmt: skip
    assert body(draft) == {
        "email": "a@post.example",
        "phoneNumber": "+919845022817",
        "alternatePhoneNumbers": ["+919845022818"],
        "alternateEmails": ["b@post.example", "c@post.example"],
    }


def test_a_customer_nobody_could_reach_is_not_sent() -> None:
    (draft,) = made_customers(HEAD, ("C-1", "Meera", "Sharma", "", "", ""))
    assert wrong([draft]) == ["contact_missing"]
    (bad,) = made_customers(HEAD, ("C-1", "Meera", "Sharma", "meera", "", ""))
    assert wrong([bad]) == ["email_unreadable"], "the reason is said once"


def test_an_address_names_its_country_in_any_usual_way() -> None:
    head = ("email", *PLACE)
    for number, (country, code, name) in enumerate(
        (
            ("India", "", "India"), ("IN", "", "India"), ("", "in", "India"), ("Inde", "", "Inde"),
            ("Deutschland", "DE", "Deutschland"), ("UK", "", "UK"), ("Holland", "", "Holland"),
        )
    ):  # fmt: skip
        (draft,) = made_customers(
            head, (f"p{number}@post.example", "Flat 4", "Pune", "411001", "Maharashtra", country, code)
        )
        assert draft.request is not None
        (address,) = list(draft.request.addresses or ())
        assert address.country == name, (country, code)
        expected = {"Deutschland": "DE", "UK": "GB", "Holland": "NL"}.get(name, "IN")
        assert address.country_code == expected


def test_an_address_that_lacks_something_is_left_out_and_the_customer_sent() -> None:
    (draft,) = made_customers(("email", *PLACE), ("a@post.example", "Flat 4", "Pune", "", "", "India", ""))
    said = found(draft, "address_left_out")
    assert said.level == "warning"
    assert "zip" in said.sentence and "state" in said.sentence
    assert body(draft) == {"email": "a@post.example"}


def test_a_second_number_of_an_address_is_told() -> None:
    head = ("Email", "Address1", "City", "Province", "Zip", "Country", "Address phone")
    mapping = recognise(head, "customers").mapping.with_setting(
        parse_set("addresses.phoneNumber={Address phone}", TARGETS["customers"])
    )
    line = ("a@example.com", "1 Main Rd", "Pune", "MH", "411001", "IN", "+390212345678 ; +390212345679")
    [draft] = made_customers(head, line, mapping=mapping)
    assert draft.request is not None and draft.request.addresses is not None
    assert draft.request.addresses[0].phone_number == "+390212345678"
    assert [problem.code for problem in draft.problems] == ["more_left_out"]


def test_an_address_of_two_countries_is_left_out() -> None:
    (draft,) = made_customers(
        ("email", *PLACE), ("a@post.example", "Flat 4", "Pune", "411001", "Maharashtra", "India", "DE")
    )
    assert found(draft, "country_differs").sentence.startswith("“India” and “DE” are two countries")
    assert "addresses" not in body(draft)


def test_rows_that_repeat_a_customer_add_their_addresses_to_it() -> None:
    head = ("partnerCustomerId", "firstName", "email", *PLACE)
    drafts = made_customers(
        head,
        ("C-1", "Meera", "m@post.example", *HOME),
        ("C-1", "", "", "Unit 12", "Pune", "411005", "Maharashtra", "India", ""),
        ("C-2", "Ravi", "r@post.example", *HOME),
        ("C-1", "Mira", "", "Old Mill", "Pune", "411005", "Maharashtra", "India", ""),
    )
    assert [draft.rows for draft in drafts] == [(1, 2), (3,), (4,)]
    first = drafts[0].request
    assert first is not None
    assert [address.address1 for address in first.addresses or ()] == ["Flat 4", "Unit 12"]
    assert drafts[2].request is None, "another name is another person's row, and it has no contact"


def test_the_same_address_twice_is_sent_once() -> None:
    (draft,) = made_customers(
        ("partnerCustomerId", "email", *PLACE),
        ("C-1", "m@post.example", *HOME),
        ("C-1", "m@post.example", *HOME),
    )
    assert draft.request is not None
    assert len(draft.request.addresses or ()) == 1


def test_rows_that_share_a_key_are_told_and_stay_two_records() -> None:
    first, second = made_customers(
        HEAD,
        ("C-1", "Camille", "", "Camille@post.example", "", ""),
        ("C-2", "Camille", "Dupont-Roy", "camille@POST.example", "", ""),
    )
    assert first.problems == ()
    said = found(second, "key_shared")
    assert said.sentence.startswith("“camille@post.example” is in row 1, too; both are sent")
    assert keys_of(first.request) == ("partnerCustomerId:C-1", "email:camille@post.example")


def test_an_edit_tells_which_people_it_touches() -> None:
    lines = (
        HEAD,
        ("C-1", "", "", "a@post.example", "", ""),
        ("C-2", "", "", "b@post.example", "", ""),
        ("C-3", "", "", "a@post.example", "", ""),
    )
    survey, rows = surveyed("customers", *lines, rules=IN_INDIA)
    changed = type(rows[2])(3, 4, ("C-3", "", "", "c@post.example", "", ""))
    assert survey.replace(rows[2], changed) == frozenset({"row 1", "row 3"})
    assert survey.shared(changed) is None
    again = type(rows[1])(2, 3, ("C-1", "", "", "b@post.example", "", ""))
    assert survey.replace(rows[1], again) is None, "another id may join other rows: the file is read anew"


def test_a_flag_that_is_no_flag_is_refused() -> None:
    (draft,) = made_customers(("email", "overWriteAssets"), ("a@post.example", "perhaps"))
    assert wrong([draft]) == ["flag_unreadable"]
    (kept,) = made_customers(("email", "overWriteAssets"), ("a@post.example", "TRUE"))
    assert body(kept) == {"email": "a@post.example", "overWriteAssets": True}


def test_an_address_brings_its_place_on_the_map() -> None:
    header = (*HEAD, *PLACE, "addresses.latitude", "addresses.longitude", "addresses.timezone")
    row = ("C-1", "Meera", "Sharma", "m@post.example", "", "", *HOME)
    (draft,) = made_customers(header, (*row, "18.5362", "-73.8940", "Asia/Kolkata"))
    assert draft.request is not None and draft.request.addresses is not None
    (address,) = draft.request.addresses
    assert (address.latitude, address.longitude) == (Decimal("18.5362"), Decimal("-73.894"))
    assert address.timezone == "Asia/Kolkata"
    (draft,) = made_customers(header, (*row, "-33.867486900000003", "151.20699020000006", ""))
    assert draft.request is not None and draft.request.addresses is not None
    (address,) = draft.request.addresses
    assert (str(address.latitude), str(address.longitude)) == ("-33.8674869", "151.20699020000006")
    (draft,) = made_customers(header, (*row, "north", "", ""))
    assert draft.request is None
    assert [problem.column for problem in draft.problems] == ["addresses.latitude"]
