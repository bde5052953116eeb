"""What rows say of people is read as they mean it: countries of numbers, blanks, shared keys, states."""

from __future__ import annotations

from decimal import Decimal

import pytest

from svcconsole.tables.checking.rules import Rules
from tests.tables.people import IN_INDIA, body, found, made_customers, made_entries, wrong

HEAD = ("partnerCustomerId", "firstName", "lastName", "email", "phoneNumber")
PLACE = tuple(
    f"addresses.{name}" for name in ("address1", "city", "zip", "stateCode", "countryCode", "state")
)


@pytest.mark.parametrize(
    ("country", "phone", "number"),
    [
        ("49", "0171 1234567", "+491711234567"),
        ("+49", "171 1234567", "+491711234567"),
        ("DE", "0171 1234567", "+491711234567"),
        ("Germany", "0171 1234567", "+491711234567"),
        ("1", "(201) 555-0123", "+12015550123"),
        ("49", "+39 333 123 4567", "+393331234567"),
        ("91", "919845022817", "+919845022817"),
        ("", "98450 22817", "+919845022817"),
        ("nowhere", "98450 22817", "+919845022817"),
    ],
)
def test_the_country_of_the_row_is_read_before_the_country_of_the_file(
    country: str, phone: str, number: str
) -> None:
    for kind in (made_customers, made_entries):
        (draft,) = kind(
            ("firstName", "lastName", "phoneCountry", "phoneNumber"), ("Ida", "Lind", country, phone)
        )
        assert body(draft)["phoneNumber"] == number


def test_an_address_says_where_its_number_belongs_when_that_makes_a_number_in_use() -> None:
    head = ("email", "phoneNumber", "addresses.country")
    german, indian = made_customers(
        head, ("a@post.example", "0171 1234567", "Germany"), ("b@post.example", "98450 22817", "France")
    )
    assert body(german)["phoneNumber"] == "+491711234567"
    assert body(indian)["phoneNumber"] == "+919845022817", "no French number is written so"
    (open_,) = made_customers(head, ("a@post.example", "0171 1234567", "Germany"), rules=Rules())
    assert found(open_, "phone_country").rule == "region", "where nobody said a country, nothing is guessed"


def test_the_country_of_a_row_says_what_is_dialled_before_another_countrys_code() -> None:
    named = ("email", "phoneCountry", "phoneNumber")
    lives = ("email", "addresses.country", "phoneNumber")
    australia = Rules().decide("region", "value", "AU")
    for head, row, rules in (
        (named, ("a@post.example", "AU", "0011 47 922 34 567"), IN_INDIA),
        (lives, ("a@post.example", "Australia", "0011 47 922 34 567"), IN_INDIA),
        (lives, ("a@post.example", "", "0011 47 922 34 567"), australia),
    ):
        (draft,) = made_customers(head, row, rules=rules)
        assert body(draft)["phoneNumber"] == "+4792234567"
    (doubtful,) = made_customers(lives, ("a@post.example", "HK", "001 65 9223 4567"))
    assert found(doubtful, "phone_unreadable").sentence.startswith("“001 65 9223 4567” can be ")


def test_two_numbers_and_two_addresses_in_a_cell_are_all_sent() -> None:
    head = ("firstName", "lastName", "email", "phoneNumber")
    row = ("Ida", "Lind", "Ida <ida@post.example>; lind@post.example", "+49 171 1234567 / +49 30 123456")
    (customer,) = made_customers(head, row)
    assert body(customer) == {
        "firstName": "Ida", "lastName": "Lind", "email": "ida@post.example",
        "alternateEmails": ["lind@post.example"], "phoneNumber": "+491711234567",
        "alternatePhoneNumbers": ["+4930123456"],
    }  # fmt: skip
    (entry,) = made_entries(head, row)
    assert (body(entry)["phoneNumber"], body(entry)["alternatePhoneNumber"]) == (
        "+491711234567", "+4930123456",
    )  # fmt: skip
    assert found(entry, "more_left_out").sentence.startswith("There is no room for “lind@post.example”")


