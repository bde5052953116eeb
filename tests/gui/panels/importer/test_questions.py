"""Questions about how a file is read: asked in step File, nothing chosen beforehand, columns closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import COLUMNS, FILE
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.importer.reading.letters import differing, signs
from svcconsole.tables.reading.twice_codec import TWICE
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.support.practice import PracticeStore

NAMES = "Name;Surname;E-mail\nJánoš;Tóth;a@x.example\nAnna;Kovač;b@x.example\nŁukasz;Nowak;c@x.example\n"
SHIFTED = """Handle,Title,Option,SKU,Price
candle,"Candle, 22 cm",Natural,HH-1,12.90
holder,Candle holder, brass,Polished,HH-2,24.50
iron,Holder of iron,Black,HH-3,19.50
napkins,Napkins, set of 4,Sage,HH-4,29.00
throw,Throw, wool,Ochre,HH-5,89.00
"""


@pytest.fixture
def names(tmp_path: Path) -> Path:
    made = tmp_path / "klienci.csv"
    made.write_bytes(NAMES.encode("iso8859-2"))
    return made


@pytest.fixture
def shifted(tmp_path: Path) -> Path:
    made = tmp_path / "range.csv"
    made.write_text(SHIFTED, encoding="utf-8")
    return made


async def asked(page: ImportPage) -> None:
    """Until a question is in front."""
    await until(lambda: page.file.asks and not page.is_busy())


async def test_an_encoding_is_asked_with_the_rows_in_each_reading(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, names: Path, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    page = open_page(console, names, kind="customers")
    await asked(page)
    step, pane = page.file, page.file.questions
    cards, question = pane.encoding.cards, pane.question
    assert question is not None
    assert step.side.isVisible() and len(cards.heads) == 3
    assert step.side.content.width() == step.side.viewport().width(), "no value is cut off at the edge"
    assert pane.choice is None and pane.apply.text() == "Choose a reading" and not pane.apply.isEnabled()
    assert not step.next.isVisible()
    assert "primary" not in page.actions_here()
    first, second, third = cards.rows.values()
    assert (first.doubts(), second.doubts() > 0, third.doubts() > 0) == (0, True, True)
    page.activateWindow()
    radio = cards.heads[question.choices[0].key].radio
    await until(radio.hasFocus)
    qtbot.keyClick(radio, Qt.Key.Key_2)
    assert pane.choice is not None and pane.choice.key == list(cards.heads)[1]
    qtbot.keyClick(radio, Qt.Key.Key_1)
    assert pane.apply.text() == "Read it as Central Europe, older"
    qtbot.keyClick(radio, Qt.Key.Key_Return)
    await until(lambda: not step.asks and not page.is_busy())
    assert page.session.overview is not None and page.session.overview.dialect.encoding == "iso8859_2"
    assert (
        step.first_rows.table is not None
        and step.first_rows.table.records_model().record(0).cells[0] == "Jánoš"
    )
    assert step.next.isVisible() and step.next.hasFocus()
    qtbot.keyClick(step.next, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await asked(page)
    assert pane.apply.text() == "Choose a reading", "Ctrl+Z asks again"
    await page.shut()
    await leave(console)


async def test_what_was_encoded_twice_is_shown_as_it_stands_and_turned_back(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    made = tmp_path / "kunden.csv"
    made.write_bytes("Name;Ort;E-mail\nJörg;Köln;a@x.example\nAnna;Bonn;b@x.example\n".encode(TWICE))
    page = open_page(make_console(practice_store), made, kind="customers")
    await asked(page)
    pane = page.file.questions
    cards = pane.encoding.cards
    assert list(cards.heads) == [TWICE, "utf-8"] and pane.choice is None
    assert not pane.encoding.hint.isVisible(), "there are no others"
    assert pane.encoding.keys.text().startswith("1, 2 ")
    turned, stands = cards.rows.values()
    assert turned.doubts() == 0 and stands.doubts() > 0
    pane.encoding.choose_at(0)
    assert pane.apply.text() == "Read it as UTF-8, written twice"
    pane.apply.click()
    await until(lambda: not page.file.asks and not page.is_busy())
    assert page.file.first_rows.table is not None
    assert page.file.first_rows.table.records_model().record(0).cells[:2] == ("Jörg", "Köln")


async def test_an_answer_is_kept_for_such_files_told_and_forgotten(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, names: Path, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    page = open_page(console, names, kind="customers")
    await asked(page)
    pane, side = page.file.questions, page.file.side
    assert pane.keep.text() == "Read files with these columns the same way from now on"
    assert not pane.keep.isChecked() and not side.saved.isVisible()
    qtbot.mouseClick(pane.keep, Qt.MouseButton.LeftButton)
    pane.encoding.choose_at(0)
    pane.apply.click()
    await until(lambda: not page.file.asks and not page.is_busy())
    await page.shut()
    again = open_page(console, names, kind="customers")
    await until(lambda: again.file.side.saved.isVisible() and not again.is_busy())
    assert not again.file.asks and again.file.next.isVisible()
    notice = again.file.side.saved
    assert "klienci.csv" in notice.sentence.text()
    assert "Central Europe, older" in notice.sentence.text()
    notice.change.click()
    await asked(again)
    assert not notice.isVisible()
    await again.shut()
    await leave(console)


async def test_another_way_of_writing_is_a_choice_as_well(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, names: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, names, kind="customers")
    await asked(page)
    pane = page.file.questions
    question = pane.question
    assert question is not None
    pane.encoding.more.click()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    actions = popup.actions()
    assert len(actions) == len(question.more)
    actions[0].trigger()
    popup.hide()
    assert pane.choice == question.more[0]
    pane.apply.click()
    await settle(page)
    assert page.session.overview is not None
    assert page.session.overview.dialect.encoding == question.more[0].key
    await page.shut()
    await leave(console)


async def test_shifted_rows_stand_between_their_neighbours_and_are_left_out_together(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, shifted: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, shifted)
    await asked(page)
    pane = page.file.questions
    lines = pane.rows.figure.lines()
    assert [line.look for line in lines if line.look != "repaired"] == ["near", "as-is", "near"]
    assert lines[0].cells[0] == "candle" and lines[-1].cells[0] == "iron"
    assert pane.same.isVisible() and pane.same.text() == "Same answer for the 2 rows like it"
    assert pane.choice is None and pane.apply.text() == "Choose an answer" and not pane.apply.isEnabled()
    pane.rows.cards["leave-out"].radio.click()
    assert pane.apply.text() == "Leave 3 rows out"
    pane.same.setChecked(False)
    assert pane.apply.text() == "Leave 1 row out"
    pane.same.setChecked(True)
    pane.apply.click()
    await until(lambda: not page.file.asks and not page.is_busy())
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    await page.shut()
    await leave(console)


async def test_a_row_is_put_together_by_hand_and_the_next_one_is_asked(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, shifted: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, shifted)
    await asked(page)
    pane = page.file.questions
    pane.rows.cards["by-hand"].radio.click()
    hand = pane.rows.hand
    assert hand.isVisible() and not pane.same.isVisible()
    assert not pane.apply.isEnabled(), "there are still six cells for five columns"
    hand.joints[1].click()
    assert hand.cells() == ("holder", "Candle holder, brass", "Polished", "HH-2", "24.50")
    assert pane.apply.text() == "Use this row" and pane.apply.isEnabled()
    pane.apply.click()
    await settle(page)
    assert page.file.asks, "two rows still wait"
    assert pane.rows.row is not None and pane.rows.row.number == 4
    assert page.step() == FILE
    await page.shut()
    await leave(console)


async def test_asking_later_shows_the_first_rows_and_leaves_the_columns_closed(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, shifted: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, shifted)
    await asked(page)
    step = page.file
    step.questions.ask_later.click()
    assert not step.asks and step.first_rows.table is not None and step.first_rows.table.isVisible()
    assert not step.next.isVisible()
    assert step.footer.message() == "1 question waits for an answer."
    step.footer.part_clicked.emit(0)
    assert step.asks
    page.resize(820, 640)
    await until(lambda: not step.side.isVisible())
    assert step.questions.footer.isVisible() and step.questions.footer.width() <= page.width()
    await page.shut()
    await leave(console)


def test_letters_that_another_reading_has_otherwise_are_found() -> None:
    assert differing("Jáno¹", "Jánoš") == ((4, 5),)
    assert differing("田中", "ÅcÆ†") == ((0, 2),)
    assert signs("Ma³gorzata Wi¶niewska") == ((2, 3), (13, 14))
    assert signs("Małgorzata O’Neill-Żółtek") == ()
    assert signs("Łukasz 😀") == ()
