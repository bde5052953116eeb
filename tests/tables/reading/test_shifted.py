"""Rows of another width than the header are repaired as the other rows look, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.tables.reading import shifted
from svcconsole.tables.reading.questions import AS_IS, BY_HAND, LEAVE_OUT, REPAIR, RowGroup
from tests.tables.tables import opened, written

HEADER = "Handle,Title,Option,SKU,Price,Stock,Picture\n"
COLOURS = ("Natural", "Black", "Polished")
RIGHT = "".join(
    f'mug-{at},"Mug, number {at}",{COLOURS[at % 3]},HH-MU-{at},{at}.50,{at * 7},mug-{at}.jpg\n'
    for at in range(1, 19)
)


def groups_of(folder: Path, *lines: str, header: str = HEADER, right: str = RIGHT) -> tuple[RowGroup, ...]:
    table, rows = opened(written(folder, header + right + "\n".join(lines) + "\n"))
    return shifted.groups(
        table.header, table.shifted, rows, ",", lambda at: rows[at - 1] if 1 <= at <= len(rows) else None
    )


@pytest.mark.parametrize(
    ("line", "key", "cells"),
    [
        (
            "holder,Candle holder, brass,Polished,HH-CH-7,24.50,36,holder.jpg",
            "join-2",
            ("holder", "Candle holder, brass", "Polished", "HH-CH-7", "24.50", "36", "holder.jpg"),
        ),
        (
            "mug-20,Mug twenty,Black,HH-MU-20,9,10,13,mug-20.jpg",
            "join-5",
            ("mug-20", "Mug twenty", "Black", "HH-MU-20", "9,10", "13", "mug-20.jpg"),
        ),
        (
            "mug-20,Mug twenty,Black,,HH-MU-20,9.10,13,mug-20.jpg",
            "drop-4",
            ("mug-20", "Mug twenty", "Black", "HH-MU-20", "9.10", "13", "mug-20.jpg"),
        ),
        (
            "mug-20,Mug twenty,HH-MU-20,9.10,13,mug-20.jpg",
            "blank-3",
            ("mug-20", "Mug twenty", "", "HH-MU-20", "9.10", "13", "mug-20.jpg"),
        ),
        (
            "mug-20,Mug twenty,BlackHH-MU-20,9.10,13,mug-20.jpg",
            "split-3",
            ("mug-20", "Mug twenty", "Black", "HH-MU-20", "9.10", "13", "mug-20.jpg"),
        ),
    ],
)
def test_the_repair_that_fits_the_other_rows_is_offered(
    tmp_path: Path, line: str, key: str, cells: tuple[str, ...]
) -> None:
    [group] = groups_of(tmp_path, line)
    question = group.question
    assert (question.code, question.key, question.tied) == ("shifted", f"shifted.{key}", False)
    assert [choice.key for choice in question.choices] == [REPAIR, BY_HAND, LEAVE_OUT]
    assert [choice.key for choice in question.more] == [AS_IS]
    assert group.cells(19, REPAIR) == cells == question.choices[0].rows[0].cells
    assert group.cells(19, LEAVE_OUT) is None
    assert group.cells(19, AS_IS) == question.rows[0].cells != cells
    assert question.answer == ""


def test_a_tag_with_a_comma_is_not_joined_to_the_address_after_it(tmp_path: Path) -> None:
    right = "".join(f"C-{at},Eva,spring fair,guest{at}@fair.example\n" for at in range(1, 19))
    line = "C-19,Eva,spring fair, new,guest19@fair.example"
    [group] = groups_of(tmp_path, line, header="Customer ID,Name,Tags,E-mail\n", right=right)
    assert group.question.key == "shifted.join-3"
    assert group.cells(19, REPAIR) == ("C-19", "Eva", "spring fair, new", "guest19@fair.example")


def test_a_cell_is_not_cut_through_a_word(tmp_path: Path) -> None:
    """A row that breaks off behind its address has lost no comma inside it."""
    right = "Ann,a@x.example,Bonn\n" + "".join(f"Cy{at},c{at}@x.example,Lund\n" for at in range(6))
    [group] = groups_of(tmp_path, "Bo,b@x.example", header="Name,E-mail,City\n", right=right)
    assert group.question.key == "shifted.blank-3"
    assert group.cells(8, REPAIR) == ("Bo", "b@x.example", "")


def test_the_question_shows_the_rows_around_and_why(tmp_path: Path) -> None:
    lines = (
        "holder,Candle holder, brass,Polished,HH-CH-7,24.50,36,holder.jpg",
        *RIGHT.splitlines()[:1],
        "tray,Tray, acacia,Black,HH-TR-1,19.90,4,tray.jpg",
    )
    [group] = groups_of(tmp_path, *lines)
    question = group.question
    assert (question.count, question.numbers, question.waiting) == (2, (19, 21), 2)
    assert [row.number for row in question.around] == [18, 20]
    assert question.title == "Row 19 has one cell too many"
    assert "A comma inside “Title” has no quotes around it" in question.text
    assert question.rows[0].marked == (2, 3, 4, 5, 6, 7)
    repair = question.choices[0]
    assert repair.rows[0].marked == (1,)
    assert "“24.50” is a number again, like “Price” in 19 other rows." in repair.evidence
    assert "“Polished” is “Option” in 6 other rows." in repair.evidence
    assert question.tried == 7
    assert repair.rows[1].cells[1] == "Tray, acacia"


def test_two_repairs_that_fit_equally_are_both_offered_and_neither_is_the_repair(tmp_path: Path) -> None:
    names = ("Ana", "Bruno", "Chloé", "Dmitri", "Farah", "Grace", "Hakan", "Inês", "Kwame")
    right = "".join(f"{name},{name[::-1]},{name.lower()}\n" for name in names)
    [group] = groups_of(tmp_path, "Bo,Lin,one,two", header="First,Last,Nickname\n", right=right)
    question = group.question
    assert question.tied
    keys = [choice.key for choice in question.choices]
    assert len(keys) > 3
    assert REPAIR not in keys
    assert keys[-2:] == [BY_HAND, LEAVE_OUT]
    assert "equally well" in question.text


def test_where_nothing_fits_only_a_hand_and_leaving_out_are_left(tmp_path: Path) -> None:
    [group] = groups_of(tmp_path, "a,b,c,d,e,f,g,h,i,j")
    assert [choice.key for choice in group.question.choices] == [BY_HAND, LEAVE_OUT]
    assert "No way to repair it fits the other rows." in group.question.text
    assert group.question.key == "shifted.10-cells"


@pytest.mark.parametrize(
    "line",
    ["mug-20,Mug twenty,Black,HH-MU-20,9.10,13,mug-20.jpg,,", "mug-20,Mug,Black,HH-MU-20,9.10,13,m.jpg,"],
)
def test_blank_cells_beyond_the_header_are_no_question(tmp_path: Path, line: str) -> None:
    assert groups_of(tmp_path, line) == ()


def test_rows_without_their_blank_end_are_no_question(tmp_path: Path) -> None:
    right = "".join(f"a{at},{at},{'note' if at % 2 else ''}\n" for at in range(20))
    assert groups_of(tmp_path, "a21,21", header="Handle,Stock,Notes\n", right=right) == ()


def test_an_exporter_that_leaves_every_blank_end_off_is_believed(tmp_path: Path) -> None:
    right = "".join(f"a{at},{at}" + (",note\n" if at % 2 else "\n") for at in range(20))
    assert groups_of(tmp_path, "a21,21", header="Handle,Stock,Notes\n", right=right) == ()


TRIMMED = "".join(
    f"C-{at},Name {at},+49151{at:08}{(',vip', ',vip,call back', '', ',,call back')[at % 4]}\n"
    for at in range(80)
)
"""Customers with a tag, a note, both or neither: what is blank at the end of a row is not there."""


@pytest.mark.parametrize("times", [1, 150])
@pytest.mark.parametrize("line", ["C-80,Nina,+4915100000080,new", "C-81,Nina,+4915100000080"])
def test_where_blank_ends_are_left_off_two_last_columns_are_no_question(
    tmp_path: Path, line: str, times: int
) -> None:
    """A tag does not look like a note that somebody forgot a comma before, in however many rows, nor does one
    that no other row has."""
    assert groups_of(tmp_path, line, header="id,name,phone,tag,note\n", right=TRIMMED * times) == ()


def test_a_row_that_lacks_a_cell_before_its_end_is_asked_about_where_blank_ends_are_left_off(
    tmp_path: Path,
) -> None:
    line = "C-80,+4915100000080,vip,call back"
    [group] = groups_of(tmp_path, line, header="id,name,phone,tag,note\n", right=TRIMMED)
    assert group.question.key == "shifted.blank-2"
    assert group.cells(81, REPAIR) == ("C-80", "", "+4915100000080", "vip", "call back")


def test_a_short_row_whose_end_is_never_blank_is_asked_about(tmp_path: Path) -> None:
    [group] = groups_of(tmp_path, "mug-20,Mug twenty,Black,HH-MU-20,9.10,13")
    assert group.question.key == "shifted.blank-7"
    assert group.cells(19, REPAIR) == ("mug-20", "Mug twenty", "Black", "HH-MU-20", "9.10", "13", "")


PEOPLE = "".join(f"+3519123456{at:02},Ana,Silva{at},{'' if at % 3 else 'vip'}\n" for at in range(20))


def test_a_bare_comma_is_asked_about_though_the_last_cell_is_blank(tmp_path: Path) -> None:
    line = "+351912345607,Rui, Costa,Silva7,"
    [group] = groups_of(tmp_path, line, header="phone,first_name,last_name,tags\n", right=PEOPLE)
    assert group.question.key == "shifted.join-2"
    assert group.cells(21, REPAIR) == ("+351912345607", "Rui, Costa", "Silva7", "")


@pytest.mark.parametrize("line", ["+351912345607,Rui,Silva7,,", "+351912345607,Rui,Silva7,vip,,,,,"])
def test_blank_cells_beyond_a_column_that_may_be_blank_are_no_question(tmp_path: Path, line: str) -> None:
    assert groups_of(tmp_path, line, header="phone,first_name,last_name,tags\n", right=PEOPLE) == ()


def test_a_last_cell_that_may_end_in_a_comma_is_no_question(tmp_path: Path) -> None:
    texts = ("a red mug", '"big, blue"', '"soft, red"', "a table", '"a mug, red"', "a shirt")
    right = "".join(f"A-{at},{texts[at % 6]}\n" for at in range(30))
    assert groups_of(tmp_path, "A-31,blue mug,", header="sku,title\n", right=right) == ()


@pytest.mark.parametrize("count", [20, 6_000])
def test_a_delimiter_at_the_end_of_every_row_is_no_question(tmp_path: Path, count: int) -> None:
    right = "".join(f"C-{at},Ana{at % 7},Silva,vip,\n" for at in range(count))
    line = "C-1,Rui, Costa,Silva,"
    assert groups_of(tmp_path, line, header="id,first,last,tags\n", right=right) == ()


def test_rows_that_all_end_in_a_delimiter_are_not_kept(tmp_path: Path) -> None:
    text = "id,first\n" + "".join(f"C-{at},Ana,\n" for at in range(6_000))
    table, rows = opened(written(tmp_path, text))
    assert (len(rows), list(table.shifted)) == (6_000, [])
