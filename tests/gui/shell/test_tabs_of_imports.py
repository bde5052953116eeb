"""Which tab a file and a run open in: that of their kind, the tab in front where it takes files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from svcconsole.workspace.database import Workspace
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.services.runs.plans import items, new_run
from tests.support.coroutines import until

SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "customers.csv"


async def test_a_file_opens_in_the_tab_in_front_as_its_kind(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE) as window:
        tab = window.show_tab("Customers")
        window.open_import(SAMPLE)
        assert isinstance(tab, CustomersTab)
        page = tab.stack.currentWidget()
        assert isinstance(page, ImportPage)
        assert page.header.title() == "Import customers"
        await until(lambda: page.file.next.isVisible() and not page.is_busy())
        assert page.file.recognised.title.text().startswith("Shopify customers, older export")


async def test_a_run_opens_in_the_tab_of_its_kind(window_loop: QApplication, open_window: OpenWindow) -> None:
    def planned(workspace: Workspace) -> str:
        return workspace.runs.create(new_run("user_properties"), items(2))

    async with open_window(PRACTICE) as window:
        console = window.console
        console.runs = RunsController(console, console)
        run_id = await console.db(planned)
        window.show_run(run_id)
        await until(lambda: isinstance(window.page(), UserPropertiesTab))
        tab = window.page()
        assert isinstance(tab, UserPropertiesTab)
        page = tab.stack.currentWidget()
        assert isinstance(page, RunPage)
        await until(lambda: page.panel.browse_records.text() == "Show the entries")
