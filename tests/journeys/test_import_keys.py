"""A file from its first look to its result with the keyboard alone, in the window of the program."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.page import CHECK, COLUMNS, RESULT, ImportPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.shell.conftest import PRACTICE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["open_window", "settings"]

FILE = (
    "id,name,url,currency,combinations.id,combinations.price,combinations.quantity,combinations.image\n"
    "bowl,Bowl,https://shop.example/bowl,EUR,bowl-1,12.50,3,https://shop.example/bowl.png\n"
    "jug,Jug,https://shop.example/jug,EUR,jug-1,9O.00,3,https://shop.example/jug.png\n"
)


def _press(
    qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press a key where the focus is."""
    qtbot.keyClick(_focused(), key, modifiers)


def _focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _type_over(qtbot: QtBot, text: str) -> None:
    """Put another text into the current cell."""
    _press(qtbot, Qt.Key.Key_F2)
    assert isinstance(_focused(), QLineEdit)
    _press(qtbot, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(_focused(), text)
    _press(qtbot, Qt.Key.Key_Return)


def _page(window: MainWindow) -> ImportPage | None:
    tab = window.show_tab("Catalog")
    assert isinstance(tab, CatalogTab)
    page = tab.stack.currentWidget()
    return page if isinstance(page, ImportPage) else None


async def test_the_whole_import_with_keys_alone(
    window_loop: QApplication,
    qtbot: QtBot,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    tmp_path: Path,
) -> None:
    path = tmp_path / "exact.csv"
    path.write_text(FILE, encoding="utf-8")
    control = Qt.KeyboardModifier.ControlModifier
    async with open_window(PRACTICE) as window:
        await window.console.ready()
        window.console.runs = runs = RunsController(window.console)
        window.open_import(path)
        await until(lambda: (page := _page(window)) and page.file.next.isVisible() and not page.is_busy())
        page = _page(window)
        assert page is not None
        assert _focused() is page.file.next
        _press(qtbot, Qt.Key.Key_Return, control)
        await until(lambda: page.step() == COLUMNS and not page.is_busy())
        assert _focused() is page.columns.next
        _press(qtbot, Qt.Key.Key_Return, control)
        await until(lambda: page.step() == CHECK and not page.is_busy())
        table = page.check.grid.table
        assert _focused() is table
        assert page.check.summary.to_put_right == 1
        _type_over(qtbot, "90.00")
        await until(lambda: page.check.summary.to_put_right == 0 and not page.is_busy())
        _press(qtbot, Qt.Key.Key_Z, control)
        await until(lambda: page.check.summary.to_put_right == 1 and not page.is_busy())
        _type_over(qtbot, "19.50")
        await until(lambda: page.check.summary.to_put_right == 0 and not page.is_busy())
        _press(qtbot, Qt.Key.Key_Return, control)
        await until(lambda: page.step() == RESULT and not page.is_busy())
        panel = page.run_panel
        assert panel is not None
        await until(lambda: panel.view.files.isVisible() and not panel.scope.is_busy())
        assert practice_store.counts()["products"] == 2
        assert _focused() is panel.browse_records
        panel.view.accepted.link_clicked.emit()
        await until(lambda: panel.rows.isVisible() and not panel.scope.is_busy())
        _press(qtbot, Qt.Key.Key_Escape)
        assert panel.view.isVisible()
        _press(qtbot, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        await until(lambda: _page(window) is None)
        await runs.close()
