"""A message said in another language: words, plural forms, numbers, direction of arguments."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.plural import to_gettext

from svcconsole.words import catalog
from svcconsole.words.catalog import ENGLISH, FSI, LRI, PDI, Language, render
from svcconsole.words.message import OR, Country, listed, message, number, places, plural, sentences

Entries = dict[str | tuple[str, str], str | tuple[str, ...]]
HEBREW = "שרה לוי"
ROWS = ("{n} row is left out.", "{n} rows are left out.")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    catalog.use(ENGLISH)


@pytest.fixture
def language(tmp_path: Path) -> Callable[..., Language]:
    def made(code: str, entries: Entries, context: str | None = None) -> Language:
        written = Catalog(locale=code)
        rule = to_gettext(Locale(code).plural_form)
        if "e " not in rule:  # gettext knows no compact numbers; then Babel's own rule stays
            written.mime_headers = [("Plural-Forms", rule)]
        for source, words in entries.items():
            written.add(source, words, context=context)
        content = BytesIO()
        write_mo(content, written)
        file = tmp_path / f"{code}.mo"
        file.write_bytes(content.getvalue())
        return catalog.load(code, file)

    return made


def test_english_is_the_text_itself() -> None:
    said = plural(*ROWS, 1200)
    assert render(said) == "1,200 rows are left out."
    assert render("Any text {n}") == "Any text {n}"


@pytest.mark.parametrize(
    ("code", "forms", "said"),
    [
        ("ar", ("صفر", "واحد", "اثنان", "{n} صفوف", "{n} صفا", "{n} صف"),
         {0: "صفر", 1: "واحد", 2: "اثنان", 3: "3 صفوف", 11: "11 صفا", 100: "100 صف", 1103: "1,103 صفوف"}),
        ("hi", ("{n} पंक्ति", "{n} पंक्तियाँ"),
         {0: "0 पंक्ति", 1: "1 पंक्ति", 2: "2 पंक्तियाँ", 123456: "1,23,456 पंक्तियाँ"}),
        ("es", ("{n} fila", "{n} filas"), {0: "0 filas", 1: "1 fila", 12345: "12.345 filas"}),
    ],
)  # fmt: skip
def test_plural_forms(
    language: Callable[..., Language], code: str, forms: tuple[str, ...], said: dict[int, str]
) -> None:
    catalog.use(language(code, {ROWS: forms}))
    assert {count: render(plural(*ROWS, count)) for count in said} == said


def test_messages_within_messages_and_lists_are_said_in_the_same_language(
    language: Callable[..., Language],
) -> None:
    catalog.use(
        language(
            "es",
            {
                "“{what}” is not known.": "No se conoce «{what}».",
                "the price": "el precio",
                "{first} or {rest}": "{first} o {rest}",
                "Choose {which}.": "Elija {which}.",
            },
        )
    )
    said = sentences(
        message("“{what}” is not known.", what=message("the price")),
        message("Choose {which}.", which=listed(["A", message("the price"), "C"], OR)),
    )
    assert said == "“the price” is not known. Choose A or the price or C."
    assert render(said) == "No se conoce «el precio». Elija A o el precio o C."
    assert render(pickle.loads(pickle.dumps(said))) == render(said)


def test_the_context_chooses_between_two_meanings(language: Callable[..., Language]) -> None:
    catalog.use(language("es", {"Open": "Abrir"}, context="verb"))
    assert (render(message("Open", "verb")), render(message("Open"))) == ("Abrir", "Open")


def test_what_is_not_translated_is_said_in_english(language: Callable[..., Language]) -> None:
    catalog.use(language("es", {"Yes": "Sí"}))
    assert render(message("The row {row} is blank.", row=3)) == "The row 3 is blank."
    assert render(plural(*ROWS, 1)) == "1 row is left out."


def test_nothing_is_said_of_nothing(language: Callable[..., Language]) -> None:
    catalog.use(language("es", {"Yes": "Sí"}))
    assert render(message("")) == ""


def test_a_translation_with_a_place_of_its_own_is_not_shown(language: Callable[..., Language]) -> None:
    catalog.use(language("es", {"Row {row}": "Fila {raw}", ROWS: ("{m} fila", "{m.x} filas")}))
    assert render(message("Row {row}", row=3)) == "Row 3"
    assert render(plural(*ROWS, 5)) == "5 rows are left out."


def test_numbers_follow_the_language_or_who_shows_them(language: Callable[..., Language]) -> None:
    said = message("{a} of {b} in {year}", a=1234, b=number(0.5, 2), year=number(2025, grouped=False))
    assert render(said) == "1,234 of 0.50 in 2025"
    catalog.use(language("es", {"{a} of {b} in {year}": "{a} de {b} en {year}"}))
    assert render(said) == "1.234 de 0,50 en 2025"
    assert render(said, number=lambda value: f"<{value.value}>") == "<1234> de <0.5> en <2025>"


def test_an_argument_is_isolated_only_where_it_runs_the_other_way(language: Callable[..., Language]) -> None:
    said = message("{name} ({phone}) of {town}", name=HEBREW, phone="+972 50-123-4567", town="Haifa")
    assert render(said) == f"{FSI}{HEBREW}{PDI} (+972 50-123-4567) of Haifa"
    catalog.use(language("he", {"{name} ({phone}) of {town}": "{name} ({phone}) {town}"}))
    assert render(said) == f"{HEBREW} ({LRI}+972 50-123-4567{PDI}) {FSI}Haifa{PDI}"
    once = message("{name} ({phone}) of {town}", name=HEBREW, phone="5", town=f"{FSI}Haifa{PDI}")
    assert render(once) == f"{HEBREW} (5) {FSI}Haifa{PDI}"


def test_a_file_that_is_no_catalog_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "es.mo"
    file.write_bytes(b"not one")
    with pytest.raises(ValueError, match=r"es\.mo"):
        catalog.load("es", file)


def test_the_direction_of_a_language() -> None:
    assert [Language(code).is_rtl for code in ("ar", "ar_EG", "he-IL", "en", "hi")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_the_places_of_a_source() -> None:
    assert places("{n} of {all}, {n}") == {"n": 2, "all": 1}
    for source in ("{n:,}", "{}", "{0}", "{a.b}", "{n!r}"):
        with pytest.raises(ValueError, match="bare name"):
            places(source)


def test_a_country_is_named_in_the_language(language: Callable[..., Language]) -> None:
    said = message("mobile in {country}", country=Country("DE", "Germany"))
    nowhere = message("mobile in {country}", country=Country("XQ", "XQ"))
    spanish = language("es", {"mobile in {country}": "móvil en {country}"})
    assert said == "mobile in Germany"
    assert render(said, language=spanish) == "móvil en Alemania"
    assert render(nowhere, language=spanish) == "móvil en XQ"
    arabic = language("ar", {"mobile in {country}": "{country}"})
    assert render(said, language=arabic) == "ألمانيا"
    assert render(pickle.loads(pickle.dumps(said)), language=spanish) == "móvil en Alemania"
