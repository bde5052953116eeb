"""While people are hidden, nothing that is painted, told, copied or exported says who they are."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design import hiding
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.panels.settings.erasing import RemovePerson, WipeStore
from svcconsole.gui.panels.settings.page import SettingsPage
from svcconsole.gui.panels.viewer.filter_box import FilterBox
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.runtime.window_requests import PersonRef
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.analysis.view import Filter
from tests.gui.panels.delivery.conftest import open_delivery, send
from tests.gui.panels.viewer.conftest import OpenViewer, open_viewer
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.tabs.customers.conftest import edit, look_up, put
from tests.support.coroutines import until
from tests.support.painted import painted
from tests.support.practice import PracticeStore
from tests.support.qt import answer, question_of, show
from tests.support.readers import short_patience, somebody_reads

__all__ = ["open_viewer", "short_patience"]
STILL_READ = "Some of it is still in the files of the database"
NUMBER = "+919845022817"
PERSON = {
    "partnerCustomerId": "C-77", "firstName": "Ottoline", "lastName": "Featherstone", "phoneNumber": NUMBER,
    "email": "ottoline@post.example", "alternateEmails": ["feather@work.example"],
    "addresses": [{"address1": "Quillfold Lane 3", "city": "Marrowby", "zip": "XQ7411005",
                   "state": "Maharashtra", "country": "India", "countryCode": "IN"}],
}  # fmt: skip
WHO = ("ttoline", "eatherstone", "98450", "22817", "ottoline@", "feather@", "uillfold", "arrowby", "XQ7")
HEADER = ("Customer Name", "Phone", "City", "Status", "Note", "Day")
ROW = (
    "Ottoline Featherstone",
    NUMBER,
    "Marrowby",
    "Sent",
    f"call {NUMBER} or ottoline@post.example",
    "2026-01-02",
)


@pytest.fixture(autouse=True)
def shown_again() -> Iterator[None]:
    yield
    hiding.set_hiding(False)


async def save_as(parent: QWidget, path: Path) -> None:
    """Choose that place for a file, in the dialog that saving opens."""
    chosen = asyncio.ensure_future(choose_place(parent, "Save", path.name))
    dialog = await until(lambda: parent.findChild(QFileDialog))
    dialog.findChildren(QLineEdit, "fileNameEdit")[0].setText(str(path))
    dialog.accept()
    assert await chosen == path


def told(text: str) -> list[str]:
    """What of the person is said."""
    return [each for each in WHO if each in text]


async def until_hidden(window: MainWindow) -> None:
    await until(lambda: not window.console.scope.is_busy("privacy"))
    QApplication.processEvents()


async def test_a_customer_is_hidden_on_the_card_in_the_list_and_in_the_palette_and_still_found(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    put(practice_store, **PERSON)
    async with open_window(PRACTICE) as window:
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        await look_up(qtbot, tab, "C-77")
        tab.people.card.json_link.click()
        before = painted(window)
        assert len(told(before)) >= 6, before
        window.commands.actions.run("privacy")
        await until_hidden(window)
        assert told(painted(window)) == []
        assert told(tab.people.card.json.toPlainText()) == []
        await look_up(qtbot, tab, "feather@work.example")
        assert told(painted(tab.people.card)) == []
        assert tab.people.card.seen is not None
        assert tab.people.card.seen.customer.first_name == "Ottoline"
        window.show_person(PersonRef((f"phone:{NUMBER}",), "Ottoline Featherstone"))
        await until(lambda: not window.scope.is_busy())
        await until_hidden(window)
        assert told(painted(window)) == []
        window.commands.open_palette()
        await until(lambda: not window.scope.is_busy("people"))
        qtbot.keyClicks(window.commands.palette.field, "featherstone")
        found = window.commands.palette.shown()
        assert found and told(" ".join(found)) == []
        qtbot.keyClick(window.commands.palette.field, Qt.Key.Key_Escape)
        window.console.notices.add("info", f"Ottoline Featherstone has {NUMBER}.")
        await until(lambda: "O••• F•••" in painted(window))
        assert told(painted(window)) == []
        window.commands.actions.run("privacy")
        tab = window.show_tab("Customers")
        await until_hidden(window)
        await until(lambda: "Ottoline Featherstone" in painted(window))


async def test_a_form_shows_dots_and_keeps_what_it_holds(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    put(practice_store, **PERSON)
    async with open_window(PRACTICE) as window:
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        page = await edit(qtbot, tab, "C-77")
        window.commands.actions.run("privacy")
        await until_hidden(window)
        lines = [line for line in page.findChildren(QLineEdit) if told(line.text())]
        assert len(lines) >= 4
        assert told(" ".join(line.displayText() for line in lines)) == []
        assert told(painted(window)) == []
        assert not page.form.changes()


async def test_messages_are_hidden_in_delivery_and_in_its_list(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    practice_store.control("POST", "/pace", {"factor": 40})
    async with open_window(PRACTICE) as window:
        tab = window.show_tab("Messaging")
        assert isinstance(tab, MessagingTab)
        await send(window.console, "+15550100004", f"Hello, it is {NUMBER}")
        page = open_delivery(tab)
        await until(lambda: page.model.total() == 1)
        assert "555" in painted(window)
        window.commands.actions.run("privacy")
        await until_hidden(window)
        assert "555" not in painted(window).replace("••••", "")
        assert told(painted(window)) == []
        await until(lambda: "failed" in str(page.model.records()[0].state).casefold())
        await page.write_list(tmp_path / "list.csv")
        assert "5550100004" not in (tmp_path / "list.csv").read_text("utf-8-sig")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet"])
async def test_a_files_columns_are_hidden_and_exported_without_people(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "report.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([HEADER, *[ROW] * 30])
    async with open_viewer(path) as page:
        assert len(told(painted(page))) >= 4
        privacy().choose(page.console.program_settings, on=True)
        await until(lambda: not told(painted(page)))
        await until(lambda: "Jan" in painted(page) and "Sent" in painted(page))
        made = tmp_path / f"out.{kind}"
        await page.save(made, range(len(HEADER)))
        assert told(_texts(made)) == []
        assert "2026-01-02" in _texts(made) and "O••• F•••" in _texts(made)


async def test_what_is_said_of_a_column_hides_a_name_that_only_the_other_headings_give_away(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    # In small letters: a name that is known, as that of a cell that was painted, is hidden anyhow.
    path.write_text("Name,Phone\n" + f"ottoline,{NUMBER}\n" * 30, "utf-8")
    async with open_viewer(path) as page:
        privacy().choose(page.console.program_settings, on=True)
        known = page.showing.glances
        await until(lambda: len(known.known) == 2 and "o•••" in known.known[0].tip)
        assert told(" ".join(each.tip for each in known.known.values())) == []
        page.sheet.cell_menu_wanted.emit(page.mapToGlobal(page.rect().center()))
        menu = next(menu for menu in page.findChildren(QMenu) if menu.isVisible())
        texts = " ".join(entry.text() for entry in menu.actions())
        menu.close()
        assert "o•••" in texts and told(texts) == []


async def test_a_filter_neither_shows_nor_offers_who_people_are_and_stays_the_one_that_was_set(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("City,Phone,Status\n" + f"marrowby,{NUMBER},Sent\n" * 30, "utf-8")
    wanted = Filter(0, "is", ("marrowby",))
    async with open_viewer(path) as page:
        page.showing.asked.add(wanted)
        await until(lambda: len(page.narrowing.chips) == 1)
        privacy().choose(page.console.program_settings, on=True)
        assert told(page.narrowing.chips[0].text()) == []
        page.boxes.edit_filter(wanted, page.narrowing.chips[0])
        assert page.boxes.open is not None
        box = page.boxes.open.findChild(FilterBox)
        assert isinstance(box, FilterBox)
        assert box.first.text() and told(box.first.text()) == []
        box.apply.click()
        await until(lambda: page.boxes.open is None)
        assert page.showing.asked.view.filters == (wanted,)
        page.boxes.add_filter(2)
        assert page.boxes.open is not None
        other = page.boxes.open.findChild(FilterBox)
        assert isinstance(other, FilterBox)
        offers = other.first.completer().model()
        await until(lambda: offers.rowCount() == 1)
        other.column.setCurrentIndex(0)
        await page.scope.wait("offers")
        assert offers.rowCount() == 0


def _texts(path: Path) -> str:
    """All that a written file holds."""
    if path.suffix == ".parquet":
        import duckdb

        with duckdb.connect() as database:
            columns = "*, Day::varchar"
            return str(database.execute(f"select {columns} from read_parquet(?)", [str(path)]).fetchall())
    if path.suffix == ".xlsx":
        from python_calamine import CalamineWorkbook

        return str(CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()).replace(
            "datetime.date(2026, 1, 2)", "2026-01-02"
        )
    return path.read_text("utf-8-sig")


async def test_the_switch_in_settings_the_key_and_the_next_start_agree(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window(PRACTICE) as window:
        page = window.show_settings("Privacy")
        assert isinstance(page, SettingsPage)
        switch = next(
            box for box in page.findChildren(QCheckBox) if box.accessibleName() == "Hide who people are"
        )
        window.commands.actions.run("privacy")
        assert switch.isChecked() and privacy().on
        await until_hidden(window)
    hiding.set_hiding(False)
    async with open_window(PRACTICE) as window:
        assert window.console.privacy.on
        await until_hidden(window)
        window.console.privacy.choose(window.console.program_settings, on=False)
        await until_hidden(window)


@pytest.mark.usefixtures("short_patience")
async def test_a_person_is_removed_and_a_store_wiped_from_settings(
    window_loop: QApplication,
    qtbot: QtBot,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    tmp_path: Path,
) -> None:
    put(practice_store, **PERSON)
    async with open_window(PRACTICE) as window:
        console = window.console
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        await look_up(qtbot, tab, "C-77")
        await save_as(tab, tmp_path / "list.csv")
        page = window.show_settings("Privacy")
        other = show(qtbot, QWidget(), 600, 400)
        await save_as(other, tmp_path / "of another store.csv")
        other.close()
        window.activateWindow()
        [remove], [wipe] = page.findChildren(RemovePerson), page.findChildren(WipeStore)
        qtbot.keyClicks(remove.field, NUMBER)
        qtbot.keyClick(remove.field, Qt.Key.Key_Return)
        await answer(await question_of(page), "Remove")
        await until(lambda: any("removed or emptied" in one.sentence for one in console.notices.open))
        assert any("list.csv" in one.advice for one in console.notices.open)
        assert not any("of another store" in one.advice for one in console.notices.open)
        assert not any(STILL_READ in one.advice for one in console.notices.open)
        assert await console.db(lambda space: space.people.names()) == []
        with somebody_reads(await console.db(lambda space: space.folder)):
            qtbot.keyClicks(remove.field, NUMBER)
            remove.remove.click()
            await answer(await question_of(page), "Remove")
            await until(lambda: any(STILL_READ in one.advice for one in console.notices.open))
        [told] = [one for one in console.notices.open if STILL_READ in one.advice]
        assert told.level == "warning" and remove.field.text() == NUMBER
        await look_up(qtbot, tab, "C-77")
        assert await console.db(lambda space: space.people.names()) != []
        wipe.wipe.click()
        question = await question_of(page)
        go = next(each for each in question.findChildren(QPushButton) if each.text() == "Wipe")
        assert not go.isEnabled()
        [field] = question.findChildren(QLineEdit)
        qtbot.keyClicks(field, PRACTICE.name)
        go.click()
        await until(lambda: any("removed." in one.sentence for one in console.notices.open))
        assert await console.db(lambda space: space.people.names()) == []
        [entry] = await console.db(lambda space: space.log.page(limit=1))
        assert entry.action == "wiped"
