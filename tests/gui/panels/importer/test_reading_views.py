"""What step File says of a file and of a question about it, without a worker or a store."""

from __future__ import annotations

import zipfile
from itertools import zip_longest
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from xlsxwriter import Workbook

from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import DecisionBox
from svcconsole.gui.kit.reading_order import next_focus
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.panels.importer.columns.columns_rows import FieldRow
from svcconsole.gui.panels.importer.file_step import PART, FileStep
from svcconsole.gui.panels.importer.reading.joined_cells import JoinedCells
from svcconsole.gui.panels.importer.reading.reading_side import FIRST_ROWS
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import FieldView
from tests.support.qt import show

TWO_TABLES = """Report of customers,,
,,
Name,E-mail,Phone
Ada,ada@post.example,+4917155500011
Bo,bo@post.example,+4917155500012
Cy,cy@post.example,+4917155500013


Product,Price,Stock
Candle,12.90,4
"""
SHIFTED = """Handle,Title,Option,SKU,Price
candle,"Candle, 22 cm",Natural,HH-1,12.90
holder,Candle holder, brass,Polished,HH-2,24.50
iron,Holder of iron,Black,HH-3,19.50
wood,Holder of wood,Brown,HH-4,18.50
"""


def opened(qtbot: QtBot, folder: Path, path: Path, width: int = 1180) -> FileStep:
    """The step with a file read, and its questions."""
    session = ImportSession(str(folder / "store"), kind="customers", path=str(path))
    step = FileStep("customers")
    step.show_overview(session.overview())
    step.show_questions(session.reading_questions())
    session.close()
    return show(qtbot, step, width, 700)


def said(step: FileStep) -> list[str]:
    """The words of the side that are on screen."""
    return [label.text() for label in step.side.findChildren(QLabel) if label.text() and label.isVisible()]


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_that_are_not_read_are_told_beside_those_that_are(qtbot: QtBot, tmp_path: Path) -> None:
    step = opened(qtbot, tmp_path, written(tmp_path / "export.csv", TWO_TABLES))
    words = said(step)
    assert words[words.index("Header") + 1] == "line 3"
    assert words[words.index("Rows") + 1] == "lines 4 to 6"
    assert "2 lines above the table are not read." in words
    assert "What follows line 6 is another table, or none, and is not read." in words
    assert "Questions" not in words, "nothing is asked"


def test_a_workbook_has_sheets_and_no_separator(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "stock.xlsx"
    with Workbook(str(path)) as book:
        for name in ("People", "Goods"):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, ["Name", "E-mail"])
            sheet.write_row(1, 0, ["Ada", "ada@post.example"])
    step = opened(qtbot, tmp_path, path)
    shown = {key for key, chip in step.chips.items() if chip.isVisible()}
    assert shown == {"header", PART}
    assert step.chips[PART].text() == "Sheet: People"
    words = said(step)
    assert words[words.index("Sheet") + 1] == "People"
    assert "1 other sheet is not read." in words
    assert "Separator" not in words


