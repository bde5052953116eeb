"""Columns are mapped by their names in many languages, and by their cells where the names say nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from svcconsole.tables.mapping.content import are_emails, are_phones
from svcconsole.tables.mapping.mapping import Column, Template
from svcconsole.tables.presets import recognise

PHONES = ("+49 171 1234567", "0171 1234567", "(201) 555-0123", "+91 98450 22817", "tel:+39 333 123 4567")
EMAILS = ("ida@post.example", "Bo <bo@post.example>", "cy@post.example; di@post.example")


@pytest.mark.parametrize(
    "name",
    [
        "Phone number", "Mobile No", "Mobile No.", "Tel", "Tel.", "Celular", "手机", "هاتف", "PhoneNumber",
        "WhatsApp Number", "Téléphone portable", "Handynummer", "Telefone", "Телефон", "電話番号", "휴대폰",
        "phone_number", "Cep telefonu", "Número de teléfono", "unheard of",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["customers", "user_properties"])
def test_a_phone_column_is_known_by_its_name_in_any_language_or_by_its_cells(name: str, kind: str) -> None:
    header = ("Email", name)
    found = recognise(header, kind, [("ida@post.example", PHONES[0])])
    assert found.mapping.sources["phoneNumber"] == Column(name)
    assert found.unknown == ()


@pytest.mark.parametrize("name", ["Phone number", "Mobile No", "Tel", "Celular", "手机", "هاتف"])
def test_the_names_that_were_dropped_need_no_cells(name: str) -> None:
    for kind, path in (("customers", "phoneNumber"), ("user_properties", "phoneNumber"),
                       ("templates", "contactIdentifier")):  # fmt: skip
        assert recognise(("Email", name), kind).mapping.sources[path] == Column(name)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Correo electrónico", "email"), ("电子邮件", "email"), ("البريد الإلكتروني", "email"),
        ("Эл. почта", "email"), ("Nombre", "firstName"), ("Apellidos", "lastName"), ("姓", "lastName"),
        ("Имя", "firstName"), ("Full name", "fullName"), ("姓名", "fullName"), ("الاسم", "fullName"),
        ("Name", "fullName"), ("Country calling code", "phoneCountry"), ("Código postal", "addresses.zip"),
        ("Ciudad", "addresses.city"), ("国家", "addresses.country"), ("lat", "addresses.latitude"),
    ],
)  # fmt: skip
def test_other_columns_of_people_are_known_in_common_languages(name: str, path: str) -> None:
    assert recognise((name, "x"), "customers").mapping.sources == {path: Column(name)}


def test_a_column_is_known_by_nine_in_ten_of_its_cells() -> None:
    rows = [("a", PHONES[0], "b")] * 9 + [("a", "ask Ida", "b")]
    header = ("Q1", "How do we reach you", "Q3")
    found = recognise(header, "customers", rows)
    assert found.mapping.sources == {"phoneNumber": Column("How do we reach you")}
    assert "By its cells, How do we reach you fills the field Phone." in found.evidence
    assert recognise(header, "customers", [*rows, ("a", "none", "b")]).mapping.sources == {}


def test_more_columns_of_phones_and_addresses_fill_the_fields_for_more() -> None:
    header = ("Reach 1", "Reach 2", "Reach 3", "Reach 4", "Post 1", "Post 2")
    row = (*PHONES[:4], *EMAILS[:2])
    sources = recognise(header, "customers", [row]).mapping.sources
    assert sources == {
        "phoneNumber": Column("Reach 1"), "secondaryPhoneNumber": Column("Reach 2"),
        "alternatePhoneNumbers": Template("{Reach 3} ::: {Reach 4}"),
        "email": Column("Post 1"), "secondaryEmail": Column("Post 2"),
    }  # fmt: skip
    entry = recognise(header, "user_properties", [row])
    assert entry.mapping.sources["alternatePhoneNumber"] == Column("Reach 2")
    assert entry.unknown == ("Reach 3", "Reach 4", "Post 2"), "there is no field for them, and they are told"
    recipient = recognise(header, "templates", [row]).mapping.sources
    assert recipient == {"contactIdentifier": Column("Reach 1")}


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("Fax", PHONES), ("Pager", PHONES), ("Order number", ("2024-000123", "2024-000124")),
        ("Customer ID", ("7210448301122",)), ("Joined", ("2024-01-05", "05/01/2024")),
        ("Spent", ("1299.50", "12995,00", "129999.50")), ("Area", ("12227-000", "33135-1234")),
        ("Book", ("978-3-16-148410-0",)), ("Card", ("4111-1111-1111-1111",)), ("Where", ("192.168.100.20",)),
        ("At", ("25.76500500", "-80.24379700")), ("Number", ("12", "44")), ("Blank", ()),
        ("Seen", ("1722104999",)), ("Barcode", ("4006381333931",)), ("Age", ("044",)),
        ("Aadhaar", ("2345 6789 0123",)), ("CPF", ("111.444.777-35",)), ("CNPJ", ("11.222.333/0001-81",)),
        ("RUT", ("12.345.678-5",)), ("NRIC", ("901231-14-5678",)), ("VAT", ("123 456 789",)),
        ("Loyalty", ("6012 3456 7890",)), ("Bank", ("12-3456-7890123-00",)), ("PO", ("123-456-789",)),
        ("Period", ("01/2024 - 02/2024",)), ("Hours", ("09:00 - 19:00",)),
    ],
)  # fmt: skip
def test_other_columns_of_digits_are_no_phones(name: str, cells: Sequence[str]) -> None:
    assert not are_phones(name, cells, "IN")
    rows = [("a@b.example", cell) for cell in cells]
    sources = recognise(("Email", name), "customers", rows).mapping.sources
    assert sources.keys() <= {"email", "partnerCustomerId"}


def test_bare_digits_are_phones_where_the_country_says_so() -> None:
    cells = ("9845022817", "9845022818")
    assert are_phones("Alcance", ("612 345 678", "698 765 432"), "ES")
    assert are_phones("Reach", ("98450 22817", "201-555-0123", "06 12 34 56 78", "030 - 123456"))
    assert are_phones("Reach", cells, "IN") and not are_phones("Reach", cells)
    assert are_phones("Contact", cells) and not are_phones("Invoice", cells, "IN")


def test_addresses_are_known_by_their_cells() -> None:
    assert are_emails("x", EMAILS) and not are_emails("x", ("ida", *EMAILS)) and not are_emails("x", ())


@pytest.mark.parametrize(
    ("header", "cells", "path"),
    [
        (("CountryCode", "Phone"), ("49", "0171 1234567"), "phoneCountry"),
        (("Country Code", "Phone"), ("DE", "0171 1234567"), "phoneCountry"),
        (("country_code", "Phone", "City"), ("+49", "0171 1234567", "Köln"), "phoneCountry"),
        (("Country Code", "Phone", "City"), ("DE", "0171 1234567", "Köln"), "addresses.countryCode"),
        (("Country", "Phone"), ("Germany", "0171 1234567"), "addresses.country"),
    ],
)
def test_a_country_code_belongs_to_the_phone_or_to_the_address(
    header: tuple[str, ...], cells: tuple[str, ...], path: str
) -> None:
    assert recognise(header, "customers", [cells]).mapping.sources[path] == Column(header[0])


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        (("Name", "CountryCode", "Phone"), ("Ida", "49", "0171 1234567")),
        (("Phone", "country_code", "City"), ("0171 1234567", "DE", "Köln")),
        (("Phone", "Country", "City"), ("0171 1234567", "Germany", "Köln")),
        (("Phone", "Land"), ("0171 1234567", "Deutschland")),
        (("Phone", "Default Address Country Code"), ("0171 1234567", "DE")),
    ],
)
@pytest.mark.parametrize("kind", ["messages", "templates", "flows", "tickets"])
def test_where_no_address_takes_it_a_country_is_that_of_the_phone(
    kind: str, header: tuple[str, ...], cells: tuple[str, ...]
) -> None:
    (name,) = (name for name in header if "ountry" in name or name == "Land")
    assert recognise(header, kind, [cells]).mapping.sources["phoneCountry"] == Column(name)


def test_a_column_called_country_that_names_none_is_no_country_of_phones() -> None:
    mapping = recognise(("Phone", "Country"), "messages", [("0171 1234567", "big")]).mapping
    assert "phoneCountry" not in mapping.sources


@pytest.mark.parametrize(
    ("kind", "phone", "email"),
    [("tickets", "customerPhoneNumber", "customerEmail"), ("flows", "phoneNumber", "email")],
)
def test_phones_and_addresses_of_requests_are_known_by_their_cells(kind: str, phone: str, email: str) -> None:
    found = recognise(("Erreichbar", "Kontakt"), kind, [("+49 171 1234567", "ida@post.example")])
    assert found.mapping.sources == {phone: Column("Erreichbar"), email: Column("Kontakt")}
