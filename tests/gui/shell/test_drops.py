"""Files dropped on the window: one table begins an import, anything else is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QUrl
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.file_drop import DropRefused, dropped_file
from svcconsole.gui.panels.importer.import_steps import CHECK
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.first_run import StartWindow
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.tab import IMPORTS, CatalogTab
from svcconsole.gui.tabs.reports.tab import ReportsTab
from tests.gui.panels.importer.hands import at_check
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.support.coroutines import until
from tests.support.dropping import drop, drop_files
from tests.support.permissions import permissions_hold
from tests.support.qt import show, words_of

TABLE = "id,name\nP1,Apron\n"


def urls(*addresses: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(address) for address in addresses])
    return data


def files(*paths: Path) -> QMimeData:
    return urls(*(QUrl.fromLocalFile(str(path)).toString() for path in paths))


def table(folder: Path, name: str = "products.csv") -> Path:
    path = folder / name
    path.write_text(TABLE, "utf-8")
    return path


def catalog_of(window: MainWindow) -> CatalogTab:
    page = window.show_tab("Catalog")
    assert isinstance(page, CatalogTab)
    return page


def told(notices: Notices) -> list[str]:
    return [notice.sentence for notice in notices.open]


@pytest.mark.parametrize(
    "name",
    [
        "products.csv",
        "PRODUCTS.CSV",
        "list.tsv",
        "list.tab",
        "list.txt",
        "export.2026",
        "export",
        "list.xlsx",
        "LIST.XLSX",
        "list.xls",
        "list.ods",
        "all.zip",
        "list.csv.gz",
    ],
)
def test_one_file_that_may_be_a_table_is_taken(qapp: QApplication, tmp_path: Path, name: str) -> None:
    path = table(tmp_path, name)
    assert dropped_file(files(path)) == path


@pytest.mark.parametrize(
    "name, kind",
    [
        ("photo.png", "a picture"),
        ("list.pdf", "a PDF document"),
        ("all.tar", "an archive"),
    ],
)
def test_a_kind_that_is_no_text_is_named(qapp: QApplication, tmp_path: Path, name: str, kind: str) -> None:
    with pytest.raises(DropRefused) as caught:
        dropped_file(files(table(tmp_path, name)))
    assert f"“{name}” is not a table" in caught.value.sentence
    assert caught.value.sentence.endswith(f": {kind}.")
    assert "CSV" in caught.value.advice


def test_every_refusal_says_what_was_dropped(qapp: QApplication, tmp_path: Path) -> None:
    folder = tmp_path / "exports.csv"
    folder.mkdir()
    text = QMimeData()
    text.setText("P1, Apron")
    refused = {
        "2 files were dropped, and one is taken at a time.": files(table(tmp_path), table(tmp_path, "b.csv")),
        "“exports.csv” is a folder, and a file is needed.": files(folder),
        "“gone.csv” is no longer where it was dragged from.": files(tmp_path / "gone.csv"),
        "What was dropped is not a file on this computer.": urls("https://shop.example/products.csv"),
    }
    for sentence, data in refused.items():
        with pytest.raises(DropRefused) as caught:
            dropped_file(data)
        assert caught.value.sentence == sentence
        assert caught.value.advice.endswith(".")
    for nothing in (text, QMimeData()):
        with pytest.raises(DropRefused, match="not a file on this computer"):
            dropped_file(nothing)


def test_a_file_of_somebody_else_is_refused(qapp: QApplication, tmp_path: Path) -> None:
    path = table(tmp_path)
    path.chmod(0)
    with permissions_hold(), pytest.raises(DropRefused, match="cannot be read with your account"):
        dropped_file(files(path))


@pytest.mark.parametrize("place", ["Catalog", "help"])
async def test_a_dropped_table_opens_the_import(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path, place: str
) -> None:
    async with open_window(PRACTICE) as window:
        window.show_place(place) if place == "help" else window.show_tab(place)
        drop_files(window, table(tmp_path))
        page = catalog_of(window).stack.currentWidget()
        assert isinstance(page, ImportPage)
        await until(lambda: "products.csv" in words_of(page))


async def test_a_table_dropped_on_the_reports_is_looked_at(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    async with open_window(PRACTICE) as window:
        tab = window.show_tab("Reports")
        assert isinstance(tab, ReportsTab)
        drop_files(window, path := table(tmp_path))
        page = await until(tab.viewing.viewer)
        assert page.path == path and page.isVisible()
        await until(page.sheet.count)


def _products(catalog: CatalogTab) -> QWidget:
    return catalog.products_page.table


def _no_imports(catalog: CatalogTab) -> QWidget:
    catalog.segments.set_current(IMPORTS)
    return catalog.imports_page.empty


def _file_step(catalog: CatalogTab) -> QWidget:
    catalog.open_import()
    page = catalog.stack.currentWidget()
    assert isinstance(page, ImportPage)
    return page.choice.empty


def _no_products(catalog: CatalogTab) -> QWidget:
    catalog.products_page.places.setCurrentWidget(catalog.products_page.state)
    catalog.products_page.state.place.show()
    return catalog.products_page.state.place


@pytest.mark.parametrize("place", [_products, _no_products, _no_imports, _file_step])
async def test_wherever_two_files_are_dropped_one_sentence_says_why_neither_is_taken(
    window_loop: QApplication,
    open_window: OpenWindow,
    tmp_path: Path,
    place: Callable[[CatalogTab], QWidget],
) -> None:
    async with open_window(PRACTICE) as window:
        target = place(catalog_of(window))
        before = told(window.console.notices)
        pages = catalog_of(window).stack.count()
        at = target.mapTo(window, QPoint(target.width() // 2, target.height() // 3))
        drop_files(window, table(tmp_path), table(tmp_path, "more.csv"), at=at)
        assert told(window.console.notices)[len(before) :] == [
            "2 files were dropped, and one is taken at a time."
        ]
        assert "one after the other" in words_of(window)
        assert catalog_of(window).stack.count() == pages
        drop_files(window, table(tmp_path), at=at)
        page = catalog_of(window).stack.currentWidget()
        assert isinstance(page, ImportPage)
        await until(lambda: "products.csv" in words_of(page))


async def test_a_file_dropped_while_one_is_looked_at_takes_its_place(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    async with open_window(PRACTICE) as window:
        drop_files(window, table(tmp_path))
        page = catalog_of(window).stack.currentWidget()
        assert isinstance(page, ImportPage)
        await until(lambda: "products.csv" in words_of(page) and not page.is_busy())
        drop_files(window, table(tmp_path, "other.csv"))
        assert catalog_of(window).stack.currentWidget() is page
        await until(lambda: "other.csv" in words_of(page) and not page.is_busy())


async def test_what_lies_under_a_dropped_import_comes_back(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    async with open_window(PRACTICE) as window:
        catalog = catalog_of(window)
        catalog.edit_product(None)
        await until(lambda: isinstance(catalog.stack.currentWidget(), EditorPage))
        editor = catalog.stack.currentWidget()
        drop_files(window, table(tmp_path))
        first = catalog.stack.currentWidget()
        assert isinstance(first, ImportPage)
        await at_check(first)
        assert first.step() == CHECK
        drop_files(window, table(tmp_path, "other.csv"))
        second = catalog.stack.currentWidget()
        assert isinstance(second, ImportPage)
        assert second is not first
        for page, under in ((second, first), (first, editor)):
            page.leave.click()
            assert catalog.stack.currentWidget() is under
            await until(lambda: not window.console.scope.is_busy())


def test_the_first_window_says_it_as_well(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    window = StartWindow(settings, Notices())
    show(qtbot, window, 900, 600)
    drop(window, files(tmp_path))
    assert "is a folder, and a file is needed." in words_of(window)
    drop_files(window, table(tmp_path))
    assert window.wishes.get_nowait() == WindowRequest("open", "practice", tmp_path / "products.csv")
