"""An encoding is told from all bytes of a file or asked about; nothing is read wrong in silence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from svcconsole.tables.reading import encoding, letter_costs
from svcconsole.tables.reading.byte_sample import PIECE
from svcconsole.tables.reading.code_pages import BY_CODEC, PAGES
from svcconsole.tables.reading.dialect import detect
from svcconsole.tables.reading.encoding import BEGIN, HEAD
from tests.tables.reading.customers_of_the_world import customers, encoded
from tests.tables.tables import opened, written

WRITTEN = [
    ("German", "utf-8"), ("German", "utf-8-sig"), ("German", "utf-16"), ("German", "utf-16-le"),
    ("German", "utf-16-be"), ("German", "utf-32"), ("German", "cp1252"), ("German", "latin_1"),
    ("German", "cp850"), ("German", "mac_roman"), ("French", "cp1252"), ("French", "iso8859_15"),
    ("French", "mac_roman"), ("Spanish", "latin_1"), ("Spanish", "cp437"), ("Spanish", "cp850"),
    ("Polish", "cp1250"), ("Polish", "iso8859_2"), ("Polish", "cp852"), ("Polish", "mac_latin2"),
    ("Czech", "cp1250"), ("Czech", "iso8859_2"), ("Czech", "cp852"), ("Russian", "cp1251"),
    ("Russian", "koi8_r"), ("Russian", "cp866"), ("Russian", "iso8859_5"), ("Russian", "mac_cyrillic"),
    ("Russian", "cp855"), ("Greek", "cp1253"), ("Greek", "iso8859_7"), ("Greek", "cp737"),
    ("Turkish", "cp1254"), ("Turkish", "iso8859_9"), ("Turkish", "cp857"), ("Japanese", "cp932"),
    ("Japanese", "euc_jp"), ("Japanese", "iso2022_jp"), ("Chinese", "gb2312"), ("Chinese", "gbk"),
    ("Chinese", "gb18030"), ("Chinese", "hz"), ("Taiwanese", "big5"), ("Korean", "euc_kr"),
    ("Korean", "cp949"), ("Hebrew", "cp1255"), ("Hebrew", "iso8859_8"), ("Hebrew", "cp862"),
    ("Arabic", "cp1256"), ("Arabic", "iso8859_6"), ("Lithuanian", "cp1257"), ("Lithuanian", "iso8859_13"),
    ("Lithuanian", "cp775"), ("Vietnamese", "cp1258"), ("Thai", "cp874"),
]  # fmt: skip
"""Languages in the encodings their customers are exported in."""

ASKED = [("French", "iso8859_15")]
"""Only one word of these customers is another one in a likelier encoding: Cœur or C½ur."""


def able(text: str, codec: str) -> str:
    """The lines that the encoding can write."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if not _fails(line, codec))


def _fails(line: str, codec: str) -> bool:
    try:
        encoded(line, codec)
    except UnicodeEncodeError:
        return True
    return False


def outcome(text: str, codec: str) -> str:
    """`right`, `asked` with the right reading among the first three, or what went wrong."""
    text, data = encoded(able(text, codec), codec)
    found = encoding.decide(io.BytesIO(data))
    if found.sure:
        return "right" if encoding.text(data, found.codec) == text else f"wrong: {found.codec}"
    right = any(encoding.text(data, reading) == text for reading in found.readings)
    return "asked" if right else f"asked without the right one: {found.readings}"


@pytest.mark.parametrize(("language", "codec"), WRITTEN)
def test_two_hundred_customers_are_read_right(language: str, codec: str) -> None:
    asked = (language, codec) in ASKED
    assert outcome(customers(language, 200), codec) == ("asked" if asked else "right")


@pytest.mark.parametrize(("language", "codec"), WRITTEN)
@pytest.mark.parametrize("count", [1, 3, 10])
def test_a_few_customers_are_read_right_or_asked_about(language: str, codec: str, count: int) -> None:
    found = {outcome(customers(language, count, seed), codec) for seed in range(5)}
    assert found <= {"right", "asked"}


@pytest.mark.parametrize(
    ("language", "codec"), [("Polish", "iso8859_2"), ("Japanese", "euc_jp"), ("German", "cp1252")]
)
def test_a_first_letter_after_a_mebibyte_counts(tmp_path: Path, language: str, codec: str) -> None:
    plain = "Ann;Miller;ann@example.com;+4930123456;Berlin\n" * 30_000
    text = customers(language, 200)
    header, _, rows = text.partition("\n")
    path = written(tmp_path, f"{header}\n{plain}{rows}".encode(codec))
    found = detect(path)
    table, read = opened(path, found.dialect)
    assert found.questions == () and not table.repairs.counts
    assert [";".join(row.cells) for row in read[30_000:]] == rows.splitlines()


def test_pure_ascii_and_utf8_are_sure() -> None:
    for text in ("a,b\n1,2\n", "a,b\nJörg,2\n", "a,b\n太郎,2\n"):
        found = encoding.decide(io.BytesIO(text.encode()))
        assert (found.codec, found.sure, found.damaged) == ("utf-8", True, 0)


