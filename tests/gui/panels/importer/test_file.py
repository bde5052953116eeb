"""Step File: what is recognised, how the reading is put right, and files that are no tables."""

from __future__ import annotations

import errno
from multiprocessing.context import SpawnProcess
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QLabel, QMenu

from svcconsole.gui.panels.importer.import_steps import COLUMNS, FILE
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import recognised, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.support.dropping import drop_files
from tests.support.practice import PracticeStore


async def test_a_known_export_is_recognised_and_shown_as_it_is_read(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample)
    await recognised(page)
    assert page.step() == FILE
    assert page.file.recognised.title.text().startswith("Shopify products")
    assert page.file.recognised.title.text().endswith("columns known")
    assert page.file.recognised.evidence.text()
    table = page.file.first_rows.table
    assert table is not None
    assert table.records_model().total() == 50
    assert table.records_model().record(0).cells[0] == "linen-tea-towel"
    assert page.file.questions.count() == 0, "pages of questions are made for a file that has none"
    await page.shut()
    await leave(console)


async def test_another_delimiter_reads_the_preview_again(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("id|name;price\na|b;1\nc|d;2\n", encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await recognised(page)
    page.file.dialect_changed.emit({"delimiter": "|"})
    await settle(page)
    table = page.file.first_rows.table
    assert table is not None
    assert [column.title for column in table.records_model().columns()] == ["Row", "id", "name;price"]
    page.file.dialect_changed.emit({"delimiter": ";"})
    await settle(page)
    table = page.file.first_rows.table
    assert table is not None
    assert [column.title for column in table.records_model().columns()] == ["Row", "id|name", "price"]
    assert "semicolon" in page.file.chips["delimiter"].text()
    await page.shut()
    await leave(console)


async def test_another_table_of_the_file_is_chosen(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "two.csv"
    rows = "".join(f"m{at},Mug {at},{at}.50\n" for at in range(5))
    path.write_text(f"Handle,Title,Price\n{rows}\nStore,Town,Stock\nHafen,Kiel,12\nMarkt,Bonn,9\n", "utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await recognised(page)
    chip = page.file.chips["table"]
    assert chip.isVisible()
    assert chip.text() == "Table 1 of 2"
    chip.click()
    offered = page.file.findChild(QMenu)
    assert offered is not None
    assert [action.text() for action in offered.actions()] == [
        "Lines 1 to 6: Handle, Title, Price", "Lines 8 to 10: Store, Town, Stock",
    ]  # fmt: skip
    offered.actions()[1].trigger()
    offered.close()
    await until(lambda: chip.text() == "Table 2 of 2")
    table = page.file.first_rows.table
    assert table is not None
    assert table.records_model().record(1).cells == ("Markt", "Bonn", "9")
    await page.shut()
    await leave(console)


async def test_repairs_are_listed_with_their_row(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "stray.csv"
    path.write_text('Handle,Title,Price\na,A,1\n\nb,"B "x" y",2\nc,C,3\n', encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await recognised(page)
    assert any("Row 2" in label.text() for label in page.file.side.findChildren(QLabel))
    assert not page.file.repairs.isVisible(), "the side says it"
    page.resize(820, 640)
    await until(page.file.repairs.isVisible)
    page.file.repairs.toggle.click()
    assert page.file.repairs.unfolded.isVisible()
    await page.shut()
    await leave(console)


NO_TABLES = {
    "empty.csv": b"",
    "picture.csv": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "blanks.csv": b"\n\n\n",
}


@pytest.fixture(params=sorted(NO_TABLES))
def no_table(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_bytes(NO_TABLES[path.name])
    return path


async def test_what_is_no_table_says_so_and_leaves_a_way_out(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    no_table: Path,
) -> None:
    console = make_console(practice_store)
    page = open_page(console, no_table)
    await settle(page)
    assert page.choice.empty.isVisible()
    assert page.choice.empty.accessibleName() != "Drop a file of products here."
    assert page.choice.filled.isVisible()
    assert not console.notices.open
    await page.shut()
    await leave(console)


async def test_a_computer_that_starts_no_more_programs_is_told_and_the_file_is_read_the_next_time(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    sample: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    console = make_console(practice_store)
    page = open_page(console)
    with monkeypatch.context() as full:
        full.setattr(SpawnProcess, "start", Mock(side_effect=BlockingIOError(errno.EAGAIN, "again")))
        drop_files(page, sample)
        await settle(page)
    (told,) = console.notices.open
    assert told.sentence == "This computer starts no more programs: too many are at work."
    assert page.choice.filled.isVisible(), "a file can be chosen again"
    drop_files(page, sample)
    await recognised(page)
    await page.shut()
    await leave(console)


async def test_the_first_step_asks_for_a_file_and_takes_a_dropped_one(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console)
    assert page.choice.empty.isVisible()
    assert page.focus_start() is page.choice.filled
    drop_files(page, sample)
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS)
    await settle(page)
    await page.shut()
    await leave(console)


async def test_a_file_without_rows_says_so_and_leads_nowhere(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("id,name,price\n", encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await recognised(page)
    await settle(page)
    assert page.file.footer.message() == "The file has no rows."
    assert not page.file.next.isEnabled()
    assert page.file.recognised.another.hasFocus()
    await page.shut()
    await leave(console)


async def test_the_first_file_is_seen_to_be_read(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "long.csv"
    path.write_text("Handle,Title\n" + "mug,Mug\n" * 50_000, encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await until(page.choice.loading.is_shown)
    await recognised(page)
    assert not page.choice.loading.is_shown()
    await page.shut()
    await leave(console)


async def test_a_file_can_be_read_otherwise_after_one_was_refused(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    sample: Path,
    tmp_path: Path,
) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(NO_TABLES["picture.csv"])
    console = make_console(practice_store)
    page = open_page(console, sample)
    await recognised(page)
    page.open(picture)
    await until(lambda: page.choice.isVisible() and not page.is_busy())
    page.open(sample)
    await recognised(page)
    assert page.file.next.isEnabled() and page.file.chips["encoding"].isEnabled()
    await page.shut()
    await leave(console)


async def test_nothing_leads_on_with_the_last_file_while_another_is_read(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    sample: Path,
    tmp_path: Path,
) -> None:
    path = tmp_path / "other.csv"
    path.write_text("Handle,Colour\na,red\n", encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, sample)
    await recognised(page)
    await settle(page)
    assert page.file.next.isEnabled()
    page.open(path)
    page.file.next.click()
    await until(lambda: page.file.count.text().startswith("other.csv"))
    await settle(page)
    assert page.step() == FILE, "a click on what belonged to the file before went on with a mixture of both"
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS)
    await settle(page)
    assert "Colour" in page.columns.columns
    await page.shut()
    await leave(console)


async def test_a_list_of_people_is_said_to_look_like_one(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("First Name,Email,City\nAda,ada@mail.example,Leeds\n", encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path)
    await recognised(page)
    assert "list of people, not of products" in page.file.recognised.evidence.text()
    await settle(page)
    await page.shut()
    await leave(console)
