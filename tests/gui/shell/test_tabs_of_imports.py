"""Which tab a file and a run open in: that of their kind, the tab in front where it takes files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.tab import CATALOGS, CatalogTab
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from svcconsole.workspace.database import Workspace
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.shell.test_coming_back import on_disk, with_runs
from tests.services.runs.plans import items, new_run
from tests.support.coroutines import until
from tests.support.dropping import drop_files

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
SAMPLE = SAMPLES / "customers.csv"


def stack_of(window: MainWindow, tab: str) -> PageStack:
    found = getattr(window.show_tab(tab), "stack", None)
    assert isinstance(found, PageStack)
    return found


def is_read(page: ImportPage) -> bool:
    return page.file.next.isVisible() and not page.is_busy()


def import_on(stack: PageStack) -> ImportPage | None:
    page = stack.currentWidget()
    return page if isinstance(page, ImportPage) else None


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


@pytest.mark.parametrize(
    "case",
    [
        ("catalogs", "Catalog", "Import catalogs"),
        ("tickets", "Helpdesk", "Import tickets"),
        ("flows", "Messaging", "Start flows"),
    ],
    ids=["catalogs", "tickets", "flows"],
)
async def test_an_import_is_asked_for_by_name_and_comes_back_as_its_kind(
    window_loop: QApplication, open_window: OpenWindow, own_folders: Path, case: tuple[str, str, str]
) -> None:
    kind, tab, title = case
    async with open_window(PRACTICE) as window:
        with_runs(window)
        window.commands.actions.run(f"import.{kind}")
        stack = stack_of(window, tab)
        page = await until(lambda: import_on(stack))
        assert page.header.title() == title
        page.open(SAMPLES / f"{kind}.csv")
        await until(lambda: page.file.next.isVisible() and not page.is_busy())
        key, token = f"pages/{tab.lower()}", page.page_token()
        await until(lambda: token in on_disk(own_folders).of_store("practice").get(key, ""))
    async with open_window(PRACTICE) as window:
        with_runs(window)
        again = await until(lambda: import_on(stack_of(window, tab)))
        assert (again.kind, again.header.title()) == (kind, title)
        await until(lambda: again.file.next.isVisible() and not again.is_busy())


async def test_a_file_is_imported_as_what_is_in_front(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    """Catalogs over the list of catalogs, flows over the form of a flow, tickets in the helpdesk."""
    async with open_window(PRACTICE) as window:
        catalog, messaging = window.show_tab("Catalog"), window.show_tab("Messaging")
        assert isinstance(catalog, CatalogTab)
        assert isinstance(messaging, MessagingTab)
        catalog.segments.set_current(CATALOGS)
        messaging.choose("flow")
        for tab, kind in (("Catalog", "catalogs"), ("Messaging", "flows"), ("Helpdesk", "tickets")):
            window.show_tab(tab)
            drop_files(window, SAMPLES / f"{kind}.csv")
            page = await until(partial(import_on, stack_of(window, tab)))
            assert page.kind == kind
            await until(partial(is_read, page))


@pytest.mark.parametrize(
    ("kind", "tab"), [("tickets", HelpdeskTab), ("flows", MessagingTab)], ids=["tickets", "flows"]
)
async def test_a_run_of_requests_opens_in_their_tab(
    window_loop: QApplication, open_window: OpenWindow, kind: str, tab: type[QWidget]
) -> None:
    async with open_window(PRACTICE) as window:
        console = window.console
        console.runs = RunsController(console, console)
        run_id = await console.db(lambda workspace: workspace.runs.create(new_run(kind), items(2)))
        window.show_run(run_id)
        await until(lambda: isinstance(window.page(), tab))


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