def test_utf8_with_a_damaged_byte_stays_utf8_and_tells_it() -> None:
    data = customers("Czech", 50).encode() + b"Jan;Nov\xe1k;x@example.com;;Brno\n"
    found = encoding.decide(io.BytesIO(data))
    assert (found.codec, found.sure, found.damaged) == ("utf-8", True, 1)


@pytest.mark.parametrize("damage", ["", "\ufffd", "\udcff", "\ufffd\udcff\ufffd"])
@pytest.mark.parametrize("edge", [PIECE, HEAD, 3 * PIECE])
def test_damage_is_counted_alike_wherever_it_stands(edge: int, damage: str) -> None:
    signs = f"é太😀{damage}ع".encode(errors="surrogateescape")
    for before in range(edge - len(signs) - 1, edge + 2):
        found = encoding.decide(io.BytesIO(b"x" * before + signs + "\nJörg".encode() * 30))
        assert (found.codec, found.damaged) == ("utf-8", len(damage)), before


def test_what_a_first_look_ends_in_is_no_damage() -> None:
    line = "نور الحسن;Zoë;😀\n".encode()
    for before in range(len(line)):
        data = b"x" * before + line * (BEGIN // len(line) + 2)
        found = encoding.decide(io.BytesIO(data), whole=False)
        assert (found.codec, found.damaged) == ("utf-8", 0), before
    without_lines = "é".encode() * (BEGIN // 2 + 9)
    assert encoding.decide(io.BytesIO(without_lines), whole=False).codec == "utf-8"


def test_rows_in_two_encodings_are_asked_about() -> None:
    data = customers("French", 40).encode("cp1252") + customers("French", 40, 2).encode("utf-8")
    found = encoding.decide(io.BytesIO(data))
    assert not found.sure and "utf-8" in found.readings


@pytest.mark.parametrize("endings", ["\n", "\r\n", "\r"])
def test_line_ends_are_a_hint_and_no_more(endings: str) -> None:
    data = customers("French", 100, endings=endings).encode("cp1252", "ignore")
    found = encoding.decide(io.BytesIO(data))
    assert (found.codec, found.sure) == ("cp1252", True)


def test_every_encoding_that_can_be_chosen_decodes() -> None:
    assert len({page.codec for page in PAGES}) == len(PAGES)
    for codec in encoding.NAMES:
        assert (
            encoding.text(b"abc\n" if not codec.startswith("utf-") else "abc\n".encode(codec), codec)
            == "abc\n"
        )


def test_the_question_shows_the_same_rows_in_three_readings(tmp_path: Path) -> None:
    text = "Name;City\nJan;Rom\nŁukasz;Łódź\nAnna;Bonn\n"
    found = detect(written(tmp_path, text.encode("iso8859_2")))
    (question,) = found.questions
    assert (question.code, question.waiting, question.count) == ("encoding", 1, 1)
    assert len(question.choices) == 3 and len(question.more) == 22
    right = question.choice("iso8859_2")
    assert right is not None and right in question.choices
    assert [(row.number, row.cells, row.marked) for row in right.rows] == [(2, ("Łukasz", "Łódź"), (0, 1))]
    assert len({choice.rows[0].cells for choice in question.choices}) == 3
    assert right.evidence and not right.doubts
    assert any(choice.doubts for choice in question.choices if choice is not right)
    assert len({choice.key for choice in (*question.choices, *question.more)}) == 25


@pytest.mark.parametrize(("language", "codec"), [each for each in WRITTEN if each[1] in BY_CODEC])
def test_no_word_of_a_language_speaks_against_its_encoding(language: str, codec: str) -> None:
    text, _ = encoded(able(customers(language, 200), codec), codec)
    words = {word for word in text.replace(";", " ").split() if not word.isascii()}
    assert [word for word in words if letter_costs.strange(word, BY_CODEC[codec].languages)] == []


@pytest.mark.parametrize("text", ["Jan;Rom\nŁukasz;Łódź\nAnna;Bonn\n", "Šárka;Žďár\n", "Ażo;Łęk\n"])
def test_the_readings_and_the_others_stand_by_their_doubts(tmp_path: Path, text: str) -> None:
    found = detect(written(tmp_path, f"Name;City\n{text}".encode("iso8859_2")))
    (question,) = found.questions
    assert [bool(choice.doubts) for choice in question.choices] == sorted(
        bool(choice.doubts) for choice in question.choices
    )
    assert not question.choices[0].doubts and question.choices[0].key == found.dialect.encoding
    counts = [
        sum(_is_strange(cell, choice.key) for row in choice.rows for cell in row.cells)
        for choice in question.more
        if choice.key != "utf-8"
    ]
    assert counts == sorted(counts)


def _is_strange(cell: str, codec: str) -> bool:
    return not cell.isascii() and letter_costs.strange(cell, BY_CODEC[codec].languages)
