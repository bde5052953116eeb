"""A page that is open already comes to the front: a second one would write over what is typed in it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.tab import CustomersTab
from svcconsole.workspace.known.people import key_of
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.shell.test_coming_back import with_runs
from tests.gui.shell.test_tabs_of_imports import SAMPLES, is_read, stack_of
from tests.services.runs.plans import items, new_run
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


def is_as_high(stack: PageStack, count: int) -> bool:
    return stack.count() == count


async def read(stack: PageStack) -> QWidget:
    """The page that came to lie on top, once it is read."""
    page: QWidget = await until(lambda: None if stack.is_home() else stack.currentWidget())
    if isinstance(page, ImportPage):
        await until(partial(is_read, page))
    return page


@pytest.mark.parametrize(
    "case",
    [
        ("Catalog", "products:new", "catalogs:new"),
        ("Catalog", "products:{product}", "products:new"),
        ("Customers", "customers:new", "customers:{customer}"),
        ("Customers", "customers:{customer}", "customers:new"),
        ("Messaging", "library:new", "import:{campaign}"),
        ("Messaging", "import:{campaign}", "library:new"),
        ("Catalog", "import:{import}", "products:new"),
        ("Catalog", "take-back:{run}", "products:new"),
    ],
)
async def test_what_is_open_already_comes_to_the_front_instead_of_a_second_one(
    window_loop: QApplication,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    case: tuple[str, str, str],
) -> None:
    name, first, second = case
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        console = window.console
        await console.ready()
        with_runs(window)
        catalog = window.show_tab("Catalog")
        assert isinstance(catalog, CatalogTab)
        await until(lambda: catalog.products.rows and not catalog.scope.is_busy())
        customers = window.show_tab("Customers")
        assert isinstance(customers, CustomersTab)
        customers.look_up_customer("HH-10003")
        seen = await until(lambda: customers.people.card.seen)
        known = {
            "product": next(iter(catalog.products.rows)),
            "customer": key_of(seen.raw),
            "run": await console.db(lambda space: space.runs.create(new_run("products"), items(2))),
        }
        for kind, tab, file in (("import", "Catalog", "products"), ("campaign", "Messaging", "messages")):
            window.show_tab(tab)
            window.open_import(SAMPLES / f"{file}.csv")
            stack = stack_of(window, tab)
            page = await read(stack)
            assert isinstance(page, ImportPage)
            known[kind] = page.import_id
            page.leave.click()
            await until(stack.is_home)
        stack = stack_of(window, name)
        window.show_tab("Today")
        pages = []
        for count, token in enumerate((first, second), start=2):
            console.page_wanted.emit(name, token.format(**known))
            await until(partial(is_as_high, stack, count))
            pages.append(await read(stack))
        console.page_wanted.emit(name, first.format(**known))
        await until(lambda: stack.currentWidget() is pages[0])
        console.page_wanted.emit(name, second.format(**known))
        await until(lambda: stack.currentWidget() is pages[1])
        assert stack.count() == 3


async def test_what_is_asked_for_twice_while_it_is_read_opens_once(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE) as window:
        catalog = window.show_tab("Catalog")
        assert isinstance(catalog, CatalogTab)
        await until(lambda: catalog.products.rows and not catalog.scope.is_busy())
        product = next(iter(catalog.products.rows))
        catalog.editing.edit("products", product)
        window.console.page_wanted.emit("Catalog", f"products:{product}")
        await until(lambda: not catalog.stack.is_home() and not catalog.scope.is_busy())
        assert catalog.stack.count() == 2
        customers = window.show_tab("Customers")
        assert isinstance(customers, CustomersTab)
        await until(lambda: not customers.scope.is_busy())
        window.console.page_wanted.emit("Customers", "customers:new")
        customers.create_customer("HH-10009")
        await until(lambda: not customers.stack.is_home() and not customers.scope.is_busy())
        assert customers.stack.count() == 2
        form = customers.stack.currentWidget()
        assert isinstance(form, CustomerEditorPage)
        assert form.form.values()["partner_customer_id"] == "HH-10009"


async def test_an_import_whose_page_took_another_file_opens_in_a_page_of_its_own(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    unreadable = tmp_path / "products.csv"
    unreadable.write_bytes(b"")
    async with open_window(PRACTICE) as window:
        window.show_tab("Catalog")
        window.open_import(SAMPLES / "products.csv")
        stack = stack_of(window, "Catalog")
        first = await read(stack)
        assert isinstance(first, ImportPage)
        begun = first.import_id
        first.open(unreadable)
        await until(lambda: first.choice.isVisible() and not first.is_busy())
        assert first.import_id == first.page_token() == ""
        window.console.page_wanted.emit("Catalog", f"import:{begun}")
        await until(partial(is_as_high, stack, 3))
        second = await read(stack)
        assert isinstance(second, ImportPage) and second is not first
        assert second.import_id == begun
