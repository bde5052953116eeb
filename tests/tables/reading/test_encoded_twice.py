"""UTF-8 that was encoded twice ("MÃ¼ller") is found by the words of the whole file and asked about."""

from __future__ import annotations

import codecs
import io
import zipfile
from pathlib import Path

import pytest

from svcconsole.tables.reading import encoding
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.questions import Question
from svcconsole.tables.reading.twice_codec import TAKEN_FOR, TWICE
from tests.tables.reading.customers_of_the_world import PEOPLE, customers
from tests.tables.reading.test_encodings import WRITTEN
from tests.tables.shared import SHARED, needs_shared
from tests.tables.tables import opened, written

PEOPLE_TWICE = "Prénom;Ville\nChloé;Besançon\nLuc;Paris\nNoël;Mâcon\n"


def readings_of(data: bytes) -> tuple[str, ...]:
    return encoding.decide(io.BytesIO(data)).readings


def only(questions: tuple[Question, ...]) -> Question:
    [question] = questions
    return question


@pytest.mark.parametrize("language", PEOPLE)
def test_people_of_every_language_are_asked_about(language: str) -> None:
    text = customers(language, 30)
    for codec in TAKEN_FOR:
        data = text.encode(codec)
        readings = readings_of(data)
        assert readings[-1] == "utf-8", codec
        assert text in [data.decode(reading) for reading in readings[:-1]], codec


def test_one_word_in_a_large_file_of_another_language_is_enough() -> None:
    data = customers("Russian", 20_000).encode() + "Anna;Müller;a@x.example;;Köln\n".encode(TWICE)
    assert readings_of(data) == (TWICE, "utf-8")


@pytest.mark.parametrize("language", PEOPLE)
def test_utf8_that_was_encoded_once_is_never_asked_about(language: str) -> None:
    for count in (1, 5, 200):
        assert readings_of(customers(language, count).encode()) == ()


@pytest.mark.parametrize(("language", "codec"), WRITTEN)
def test_no_other_encoding_is_taken_for_one_of_these(language: str, codec: str) -> None:
    text = customers(language, 20).encode(codec, "ignore")
    assert not set(TAKEN_FOR).intersection(readings_of(text))


@pytest.mark.parametrize(
    "name",
    [
        "PÓŁKA", "JOÃO", "CAFÉ™", "CAFÉ®", "NÃO É ÓBVIO", "RÉSUMÉ…", "„Spaß“", "ÅŠ", "Ân", "IRMÃ", "Nº Â",
        "Ð", "É”", "ÇA “VA”", "Ñº", "МОЁ", "«ÊTRE»", "À ½", "Vũ Ã", "ÇŞÖ", "Åland", "Ça",
    ],
)  # fmt: skip
def test_names_that_hold_such_letters_stay(name: str) -> None:
    assert readings_of(f"Name;Town\n{name};Bonn\nJörg;Köln\n".encode()) == ()


@needs_shared
def test_no_real_file_is_asked_about() -> None:
    for folder in ("products", "customers"):
        for path in sorted((SHARED / folder).rglob("*")):
            if path.is_file():
                asked = {choice.key for each in detect(path).questions for choice in each.choices}
                assert not asked.intersection(TAKEN_FOR), path.name


@pytest.mark.parametrize("before", [b"", codecs.BOM_UTF8, codecs.BOM_UTF8.decode().encode(TWICE)])
def test_the_same_rows_are_shown_as_they_stand_and_turned_back(tmp_path: Path, before: bytes) -> None:
    path = written(tmp_path, before + PEOPLE_TWICE.encode(TWICE))
    found = detect(path)
    question = only(found.questions)
    assert found.dialect.encoding == "utf-8", "nothing is turned back unasked"
    assert (question.code, question.count, question.waiting) == ("encoding", 2, 1)
    turned, stands = question.choices
    assert (turned.key, stands.key) == (TWICE, "utf-8")
    assert [row.cells for row in turned.rows] == [("Chloé", "Besançon"), ("Noël", "Mâcon")]
    assert [row.cells for row in stands.rows] == [("ChloÃ©", "BesanÃ§on"), ("NoÃ«l", "MÃ¢con")]
    assert turned.evidence and not turned.doubts and stands.doubts and not stands.evidence
    answered = detect(path, TWICE)
    table, rows = opened(path, answered.dialect)
    assert (answered.questions, table.header) == ((), ("Prénom", "Ville"))
    assert [row.cells for row in rows] == [("Chloé", "Besançon"), ("Luc", "Paris"), ("Noël", "Mâcon")]


def test_what_was_encoded_three_times_is_turned_back_whole(tmp_path: Path) -> None:
    path = written(tmp_path, PEOPLE_TWICE.encode(TWICE).decode().encode(TWICE))
    assert only(detect(path).questions).choices[0].rows[0].cells == ("Chloé", "Besançon")


def test_of_rows_of_two_exports_only_those_encoded_twice_are_turned_back(tmp_path: Path) -> None:
    once = "Zoë;PÓŁKA\nŁukasz;Łódź\n"
    path = written(tmp_path, PEOPLE_TWICE.encode(TWICE) + once.encode())
    question = only(detect(path).questions)
    assert (question.count, question.choices[0].key) == (2, TWICE)
    _, rows = opened(path, detect(path, TWICE).dialect)
    assert [row.cells for row in rows[-2:]] == [("Zoë", "PÓŁKA"), ("Łukasz", "Łódź")]


def test_a_member_of_an_archive_is_looked_at_too(tmp_path: Path) -> None:
    path = tmp_path / "people.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("people.csv", PEOPLE_TWICE.encode(TWICE))
    assert only(detect(path).questions).choices[0].key == TWICE


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_blocks_may_end_anywhere(size: int) -> None:
    text = customers("German", 5) + customers("Japanese", 5) + "😀 à la ’s"
    data = text.encode(TWICE)
    decoder = codecs.getincrementaldecoder(TWICE)("strict")
    parts = [decoder.decode(data[at : at + size]) for at in range(0, len(data), size)]
    assert "".join(parts) + decoder.decode(b"", True) == text


def test_bytes_that_mean_nothing_are_told_as_in_any_encoding() -> None:
    data = PEOPLE_TWICE.encode(TWICE) + b"Jos\xe9;Le\xf3n\n"
    assert data.decode(TWICE, "replace").endswith("Jos\ufffd;Le\ufffdn\n")
    with pytest.raises(UnicodeDecodeError):
        data.decode(TWICE)
