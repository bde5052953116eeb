"""Files come in from the tab: the button, a dropped file, the list of imports, and who came in is found."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.tabs.customers.tab import IMPORTS, CustomersTab
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.tabs.customers.conftest import Open
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


def import_page(tab: CustomersTab) -> ImportPage | None:
    page = tab.stack.currentWidget()
    return page if isinstance(page, ImportPage) else None


async def test_the_button_opens_the_importer_for_customers_and_the_way_back_is_the_list_of_imports(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.import_button.click()
        page = import_page(tab)
        assert page is not None and not tab.is_list_open()
        await until(lambda: not page.is_busy())
        page.closed.emit()
        assert tab.is_list_open() and tab.segments.current() == IMPORTS
        await until(lambda: not tab.imports.scope.is_busy())


async def test_a_file_dropped_on_the_tab_begins_an_import_of_customers(
    window_loop: QApplication, practice_store: PracticeStore, open_window: OpenWindow, tmp_path: Path
) -> None:
    file = tmp_path / "people.csv"
    file.write_text("partnerCustomerId,firstName,email\nC-1,Ann,ann@post.example\n", encoding="utf-8")
    async with open_window(PRACTICE, 1440, 900) as window:
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        window.file_dropped.emit(file)
        page = await until(lambda: import_page(tab))
        await until(lambda: page.file.next.isVisible() and not page.is_busy())
        assert window.page() is tab