@pytest.mark.parametrize(
    "word",
    ["NULL", "null", "#N/A", "-", "—", "\\N", "nan", " N/A ", "#NV", "#WERT!", "#ERROR!", "#CALC!", "#SPILL!",
     "#¡VALOR!", "#ЗНАЧ!", "#NENÍ_K_DISPOZICI", "Err:502"],
)  # fmt: skip
def test_a_word_for_a_blank_is_a_blank_and_is_told(word: str) -> None:
    (draft,) = made_customers(HEAD, ("C-1", "Ida", word, "ida@post.example", word))
    assert body(draft) == {"partnerCustomerId": "C-1", "firstName": "Ida", "email": "ida@post.example"}
    told = [problem for problem in draft.problems if problem.code == "blank_word"]
    assert [(problem.level, problem.column) for problem in told] == [
        ("info", "lastName"), ("info", "phoneNumber"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["Null", "Nan", "Na"])
def test_people_are_called_like_some_of_these_words(name: str) -> None:
    (draft,) = made_customers(HEAD, ("C-1", "Ida", name, "ida@post.example", ""))
    assert body(draft)["lastName"] == name


def test_a_number_that_cannot_be_right_is_left_out_only_by_an_answer_and_beside_a_good_address() -> None:
    lines = (
        HEAD,
        ("C-1", "Ida", "", "ida@post.example", "2024-01-05"),
        ("C-2", "Bo", "", "", "2024-01-05"),
        ("C-3", "Cy", "", "cy", "12ab"),
    )
    assert wrong(made_customers(*lines)) == [
        "phone_unreadable", "phone_unreadable", "phone_unreadable", "email_unreadable",
    ]  # fmt: skip
    first, second, third = made_customers(*lines, rules=IN_INDIA.decide("phone_wrong", "without"))
    assert body(first) == {"partnerCustomerId": "C-1", "firstName": "Ida", "email": "ida@post.example"}
    assert found(first, "phone_dropped").sentence == (
        "“2024-01-05” is a date, not a phone number. It is left out."
    )
    assert (second.request, third.request) == (None, None)


FAMILY = (
    HEAD,
    ("", "Ravi", "Patel", "ravi@post.example", "+919845022817"),
    ("", "Asha", "Patel", "asha@post.example", "98450 22817"),
)


def test_different_people_with_one_phone_wait_for_an_answer() -> None:
    for made in (made_customers, made_entries):
        first, second = made(*FAMILY)
        assert first.request is not None and second.request is None
        asked = found(second, "key_strangers")
        assert (asked.rule, asked.level, second.asked["shared"]) == ("shared", "error", 1)
        assert asked.sentence == "“+919845022817” is in row 1, too, which is somebody else."


def test_the_answers_keep_the_earlier_person_whole() -> None:
    _, without = made_customers(*FAMILY, rules=IN_INDIA.decide("shared", "without"))
    assert body(without) == {"firstName": "Asha", "lastName": "Patel", "email": "asha@post.example"}
    assert found(without, "shared_dropped").level == "warning"
    _, first = made_customers(*FAMILY, rules=IN_INDIA.decide("shared", "first"))
    assert (first.request, first.left_out) == (None, (2,))
    assert found(first, "shared_left_out").rule == "shared"
    _, each = made_customers(*FAMILY, rules=IN_INDIA.decide("shared", "each"))
    assert body(each)["phoneNumber"] == "+919845022817"


def test_what_is_left_without_a_contact_is_no_customer() -> None:
    lines = (HEAD, ("", "Ravi", "", "", "+919845022817"), ("", "Asha", "", "", "+919845022817"))
    _, second = made_customers(*lines, rules=IN_INDIA.decide("shared", "without"))
    assert (second.request, second.left_out) == (None, (2,))


@pytest.mark.parametrize(
    ("one", "other", "strangers"),
    [
        (("", "Giulia", "Esposito"), ("", "Giulia", "Esposito-Ricci"), False),
        (("", "Giulia", ""), ("", "giulia", "Esposito"), False),
        (("", "Ravi", "Patel"), ("", "Ravi", "Sharma"), True),
        (("C-1", "", ""), ("C-2", "", ""), True),
        (("C-1", "Ida", "Lind"), ("C-2", "Ida", "Lind"), False),
        (("C-1", "Ida", "Lind"), ("C-1", "Bo", "Berg"), True),
    ],
)
def test_who_is_somebody_else(one: tuple[str, ...], other: tuple[str, ...], strangers: bool) -> None:
    drafts = made_customers(HEAD, (*one, "x@post.example", ""), (*other, "X@post.example", ""))
    codes = [problem.code for draft in drafts for problem in draft.problems]
    assert codes == ["key_strangers" if strangers else "key_shared"]


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("whole", ("Ana María García", None)),
        ("last_word", ("Ana María", "García")),
        ("first_word", ("María García", "Ana")),
    ],
)
def test_a_whole_name_is_parted_as_the_answer_says(answer: str, names: tuple[str, str | None]) -> None:
    rules = IN_INDIA.decide("full_name", answer)
    (draft,) = made_customers(("Name", "email"), ("Ana María García", "ana@post.example"), rules=rules)
    assert (body(draft)["firstName"], body(draft).get("lastName")) == names
    assert found(draft, "name_parted").level == "info"
    assert draft.asked["full_name"] == 1