def test_a_question_about_an_archive_speaks_of_files(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("people.csv", "Name,E-mail\nAda,ada@post.example\n")
        archive.writestr("orders.csv", "Order,Total\n1,2\n")
    step = opened(qtbot, tmp_path, path)
    assert step.asks
    assert step.side.rows[PART].accessibleDescription() == "", "no rows are like a file"
    step.questions.rows.choose_at(0)
    assert step.questions.apply.text() == "Read people.csv"


def test_a_file_without_rows_leads_to_another_one(qtbot: QtBot, tmp_path: Path) -> None:
    step = opened(qtbot, tmp_path, written(tmp_path / "empty.csv", "Name,E-mail,Phone\n"))
    assert step.first_rows.empty.isVisible()
    step.focus_first()
    assert step.focusWidget() is step.recognised.another


def test_a_waiting_question_has_a_button_behind_the_first_rows(qtbot: QtBot, tmp_path: Path) -> None:
    step = opened(qtbot, tmp_path, written(tmp_path / "range.csv", SHIFTED))
    step.questions.ask_later.click()
    assert not step.asks and not step.next.isVisible()
    assert step.filled is step.answer and step.answer.isVisible()
    step.answer.click()
    assert step.asks


def test_the_row_of_a_question_fits_its_place_and_says_what_is_cut(qtbot: QtBot, tmp_path: Path) -> None:
    long = SHIFTED.replace("Candle holder", "Candle holder of a very long and winding name indeed")
    step = opened(qtbot, tmp_path, written(tmp_path / "range.csv", long))
    scroll = step.questions.rows.figure
    assert scroll.figure.width() <= scroll.viewport().width() + 1
    row = scroll.figure.row_height() * 2 + 4
    told = {scroll.figure.cut_text(QPoint(x, row)) for x in range(0, scroll.figure.width(), 20)}
    assert told == {"", "Candle holder of a very long and winding name indeed"}


def test_a_wide_row_begins_where_it_is_damaged(qtbot: QtBot, tmp_path: Path) -> None:
    names = [f"Column {at}" for at in range(60)]
    rows = [[f"value {row}.{at}" for at in range(60)] for row in range(8)]
    rows[3][50:51] = ["value, 3.50", "one more"]
    lines = [",".join(row) for row in (names, *rows)]
    step = opened(qtbot, tmp_path, written(tmp_path / "wide.csv", "\n".join([*lines, ""])))
    scroll = step.questions.rows.figure
    qtbot.waitUntil(lambda: scroll.horizontalScrollBar().value() > 0)


def test_what_is_begun_by_hand_stays_while_something_else_is_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    step = opened(qtbot, tmp_path, written(tmp_path / "range.csv", SHIFTED))
    page = step.questions.rows
    page.cards["by-hand"].radio.click()
    page.hand.fields[1].setText("Holder for 3 candles")
    page.hand.joints[1].click()
    step.side.rows[FIRST_ROWS].click()
    assert not step.asks
    step.answer.click()
    assert page.cards["by-hand"].radio.isChecked() and page.hand.joints[1].isChecked()
    assert page.cells == ("holder", "Holder for 3 candles, brass", "Polished", "HH-2", "24.50")


def test_tab_goes_through_a_question_as_it_stands(qtbot: QtBot, tmp_path: Path) -> None:
    more = SHIFTED + "throw,Throw, wool,Ochre,HH-5,89.00\n"
    step = opened(qtbot, tmp_path, written(tmp_path / "range.csv", more))
    page, pane = step.questions.rows, step.questions
    fields, joints = page.hand.fields, page.hand.joints
    by_hand = [part for pair in zip_longest(fields, joints) for part in pair if part is not None]
    for key, card in page.cards.items():
        card.radio.click()
        chain: list[QWidget] = [page.more]
        while (part := next_focus(chain[-1], step.window(), forward=True)) not in (None, page.more):
            assert isinstance(part, QWidget) and part not in chain
            chain.append(part)
        # by hand there is one row, and nothing to apply before its cells are as many as the header's
        answers = [*by_hand, pane.ask_later] if key == "by-hand" else [pane.same, pane.ask_later, pane.apply]
        known = {page.more, *by_hand, pane.same, pane.ask_later, pane.apply}
        known |= {each.radio for each in page.cards.values()}
        assert [each for each in chain if each in known] == [page.more, card.radio, *answers]


def test_an_answer_that_is_changed_says_for_how_many_rows(qtbot: QtBot, tmp_path: Path) -> None:
    more = SHIFTED + "throw,Throw, wool,Ochre,HH-5,89.00\n"
    session = ImportSession(
        str(tmp_path / "store"), kind="customers", path=str(written(tmp_path / "range.csv", more))
    )
    step = show(qtbot, FileStep("customers"), 1180, 700)
    step.show_overview(session.overview())
    key = session.reading_questions()[0].key
    session.answer_reading(key, "leave-out", ())
    step.show_questions(session.reading_questions())
    step.show_question(key)
    pane = step.questions
    assert pane.apply.text() == "Leave 2 rows out" and not pane.apply.isEnabled()
    told: list[tuple[int, ...]] = []
    pane.answered.connect(lambda _key, _choice, rows, *_more: told.append(rows))
    pane.rows.cards["by-hand"].radio.click()
    pane.rows.cards["leave-out"].radio.click()
    assert not pane.apply.isEnabled(), "that is the answer already"
    pane.rows.more.click()
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.actions()[0].trigger()
    menu.close()
    assert pane.apply.text() == "Send 2 rows as they are" and pane.same.isVisible()
    pane.apply.click()
    pane.same.setChecked(False)
    assert pane.apply.text() == "Send 1 row as it is"
    pane.apply.click()
    assert told == [(), (2,)]
    session.close()


def test_a_field_points_to_a_question_only_where_it_is_asked(qtbot: QtBot) -> None:
    field = FieldView(
        "image", "Variant picture", False, "text", None, None, (), "asked above", "open", rule="x"
    )
    row = show(qtbot, FieldRow(field), 1100, 44)
    row.set_field(field, QStandardItemModel(row))
    row.show_asked({"x"})
    place = row.source.geometry()
    assert row.result.text() == "asked above" and row.icon.isVisible()
    row.show_asked({"y"})
    assert row.result.text() == "" and not row.icon.isVisible()
    layout = row.layout()
    assert layout is not None
    layout.activate()
    assert row.source.geometry() == place, "nothing moves"


def test_cells_to_join_stand_beside_one_another(qtbot: QtBot) -> None:
    hand = show(qtbot, JoinedCells(), 900, 200)
    hand.set_row(("a", "b", "c"), ("1", "2", "3", "4"), ",")
    layout = hand.layout()
    assert layout is not None
    layout.activate()
    assert len({field.y() for field in hand.fields}) == 1


@pytest.mark.parametrize("room", [420, 900])
def test_ways_out_are_never_squeezed(qtbot: QtBot, room: int) -> None:
    box = DecisionBox("person", "danger", "6 rows share a phone", "A store finds people by these.")
    ways = [
        button(text) for text in ("Send the later people without what is shared", "Send all of them", "Leave")
    ]
    for way in ways:
        box.add_button(way)
    show(qtbot, box, room, 240)
    assert all(way.width() >= way.sizeHint().width() for way in ways)


def test_a_filter_gives_way_to_the_button_beside_it(qtbot: QtBot) -> None:
    chip, beside = FilterChip("Stock: any"), button("Leave the row out")
    chip.set_filter("Different people with one phone or e-mail", 6)
    room = QWidget()
    hbox(chip, beside, parent=room)
    show(qtbot, room, 300, 40)
    assert room.width() == 300
    assert chip.width() < chip.sizeHint().width() and beside.width() >= beside.sizeHint().width()
