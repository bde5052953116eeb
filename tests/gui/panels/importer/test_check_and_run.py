"""Steps Check, Run and Result on the shipped sample: put right in place, taken back, sent, added up."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, RESULT
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import answer_all, at_check, put_right_all, recognised, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.journeys.test_keys_alone import FILE
from tests.support.heard import Said, said
from tests.support.practice import PracticeStore

__all__ = ["said"]


def rows_in(path: Path) -> int:
    """Data rows of a file, as the csv module counts them."""
    return len(list(csv.reader(path.read_text(encoding="utf-8").splitlines()))) - 1


def _cell(page: ImportPage, number: int, column: str) -> str:
    table = page.check.grid.table
    assert table is not None
    row = next(row for row in table.records_model().records() if row.number == number)
    return str(row.cells[page.check.grid.header.index(column)])


async def test_the_sample_is_checked_put_right_run_and_adds_up(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    ended: list[str] = []
    page.finished.connect(ended.append)
    await at_check(page)
    rows = rows_in(sample)
    summary = page.check.summary
    assert summary.rows == rows
    assert summary.ready + summary.to_put_right + summary.left_out == rows
    assert summary.to_put_right > 0
    assert page.check.box.isVisible()
    assert "will not be sent" in page.check.footer.message()
    await put_right_all(page)
    assert page.check.summary.to_put_right == 0
    page.check.run.click()
    await until(lambda: page.step() == RESULT)
    await until(lambda: page.run_panel is not None and page.run_panel.view.files.files)
    assert page.run_panel is not None
    run_id = page.run_panel.run_id
    totals = await console.db(lambda space: space.runs.totals(run_id))
    assert totals.rows == rows
    assert totals.sent + totals.refused + totals.not_sent + totals.needs_decision == rows
    assert totals.products.sent == practice_store.counts()["products"]
    assert page.run_panel.view.adds_up.value() == page.run_panel.view.accepted.value()
    assert ended == [run_id]
    await page.shut()
    await leave(console)


@pytest.mark.parametrize("empties", [False, True])
async def test_what_the_file_does_not_name_is_emptied_only_where_that_is_ticked(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path, empties: bool
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await at_check(page)
    await put_right_all(page)
    choice = page.check.empties
    assert choice.isVisible() and not choice.isChecked()
    choice.setChecked(empties)
    page.check.run.click()
    await until(lambda: page.step() == RESULT)
    assert page.run_panel is not None
    run_id = page.run_panel.run_id
    info = await console.db(lambda space: space.runs.get(run_id))
    assert (info.keeps_before, info.completes) == (True, not empties)
    await page.shut()
    await leave(console)


async def test_a_cell_is_put_right_in_place_and_taken_back(
    qtbot: QtBot, make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await at_check(page)
    table = page.check.grid.table
    assert table is not None
    row = next(row for row in table.records_model().records() if row.problems)
    column = min(row.problems)
    before = _cell(page, row.number, column)
    to_put_right = page.check.summary.to_put_right
    table.set_current_cell(row.number, f"cell:{column}")
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.viewport().findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "19.90")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    await until(lambda: _cell(page, row.number, column) == "19.90")
    changed = next(each for each in table.records_model().records() if each.number == row.number)
    assert column in changed.edited
    page.check.undo.click()
    await settle(page)
    assert _cell(page, row.number, column) == before
    assert page.check.summary.to_put_right == to_put_right
    await page.shut()
    await leave(console)


async def test_what_is_typed_while_other_columns_come_to_the_front_stays_in_its_cell(
    qtbot: QtBot, make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await at_check(page)
    page.activateWindow()
    await until(page.isActiveWindow)
    page.check.choose(None)
    await settle(page)
    before = page.check.grid.table
    assert before is not None
    column = "Variant Price"
    row = next(row for row in before.records_model().records() if column in row.problems)
    code = next(kind.code for kind in page.check.summary.kinds if kind.code.startswith("price"))
    page.check.choose(code)
    before.set_current_cell(row.number, f"cell:{column}")
    before.setFocus()
    before.type_into_cell("1")
    await settle(page)
    table = page.check.grid.table
    assert table is not None and table is not before, "other columns are in front"
    editor = table.indexWidget(table.currentIndex())
    assert isinstance(editor, QLineEdit) and editor.hasFocus()
    assert _cell(page, row.number, column) == row.cells[page.check.grid.header.index(column)]
    qtbot.keyClicks(editor, "9.90")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    await until(lambda: _cell(page, row.number, column) == "19.90")
    await page.shut()
    await leave(console)


async def test_what_stays_to_fix_is_said_after_each_change(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path, said: Said
) -> None:
    """Whoever does not see the footer hears how many rows stay behind, and that none does."""
    path = tmp_path / "two.csv"
    path.write_text(FILE, encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await at_check(page)
    stays = "1 row will not be sent until it is fixed. It is kept in a file of its own."
    await until(lambda: said[-1:] == [(stays, False)])
    table = page.check.grid.table
    assert table is not None
    table.value_edited.emit(table.records_model().record(0), "cell:combinations.price", "19.50")
    await until(lambda: said[-1:] == [("Every row is ready.", False)])
    page.check.undo.click()
    await until(lambda: said[-1:] == [(stays, False)])
    assert len(said) == 3
    await page.shut()
    await leave(console)


async def test_leaving_keeps_everything_and_opening_again_goes_on_there(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    closed: list[bool] = []
    page.closed.connect(lambda: closed.append(True))
    await at_check(page)
    table = page.check.grid.table
    assert table is not None
    row = next(row for row in table.records_model().records() if row.problems)
    column = min(row.problems)
    page.check.edited.emit(row.number, column, "21.50")
    await settle(page)
    summary = page.check.summary
    page.leave.click()
    assert closed
    await until(lambda: not console.scope.is_busy())
    await leave(console)

    again = make_console(practice_store)
    kept = await again.db(lambda space: space.imports.list())
    assert len(kept) == 1
    later = open_page(again, import_id=kept[0].id)
    await until(lambda: later.step() == CHECK and not later.is_busy())
    assert later.check.summary.to_put_right == summary.to_put_right
    assert later.check.summary.can_undo
    later.check.segments.set_current(2)
    later.check.choose(None)
    await settle(later)
    assert _cell(later, row.number, column) == "21.50"
    await later.shut()
    await leave(again)


async def test_from_file_to_result_with_keys_alone(
    qtbot: QtBot,
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    tmp_path: Path,
) -> None:
    path = tmp_path / "exact.csv"
    path.write_text(
        "id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image\n"
        "bowl,Bowl,https://shop.example/bowl,EUR,bowl-1,12.50,3,https://shop.example/bowl.png\n",
        encoding="utf-8",
    )
    console = make_console(practice_store)
    page = open_page(console, path)
    await recognised(page)
    await settle(page)
    assert page.focusWidget() is page.file.next
    qtbot.keyClick(page.file.next, Qt.Key.Key_Space)
    await until(lambda: page.step() == COLUMNS)
    await settle(page)
    assert page.focusWidget() is page.columns.next
    qtbot.keyClick(page.columns.next, Qt.Key.Key_Space)
    await until(lambda: page.step() == CHECK)
    await settle(page)
    assert page.focusWidget() is page.check.grid.table
    page.actions_here()["primary"]()
    await until(lambda: page.step() == RESULT)
    assert practice_store.counts()["products"] == 1
    await settle(page)
    await page.shut()
    await leave(console)


async def test_missing_catalogs_are_created_first(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "exact.csv"
    path.write_text(
        "id,name,url,currency,catalogIds,combinations.id,combinations.price,combinations.quantity,"
        "combinations.image\n"
        "bowl,Bowl,https://shop.example/bowl,EUR,autumn,bowl-1,12.50,3,https://shop.example/bowl.png\n",
        encoding="utf-8",
    )
    console = make_console(practice_store)
    await console.ready()
    page = open_page(console, path)
    await at_check(page)
    assert page.check.catalogs.isVisible()
    page.check.create_catalogs.click()
    await until(lambda: not page.check.catalogs.isVisible())
    await settle(page)
    assert practice_store.counts()["catalogs"] == 1
    page.check.run.click()
    await until(lambda: page.step() == RESULT)
    assert practice_store.counts()["products"] == 1
    await settle(page)
    await page.shut()
    await leave(console)


def _live(store: PracticeStore, level: str) -> ProfileSummary:
    return ProfileSummary("eu", "Wickloom Europe", "forest", base_url=store.base_url, safe_level=level)


async def test_a_read_only_store_says_why_nothing_is_sent(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store, _live(practice_store, "read-only"))
    page = open_page(console, sample)
    await at_check(page)
    assert not page.check.run.isEnabled()
    assert "Wickloom Europe is read-only" in page.check.footer.message()
    await page.shut()
    await leave(console)


async def test_a_store_that_wants_its_name_typed_gets_it(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store, _live(practice_store, "name"))
    page = open_page(console, sample)
    await at_check(page)
    assert page.check.run.text().endswith("into Wickloom Europe")
    page.check.run.click()
    await until(lambda: page.findChild(QDialog) is not None)
    dialog = page.findChild(QDialog)
    assert dialog is not None
    write = next(button for button in dialog.findChildren(QPushButton) if button.text().startswith("Import "))
    assert not write.isEnabled()
    field = dialog.findChild(QLineEdit)
    assert field is not None
    field.setText("wickloom europe")
    assert write.isEnabled()
    write.click()
    await until(lambda: page.step() == RESULT)
    await settle(page)
    await page.shut()
    await leave(console)


async def test_a_store_that_asks_first_is_asked(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store, _live(practice_store, "confirm"))
    page = open_page(console, sample)
    await at_check(page)
    page.check.run.click()
    await until(lambda: page.findChild(QDialog) is not None)
    dialog = page.findChild(QDialog)
    assert dialog is not None
    dialog.reject()
    await settle(page)
    assert page.step() == CHECK
    assert practice_store.counts()["products"] == 0
    await page.shut()
    await leave(console)


async def test_a_row_left_out_is_put_back(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await at_check(page)
    page.check.segments.set_current(2)
    await settle(page)
    table = page.check.grid.table
    assert table is not None
    row = next(row for row in table.records_model().records() if not row.problems)
    table.set_current(row.number)
    assert page.check.leave_out.text() == "Leave the row out"
    page.check.leave_out.click()
    await until(lambda: page.check.leave_out.text() == "Put the row back")
    assert page.check.summary.left_out > 0
    page.check.leave_out.click()
    await until(lambda: page.check.leave_out.text() == "Leave the row out")
    assert page.check.summary.left_out == 0
    await page.shut()
    await leave(console)


async def test_refused_rows_are_sent_again_from_their_own_file(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "exact.csv"
    path.write_text(
        "id,name,url,currency,catalogIds,combinations.id,combinations.price,combinations.quantity,"
        "combinations.image\n"
        "bowl,Bowl,https://shop.example/bowl,EUR,,bowl-1,12.50,3,https://shop.example/bowl.png\n"
        "jug,Jug,https://shop.example/jug,EUR,autumn,jug-1,9.00,1,https://shop.example/jug.png\n",
        encoding="utf-8",
    )
    console = make_console(practice_store)
    await console.ready()
    page = open_page(console, path)
    await at_check(page)
    page.check.run.click()
    await until(lambda: page.step() == RESULT)
    panel = page.run_panel
    assert panel is not None
    await until(lambda: panel.view.files.isVisible() and not panel.scope.is_busy())
    assert practice_store.counts()["products"] == 1
    panel.again.click()
    await until(
        lambda: page.file.first_rows.table is not None and page.file.next.isVisible() and not page.is_busy()
    )
    await until(lambda: page.file.count.text().startswith("refused.csv"))
    await at_check(page)
    assert page.check.summary.rows == 1
    page.check.create_catalogs.click()
    await until(lambda: not page.check.catalogs.isVisible())
    await settle(page)
    page.check.run.click()
    await until(lambda: page.step() == RESULT)
    assert practice_store.counts()["products"] == 2
    await settle(page)
    await page.shut()
    await leave(console)


TWO_MISTAKES = """id,name,url,image,currency,combinations.price,combinations.quantity
mug,Mug,https://shop.example/mug,https://shop.example/mug.png,EUR,twelve,many
bowl,Bowl,https://shop.example/bowl,https://shop.example/bowl.png,EUR,nine,3
,Jug,https://shop.example/jug,https://shop.example/jug.png,EUR,7.50,2
"""


@pytest.fixture
def two_mistakes(tmp_path: Path) -> Path:
    """A row with a price and a stock that are no numbers, one with such a price alone, one without an id."""
    path = tmp_path / "two.csv"
    path.write_text(TWO_MISTAKES, "utf-8")
    return path


async def test_a_fix_that_puts_nothing_right_keeps_the_field_and_what_was_typed(
    qtbot: QtBot,
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    two_mistakes: Path,
) -> None:
    console = make_console(practice_store)
    page = open_page(console, two_mistakes)
    await at_check(page)
    box, before = page.check.box, page.check.summary
    code = _kind_with(page, "combinations.price")
    page.check.choose(code)
    await settle(page)
    box.buttons["value"].click()
    qtbot.keyClicks(box.field, "cheap")
    qtbot.keyClick(box.field, Qt.Key.Key_Return)
    await until(lambda: not box.refusal.isHidden() and not page.is_busy())
    assert (box.field.text(), box.answer.isVisible()) == ("cheap", True)
    assert "cheap" in box.refusal.text()
    assert page.check.summary == before and _cell(page, 2, "combinations.price") == "nine"
    box.field.clear()
    qtbot.keyClicks(box.field, "9.50")
    qtbot.keyClick(box.field, Qt.Key.Key_Return)
    await until(lambda: _cell(page, 2, "combinations.price") == "9.50" and not page.is_busy())
    assert not box.answer.isVisible() and box.refusal.isHidden()
    await page.shut()
    await leave(console)


async def test_the_problem_column_says_the_problem_that_is_chosen(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, two_mistakes: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, two_mistakes)
    await at_check(page)
    for column, words in (("combinations.price", "twelve"), ("combinations.quantity", "many")):
        page.check.choose(_kind_with(page, column))
        await settle(page)
        table = page.check.grid.table
        assert table is not None
        model = table.records_model()
        index = model.index(model.row_of(1) or 0, model.column("problem"))
        assert words in str(index.data())
        assert str(index.data()) not in table.tip_at(index), "the tip has what is cut, and nothing is"
    await page.shut()
    await leave(console)


async def test_a_required_id_that_some_rows_lack_has_no_tick(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, two_mistakes: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, two_mistakes)
    await until(lambda: page.file.next.isVisible() and not page.is_busy())
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    fields = page.columns.fields
    assert fields["id"].result.text() == "filled in 2 of 3 rows"
    assert fields["id"].icon.name() == "warning" and fields["name"].icon.name() == "check"
    await page.shut()
    await leave(console)


def _kind_with(page: ImportPage, column: str) -> str:
    """The kind of mistake that the first row's cell of this column has."""
    wanted = {"combinations.price": "price", "combinations.quantity": "quantity"}[column]
    return next(kind.code for kind in page.check.summary.kinds if kind.code.startswith(wanted))


