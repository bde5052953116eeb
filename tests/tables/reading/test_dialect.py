"""How a file is written is decided from its bytes, the same way every time, and said in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.tables.reading.dialect import Dialect, detect
from svcconsole.tables.reading.encoding import NAMES
from svcconsole.tables.reading.errors import TableError
from tests.tables.tables import cells, opened, written

TEXTS = {
    "cp1252": "Prénom;Ville;Größe;Año\nChloé;Nîmes;Übergröße;Café – 12 €\nFrançois;Besançon;weiß;né\n",
    "cp1250": "Nazwa;Opis\nKoszulka żółta;świetna jakość, mała łódź\nČerná košile;příliš žluťoučký kůň\n",
    "cp1251": "Название;Описание\nРубашка синяя;Хлопок, длинный рукав\nБрюки;Лён\n",
    "cp1253": "Όνομα;Περιγραφή\nΠουκάμισο;Βαμβάκι και λινό\nΠαντελόνι;Μπλε χρώμα\n",
    "cp1254": "Ürün;Açıklama\nGömlek kırmızı;Pamuklu, şık\nYeşil çanta;İpek ve keten, ağır değil\n",
    "cp1255": "שם;תיאור\nחולצה כחולה;כותנה רכה\nמכנסיים;פשתן\n",
    "cp1256": "الاسم;الوصف\nقميص أزرق;قطن ناعم بأكمام طويلة\nبنطال;كتان\n",
    "cp1257": "Pavadinimas;Aprašymas\nMėlyni marškiniai;Medvilnė, ilgomis\nŽalias krepšys;Labai gražus\n",
    "cp874": "ชื่อ;คำอธิบาย\nเสื้อเชิ้ตสีฟ้า;ผ้าฝ้ายแขนยาว\nกางเกง;ผ้าลินิน\n",
    "mac_roman": "Prénom;Ville\nChloé;Nîmes où été\nFrançois;Besançon à côté\n",
    "cp932": "商品ID;商品名;価格\nA-1;青いシャツ;1980\nA-2;リネンのパンツ;550\n",
    "euc_jp": "商品ID;商品名;価格\nA-1;青いシャツ;1980\nA-2;リネンのパンツ;550\n",
    "cp949": "상품ID;상품명;가격\nA-1;파란 셔츠;1980\nA-2;린넨 바지;550\n",
    "gb18030": "商品编号;商品名称;价格\nA-1;蓝色衬衫;1980\nA-2;亚麻长裤;550\n",
    "big5": "商品編號;商品名稱;價格\nA-1;藍色襯衫;1980\nA-2;亞麻長褲;550\n",
    "utf-8": "Größe;Preis\nM;12 €\n",
    "utf-16-le": "id;name\n1;shirt\n",
    "utf-16-be": "id;name\n1;shirt\n",
}
GOODS = (("Cup", "hard"), ("Jug", "soft"), ("Pot", "wide"), ("Pan", "flat"), ("Lid", "round"))


@pytest.mark.parametrize("codec", TEXTS)
def test_eighteen_encodings_are_told_apart_without_a_mark(tmp_path: Path, codec: str) -> None:
    path = written(tmp_path, TEXTS[codec].encode(codec))
    found = detect(path)
    assert (found.dialect.encoding, found.dialect.delimiter) == (codec, ";")
    assert codec in NAMES
    table, rows = opened(path, found.dialect)
    assert [list(table.header), *(list(row.cells) for row in rows)] == [
        line.split(";") for line in TEXTS[codec].splitlines()
    ]


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"),
     (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be")],
)  # fmt: skip
def test_a_byte_order_mark_decides(tmp_path: Path, mark: bytes, codec: str) -> None:
    found = detect(written(tmp_path, mark + "a,b\nx,ü\n".encode(codec)))
    assert (found.dialect.encoding, found.confidence > 0.9) == (codec, True)
    assert "byte order mark" in found.evidence[0]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a;b\n1,5;2,5\n3,5;4,5\n", ";"),
        ("1,5;2,5\n3,5;4,5\n", ";"),
        ("id\ttext\n1\tone, two\n2\tthree, four, five\n", "\t"),
        ("one|two,two|three\nfour|five,five|six\n", "|"),
        ('"1,1,1";b;"c";d\n"2,2,2";f;"g";h\n', ";"),
        ('id;data\n1;"{\n ""a"": 1,\n ""b"": 2\n}"\n2;"{\n ""a"": 3,\n ""b"": 4\n}"\n', ";"),
        ("a`b\n1`two\n3`four\n", "`"),
        ("id;name;city;;;\n" + "1;Ana;Faro;;;\n" * 3, ";"),
        ("id|name|city|||\n" + "1|Ana|Faro|||\n" * 3, "|"),
        ("name|~|phone|~|city\nAna|~|+351912345671|~|Lisbon\n", "|~|"),
        ("name\nJane\nJoe\n", ","),
        ("sep=|\na|b\n1|2\n", "|"),
        ('"sep=;"\r\na;b\r\n1;2\r\n', ";"),
    ],
)
def test_the_delimiter_is_the_one_that_makes_a_table(tmp_path: Path, text: str, delimiter: str) -> None:
    assert detect(written(tmp_path, text)).dialect.delimiter == delimiter


def test_a_separator_line_is_believed_and_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, "sep=;\r\nid;name\r\n1;one\r\n")
    found = detect(path)
    assert (found.dialect.header_row, found.confidence >= 0.9) == (2, True)
    assert "The first line says that a semicolon separates the columns." in found.evidence
    assert cells(path) == [("1", "one")]


NOTES = (
    "Shop report\n\nGenerated on 2026-11-22 at 10:15\nPeriod: 2026-10-01 - 2026-10-31, all stores\n"
    "Store: Rose & Oak\nUser: ann@shop.example\nFilter: active\nNote: prices and taxes, fees\n---\n\n"
)
"""Ten lines as programs put them before a table."""
NAMED = "Name,Email,City\n" + "".join(f"Cy{row},c{row}@x.example,Lund\n" for row in range(12))

WIDE = "phone,first,last,city\n" + "".join(f"+35191234560{at},Ana,S{at},Faro\n" for at in range(9))


@pytest.mark.parametrize(
    ("text", "skip", "header"),
    [
        (3 * NOTES + NAMED, 30, True),
        ("".join(f"Line {at} of the report\n" for at in range(30)) + NAMED, 30, True),
        ("".join(f"# {at}\n" for at in range(30)) + NAMED, 30, True),
        ("Stock report\nOctober\n\nid,name,price\n1,one,2.00\n2,two,3.00\n", 3, True),
        ("Stock report,,\n,,\nid,name,price\n1,one,2.00\n", 2, True),
        ("# made for you\n# in October\nid,name\n1,one\n", 2, True),
        ("Product,Stock\nMug,3\nCup,4\n\n" + WIDE, 0, True),
        ("Report,Customers,,\nFrom,2026-01-01,,\n" + WIDE, 2, True),
        ("Person,Reached,,\n" + WIDE, 0, True),
        ("Store,Stock\nHafen,12\nMarkt,9\n\nID,Name,Price\n" + "a1,Mug,3.50\n" * 9, 0, True),
        ("Code,Clicks\n" + "SPRING,12\n" * 9 + "\n" + WIDE, 0, True),
        ("Day,Views\n2026-01-01,5\n2026-01-02,7\n\n" + WIDE, 0, True),
        ("1,2,3\n4,5,6\n", 0, False),
        ("2024-01-01,,\n2024-01-02,,\n", 0, False),
        ("product,2023,2024\nshirt,1,2\n", 0, True),
        (",a,b\n0,1,2\n1,3,4\n", 0, True),
        ("id,name\n", 0, True),
        ("#,name\n1,one\n2,two\n", 0, True),
    ],
)
def test_the_header_is_found_below_notes_and_told_from_values(
    tmp_path: Path, text: str, skip: int, header: bool
) -> None:
    found = detect(written(tmp_path, text)).dialect
    assert (found.skip, found.header) == (skip, header)


@pytest.mark.parametrize(
    ("text", "quote", "escape", "row"),
    [
        ("a,b\n1,'x, y'\n", "'", "", ("1", "x, y")),
        ('a,b\n1,"say \\"hi\\", now"\n', '"', "\\", ("1", 'say "hi", now')),
        ('a,b\n1,"say ""hi"", now"\n', '"', "", ("1", 'say "hi", now')),
        ("a,b\n'0123,don't\n", '"', "", ("'0123", "don't")),
        ('a,b\n"C:\\files\\",x\n', '"', "", ("C:\\files\\", "x")),
    ],
)
def test_quotes_and_their_escape(
    tmp_path: Path, text: str, quote: str, escape: str, row: tuple[str, ...]
) -> None:
    path = written(tmp_path, text)
    found = detect(path).dialect
    assert (found.quote, found.escape) == (quote, escape)
    assert cells(path, found) == [row]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_are_named_and_read(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, ending.join(["a,b", "1,2", "3,4", ""]))
    assert detect(path).dialect.newline == ending
    assert cells(path) == [("1", "2"), ("3", "4")]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04rest", "Excel workbook"),
        (b"\xd0\xcf\x11\xe0rest", "Excel workbook"),
        (b"%PDF-1.7", "a PDF"),
        (b"\x1f\x8b\x08", "compressed file that is damaged"),
        (bytes(range(256)) * 8, "not text"),
        (b"", "is empty"),
        (b" \r\n ", "is empty"),
        ("name,price\nshirt,12\n".encode("cp037"), "EBCDIC"),
        (b"\r\n<!DOCTYPE html>\n<p>One, two</p>\n", "a web page"),
        (b"<html xmlns:x='urn:x'>\n<tr><td>sku</td></tr>\n", "a web page"),
        ("<Table border=1><tr><td>sku</td><td>price</td></tr></table>".encode("utf-16"), "a web page"),
        (b'<?xml version="1.0"?>\n<Workbook>\n</Workbook>\n', "an XML file"),
        (b'[\n  {"sku": "A-1", "price": 2},\n  {"sku": "A-2", "price": 3}\n]\n', "a JSON file"),
        (b'{"sku": "A-1", "price": 2}\n{"sku": "A-2", "price": 3}\n', "a JSON file"),
        (b"BEGIN:VCARD\nVERSION:3.0\nFN:Ana Sa\nEND:VCARD\n", "contact cards"),
    ],
)
def test_what_is_no_text_table_is_refused_with_what_to_do(tmp_path: Path, data: bytes, sentence: str) -> None:
    with pytest.raises(TableError, match=sentence) as refused:
        detect(written(tmp_path, data))
    assert refused.value.advice


@pytest.mark.parametrize(
    "text",
    [
        'data,id\n"{""a"": 1}",2\n',
        "<b>Note</b>,id\nx,1\n",
        "[id],{name}\n1,one\n",
        "<table_id>,name\n1,one\n",
    ],
)
def test_a_table_that_holds_such_text_is_one(tmp_path: Path, text: str) -> None:
    assert detect(written(tmp_path, text)).dialect.delimiter == ","


def test_a_chosen_encoding_is_kept_and_the_rest_decided_under_it(tmp_path: Path) -> None:
    path = written(tmp_path, "naïve;b\n1;2\n".encode("mac_roman"))
    found = detect(path, "mac_roman")
    assert found.dialect == Dialect(encoding="mac_roman", delimiter=";")
    assert found.evidence[0] == "Chosen by you."


def test_the_same_bytes_always_give_the_same_answer(tmp_path: Path) -> None:
    path = written(tmp_path, TEXTS["cp1252"].encode("cp1252"))
    assert len({detect(path) for _ in range(5)}) == 1


def test_only_the_beginning_of_a_large_file_is_looked_at(tmp_path: Path) -> None:
    path = written(tmp_path, ("id,name\n" + "1,größe\n" * 200_000).encode() + b"\xff\xff\xff")
    found = detect(path)
    assert found.dialect.encoding == "utf-8"
    table, rows = opened(path)
    assert len(rows) == 200_001
    assert table.repairs.counts["bytes"] == 1


def test_long_texts_full_of_doubled_quotes_are_read_however_many_there_are(tmp_path: Path) -> None:
    lines = ", ".join(f'""sku"": ""A-{at}""' for at in range(20_000))
    path = written(tmp_path, "id,name,lines,city\n" + f'1,Ana,"[{lines}]",Faro\n' * 2)
    assert detect(path).dialect.delimiter == ","
    assert cells(path) == [("1", "Ana", f"[{lines}]".replace('""', '"'), "Faro")] * 2


def test_a_row_with_the_delimiter_of_the_table_is_not_read_by_its_spaces(tmp_path: Path) -> None:
    line = "A-1,Mug blue, very big,9.50,4"
    path = written(
        tmp_path, f"sku,title,price,stock\n{line}\nA-2,Cup,3.20,5\nA-3,Jug,5.10,6\nA-4,Pot,7.70,7\n"
    )

    right = "A-2,Cup,3.20,5\nA-3,Jug,5.10,6\nA-4,Pot,7.70,7\n"
    path = written(tmp_path, f"sku,title,price,stock\n{line}\n{right}")
    table, rows = opened(path)
    assert rows[0].cells == tuple(line.split(","))
    assert [row.number for row in table.shifted] == [1]
    assert "other_delimiter" not in table.repairs.counts


PRICED = "".join(f"{name},{kind},{at}.20\n" for at, (name, kind) in enumerate((*GOODS,) * 2))
NAMED = "".join(f"{name},{kind},red\n" for name, kind in GOODS)


@pytest.mark.parametrize("line", ["Tee,Soft, warm, light", "Tee;Soft;warm, light"])
def test_a_damaged_first_row_is_not_read_by_another_delimiter_that_puts_words_under_a_price(
    tmp_path: Path, line: str
) -> None:
    table, rows = opened(written(tmp_path, f"name,kind,price\n{line}\n{PRICED}"))
    assert [row.number for row in table.shifted] == [1]
    assert next(iter(table.shifted)).cells == tuple(line.split(","))
    assert "other_delimiter" not in table.repairs.counts
    assert rows[1].cells == ("Cup", "hard", "0.20")


def test_a_damaged_first_row_above_words_is_not_cut_where_only_a_sentence_has_spaces(tmp_path: Path) -> None:
    table, _ = opened(written(tmp_path, f"name,kind,colour\nTee,Soft, warm, light\n{NAMED}"))
    assert [row.cells for row in table.shifted] == [("Tee", "Soft", " warm", " light")]


def test_a_first_row_of_another_delimiter_is_read_by_it_where_values_stand_under_a_price(
    tmp_path: Path,
) -> None:
    table, rows = opened(written(tmp_path, f"name,kind,price\nTee;Soft, warm;4.50\n{PRICED}"))
    assert rows[0].cells == ("Tee", "Soft, warm", "4.50")
    assert table.repairs.counts["other_delimiter"] == 1

    table, rows = opened(written(tmp_path, f"Tee;Soft;4.50\n{PRICED}"))
    assert (rows[0].cells, len(rows)) == (("Tee", "Soft", "4.50"), len(PRICED.split()) + 1)
    assert not table.shifted


def test_a_damaged_header_of_the_tables_delimiter_is_asked_about(tmp_path: Path) -> None:
    found = detect(written(tmp_path, f"name,kind, more, price\n{PRICED}"))
    assert [asked.code for asked in found.questions] == ["header"]


@pytest.mark.parametrize("size", [900, 1 << 20])
def test_lines_of_delimiters_are_left_out_and_counted_wherever_they_stand(tmp_path: Path, size: int) -> None:
    blank = ",,\n" * (size // 3)
    path = written(tmp_path, f"{blank}name,kind,price\n{PRICED}{blank}Tee,soft,4.50\n{blank}")
    table, rows = opened(path)
    assert (table.header, rows[-1].cells) == (("name", "kind", "price"), ("Tee", "soft", "4.50"))
    assert rows[-1].line == 2 * (size // 3) + 2 + len(PRICED.splitlines())
    skipped = detect(path).dialect.skip
    assert table.repairs.counts["blank_row"] == 3 * (size // 3) - skipped


def test_a_title_written_otherwise_than_the_table_names_no_columns(tmp_path: Path) -> None:
    table, rows = opened(written(tmp_path, f"Our shop;spring;summer\nname,kind,price\n{PRICED}"))
    assert (table.header, rows[0].cells) == (("name", "kind", "price"), ("Cup", "hard", "0.20"))


def test_a_comment_of_as_many_words_as_columns_is_no_row_and_no_end(tmp_path: Path) -> None:
    right = "".join(f"{at},Ana,+3519123456{at:02},Faro\n" for at in range(10))
    path = written(tmp_path, f"id,first_name,phone,city\n{right}# checked by Eva\n{right}")
    found = detect(path).dialect
    table, rows = opened(path, found)
    assert (len(rows), found.last, table.ended()) == (20, 0, 0)
    assert dict(table.repairs.counts) == {"comment": 1}


def test_a_title_of_as_many_words_as_columns_is_no_header(tmp_path: Path) -> None:
    path = written(tmp_path, "All prices include VAT, where it applies\n" + "1,2,3,4,5,6,7\n" * 9)
    found = detect(path).dialect
    assert (found.header, found.skip) == (False, 1)
    assert cells(path, found) == [("1", "2", "3", "4", "5", "6", "7")] * 9


@pytest.mark.parametrize(
    "line",
    [
        ",Rui,+351912345678,Porto,1980-05-01",
        "Rui,+351912345678Porto,1980-05-01",
        "Rui,Maria,Silva,+351912345678,Porto,1980-05-01",
    ],
)
def test_a_damaged_first_record_is_no_second_row_of_names(tmp_path: Path, line: str) -> None:
    right = "".join(f"Ana,+3519123456{at:02},Faro,1981-05-01\n" for at in range(10))
    path = written(tmp_path, f"first_name,phone,city,birthday\n{line}\n{right}")
    found = detect(path).dialect
    assert (found.header_rows, found.skip) == (1, 0)
    table, rows = opened(path, found)
    assert (len(rows), [row.number for row in table.shifted]) == (11, [1])


@pytest.mark.parametrize("value", ["+351912345671", "+351 912 345 671", "ana@x.example1", "1980-05-01"])
def test_one_value_of_the_kind_below_it_tells_that_a_first_row_is_no_header(
    tmp_path: Path, value: str
) -> None:
    path = written(tmp_path, "".join(f"Ana,{value[:-1]}{at},Faro,S{at},Portugal\n" for at in range(1, 10)))
    found = detect(path).dialect
    assert not found.header
    assert len(cells(path, found)) == 9


def test_a_date_over_numbers_names_a_column(tmp_path: Path) -> None:
    path = written(tmp_path, "product,note,size,colour,2024-01-01\n" + "mug,new,big,red,12345678\n" * 9)
    assert detect(path).dialect.header


@pytest.mark.parametrize(
    ("text", "header", "rows"),
    [
        ('#SKU,Title,Price\nA-1,"Mug, blue",9.50\nA-2,Cup,3.20\n', "#SKU", 2),
        ("# Order,Date,Total\n#5000,2024-06-15,679.27\n#5001,2024-06-16,79.27\n", "# Order", 2),
        ("Order,Date,Total\n#1001,2024-06-15,10\n#1002,2024-06-16,20,\n#1003,,30\n#A\n", "Order", 3),
        ("Order,Date,Total\n#1001,2024-06-15,10\n#1002\n#1003,2024-06-17,30\n", "Order", 3),
        ("tag,count,note\n#sale,3,\n#new,4,\n#vip,5\n# checked by Eva\n", "tag", 3),
    ],
)
def test_a_row_that_begins_with_the_sign_of_comments_is_kept(
    tmp_path: Path, text: str, header: str, rows: int
) -> None:
    path = written(tmp_path, text)
    table, found = opened(path)
    assert (table.header[0], len(table.header), len(found)) == (header, 3, rows)
    assert table.repairs.counts["comment"] == text.count("#A\n") + text.count("# checked")
