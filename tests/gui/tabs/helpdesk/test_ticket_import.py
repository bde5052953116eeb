"""Tickets from a file in the window: asked for, templated, run, and found again in the list of imports."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, RESULT
from svcconsole.gui.panels.importer.list_page import ImportListPage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.services.imports.template_file import as_text
from tests.gui.tabs.helpdesk.conftest import Open, tickets
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


def importing(tab: HelpdeskTab) -> ImportPage:
    page = tab.stack.currentWidget()
    assert isinstance(page, ImportPage)
    return page


async def at_check(page: ImportPage) -> None:
    await until(lambda: page.file.next.isVisible() and not page.is_busy())
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())


async def test_the_sample_of_tickets_is_created_and_listed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.console.runs = RunsController(tab.console)
        await tab.console.ready()
        try:
            tab.ticket_page.import_file.click()
            page = importing(tab)
            page.choice.sample.click()
            await at_check(page)
            assert page.check.run.text() == "Create 10 tickets in practice"
            page.check.run.click()
            await until(lambda: page.step() == RESULT and not page.is_busy())
            assert {str(one["request"]["channel"]) for one in tickets(practice_store)} == {
                *("WHATSAPP", "EMAIL", "TASKS")
            }
            assert len(tickets(practice_store)) == 10
            assert page.run_panel is not None
            assert page.run_panel.browse_records.text() == "Back to the helpdesk"
            page.run_panel.browse_records.click()
            await until(tab.stack.is_home)
            tab.ticket_page.imports.click()
            listed = tab.stack.currentWidget()
            assert isinstance(listed, ImportListPage)
            await until(lambda: listed.list.model.total() == 1)
            (row,) = listed.list.model.shown()
            assert (row.file_name, row.totals) == ("tickets.csv", "10 accepted")
            listed.list.table.set_current(row.key)
            qtbot.keyClick(listed.list.table, Qt.Key.Key_Return)
            await until(lambda: isinstance(tab.stack.currentWidget(), RunPage))
            shown = tab.stack.currentWidget()
            assert isinstance(shown, RunPage)
            await until(lambda: shown.panel.view.files.isVisible() and not shown.panel.scope.is_busy())
        finally:
            await tab.console.runs.close()


async def choose_fixed(qtbot: QtBot, page: ImportPage, path: str, text: str) -> None:
    """Fill a field with the same text in every row, as a person types it."""
    source = page.columns.fields[path].source
    source.combo.setCurrentIndex(source.combo.findText("A fixed value…"))
    source.combo.activated.emit(source.combo.currentIndex())
    source.text.selectAll()
    qtbot.keyClicks(source.text, text)
    qtbot.keyClick(source.text, Qt.Key.Key_Return)
    await until(lambda: not page.is_busy())


async def test_what_a_chosen_channel_needs_is_asked_for_under_the_columns(
    window_loop: QApplication, qtbot: QtBot, tmp_path: Path, open_tab: Open
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Phone,Wish\n+393331234567,Call\n", encoding="utf-8")
    async with open_tab() as tab:
        tab.open_import(path)
        page = importing(tab)
        await until(lambda: page.file.next.isVisible() and not page.is_busy())
        page.file.next.click()
        await until(lambda: page.step() == COLUMNS and not page.is_busy())
        rows = page.columns.fields
        assert [path for path, row in rows.items() if row.needs_source] == ["channel"]
        channel = rows["channel"].source
        assert channel.completer.model().rowCount() == 3, "its words are offered"
        await choose_fixed(qtbot, page, "channel", "EMAIL")
        assert channel.text.placeholderText() == "one of EMAIL, WHATSAPP, TASKS"
        await choose_fixed(qtbot, page, "assignmentType", "SPECIFIC_AGENT")
        needed = {path for path, row in rows.items() if row.needs_source}
        assert needed == {"brandEmail", "customerEmail", "agentMail"}
        assert all(rows[path].required.text() == "required" for path in needed)
        await choose_fixed(qtbot, page, "channel", "TASKS")
        assert {path for path, row in rows.items() if row.needs_source} == {"taskTitle", "agentMail"}


async def test_a_sample_is_offered_in_the_practice_store_only(
    window_loop: QApplication, open_tab: Open
) -> None:
    for practice in (True, False):
        async with open_tab(practice=practice) as tab:
            tab.open_import()
            choice = importing(tab).choice
            assert (choice.sample.isVisible(), choice.template.isVisible()) == (practice, True)


async def test_a_template_file_is_saved_from_the_page(
    window_loop: QApplication, tmp_path: Path, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.open_import()
        page = importing(tab)
        page.choice.template.click()
        dialog = await until(lambda: page.findChild(QFileDialog))
        assert [Path(name).name for name in dialog.selectedFiles()] == ["tickets.csv"]
        dialog.findChildren(QLineEdit, "fileNameEdit")[0].setText(str(tmp_path / "mine.csv"))
        dialog.accept()
        await until(lambda: not page.scope.is_busy("template"))
        assert (tmp_path / "mine.csv").read_bytes().decode() == as_text("tickets")
        assert [notice.sentence for notice in tab.console.notices.open] == [
            "mine.csv is saved. Fill it in and drop it here."
        ]