async def test_a_click_too_many_on_checking_imports_nothing(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    await answer_all(page)
    check = page.columns.next
    clicked = [check.mapTo(page, at) for at in (check.rect().topLeft(), check.rect().bottomRight())]
    check.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())
    await put_right_all(page)
    run = page.check.run
    assert run.isEnabled()
    place = QRect(run.mapTo(page, QPoint()), run.size())
    assert not any(place.contains(each) for each in clicked)
    await page.shut()
    await leave(console)


async def test_a_settled_problem_leads_to_the_next_and_its_chip_counts_what_is_left(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, two_mistakes: Path
) -> None:
    """Until none is left, and then to all rows."""
    console = make_console(practice_store)
    page = open_page(console, two_mistakes)
    await at_check(page)
    step = page.check
    price = _kind_with(page, "combinations.price")
    step.choose(price)
    await settle(page)
    assert step.chip.accessibleName().endswith(" 2")
    table = step.grid.table
    assert table is not None
    step.leave_out_wanted.emit([step.grid.numbers()[0]])
    await settle(page)
    assert step.chip.accessibleName().endswith(" 1")
    settled = [price]
    step.box.buttons["leave_out"].click()
    await settle(page)
    assert step.chip.isHidden() and step.box.buttons["next"].text() == "Next problem"
    step.box.buttons["next"].click()
    await settle(page)
    assert step.code not in (None, *settled)
    while step.summary.to_put_right:
        step.box.buttons["leave_out"].click()
        await settle(page)
        if step.box.buttons["next"].text() == "Next problem":
            step.box.buttons["next"].click()
            await settle(page)
    assert step.box.buttons["next"].text() == "Show all rows"
    step.box.buttons["next"].click()
    await settle(page)
    assert step.code is None
    await page.shut()
    await leave(console)