@pytest.mark.parametrize(
    ("part", "text", "whole", "names"),
    [
        ("Vorname", "Giulia", "Esposito", ("Giulia", "Esposito")),
        ("Vorname", "Giulia", "Giulia Esposito", ("Giulia", "Esposito")),
        ("Vorname", "giulia", "Esposito, Giulia", ("giulia", "Esposito")),
        ("Vorname", "Jan", "Jansen", ("Jan", "Jansen")),
        ("Nachname", "Esposito Ricci", "Giulia Anna Esposito Ricci", ("Giulia Anna", "Esposito Ricci")),
        ("Nachname", "山田", "山田太郎", ("太郎", "山田")),
        ("Vorname", "Giulia", "Giulia", ("Giulia", None)),
    ],
)
def test_a_whole_name_gives_the_part_that_no_column_has(
    part: str, text: str, whole: str, names: tuple[str, str | None]
) -> None:
    (draft,) = made_customers((part, "Name", "E-Mail"), (text, whole, "a@post.example"))
    assert (body(draft)["firstName"], body(draft).get("lastName")) == names
    told = [problem.level for problem in draft.problems if problem.code == "name_parted"]
    assert told == (["info"] if names[1] else [])
    assert "full_name" not in draft.asked, "no answer parts it"


@pytest.mark.parametrize(
    ("first", "last", "names"),
    [("Giulia", "", ("Giulia", None)), ("", "Esposito", (None, "Esposito")), ("", "", ("giulia_e92", None))],
)
def test_a_blank_part_of_a_name_with_a_column_of_its_own_stays_blank(
    first: str, last: str, names: tuple[str | None, str | None]
) -> None:
    head = ("First name", "Last name", "Display name", "Email")
    (draft,) = made_customers(head, (first, last, "giulia_e92", "a@post.example"))
    assert (body(draft).get("firstName"), body(draft).get("lastName")) == names


def test_a_whole_name_says_who_is_somebody_else_where_a_part_is_missing() -> None:
    head = ("Vorname", "Name", "E-Mail")
    _, other = made_customers(head, ("Jan", "Müller", "x@post.example"), ("Jan", "Meier", "x@post.example"))
    assert found(other, "key_strangers").level == "error"


@pytest.mark.parametrize(
    ("code", "country", "state", "name"),
    [
        ("RM", "IT", "Roma", "Italy"), ("CA", "US", "California", "United States"),
        ("ON", "CA", "Ontario", "Canada"), ("MH", "IN", "Mahārāshtra", "India"),
        ("JP-13", "JP", "Tokyo", "Japan"), ("SP", "BR", "São Paulo", "Brazil"),
    ],
)  # fmt: skip
def test_codes_alone_make_a_whole_address(code: str, country: str, state: str, name: str) -> None:
    (draft,) = made_customers(
        ("email", *PLACE), ("a@post.example", "Street 4", "City", "00184", code, country, "")
    )
    assert draft.request is not None
    (address,) = list(draft.request.addresses or ())
    assert (address.state, address.state_code) == (state, code)
    assert (address.country, address.country_code) == (name, country)


def test_a_code_that_iso_does_not_know_is_sent_as_it_stands_and_told() -> None:
    (draft,) = made_customers(
        ("email", *PLACE), ("a@post.example", "Calle 4", "León", "37000", "GTOX", "MX", "")
    )
    assert draft.request is not None
    (address,) = list(draft.request.addresses or ())
    assert (address.state, address.state_code) == ("GTOX", "GTOX")
    assert found(draft, "state_unknown").level == "warning"


def test_an_address_without_a_state_says_so_and_an_answer_sends_it() -> None:
    lines = (("email", *PLACE), ("a@post.example", "Weg 4", "Köln", "50667", "", "DE", ""))
    (draft,) = made_customers(*lines)
    assert "addresses" not in body(draft)
    assert found(draft, "state_missing").rule == "address_state"
    for rules, state in (
        (IN_INDIA.decide("address_state", "city"), "Köln"),
        (IN_INDIA.decide("address_state", "value", "-"), "-"),
    ):
        (draft,) = made_customers(*lines, rules=rules)
        assert draft.request is not None
        assert [address.state for address in draft.request.addresses or ()] == [state]


@pytest.mark.parametrize(
    ("latitude", "longitude"), [("25.765", "-80.243"), ("25,765", "-80,243"), ("٢٥٫٧٦٥", "-80.243°")]
)
def test_a_place_on_the_map_is_read_with_either_sign(latitude: str, longitude: str) -> None:
    head = ("email", *PLACE, "Latitude", "Longitude")
    row = ("a@post.example", "Street 4", "Miami", "33135", "FL", "US", "", latitude, longitude)
    (draft,) = made_customers(head, row)
    assert draft.request is not None
    (address,) = list(draft.request.addresses or ())
    assert (address.latitude, address.longitude) == (Decimal("25.765"), Decimal("-80.243"))
    (draft,) = made_customers(head, (*row[:-2], "125.7", longitude))
    assert found(draft, "coordinate_unreadable").column == "Latitude"


def test_no_answer_is_needed_where_nothing_is_open() -> None:
    assert {"shared", "region"} <= set(Rules().undecided())
    assert not {"phone_wrong", "full_name", "address_state"} & set(Rules().undecided())
